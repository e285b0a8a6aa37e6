// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMRECORDER_H
#define STREAMRECORDER_H

#include <QtCore/qmetaobject.h>
#include <QtCore/qobject.h>
#include <QtCore/qstringlist.h>
#include <QtNetwork/qabstractsocket.h>

#include <functional>
#include <utility>

namespace RdmaTest {

template <typename Enum>
QString enumName(Enum value)
{
    const char *key = QMetaEnum::fromType<Enum>().valueToKey(int(value));
    return key ? QString::fromLatin1(key) : QString::number(int(value));
}

// Records what a stream or socket emits, in order, with what a slot would see at that moment.
template <typename Stream>
class StreamRecorder : public QObject
{
public:
    explicit StreamRecorder(Stream *stream)
    {
        connect(stream, &Stream::hostFound, this, [this] { note(QStringLiteral("hostFound")); });
        connect(stream, &Stream::connected, this, [this, stream] {
            note(stream->isOpen() && stream->peerPort() != 0
                         ? QStringLiteral("connected")
                         : QStringLiteral("connected too early"));
        });
        connect(stream, &Stream::disconnected, this,
                [this] { note(QStringLiteral("disconnected")); });
        connect(stream, &Stream::readyRead, this, [this, stream] {
            note(stream->bytesAvailable() > 0 ? QStringLiteral("readyRead")
                                              : QStringLiteral("readyRead without data"));
        });
        connect(stream, &Stream::aboutToClose, this,
                [this] { note(QStringLiteral("aboutToClose")); });
        connect(stream, &Stream::readChannelFinished, this,
                [this] { note(QStringLiteral("readChannelFinished")); });
        connect(stream, &Stream::bytesWritten, this, [this](qint64 size) { written += size; });
        connect(stream, &Stream::stateChanged, this,
                [this](QAbstractSocket::SocketState state) { note(enumName(state)); });
        connect(stream, &Stream::errorOccurred, this,
                [this, stream](QAbstractSocket::SocketError error) {
                    note(enumName(error) + QStringLiteral(" in ") + enumName(stream->state()));
                });
    }

    void note(const QString &what)
    {
        log.append(what);
        if (told)
            told(what); // last: it may delete the stream
    }
    QStringList take() { return std::exchange(log, {}); }

    QStringList log;
    std::function<void(const QString &)> told;
    qint64 written = 0;
};

} // namespace RdmaTest

#endif // STREAMRECORDER_H
