// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaconnectionstatus_p.h"

using namespace QtRdmaPrivate;

/*!
    \class RdmaConnectionStatus
    \inmodule QtRdma
    \since 0.1
    \brief The state of a stream or a queue pair of this program: its two ends, its traffic, what it
    waits for, and its last error.
    \sa RdmaConnectionWatcher
*/

/*!
    \enum RdmaConnectionStatus::Kind
    The class that the connection belongs to.

    \value Stream An RdmaStream.
    \value QueuePair An RdmaQueuePair.
    \value TlsStream An RdmaTlsStream, over the RdmaStream that it reads and writes.
*/

/*! Constructs an empty value. A value that was moved from is empty too. */
RdmaConnectionStatus::RdmaConnectionStatus() noexcept = default;
RdmaConnectionStatus::RdmaConnectionStatus(const RdmaConnectionStatus &other) = default;
RdmaConnectionStatus::RdmaConnectionStatus(RdmaConnectionStatus &&other) noexcept = default;
RdmaConnectionStatus &RdmaConnectionStatus::operator=(const RdmaConnectionStatus &other) = default;
RdmaConnectionStatus::~RdmaConnectionStatus() = default;

/*! \fn void RdmaConnectionStatus::swap(RdmaConnectionStatus &other)
    Swaps this value with \a other. This is fast and never fails.
*/

bool RdmaConnectionStatus::equals(const RdmaConnectionStatus &a,
                                  const RdmaConnectionStatus &b) noexcept
{
    return Access::equal(a, b);
}

/*!
    \property RdmaConnectionStatus::id
    \brief A number that identifies the object. No other object of the program has had it or will
    have it.
*/

quint64 RdmaConnectionStatus::id() const
{
    return Access::read(*this).id;
}

/*!
    \property RdmaConnectionStatus::kind
    \brief Whether the object is a stream, a stream that carries TLS, or a queue pair.

    State and error of a stream that carries TLS are those of its RdmaTlsStream.
*/

RdmaConnectionStatus::Kind RdmaConnectionStatus::kind() const
{
    return Access::read(*this).kind;
}

/*!
    \property RdmaConnectionStatus::transport
    \since 0.1
    \brief Over what the connection goes: TCP for some streams.

    RdmaStream::transport() tells the same of a stream.
*/

Rdma::StreamTransport RdmaConnectionStatus::transport() const
{
    return Access::read(*this).transport;
}

/*!
    \property RdmaConnectionStatus::state
    \brief The state of the object.
*/

QAbstractSocket::SocketState RdmaConnectionStatus::state() const
{
    return Access::read(*this).state;
}

/*!
    \property RdmaConnectionStatus::deviceName
    \brief The name of the device; empty before one was found.
*/

QString RdmaConnectionStatus::deviceName() const
{
    return Access::read(*this).deviceName;
}

/*!
    \property RdmaConnectionStatus::localAddress
    \brief The address of this side.
*/

QHostAddress RdmaConnectionStatus::localAddress() const
{
    return Access::read(*this).localAddress;
}

/*!
    \property RdmaConnectionStatus::localPort
    \brief The port of this side.
*/

quint16 RdmaConnectionStatus::localPort() const
{
    return Access::read(*this).localPort;
}

/*!
    \property RdmaConnectionStatus::peerAddress
    \brief The address of the peer.
*/

QHostAddress RdmaConnectionStatus::peerAddress() const
{
    return Access::read(*this).peerAddress;
}

/*!
    \property RdmaConnectionStatus::peerPort
    \brief The port of the peer.
*/

quint16 RdmaConnectionStatus::peerPort() const
{
    return Access::read(*this).peerPort;
}

/*!
    \property RdmaConnectionStatus::bytesSent
    \brief The bytes that were sent over the present connection, or over the last one.
*/

quint64 RdmaConnectionStatus::bytesSent() const
{
    return Access::read(*this).bytesSent;
}

/*!
    \property RdmaConnectionStatus::bytesReceived
    \brief The bytes that were received over the present connection, or over the last one.
*/

quint64 RdmaConnectionStatus::bytesReceived() const
{
    return Access::read(*this).bytesReceived;
}

/*!
    \property RdmaConnectionStatus::messagesSent
    \brief The messages that were sent: frames of a stream, work requests of a queue pair.
*/

quint64 RdmaConnectionStatus::messagesSent() const
{
    return Access::read(*this).messagesSent;
}

/*!
    \property RdmaConnectionStatus::messagesReceived
    \brief The messages that were received: frames of a stream, work requests of a queue pair.
*/

quint64 RdmaConnectionStatus::messagesReceived() const
{
    return Access::read(*this).messagesReceived;
}

/*!
    \property RdmaConnectionStatus::inFlight
    \brief How many sends have not completed.
*/

int RdmaConnectionStatus::inFlight() const
{
    return Access::read(*this).inFlight;
}

/*!
    \property RdmaConnectionStatus::credit
    \brief How many frames the peer of a stream lets this side send; -1 for a queue pair.
*/

int RdmaConnectionStatus::credit() const
{
    return Access::read(*this).credit;
}

/*!
    \property RdmaConnectionStatus::roundTrip
    \brief The round-trip time of the last keepalive of a stream, in nanoseconds; -1 before the
    first.
*/

qint64 RdmaConnectionStatus::roundTrip() const
{
    return Access::read(*this).roundTrip;
}

/*! Returns \l roundTrip as a duration. */
std::chrono::nanoseconds RdmaConnectionStatus::roundTripAsDuration() const
{
    return std::chrono::nanoseconds(roundTrip());
}

/*!
    \property RdmaConnectionStatus::receiverNotReady
    \brief How many sends failed because the peer had no receive.
*/

int RdmaConnectionStatus::receiverNotReady() const
{
    return Access::read(*this).receiverNotReady;
}

/*!
    \property RdmaConnectionStatus::flushed
    \brief How many work requests were flushed when the queue pair ended.
*/

int RdmaConnectionStatus::flushed() const
{
    return Access::read(*this).flushed;
}

/*!
    \property RdmaConnectionStatus::rdmaError
    \brief The last error.
*/

RdmaError RdmaConnectionStatus::rdmaError() const
{
    return Access::read(*this).error;
}
