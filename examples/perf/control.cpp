// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "control.h"

#include "words.h"

#include <QJsonDocument>
#include <QtRdma/RdmaStream>

namespace Perf {

QByteArray toLine(const QJsonObject &message)
{
    return QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n';
}

Control::Control(RdmaStream *stream, QObject *parent) : QObject(parent), m_stream(stream)
{
    stream->setParent(this);
    connect(stream, &RdmaStream::connected, this, &Control::connected);
    connect(stream, &RdmaStream::readyRead, this, &Control::readLine);
    connect(stream, &RdmaStream::errorOccurred, this,
            [this] { end(m_stream->rdmaError().toString()); });
    connect(stream, &RdmaStream::disconnected, this,
            [this] { end(Words::tr("the peer has ended the connection")); });
    m_next.setSingleShot(true);
    m_next.callOnTimeout(this, &Control::readLine);
    m_next.start(); // bytes may have come with the line for which the server made this object
}

void Control::send(const QJsonObject &message)
{
    m_stream->write(toLine(message));
}

// One line in a turn of the event loop, because a request of a client may be much work.
void Control::readLine()
{
    if (!m_stream->canReadLine()) {
        if (m_stream->bytesAvailable() >= MaxLine)
            end(Words::tr("what the peer says is too long"));
        return;
    }
    const QJsonDocument line = QJsonDocument::fromJson(m_stream->readLine(MaxLine));
    m_next.start();
    if (line.isObject())
        Q_EMIT received(line.object());
    else
        end(Words::tr("what the peer says is not understood"));
}

// Emitted once.
void Control::end(const QString &why)
{
    m_next.stop();
    m_stream->disconnect(this);
    m_stream->abort();
    Q_EMIT ended(why);
}

} // namespace Perf

#include "moc_control.cpp"
