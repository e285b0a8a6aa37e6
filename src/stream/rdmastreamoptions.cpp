// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmastreamoptions_p.h"

#include "native/streamframe_p.h"
#include "native/streamhandshake_p.h"

#include "../base/gadgetdebug_p.h"
#include "../base/msecs_p.h"
#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <limits>

using namespace QtRdmaPrivate;

/*!
    \class RdmaStreamOptions
    \inmodule QtRdma
    \since 0.1
    \brief Sizes, time limits and the pre-shared key of an RdmaStream.

    A plain value: set what differs from the default and pass it to RdmaStream::setOptions() or
    RdmaServer::setStreamOptions().

    \snippet stream.cpp options

    A setter refuses a value that is out of range: the option keeps the value that it has. So that
    the mistake is noticed, connectToHost() and listen() with these options fail with an
    RdmaError::Category::Usage that names the option, the value and the range, until the option is
    set to a value that it can have.

    Beyond the first receives and one send buffer \l slotSize, \l largeSlotSize, \l window and
    \l sendBudget are upper bounds: where memory that may be locked is limited (RLIMIT_MEMLOCK) all
    streams of the process have equal shares of it.

    Options are shared: a copy costs no more than a pointer. Options that were moved from have the
    default values. Options are equal when all their values are.
*/

namespace {

constexpr int SmallestSlot = MinSlotSize - FrameHeader::Size;
constexpr int LargestSlot = MaxSlotSize - FrameHeader::Size;
constexpr int LongestTime = std::numeric_limits<int>::max();

} // namespace

/*! Constructs options with the default values. */
RdmaStreamOptions::RdmaStreamOptions() noexcept = default;

/*! Constructs a copy of \a other. */
RdmaStreamOptions::RdmaStreamOptions(const RdmaStreamOptions &other) = default;

/*! Constructs options with the values of \a other, which has the default values then. */
RdmaStreamOptions::RdmaStreamOptions(RdmaStreamOptions &&other) noexcept = default;

/*! Assigns \a other. */
RdmaStreamOptions &RdmaStreamOptions::operator=(const RdmaStreamOptions &other) = default;

RdmaStreamOptions::~RdmaStreamOptions() = default;

/*! \fn void RdmaStreamOptions::swap(RdmaStreamOptions &other)
    Swaps these options with \a other. This is fast and never fails.
*/

bool RdmaStreamOptions::equals(const RdmaStreamOptions &a, const RdmaStreamOptions &b) noexcept
{
    return Access::equal(a, b);
}

/*!
    \property RdmaStreamOptions::transport
    \since 0.1
    \brief Over what RdmaStream::connectToHost() connects: RDMA alone, the default, RDMA and
    otherwise TCP, or TCP alone.

    A server has RdmaServer::setTransports() instead.

    \snippet stream.cpp transport

    Over TCP the bytes of the stream are on the wire as they are, so that any TCP program can be the
    peer. With a pre-shared key the proofs come first. All else is the same, except that

    \list
    \li a peer that ends its direction has ended the connection: see \l halfOpen;
    \li connectToHost() and accept() refuse \l answerTimeout, because no program has to answer;
    \li \l wireFormat, \l slotSize, \l largeSlotSize and \l window mean nothing.
    \endlist

    With Rdma::TransportPolicy::PreferRdma RDMA is tried first. TCP follows at once where there is
    no device, no way from a device to the address, or where the peer refuses, and after a \l
    headStart where RDMA stays silent. The first connection is taken, within \l connectTimeout. A
    server that was reached over TCP is asked over TCP at once for a minute. Packets of RDMA that
    are dropped on the way make the stream go over TCP: where that must not be, use
    Rdma::TransportPolicy::RdmaOnly.
*/

Rdma::TransportPolicy RdmaStreamOptions::transport() const
{
    return Access::read(*this).transport;
}

void RdmaStreamOptions::setTransport(Rdma::TransportPolicy policy)
{
    Access::write(*this).transport = policy;
}

/*!
    \property RdmaStreamOptions::headStart
    \since 0.1
    \brief How long RDMA is tried alone, in milliseconds, with Rdma::TransportPolicy::PreferRdma.

    250 by default, as RFC 8305 has it for addresses; negative: until it has failed. Then TCP is
    tried, too, and the first connection is taken. In the wire format of rsockets one is tried after
    the other.
*/

