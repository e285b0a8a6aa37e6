// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Messages over a Connection: framing, back-pressure, and one way to learn that it is over.

#ifndef CHANNEL_H
#define CHANNEL_H

#include "protocol.h"
#include "transport.h"

#include <chrono>

class Channel : public QObject
{
    Q_OBJECT

public:
    // Takes the connection over.
    explicit Channel(Connection *connection, QObject *parent);

    void connectToHost(const QString &host, quint16 port);
    void send(const Protocol::Message &message);

    // Bytes that were sent and have not left yet. Senders stop above HighWater and go on below
    // LowWater.
    static constexpr qint64 HighWater = 256 * 1024;
    static constexpr qint64 LowWater = 64 * 1024;
    qint64 backlog() const;

    // While paused nothing is read, so that the peer is held up instead of our memory filled.
    void setPaused(bool paused);

    // Says what was wrong, gives the peer some time to hear it, and closes.
    void refuse(quint8 code, const QString &text, std::chrono::milliseconds grace);
    void close(); // sends all pending bytes first
    void abort(const QString &why = {}); // drops them

    bool isOpen() const;
    QString peer() const;
    QString transport() const;

Q_SIGNALS:
    void connected();
    void received(const Protocol::Message &message);
    void violated(const QString &what);
    void drained(); // some of the backlog has left
    void closed(const QString &why); // once, and the last signal

private:
    void readMessages();
    bool readMessage();
    void discard();
    void onError(QAbstractSocket::SocketError error);
    void onDisconnected();
    void finish();

    Connection *m_connection;
    Protocol::FrameReader m_reader;
    QString m_why;
    bool m_paused = false;
    bool m_continuing = false; // the rest is read in the next turn of the event loop
    bool m_refusing = false;
    bool m_disconnected = false;
    bool m_finished = false;
};

#endif // CHANNEL_H
