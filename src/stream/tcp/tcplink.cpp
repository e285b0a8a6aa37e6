// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tcplink_p.h"

#include "tcpincoming_p.h"

#include "../../base/logging_p.h"
#include "../../base/translate_p.h"
#include "../../engine/reaper_p.h"
#include "../../verbs/verbscall_p.h"

#include <sys/epoll.h>

namespace QtRdmaPrivate {

namespace {

constexpr qint64 PartSize = 64 * 1024; // bytes that are read with one call
constexpr int MostParts = 4; // in one pass of a turn
constexpr qint64 MostInline = 4096;

// The slots of all streams of a thread, which no device sees.
std::shared_ptr<RegisteredPool> poolOfThread()
{
    thread_local std::weak_ptr<RegisteredPool> present;
    std::shared_ptr<RegisteredPool> pool = present.lock();
    if (!pool)
        present = pool = RegisteredPool::makeForFew({});
    return pool;
}

// The next bytes are read to this memory. A few are copied out of it; many take it along.
std::unique_ptr<char[]> &partOfThread()
{
    thread_local std::unique_ptr<char[]> part;
    if (!part)
        part = std::make_unique_for_overwrite<char[]>(size_t(PartSize));
    return part;
}

// The one that is bound, unless it is of the other family: then its port is free for another.
TcpSocket socketFor(const QHostAddress &peer, const LocalEnd &local, RdmaError *error)
{
    if (local.socket && local.socket->isFor(peer))
        return std::move(*local.socket);
    if (local.socket)
        local.socket->close();
    return TcpSocket::makeFor(peer, local.address, local.port, error);
}

RdmaError deniedError(const QString &text)
{
    return RdmaError(RdmaError::Category::ConnectionRejected, {}, 0,
                     Words::tr("The peer did not prove that it has the pre-shared key: ") + text,
                     {}, QAbstractSocket::ConnectionRefusedError,
                     RdmaError::Cause::AuthenticationFailed);
}

} // namespace

TcpLink::TcpLink(std::shared_ptr<Engine> engine, const StreamOptionsData &options)
    : StreamLink(std::move(engine), options, 0, StreamStates::LastWord::Answered)
    , m_sender(
              &m_socket, [this](quint32 serial) { sendCompleted(serial); },
              [this](const RdmaError &error) {
                  m_isReadable = true; // bytes that came before can still be read
                  failed(error);
              })
    , m_connecting(StreamLink::engine()->deadlines(), [this] { timedOut(); })
{
}

TcpLink::~TcpLink()
{
    finalize();
}

// --- the beginning ---

RdmaError TcpLink::connectTo(const QHostAddress &address, quint16 port, const LocalEnd &local,
                             int timeLeft)
{
    RdmaError error;
    TcpSocket socket = socketFor(address, local, &error);
    markPackets(socket);
    if (!error.isError())
        error = socket.connectTo(address, port);
    if (!error.isError())
        error = begin(std::move(socket), StreamAuthentication::Role::Client);
    if (!error.isError())
        m_connecting.start(timeLeft);
    return error;
}

RdmaError TcpLink::accept(IncomingConnection *incoming)
{
    TcpSocket socket = static_cast<TcpIncoming *>(incoming)->takeSocket();
    if (!socket)
        return usageError(QStringLiteral("The connection request was answered already"));
    m_ticket = std::move(incoming->ticket);
    markPackets(socket);
    RdmaError error = begin(std::move(socket), StreamAuthentication::Role::Server);
    if (!error.isError())
        established(incoming->transports);
    return error;
}

RdmaError TcpLink::begin(TcpSocket socket, StreamAuthentication::Role role)
{
    if (RdmaError wrong = m_options.refused.first(); wrong.isError())
        return wrong;
    if (m_options.answerTimeout != 0)
        return usageError(Words::tr("Over TCP no program answers questions: answerTimeout"));
    RdmaError error;
    m_role = role;
    m_pool = poolOfThread();
    sendSlots().setReserve(m_pool->take(quint32(m_options.slotSize), &error));
    if (!error.isError())
        error = engine()->sockets().add(socket.descriptor(), SocketReader::Trigger::Edge, this);
    if (!error.isError())
        m_socket = std::move(socket);
    return error;
}

void TcpLink::markPackets(const TcpSocket &socket) const
{
    if (socket && m_options.typeOfService >= 0)
        socket.setTypeOfService(m_options.typeOfService);
}

// The attempt to connect has come to its end.
void TcpLink::connected()
{
    m_connecting.cancel();
    if (const RdmaError failure = m_socket.connectResult(); failure.isError())
        return endWith(failure);
    const bool mayUseRdma = m_options.transport == Rdma::TransportPolicy::PreferRdma;
    established(mayUseRdma ? Rdma::StreamTransport::Rdma | Rdma::StreamTransport::Tcp
                           : Rdma::StreamTransports(Rdma::StreamTransport::Tcp));
}

void TcpLink::established(Rdma::StreamTransports offered)
{
    if (m_options.preSharedKey) {
        m_opening.emplace(TcpHello{ m_role, m_options.transport, offered },
                          *m_options.preSharedKey);
        m_options.preSharedKey.reset();
    }
    linked(m_opening.has_value());
    if (m_opening)
        m_sender.write(m_opening->takeMessage());
    flushInTurn();
}

void TcpLink::timedOut()
{
    const RdmaError kernels = callError("connect", ETIMEDOUT);
    endWith(timeoutError(RdmaError::Cause::ConnectTimeout,
                         Words::tr("No answer within %1 ms").arg(m_options.connectTimeout),
                         "connect", kernels.hint()));
}

StreamLifetime::Ends TcpLink::findEnds() const
{
    Ends ends;
    ends.peer = m_socket.peerAddress(&ends.peerPort);
    ends.local = m_socket.localAddress(&ends.localPort);
    return ends;
}

// --- the turn ---

void TcpLink::socketReady(quint32 events)
{
    const auto self = shared_from_this();
    m_isReadable = m_isReadable || (events & ~quint32(EPOLLOUT));
    m_isEnding = m_isEnding || (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR));
    if (events & EPOLLOUT)
        m_sender.setWritable();
    if (m_states.state() == StreamStates::State::Connecting)
        return events & (EPOLLOUT | EPOLLERR | EPOLLHUP) ? connected() : void();
    if (engine()->isPhaseLong())
        return engine()->scheduleFlush(this); // the end of the turn goes on
    engine()->startPhaseClock();
    receive();
    workTaken();
}

