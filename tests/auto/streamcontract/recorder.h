// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECORDER_H
#define RECORDER_H

#include "subject.h"

#include <QtCore/qmetaobject.h>
#include <QtCore/qobject.h>
#include <QtCore/qstringlist.h>

// Writes down what a stream emits, in order, with what a slot would see at that moment.
class Recorder : public QObject
{
    Q_OBJECT

public:
    explicit Recorder(Stream *stream)
    {
        connect(stream, &Stream::hostFound, this,
                [this] { log.append(QStringLiteral("hostFound")); });
        connect(stream, &Stream::connected, this, [this, stream] {
            log.append(stream->isOpen() && stream->peerPort() != 0
                               ? QStringLiteral("connected")
                               : QStringLiteral("connected too early"));
        });
        connect(stream, &Stream::disconnected, this,
                [this] { log.append(QStringLiteral("disconnected")); });
        connect(stream, &Stream::readyRead, this, [this, stream] {
            log.append(stream->bytesAvailable() > 0 ? QStringLiteral("readyRead")
                                                    : QStringLiteral("readyRead without data"));
        });
        connect(stream, &Stream::aboutToClose, this,
                [this] { log.append(QStringLiteral("aboutToClose")); });
        connect(stream, &Stream::readChannelFinished, this,
                [this] { log.append(QStringLiteral("readChannelFinished")); });
        connect(stream, &Stream::bytesWritten, this, [this](qint64 size) { written += size; });
        connect(stream, &Stream::stateChanged, this, [this](QAbstractSocket::SocketState state) {
            log.append(name(QMetaEnum::fromType<QAbstractSocket::SocketState>().valueToKey(state)));
        });
        connect(stream, &Stream::errorOccurred, this,
                [this, stream](QAbstractSocket::SocketError error) {
                    const auto states = QMetaEnum::fromType<QAbstractSocket::SocketState>();
                    const auto errors = QMetaEnum::fromType<QAbstractSocket::SocketError>();
                    log.append(name(errors.valueToKey(error)) + QStringLiteral(" in ")
                               + name(states.valueToKey(stream->state())));
                });
    }

    QStringList take() { return std::exchange(log, {}); }

    QStringList log;
    qint64 written = 0;

private:
    static QString name(const char *key) { return QString::fromLatin1(key); }
};

#endif // RECORDER_H
