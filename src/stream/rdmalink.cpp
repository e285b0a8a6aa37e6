// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmalink_p.h"

#include "../base/logging_p.h"
#include "../base/translate_p.h"
#include "../memory/sharedhandles_p.h"
#include "../verbs/tcpstate_p.h"
#include "../verbs/verbscall_p.h"

#include <QtRdma/rdmaconnectionoptions.h>

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

static constexpr int RetryCount =
        6; // rxe takes 7 for ever: it would never tell that a peer is gone

RdmaLink::RdmaLink(std::shared_ptr<Engine> engine, const StreamOptionsData &options,
                   quint32 headerSize, StreamStates::LastWord lastWord)
    : StreamLink(std::move(engine), options, headerSize, lastWord)
    , m_connection(StreamLink::engine(), this)
    , m_poster(&m_connection.queues(), &m_outgoing.slots(),
               [this](int error) { sendFailed(error); })
{
}

// --- the beginning ---

RdmaError RdmaLink::connectTo(const QHostAddress &address, quint16 port, const LocalEnd &local,
                              int timeLeft)
{
    if (RdmaError wrong = checkFormat(); wrong.isError())
        return wrong;
    ConnectionSettings wanted = settings();
    wanted.sourceAddress = local.address;
    wanted.sourcePort = local.port;
    wanted.timeLeft = timeLeft;
    return m_connection.connectTo(address, port, wanted);
}

RdmaError RdmaLink::acceptAs(IncomingConnection *incoming)
{
    ConnectionSettings own = settings();
    own.timeout = acceptTimeout(m_options);
    return m_connection.accept(incoming, own);
}

ConnectionSettings RdmaLink::commonSettings() const
{
    ConnectionSettings settings{ RdmaConnectionOptions() };
    settings.sendSges = settings.receiveSges = 1;
    settings.inlineSize = InlineWanted;
    settings.retryCount = RetryCount;
    settings.timeout = m_options.connectTimeout;
    settings.typeOfService = m_options.typeOfService;
    return settings;
}

StreamLifetime::Ends RdmaLink::findEnds() const
{
    Ends ends;
    ends.peer = m_connection.peerAddress(&ends.peerPort);
    ends.local = m_connection.localAddress(&ends.localPort);
    ends.device = m_connection.deviceName();
    return ends;
}

// A stream has one slot to send from, whatever others take.
RdmaError RdmaLink::reserveSending(quint32 size)
{
    RdmaError error;
    sendSlots().setReserve(m_pool->take(size, &error));
    if (!error.isError())
        m_memoryShare = LockedMemory::joinStreams();
    return error;
}

// A connection that has ended has no domain any more, and what is written to it is lost.
RdmaError RdmaLink::check(const RdmaMemorySlice &slice) const
{
    const ProtectionDomainPtr own = domain();
    if (!own || Access::data(slice.region())->memory->domain() == own)
        return {};
    return usageError(Words::tr("A slice is of another protection domain than the stream"),
                      Words::tr("Register the memory in RdmaStream::protectionDomain()."));
}

// --- completions ---

Q_NEVER_INLINE void RdmaLink::sendCompleted(quint32 serial)
{
    if (m_connection.provider().completionsProveArrival())
        m_deadlines.hostHeard(); // the peer's device has acknowledged what has completed
    StreamLink::sendCompleted(serial);
}

void RdmaLink::workCompleted(quint32, Completion done)
{
    takeCompletion(this, done.wc, Polled::WithMore);
}

const ibv_wc *RdmaLink::runCompleted(const ibv_wc *first, const ibv_wc *end)
{
    takeCompletion(this, *first, first + 1 == end ? Polled::Last : Polled::WithMore);
    return first + 1;
}

// The first failure is the cause. A flush alone means that the connection has ended, and that its
// event is under way.
Q_NEVER_INLINE void RdmaLink::workFailed(const ibv_wc &completion)
{
    qCDebug(lcRdmaStream) << (completion.wr_id & SendTag ? "send" : "receive")
                          << completionError(completion.status, completion.vendor_err);
    m_traffic.failed(completion.status);
    if (completion.status == IBV_WC_WR_FLUSH_ERR)
        return flushed();
    if (!m_error.isError())
        m_error = completionError(completion.status, completion.vendor_err);
    endSoon();
}

// siw refuses what is sent to a peer that has just gone: the end is under way, behind what it sent.
void RdmaLink::sendFailed(int failure)
{
    if (failure == ENOTCONN)
        flushed();
    else
        endWith(callError("ibv_post_send", failure));
}

// --- the peer's host ---

// InfiniBand and RoCE: a server that ends after its answer, and before it has heard that this side
// is connected, rejects the connection once. The kernel's ib_cm drops a rejection that it handles
// before the answer. Then this side is connected to nobody, and notices it only when it sends.
bool RdmaLink::mayBeAlone() const
{
    return m_connection.isInitiator() && m_connection.provider().losesRejections();
}

// As with TCP's keepalive it is the host that has to be there; its program may be busy. On
// InfiniBand and RoCE each completed send shows that. On iWARP it is up to TCP, of which the
// kernel knows where it is the kernel's own; a device's TCP ends the connection when the last
// question stays unacknowledged.
bool RdmaLink::isHostAlive() const
{
    return m_connection.provider().asksSilentHosts()
            && tcpState(m_ends.local, m_ends.localPort, m_ends.peer, m_ends.peerPort)
            != TcpState::Waiting;
}

void RdmaLink::touchIdlePeer()
{
    if (sendSlots().inFlight() == 0)
        m_poster.touchPeer();
}

// --- the end ---

void RdmaLink::ended(const RdmaError &error, const QByteArray &privateData)
{
    hasEnded(endError(error, privateData));
}

// No event has told why, so the queue pair failed by itself.
RdmaError RdmaLink::flushError() const
{
    return m_connection.provider().flushesAtPeersEnd() ? RdmaError()
                                                       : completionError(IBV_WC_WR_FLUSH_ERR, 0);
}

void RdmaLink::release(std::vector<PoolSlot> *slots, std::vector<std::shared_ptr<void>> *memory)
{
    sendSlots().takeMemory(slots, memory);
    m_memoryShare.reset();
}

void RdmaLink::close()
{
    std::vector<PoolSlot> slots;
    std::vector<std::shared_ptr<void>> memory;
    release(&slots, &memory);
    m_connection.close(std::move(slots), std::move(memory));
}

} // namespace QtRdmaPrivate
