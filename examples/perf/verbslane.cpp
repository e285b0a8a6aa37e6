// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "verbslane.h"

#include <QDataStream>

namespace Perf {

namespace {

constexpr quint32 Magic = 0x51504631; // "QPF1"
constexpr int LaneRequestSize = 36;
constexpr int RemoteMemorySize = 20;
constexpr qint64 SpareReceives = 4; // two empty messages in each half of a window, and the first
constexpr qint64 SpareSends = 8;
constexpr int KeptSlices = 16; // receives that are posted in one chain at most

template <typename Value>
QByteArray serialized(const Value &value)
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out << value;
    return bytes;
}

Rdma::Access accessFor(Test test)
{
    // Write access is for reads over iWARP, too, which write into the memory of the reader.
    Rdma::Access access = Rdma::AccessFlag::LocalWrite | Rdma::AccessFlag::RemoteWrite;
    if (test == Test::Read)
        access |= Rdma::AccessFlag::RemoteRead;
    if (test == Test::Atomic)
        access |= Rdma::AccessFlag::RemoteAtomic;
    return access;
}

} // namespace

QByteArray LaneRequest::toPrivateData() const
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out << Magic << token << index << memory;
    return bytes;
}

std::optional<LaneRequest> LaneRequest::fromPrivateData(const QByteArray &data)
{
    LaneRequest request;
    quint32 magic = 0;
    QDataStream in(data.left(LaneRequestSize)); // zeros may follow
    in >> magic >> request.token >> request.index >> request.memory;
    return magic == Magic && in.status() == QDataStream::Ok ? std::optional(request) : std::nullopt;
}

VerbsLane::VerbsLane(const Description &description, QObject *parent)
    : Lane(description, parent)
    , m_credit(description.isNoticed() ? window() : NoEnd)
{
    connect(&m_end, &RdmaQueuePair::completed, this,
            [this](quint64, const RdmaCompletion &completion) { completed(completion); });
    connect(&m_end, &RdmaQueuePair::errorOccurred, this,
            [this](const RdmaError &error) { fail(error.toString()); });
    connect(&m_end, &RdmaQueuePair::disconnected, this,
            [this] { fail("the peer has ended a queue pair"); });
}

// Even, so that a half is a whole number; the receives of the other half cover a depth while the
// news is under way.
qint64 VerbsLane::window() const
{
    return description().isNoticed() ? 2 * description().depth + 2 : 0;
}

RdmaConnectionOptions VerbsLane::options() const
{
    RdmaConnectionOptions options;
    options.setSendDepth(int(description().depth + SpareSends));
    options.setReceiveDepth(int(window() + SpareReceives));
    options.setInlineSize(int(description().inlineSize));
    options.setProtectionDomain(m_domain);
    return options;
}

bool VerbsLane::prepare(const QHostAddress &local)
{
    RdmaError error;
    m_domain = RdmaProtectionDomain::allocate(local, &error);
    if (!error.isError()) {
        m_memory = RdmaMemoryRegion::allocate(m_domain, 2 * description().size,
                                              accessFor(description().test), &error);
    }
    if (error.isError()) {
        fail(error.toString());
        return false;
    }
    const RdmaMemorySlice room(m_memory, description().size, description().size);
    m_receives = QList<RdmaWorkRequest>(KeptSlices, RdmaWorkRequest::receive({ room }));
    postReceives(window() + SpareReceives);
    return true;
}

void VerbsLane::connectTo(const QHostAddress &local, const QHostAddress &address, quint16 port,
                          LaneRequest request)
{
    if (!prepare(local))
        return;
    m_connects = true;
    request.memory = m_memory.remoteMemory(description().size);
    RdmaConnectionOptions wanted = options();
    wanted.setSourceAddress(local);
    wanted.setPrivateData(request.toPrivateData());
    connect(&m_end, &RdmaQueuePair::connected, this, [this] {
        RdmaRemoteMemory peer;
        QDataStream in(m_end.peerPrivateData().left(RemoteMemorySize));
        in >> peer;
        makeRequests(peer);
        postEmpty();
        setReady();
    });
    m_end.connectToHost(address, port, wanted);
}

void VerbsLane::accept(const RdmaConnectionRequest &request, const LaneRequest &peer)
{
    if (!prepare(request.localAddress()))
        return;
    makeRequests(peer.memory);
    RdmaConnectionOptions wanted = options();
    wanted.setPrivateData(serialized(m_memory.remoteMemory(description().size)));
    m_end.accept(request, wanted);
}