void TcpLink::serve()
{
    if (isEnded())
        return;
    receive();
    send(Extent::ThisTurn);
}

void TcpLink::takeArrived()
{
    const TcpSocket::Acknowledgements now = m_socket.acknowledgements();
    if (now.bytes > m_acknowledged) {
        m_acknowledged = now.bytes;
        m_deadlines.hostHeard();
        m_deadlines.progress();
    }
    m_isReadable = true;
    receive();
}

// --- receiving ---

bool TcpLink::mayReceive() const
{
    return m_isReadable && m_states.isLinked() && !peerFinished() && !isReadFull();
}

// The rest of what there is to read comes at the end of this turn, or in the next one.
void TcpLink::receive()
{
    for (int i = 0; mayReceive(); ++i) {
        if (i == MostParts || engine()->isPhaseLong())
            return engine()->scheduleFlush(this);
        if (!receivePart())
            return;
    }
}

// Returns whether there may be more.
bool TcpLink::receivePart()
{
    std::unique_ptr<char[]> &part = partOfThread();
    RdmaError failure;
    const qint64 count = m_socket.read(part.get(), PartSize, &failure);
    if (failure.isError())
        m_isReadable = false;
    else
        m_isReadable = count == PartSize || (m_isEnding && count > 0);
    if (count > 0)
        arrived(&part, count);
    else if (count == 0)
        peersEnd();
    else if (failure.isError())
        failed(failure);
    return count > 0;
}

void TcpLink::arrived(std::unique_ptr<char[]> *bytes, qint64 count)
{
    m_deadlines.heard();
    const qint64 first = m_opening ? takeOpening(bytes->get(), count) : 0;
    if (first == count || !m_states.isLinked())
        return;
    m_traffic.received(quint64(count - first));
    m_deadlines.dataMoved();
    if (m_states.isClosed())
        return; // nobody reads them
    if (first == 0 && count > PartSize / 2)
        m_received.append(std::move(*bytes), quint32(count));
    else
        m_received.appendCopy(bytes->get() + first, quint32(count - first));
    changed();
}

// Returns how many bytes belong to the proofs.
qint64 TcpLink::takeOpening(const char *data, qint64 size)
{
    const qint64 taken = m_opening->received(data, size);
    if (m_opening->state() == TcpOpening::State::Denied) {
        const QString why = m_opening->failure();
        m_opening.reset();
        m_isReset = true;
        endWith(deniedError(why));
        return size;
    }
    m_sender.write(m_opening->takeMessage());
    if (m_opening->state() == TcpOpening::State::Proved) {
        m_opening.reset();
        proved();
    }
    return taken;
}

