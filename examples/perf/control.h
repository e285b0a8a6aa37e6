// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONTROL_H
#define CONTROL_H

#include <QJsonObject>
#include <QObject>
#include <QTimer>

class RdmaStream;

namespace Perf {

inline constexpr qint64 MaxLine = 16 * 1024;

// The conversation of client and server beside the measurement: one JSON object a line, over a
// stream.
class Control : public QObject
{
    Q_OBJECT

public:
    explicit Control(RdmaStream *stream,
                     QObject *parent = nullptr); // becomes the owner of the stream

    RdmaStream *stream() const { return m_stream; }
    void send(const QJsonObject &message);

Q_SIGNALS:
    void connected();
    void received(const QJsonObject &message);
    void ended(const QString &why);

private:
    void readLine();
    void end(const QString &why);

    RdmaStream *m_stream;
    QTimer m_next; // turn of the event loop
};

// One line, as it is sent.
QByteArray toLine(const QJsonObject &message);

} // namespace Perf

#endif // CONTROL_H
