// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "control.h"

#include <QJsonDocument>
#include <QPointer>
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
    connect(stream, &RdmaStream::readyRead, this, &Control::readLines);
    connect(stream, &RdmaStream::errorOccurred, this,
            [this] { end(m_stream->rdmaError().toString()); });
    connect(stream, &RdmaStream::disconnected, this,
            [this] { end("the peer has ended the connection"); });
    // What came with the line that made the server have this object.
    QMetaObject::invokeMethod(this, &Control::readLines, Qt::QueuedConnection);
}

void Control::send(const QJsonObject &message)
{
    m_stream->write(toLine(message));
}

void Control::readLines()
{
    const QPointer<Control> alive(this);
    while (alive && m_stream->canReadLine()) {
        const QJsonDocument line = QJsonDocument::fromJson(m_stream->readLine(MaxLine));
        if (!line.isObject())
            return end("what the peer says is not understood");
        Q_EMIT received(line.object());
    }
    if (alive && m_stream->bytesAvailable() >= MaxLine)
        end("what the peer says is too long");
}

// Once.
void Control::end(const QString &why)
{
    m_stream->disconnect(this);
    m_stream->abort();
    Q_EMIT ended(why);
}

} // namespace Perf

#include "moc_control.cpp"
