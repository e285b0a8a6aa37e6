// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WEBSOCKETSENDER_H
#define WEBSOCKETSENDER_H

#include <QtRdma/RdmaStream>

// The client of a WebSocket (RFC 6455) that sends text. A QWebSocket makes its own socket
// of TCP, so this is written over a stream. It reads the answer to its request, and nothing else.
class WebSocketSender : public QObject
{
    Q_OBJECT

public:
    explicit WebSocketSender(const RdmaStreamOptions &options, QObject *parent = nullptr);

    void open(const QString &host, quint16 port, const QString &path);

    // After opened(). Longer texts than 65535 bytes are not sent.
    void send(const QByteArray &text);
    qint64 bytesToWrite() const;

Q_SIGNALS:
    void opened(const RdmaStream &stream);
    void failed(const QString &problem);

private:
    enum class State { Asking, Open, Ended };

    void ask();
    void readAnswer();
    void fail(const QString &problem);

    RdmaStream m_stream;
    State m_state = State::Ended;
    QByteArray m_key;
    QString m_host;
    QString m_path;
};

#endif // WEBSOCKETSENDER_H