int RdmaStreamOptions::headStart() const
{
    return Access::read(*this).headStart;
}

void RdmaStreamOptions::setHeadStart(int msecs)
{
    Access::write(*this).headStart = msecs;
}

/*! Returns \l headStart as a duration. */
std::chrono::milliseconds RdmaStreamOptions::headStartAsDuration() const
{
    return std::chrono::milliseconds(headStart());
}

/*! \overload
    Sets \l headStart to \a time. A time that is too long for an int of milliseconds becomes the
    longest possible one.
*/
void RdmaStreamOptions::setHeadStart(std::chrono::milliseconds time)
{
    setHeadStart(toMsecs(time));
}

/*!
    \property RdmaStreamOptions::tcpPort
    \since 0.1
    \brief The port that is tried over TCP, with Rdma::TransportPolicy::PreferRdma and
    Rdma::TransportPolicy::TcpOnly.

    0 by default: the port of connectToHost(), or the one after it where the way to the server is
    over iWARP. A listener for iWARP is a TCP socket of the kernel, so there a server cannot have
    one port for both: see RdmaServer::setTcpPort(). A client without an RDMA device cannot know
    that its server is on iWARP, and must be told here.
*/

quint16 RdmaStreamOptions::tcpPort() const
{
    return Access::read(*this).tcpPort;
}

void RdmaStreamOptions::setTcpPort(quint16 port)
{
    Access::write(*this).tcpPort = port;
}

/*!
    \property RdmaStreamOptions::halfOpen
    \since 0.1
    \brief Whether a stream over TCP goes on writing when its peer has ended its direction; \c
    false by default.

    TCP does not tell whether a peer that ends its direction has closed, or goes on reading. As
    QTcpSocket does, a stream takes it as closed: readChannelFinished() and disconnected() follow.
    With this option it is the half-close of RdmaStream::closeWriteChannel(): readChannelFinished()
    comes alone, and the stream stays connected until this side ends, too. Over RDMA the two are
    different messages, and the option means nothing.
*/

bool RdmaStreamOptions::isHalfOpen() const
{
    return Access::read(*this).halfOpen;
}

void RdmaStreamOptions::setHalfOpen(bool on)
{
    Access::write(*this).halfOpen = on;
}

/*!
    \property RdmaStreamOptions::wireFormat
    \brief The wire format that RdmaStream::connectToHost() uses.

    Rdma::WireFormat::QtRdma by default. A server has RdmaServer::setWireFormats() instead.

    With Rdma::WireFormat::Rsocket the peer is a program that uses rsockets. \l slotSize times half
    of \l window is then the size of each of two buffers that the peer writes to. When the peer
    sends much, it gets up to four buffers of \l largeSlotSize times a quarter of \l window each.
*/

Rdma::WireFormat RdmaStreamOptions::wireFormat() const
{
    return Access::read(*this).wireFormat;
}

void RdmaStreamOptions::setWireFormat(Rdma::WireFormat format)
{
    Access::write(*this).wireFormat = format;
}

/*!
    \property RdmaStreamOptions::slotSize
    \brief How many bytes of data a receive slot holds for messages that are not small: 496 to
    1048560, 2048 by default.

    A new stream has slots of 512 bytes, or of this size if that is smaller. With the first message
    that fills one it takes slots of this size. Receives that many streams share
    (RdmaServer::setSharedReceives()) have this size from the beginning.

    A value out of range is refused.
*/

int RdmaStreamOptions::slotSize() const
{
    return Access::read(*this).slotSize;
}

void RdmaStreamOptions::setSlotSize(int bytes)
{
    setWithin(this, &StreamOptionsData::slotSize, QLatin1String("slotSize"), bytes, SmallestSlot,
              LargestSlot);
}

/*!
    \property RdmaStreamOptions::largeSlotSize
    \brief How many bytes of data a receive slot of a busy stream holds: 496 to 1048560.

    The default is 65472: 64 KiB with the headers of the stream and of iWARP.

    A value out of range is refused.
*/

int RdmaStreamOptions::largeSlotSize() const
{
    return Access::read(*this).largeSlotSize;
}