// TCP does not tell a peer that has closed from one that goes on reading, and QTcpSocket takes the
// end of one direction for the end of both.
void TcpLink::peersEnd()
{
    if (m_opening)
        return endWith(unprovedError());
    if (m_options.halfOpen)
        m_states.peerFinished();
    else
        m_states.peerClosed();
    peerHasEnded();
    engine()->scheduleFlush(this);
}

void TcpLink::read(char *data, qint64 size)
{
    if (!data || !m_received.readPart(data, size))
        m_received.read(data, size);
    roomMade(false);
}

void TcpLink::discardBehind(qint64 size)
{
    m_received.truncate(size, nullptr);
    roomMade(false);
}

ReceiveQueue TcpLink::takeReceived()
{
    return std::exchange(m_received, {});
}

// --- sending ---

RdmaError TcpLink::check(const RdmaMemorySlice &slice) const
{
    return slice.region().constData()
            ? RdmaError()
            : usageError(
                    Words::tr(
                            "A slice is of memory that the processor does not see, and the stream "
                            "goes over TCP"),
                    Words::tr("Register memory of this machine in place of the device's."));
}

bool TcpLink::isSending() const
{
    return StreamLink::isSending() || !m_sender.isIdle()
            || (m_socket && m_socket.acknowledgements().isWaiting);
}

bool TcpLink::sendInline(const char *data, qint64 size)
{
    if (size > MostInline || !m_sender.writeNow(data, size))
        return false;
    m_traffic.sent(quint64(size));
    return true;
}

void TcpLink::send(Extent extent)
{
    m_sender.flush();
    if (!m_states.isLive())
        return;
    quint64 before = 0;
    do {
        before = m_traffic.bytesSent;
        sendData(m_sender, extent);
        m_sender.flush();
    } while (extent == Extent::Everything && mayGoOn() && m_traffic.bytesSent > before);
    if (mayGoOn())
        engine()->scheduleFlush(this); // no event follows, because the socket is not full
    sendEnd();
    if (m_states.isLive() && m_states.state() != StreamStates::State::Open)
        maybeDisconnect();
}

// A FIN follows what was written. If some of that is missing the peer must not take the FIN for the
// end of it.
void TcpLink::sendEnd()
{
    if (m_states.own() != StreamStates::Own::Finishing || !m_outgoing.isDrained()
        || !m_sender.isIdle()) {
        return;
    }
    if (m_states.isTruncated()) {
        m_isReset = true;
        m_states.fail();
        return endSoon();
    }
    if (const RdmaError failure = m_socket.endWriting(); failure.isError())
        return failed(failure);
    m_states.finSent();
    m_states.finCompleted();
}

// --- the peer's host ---

bool TcpLink::isHostAlive() const
{
    return !m_socket.acknowledgements().isMissing;
}

void TcpLink::keepAliveChanged()
{
    if (m_socket)
        m_socket.setKeepAlive(isKeepAliveOn() ? keepAliveInterval() : -1);
}

void TcpLink::setTypeOfService(int value)
{
    if (m_socket)
        m_socket.setTypeOfService(value);
}

int TcpLink::typeOfService() const
{
    return m_socket ? m_socket.typeOfService() : -1;
}

void TcpLink::describe(RdmaConnectionStatus *status) const
{
    StreamLink::describe(status);
    ConnectionStatusData &values = Access::write(*status);
    values.credit = 0;
    if (m_socket)
        values.roundTrip = m_socket.acknowledgements().roundTrip;
}

// --- the end ---

// A peer that has ended in order may reset the connection for what this side sends then.
void TcpLink::failed(const RdmaError &error)
{
    if (m_states.isFailing() || isEnded())
        return;
    if (mayReceive()) {
        receive();
        if (m_states.isFailing())
            return;
    }
    m_sender.clear();
    endWith(error);
}

// The last owner of a region may do anything, so it goes as over RDMA.
void TcpLink::close()
{
    m_connecting.cancel();
    m_sender.clear();
    auto remains = std::make_unique<Remains>();
    sendSlots().takeMemory(&remains->slots, &remains->memory);
    remains->slots.clear(); // no device has seen them
    if (!remains->memory.empty())
        giveToReaper(std::move(remains));
    if (m_socket)
        engine()->sockets().remove(m_socket.descriptor());
    if (m_isReset)
        m_socket.reset();
    else
        m_socket.close();
    m_ticket.reset();
}

} // namespace QtRdmaPrivate
