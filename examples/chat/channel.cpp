// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "channel.h"

#include <QIODevice>
#include <QPointer>
#include <QTimer>

#include <chrono>

using namespace std::chrono_literals;
using namespace Protocol;

namespace {

// One peer with much to say must not keep the others, or the screen, waiting.
constexpr int MessagesPerTurn = 64;

constexpr auto CloseGrace = 5s;

} // namespace

Channel::Channel(Connection *connection, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
{
    m_connection->setParent(this);
    m_connection->setReadBufferSize(MaxPayload);
    connect(m_connection, &Connection::connected, this, &Channel::connected);
    connect(m_connection, &Connection::disconnected, this, &Channel::onDisconnected);
    connect(m_connection, &Connection::errorOccurred, this, &Channel::onError);
    connect(m_connection->device(), &QIODevice::readyRead, this, &Channel::readMessages);
    connect(m_connection->device(), &QIODevice::bytesWritten, this, &Channel::drained);
}

void Channel::connectToHost(const QString &host, quint16 port)
{
    m_connection->connectToHost(host, port);
}

void Channel::send(const Message &message)
{
    if (isOpen() && !m_refusing)
        m_connection->device()->write(encode(message));
}

qint64 Channel::backlog() const
{
    return m_connection->device()->bytesToWrite();
}

void Channel::setPaused(bool paused)
{
    if (m_paused == paused)
        return;
    m_paused = paused;
    // readyRead announces new bytes only, so this object must remember that some are here already.
    // They are read in the next turn, because the caller may be in the middle of its own work.
    if (!m_paused && !m_continuing) {
        m_continuing = true;
        QMetaObject::invokeMethod(this, &Channel::readMessages, Qt::QueuedConnection);
    }
}

void Channel::readMessages()
{
    const QPointer<Channel> alive(this);
    m_continuing = false;
    if (m_refusing)
        return discard();
    for (int i = 0; i < MessagesPerTurn; ++i) {
        if (m_paused || m_refusing || m_finished)
            return;
        // The slot that handles a message may delete this channel.
        const bool more = readMessage();
        if (!alive)
            return;
        if (!more) {
            if (m_disconnected)
                finish();
            return;
        }
    }
    m_continuing = true;
    QMetaObject::invokeMethod(this, &Channel::readMessages, Qt::QueuedConnection);
}

bool Channel::readMessage()
{
    if (!m_connection->device()->isOpen())
        return false;
    switch (m_reader.read(m_connection->device())) {
    case FrameReader::Incomplete:
        return false;
    case FrameReader::Complete:
        Q_EMIT received(m_reader.take());
        return true;
    case FrameReader::TooLong:
        Q_EMIT violated(QStringLiteral("a message of more than %1 bytes").arg(MaxPayload));
        return false;
    case FrameReader::Malformed:
        Q_EMIT violated(QStringLiteral(QT_TRANSLATE_NOOP("Relay", "a malformed message")));
        return false;
    }
    return false;
}

// If we closed at once, bytes that the peer still sends would meet a closed socket. TCP answers
// that with a reset, which may overtake the explanation. So we listen on for a moment and ignore
// what we hear; a peer that understands us closes first.
void Channel::refuse(quint8 code, const QString &text, std::chrono::milliseconds grace)
{
    if (!isOpen() || m_refusing)
        return;
    send(Fault{ code, text });
    m_refusing = true;
    discard();
    QTimer::singleShot(grace, this, &Channel::close);
}

void Channel::discard()
{
    if (m_connection->device()->isOpen())
        m_connection->device()->readAll();
    if (m_disconnected)
        finish();
}

void Channel::close()
{
    if (!isOpen())
        return;
    // A peer that does not take the rest would keep the connection for ever.
    QTimer::singleShot(CloseGrace, this, [this] { abort(); });
    m_connection->disconnectFromHost();
}

void Channel::abort(const QString &why)
{
    if (m_why.isEmpty())
        m_why = why;
    m_disconnected = true;
    m_connection->abort();
    finish();
}

bool Channel::isOpen() const
{
    return m_connection->state() == QAbstractSocket::ConnectedState && !m_disconnected;
}

QString Channel::peer() const
{
    return m_connection->peerAddress().toString();
}

QString Channel::transport() const
{
    return m_connection->transport();
}

// After an error of a connection that is up disconnected() follows. After an attempt that failed
// nothing follows.
void Channel::onError(QAbstractSocket::SocketError error)
{
    if (error != QAbstractSocket::RemoteHostClosedError)
        m_why = m_connection->device()->errorString();
    if (m_connection->state() == QAbstractSocket::UnconnectedState)
        onDisconnected();
}

// The peer may have written something and gone while this channel was paused. That is read first.
void Channel::onDisconnected()
{
    m_disconnected = true;
    if (!m_paused && !m_continuing)
        readMessages();
}

void Channel::finish()
{
    if (m_finished)
        return;
    m_finished = true;
    Q_EMIT closed(m_why);
}

#include "moc_channel.cpp"