void RdmaStreamOptions::setLargeSlotSize(int bytes)
{
    setWithin(this, &StreamOptionsData::largeSlotSize, QLatin1String("largeSlotSize"), bytes,
              SmallestSlot, LargestSlot);
}

/*!
    \property RdmaStreamOptions::window
    \brief Up to how many data frames a busy peer may have on the way to this side: 2 to 4096, 16 by
    default.

    A new stream begins with 6, or with 2 where streams share receives.

    A value out of range is refused.
*/

int RdmaStreamOptions::window() const
{
    return Access::read(*this).window;
}

void RdmaStreamOptions::setWindow(int frames)
{
    setWithin(this, &StreamOptionsData::window, QLatin1String("window"), frames,
              int(StreamHandshake::MinWindow), int(StreamHandshake::MaxWindow));
}

/*!
    \property RdmaStreamOptions::sendBudget
    \brief How many bytes are copied into send buffers before they count as bytesToWrite(): 1 to a
    quarter of what a qint64 holds, 1 MiB by default.

    A value out of range is refused.
*/

qint64 RdmaStreamOptions::sendBudget() const
{
    return Access::read(*this).sendBudget;
}

void RdmaStreamOptions::setSendBudget(qint64 bytes)
{
    setWithin(this, &StreamOptionsData::sendBudget, QLatin1String("sendBudget"), bytes, qint64(1),
              std::numeric_limits<qint64>::max() / 4);
}

/*!
    \property RdmaStreamOptions::connectTimeout
    \brief Bounds each step up to connected(), in milliseconds: looking up the name, each of its
    addresses, and the proof of a pre-shared key.

    30000 by default; negative: no limit.
*/

int RdmaStreamOptions::connectTimeout() const
{
    return Access::read(*this).connectTimeout;
}

void RdmaStreamOptions::setConnectTimeout(int msecs)
{
    Access::write(*this).connectTimeout = msecs;
}

/*! Returns \l connectTimeout as a duration. */
std::chrono::milliseconds RdmaStreamOptions::connectTimeoutAsDuration() const
{
    return std::chrono::milliseconds(connectTimeout());
}

/*! \overload
    Sets \l connectTimeout to \a timeout. A time that is too long for an int of
    milliseconds becomes the longest possible one.
*/
void RdmaStreamOptions::setConnectTimeout(std::chrono::milliseconds timeout)
{
    setConnectTimeout(toMsecs(timeout));
}

/*!
    \property RdmaStreamOptions::handshakeTimeout
    \brief Bounds the steps of a connection that this side accepts, in milliseconds: the peer's
    confirmation, and then its proof of the pre-shared key.

    5000 by default; negative: no limit. A shorter \l connectTimeout holds for these, too.
*/

int RdmaStreamOptions::handshakeTimeout() const
{
    return Access::read(*this).handshakeTimeout;
}

void RdmaStreamOptions::setHandshakeTimeout(int msecs)
{
    Access::write(*this).handshakeTimeout = msecs;
}

/*! Returns \l handshakeTimeout as a duration. */
std::chrono::milliseconds RdmaStreamOptions::handshakeTimeoutAsDuration() const
{
    return std::chrono::milliseconds(handshakeTimeout());
}

/*! \overload
    Sets \l handshakeTimeout to \a timeout. A time that is too long for an int of
    milliseconds becomes the longest possible one.
*/
void RdmaStreamOptions::setHandshakeTimeout(std::chrono::milliseconds timeout)
{
    setHandshakeTimeout(toMsecs(timeout));
}

/*!
    \property RdmaStreamOptions::lingerTimeout
    \brief How long after a close the data that were written before it are still offered to the
    peer, in milliseconds.

    60000 by default; negative: for ever.
*/

int RdmaStreamOptions::lingerTimeout() const
{
    return Access::read(*this).lingerTimeout;
}

void RdmaStreamOptions::setLingerTimeout(int msecs)
{
    Access::write(*this).lingerTimeout = msecs;
}

/*! Returns \l lingerTimeout as a duration. */
std::chrono::milliseconds RdmaStreamOptions::lingerTimeoutAsDuration() const
{
    return std::chrono::milliseconds(lingerTimeout());
}

/*! \overload
    Sets \l lingerTimeout to \a timeout. A time that is too long for an int of
    milliseconds becomes the longest possible one.
*/
void RdmaStreamOptions::setLingerTimeout(std::chrono::milliseconds timeout)
{
    setLingerTimeout(toMsecs(timeout));
}