RdmaWorkRequest VerbsLane::message(const RdmaRemoteMemory &peer) const
{
    const RdmaMemorySlice data(m_memory, 0, description().size);
    RdmaWorkRequest request;
    switch (description().test) {
    case Test::Write:
        return RdmaWorkRequest::write({ data }, peer);
    case Test::WriteImm:
        request = RdmaWorkRequest::write({ data }, peer);
        request.setImmediate(1);
        return request;
    case Test::Read:
        return RdmaWorkRequest::read(peer, { data });
    case Test::Atomic:
        return RdmaWorkRequest::fetchAndAdd(peer, 1);
    default:
        return RdmaWorkRequest::send({ data });
    }
}

// Only the last of a chain is signalled, and none where the answer tells that it has arrived.
void VerbsLane::makeRequests(const RdmaRemoteMemory &peer)
{
    m_chain = QList<RdmaWorkRequest>(description().batch, message(peer));
    for (RdmaWorkRequest &request : m_chain)
        request.setFlags(Rdma::SendFlag::Unsignalled);
    if (!description().isEchoed())
        m_chain.last().setFlags({});
}

void VerbsLane::sendMore()
{
    const qint64 room = description().depth - m_inFlight;
    const qint64 batch = m_chain.size();
    for (qint64 left = qMin(room, m_credit); toSend() > 0; left -= batch) {
        const qint64 count = qMin(batch, toSend());
        if (left < count)
            return;
        post(count);
    }
}

void VerbsLane::post(qint64 count)
{
    sending(count);
    m_inFlight += count;
    if (m_credit != NoEnd)
        m_credit -= count;
    messageSent();
    // The last requests of the chain: the very last is the signalled one.
    const bool posted = count == 1
            ? m_end.post(m_chain.constLast()) != 0
            : m_end.postBatch(count == m_chain.size() ? m_chain : m_chain.last(count)).size()
                    == count;
    if (!posted)
        fail(m_end.rdmaError().toString());
}

void VerbsLane::postReceives(qint64 count)
{
    while (count > 0) {
        const qint64 chain = qMin<qint64>(count, m_receives.size());
        const bool posted = chain == 1 ? m_end.post(m_receives.constFirst()) != 0
                                       : m_end.postBatch(m_receives.first(chain)).size() == chain;
        if (!posted)
            return fail(m_end.rdmaError().toString());
        count -= chain;
    }
}

void VerbsLane::postEmpty()
{
    RdmaWorkRequest empty = RdmaWorkRequest::send(QByteArray());
    empty.setFlags(Rdma::SendFlag::Unsignalled);
    if (m_end.post(empty) == 0)
        fail(m_end.rdmaError().toString());
}

void VerbsLane::completed(const RdmaCompletion &completion)
{
    if (!completion.isSuccess())
        return; // it ends the connection, and errorOccurred() tells
    if (completion.opcode() == Rdma::Opcode::Receive
        || completion.opcode() == Rdma::Opcode::ReceiveWithImmediate)
        return received(completion);
    // Chains are whole but for the last one, and complete in order.
    const qint64 count = qMin<qint64>(m_chain.size(), m_inFlight);
    m_inFlight -= count;
    if (description().isLatency())
        return messageAnswered();
    addCompleted(count);
    proceed();
}

void VerbsLane::received(const RdmaCompletion &completion)
{
    if (completion.byteLength() == 0 && !completion.hasImmediate())
        return emptyReceived();
    if (!description().isEchoed())
        return messageTaken();
    postReceives(1);
    if (m_connects) {
        m_inFlight = 0;
        m_credit = window();
        messageAnswered();
    } else if (m_end.post(m_chain.constLast()) == 0) {
        fail(m_end.rdmaError().toString());
    }
}

void VerbsLane::emptyReceived()
{
    postReceives(1);
    if (!m_connects && !isReady())
        return setReady();
    m_credit += window() / 2;
    sendMore();
}

// Receives are posted again some at a time, as chains.
void VerbsLane::messageTaken()
{
    if (++m_taken == qMin<qint64>(KeptSlices, window() / 2)) {
        postReceives(m_taken);
        m_owed += m_taken;
        m_taken = 0;
    }
    while (m_owed >= window() / 2) {
        m_owed -= window() / 2;
        postEmpty();
    }
    addReceived(1);
}

} // namespace Perf

#include "moc_verbslane.cpp"
