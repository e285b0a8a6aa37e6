// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "bridgepump_p.h"

#include "rdmabridgestatistics_p.h"
#include "localsocket_p.h"

#include <QtRdma/rdmaabstractstream.h>

#include <QtCore/qpointer.h>

#include <cerrno>
#include <utility>

using namespace QtRdmaPrivate;

constexpr static int ReadsInATurn = 4; // of up to a frame each: others want their turn, too

BridgePump::BridgePump(LocalSocket *socket, RdmaAbstractStream *stream, BridgeCounts *counts,
                       int idleTimeout, QObject *parent)
    : QObject(parent)
    , m_socket(socket)
    , m_stream(stream)
    , m_counts(counts)
    , m_buffers(stream)
{
    connect(socket, &LocalSocket::readable, this, &BridgePump::toStream);
    connect(socket, &LocalSocket::writable, this, &BridgePump::toSocket);
    connect(socket, &LocalSocket::broken, this, &BridgePump::end);
    connect(stream, &RdmaAbstractStream::readyRead, this, &BridgePump::toSocket);
    connect(stream, &RdmaAbstractStream::readChannelFinished, this, &BridgePump::streamFinished);
    connect(stream, &RdmaAbstractStream::errorOccurred, this, &BridgePump::streamFailed);
    connect(stream, &RdmaAbstractStream::disconnected, this, &BridgePump::streamDisconnected);
    connect(&m_idle, &QTimer::timeout, this, &BridgePump::lookWhetherIdle);
    m_idle.setInterval(idleTimeout);
}

// The stream may have brought something before, also its end.
void BridgePump::start()
{
    if (m_stream->state() != QAbstractSocket::ConnectedState)
        return streamDisconnected();
    if (m_idle.interval() > 0)
        m_idle.start();
    m_socket->watchReading(true);
    if (m_stream->isReadChannelFinished())
        m_toSocket = Way::Draining;
    toSocket();
}

void BridgePump::toStream()
{
    for (int i = 0; i < ReadsInATurn; ++i) {
        qint64 room = 0;
        char *const place = m_buffers.reserve(&room);
        if (!place)
            return waitForRoom();
        const LocalSocket::Transfer got = m_socket->receive(place, room);
        if (!m_buffers.commit(got.count))
            return end(m_stream->rdmaError());
        m_counts->toRdma += quint64(got.count);
        m_moved += quint64(got.count);
        if (got.error == EAGAIN)
            return;
        if (got.error != 0)
            return end(localError("recv()", got.error));
        if (got.count == 0)
            return socketFinished();
        if (got.count < room)
            return;
    }
}

void BridgePump::waitForRoom()
{
    m_socket->watchReading(false);
    connect(
            m_stream, &QIODevice::bytesWritten, this,
            [this] { m_socket->watchReading(m_toStream == Way::Open); }, Qt::SingleShotConnection);
}

void BridgePump::toSocket()
{
    for (QByteArrayView bytes = m_buffers.front(); !bytes.isEmpty(); bytes = m_buffers.front()) {
        const LocalSocket::Transfer sent = m_socket->send(bytes);
        if (sent.error == EAGAIN)
            return m_socket->watchWriting(true);
        if (sent.error != 0)
            return end(localError("send()", sent.error));
        m_buffers.consume(sent.count);
        m_counts->fromRdma += quint64(sent.count);
        m_moved += quint64(sent.count);
    }
    m_socket->watchWriting(false);
    if (m_toSocket != Way::Draining)
        return;
    m_toSocket = Way::Ended;
    if (!m_socket->finishSending())
        return end(localError("shutdown()", errno));
    endIfDone();
}

void BridgePump::socketFinished()
{
    m_socket->watchReading(false);
    m_toStream = Way::Ended;
    const QPointer<BridgePump> here(this);
    m_stream->closeWriteChannel();
    if (here)
        endIfDone();
}

// Also at the end of the connection, of which streamDisconnected() knows more.
void BridgePump::streamFinished()
{
    if (m_stream->state() != QAbstractSocket::ConnectedState)
        return;
    m_toSocket = Way::Draining;
    toSocket();
}

void BridgePump::streamFailed()
{
    if (m_toStream == Way::Ended && m_toSocket == Way::Ended)
        m_loss = m_stream->rdmaError();
}

// A peer that has closed reads no more. What it sent before is delivered, as TCP does.
void BridgePump::streamDisconnected()
{
    if (!m_stream->endedCleanly()) {
        const RdmaError why = m_stream->rdmaError();
        return end(why.isError() ? why : localError("recv()", ECONNRESET));
    }
    m_socket->watchReading(false);
    m_toStream = Way::Ended;
    if (m_toSocket == Way::Ended)
        return end(m_loss);
    m_toSocket = Way::Draining;
    toSocket();
}

// The end is a cut for both sides, which RdmaStreamOptions::idleTimeout() is not over TCP.
void BridgePump::lookWhetherIdle()
{
    if (std::exchange(m_movedBefore, m_moved) != m_moved)
        return;
    end({ RdmaError::Category::Timeout,
          QStringLiteral("RdmaBridge"),
          0,
          tr("Nothing was moved for %1 ms.").arg(m_idle.interval()),
          {},
          QAbstractSocket::SocketTimeoutError,
          RdmaError::Cause::IdleTimeout });
}

// disconnected() follows, at once or when the stream has handed over all that was written.
void BridgePump::endIfDone()
{
    if (m_toStream != Way::Ended || m_toSocket != Way::Ended)
        return;
    if (m_stream->state() == QAbstractSocket::ConnectedState)
        m_stream->disconnectFromHost();
    else
        end(m_loss);
}

void BridgePump::stop()
{
    m_idle.stop();
    m_socket->disconnect(this);
    m_stream->disconnect(this);
}

void BridgePump::end(const RdmaError &error)
{
    stop();
    Q_EMIT ended(error);
}