/*!
    \property RdmaStreamOptions::keepAliveInterval
    \brief The silence after which the peer's host is asked whether it is there, in milliseconds, as
    SO_KEEPALIVE of TCP does; 0, the default, is off.

    If the host acknowledges nothing for another interval, it is gone: the stream ends with
    RdmaError::Cause::KeepAliveTimeout within three intervals from the last sign of life. A program
    that is busy, or stopped, is not ended: the device or the kernel acknowledges for it. (On iWARP
    devices that do TCP themselves the question makes the device's TCP notice a host that has gone,
    after the time that is set there.)

    A value out of range is refused.
*/

int RdmaStreamOptions::keepAliveInterval() const
{
    return Access::read(*this).keepAliveInterval;
}

void RdmaStreamOptions::setKeepAliveInterval(int msecs)
{
    setWithin(this, &StreamOptionsData::keepAliveInterval, QLatin1String("keepAliveInterval"),
              msecs, 0, LongestTime);
}

/*! Returns \l keepAliveInterval as a duration. */
std::chrono::milliseconds RdmaStreamOptions::keepAliveIntervalAsDuration() const
{
    return std::chrono::milliseconds(keepAliveInterval());
}

/*! \overload
    Sets \l keepAliveInterval to \a interval. A time that is too long for an int of
    milliseconds becomes the longest possible one.
*/
void RdmaStreamOptions::setKeepAliveInterval(std::chrono::milliseconds interval)
{
    setKeepAliveInterval(toMsecs(interval));
}

/*!
    \property RdmaStreamOptions::answerTimeout
    \brief The silence after which the peer's program is asked, in milliseconds; 0, the default, is
    off.

    When it says nothing for as long again the stream ends with RdmaError::Cause::AnswerTimeout.

    This is stricter than \l keepAliveInterval: the program itself has to answer, and a thread that
    stands still does not. The format of rsockets has no such question: the option is refused there.

    A value out of range is refused.
*/

int RdmaStreamOptions::answerTimeout() const
{
    return Access::read(*this).answerTimeout;
}

void RdmaStreamOptions::setAnswerTimeout(int msecs)
{
    setWithin(this, &StreamOptionsData::answerTimeout, QLatin1String("answerTimeout"), msecs, 0,
              LongestTime);
}

/*! Returns \l answerTimeout as a duration. */
std::chrono::milliseconds RdmaStreamOptions::answerTimeoutAsDuration() const
{
    return std::chrono::milliseconds(answerTimeout());
}

/*! \overload
    Sets \l answerTimeout to \a timeout. A time that is too long for an int of
    milliseconds becomes the longest possible one.
*/
void RdmaStreamOptions::setAnswerTimeout(std::chrono::milliseconds timeout)
{
    setAnswerTimeout(toMsecs(timeout));
}

/*!
    \property RdmaStreamOptions::writeTimeout
    \brief How long a peer may take none of the data that waits for it or has left in send buffers,
    in milliseconds; 0, the default, is off.

    The stream of a peer that only reads slowly does not end. Short messages that leave at once are
    not watched: \l keepAliveInterval is for them.

    A value out of range is refused.
*/

int RdmaStreamOptions::writeTimeout() const
{
    return Access::read(*this).writeTimeout;
}

void RdmaStreamOptions::setWriteTimeout(int msecs)
{
    setWithin(this, &StreamOptionsData::writeTimeout, QLatin1String("writeTimeout"), msecs, 0,
              LongestTime);
}

/*! Returns \l writeTimeout as a duration. */
std::chrono::milliseconds RdmaStreamOptions::writeTimeoutAsDuration() const
{
    return std::chrono::milliseconds(writeTimeout());
}

/*! \overload
    Sets \l writeTimeout to \a timeout. A time that is too long for an int of
    milliseconds becomes the longest possible one.
*/
void RdmaStreamOptions::setWriteTimeout(std::chrono::milliseconds timeout)
{
    setWriteTimeout(toMsecs(timeout));
}

/*!
    \property RdmaStreamOptions::idleTimeout
    \brief The time in milliseconds after which a stream ends on which no data move either way.

    The stream ends within twice this time. 0, the default, is off.

    A value out of range is refused.
*/

int RdmaStreamOptions::idleTimeout() const
{
    return Access::read(*this).idleTimeout;
}

void RdmaStreamOptions::setIdleTimeout(int msecs)
{
    setWithin(this, &StreamOptionsData::idleTimeout, QLatin1String("idleTimeout"), msecs, 0,
              LongestTime);
}

/*! Returns \l idleTimeout as a duration. */
std::chrono::milliseconds RdmaStreamOptions::idleTimeoutAsDuration() const
{
    return std::chrono::milliseconds(idleTimeout());
}

/*! \overload
    Sets \l idleTimeout to \a timeout. A time that is too long for an int of
    milliseconds becomes the longest possible one.
*/
void RdmaStreamOptions::setIdleTimeout(std::chrono::milliseconds timeout)
{
    setIdleTimeout(toMsecs(timeout));
}

/*!
    \property RdmaStreamOptions::typeOfService
    \brief The byte in the IP header by which the network tells traffic apart (RoCE's traffic class,
    TOS of iWARP and TCP): 0 to 255; -1, the default, leaves it to the system.

    Its upper six bits are the DSCP: networks that lose no packet of RoCE choose that traffic by it.
    On RoCE the connecting side decides for both. It is set before the first packet leaves;
    RdmaStream::setSocketOption() changes it later, over TCP only.

    A value out of range is refused.
    \sa RdmaConnectionOptions::typeOfService
*/

int RdmaStreamOptions::typeOfService() const
{
    return Access::read(*this).typeOfService;
}

void RdmaStreamOptions::setTypeOfService(int value)
{
    setWithin(this, &StreamOptionsData::typeOfService, QLatin1String("typeOfService"), value, -1,
              255);
}

/*! Returns the pre-shared key, or an empty array without one.
    \sa setPreSharedKey()
*/
QByteArray RdmaStreamOptions::preSharedKey() const
{
    return Access::read(*this).preSharedKey.value_or(QByteArray());
}

/*! Returns whether there is a pre-shared key; there is none by default. */
bool RdmaStreamOptions::hasPreSharedKey() const
{
    return Access::read(*this).preSharedKey.has_value();
}

/*! Sets the secret of both sides to \a key. Streams of rsockets have none. An empty key is refused
    like a value out of range: a file that could not be read gives one, for example.

    With a key connected() and RdmaServer::newConnection() come only when each side has proved that
    it has the same key: by HMAC-SHA-256 over fresh random challenges, so the key is never on the
    wire and nothing that was overheard opens a connection. A key should be 32 random bytes: a
    program that takes part in a handshake can try out keys that a person would choose. What follows
    is neither encrypted nor protected against change on its way. The connection ends with
    RdmaError::Category::ConnectionRejected if the peer does not have the key, or if it has one and
    this side has none.

    The key is not copied: options share the bytes of \a key, and a connection releases them when
    it has been made. Qt does not wipe memory that it frees. So to wipe a key that is not needed any
    more, set other options on the server and the streams that have it, and call QByteArray::fill()
    on the last array.
    \sa clearPreSharedKey()
*/
void RdmaStreamOptions::setPreSharedKey(const QByteArray &key)
{
    StreamOptionsData &data = Access::write(*this);
    const RdmaError reason = key.isEmpty()
            ? usageError(Words::tr("The pre-shared key is empty"),
                         Words::tr("Check that the key was read from where it is kept."))
            : RdmaError();
    if (data.refused.admit(QLatin1String("preSharedKey"), reason))
        data.preSharedKey = key;
}

/*! Removes the pre-shared key: no proof of a key is demanded any more. */
void RdmaStreamOptions::clearPreSharedKey()
{
    StreamOptionsData &data = Access::write(*this);
    data.refused.admit(QLatin1String("preSharedKey"), {});
    data.preSharedKey.reset();
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaStreamOptions &options)
{
    return printGadget(std::move(debug), options);
}
#endif

int QtRdmaPrivate::acceptTimeout(const StreamOptionsData &options)
{
    if (options.handshakeTimeout < 0 || options.connectTimeout < 0)
        return qMax(options.handshakeTimeout, options.connectTimeout);
    return qMin(options.handshakeTimeout, options.connectTimeout);
}
