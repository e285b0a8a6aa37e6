// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "verbslane.h"

#include "words.h"

#include <QDataStream>

#include <utility>

namespace Perf {

namespace {

constexpr quint32 Magic = 0x51504631; // "QPF1"
constexpr int LaneRequestSize = 36;
constexpr int RemoteMemorySize = 20;
constexpr qint64 SpareSends = 8;
constexpr qint64 PostedTogether = 16; // receives

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
    , m_window(description.window())
    , m_period(description.period())
    , m_isEchoed(description.isEchoed())
    , m_poster(Poster::make(description, &m_end, this))
    , m_credit(description.isNoticed() ? m_window : NoEnd)
{
    connect(&m_end, &RdmaQueuePair::errorOccurred, this,
            [this](const RdmaError &error) { fail(error.toString()); });
    connect(&m_end, &RdmaQueuePair::disconnected, this,
            [this] { fail(Words::tr("the peer has ended a queue pair")); });
}

VerbsLane::~VerbsLane()
{
    m_poster->forgetOwner();
}

RdmaConnectionOptions VerbsLane::options() const
{
    RdmaConnectionOptions options;
    options.setSendDepth(int(description().depth + SpareSends));
    options.setReceiveDepth(int(description().receiveDepth()));
    options.setInlineSize(int(description().inlineSize));
    options.setProtectionDomain(m_domain);
    options.setTypeOfService(int(description().typeOfService));
    options.setAcknowledgeTimeout(int(description().timeout));
    return options;
}

bool VerbsLane::allocate(const QHostAddress &local)
{
    RdmaError error;
    m_domain = RdmaProtectionDomain::allocate(local, &error);
    if (!error.isError()) {
        m_memory = RdmaMemoryRegion::allocate(m_domain,
                                              2 * description().size + description().headerSize(),
                                              accessFor(description().test), &error);
    }
    if (error.isError())
        fail(error.toString());
    return !error.isError();
}

bool VerbsLane::prepare(const QHostAddress &local)
{
    if (!allocate(local))
        return false;
    const bool started = m_poster->start(room());
    check(started);
    return started;
}

QByteArray VerbsLane::create(const QHostAddress &local)
{
    using Type = Rdma::QueuePairType;
    const Type type = description().service == Service::Datagram ? Type::UnreliableDatagram
                                                                 : Type::UnreliableConnected;
    const bool hasRing = description().hasReceiveRing(); // which is there before the queue pair
    if (!(hasRing ? prepare(local) : allocate(local)))
        return {};
    const bool isThere =
            m_end.create(local, type, options()) && (hasRing || m_poster->start(room()));
    check(isThere);
    return isThere ? serialized(m_end.localEndpoint())
                    + serialized(m_memory.remoteMemory(description().size))
                   : QByteArray();
}

void VerbsLane::join(const QByteArray &place)
{
    RdmaEndpoint endpoint;
    RdmaRemoteMemory memory;
    QDataStream in(place);
    in >> endpoint >> memory;
    connect(&m_end, &RdmaQueuePair::connected, this, [this, memory] {
        check(m_poster->setMessage(message(memory)));
        m_isConnected = true;
        Q_EMIT joined();
    });
    check(m_end.connectToEndpoint(endpoint));
}

void VerbsLane::greet()
{
    m_connects = true;
    postEmpty();
    setReady();
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
        check(m_poster->setMessage(message(peer)));
        postEmpty();
        setReady();
    });
    m_end.connectToHost(address, port, wanted);
}

// Ready when it is connected and the first empty message has come, in whatever order.
void VerbsLane::accept(const RdmaConnectionRequest &request, const LaneRequest &peer)
{
    if (!prepare(request.localAddress()))
        return;
    connect(&m_end, &RdmaQueuePair::connected, this, [this, memory = peer.memory] {
        check(m_poster->setMessage(message(memory)));
        m_isConnected = true;
        if (m_isGreeted)
            setReady();
    });
    RdmaConnectionOptions wanted = options();
    wanted.setPrivateData(serialized(m_memory.remoteMemory(description().size)));
    m_end.accept(request, wanted);
}

RdmaMemorySlice VerbsLane::room() const
{
    return { m_memory, description().size, description().size + description().headerSize() };
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

void VerbsLane::sendMore()
{
    const qint64 room = description().depth - m_inFlight;
    const qint64 batch = description().batch;
    for (qint64 left = qMin(room, m_credit); toSend() > 0; left -= batch) {
        const qint64 count = qMin(batch, toSend());
        if (left < count)
            return;
        post(count);
    }
}

void VerbsLane::check(bool posted)
{
    if (!posted)
        fail(m_end.rdmaError().toString());
}

void VerbsLane::post(qint64 count)
{
    sending(count);
    m_inFlight += count;
    if (m_credit != NoEnd)
        m_credit -= count;
    messageSent();
    m_unsignalled += count;
    const bool isSignalled = m_unsignalled >= m_period || toSend() == 0;
    if (isSignalled)
        m_unsignalled = 0;
    // Where a message is answered, the answer tells that it has arrived.
    check(m_poster->post(count, isSignalled && !m_isEchoed));
}

// Periods are whole but for the last one, and complete in order.
void VerbsLane::chainsCompleted(qint64 count)
{
    const qint64 messages = qMin(count * m_period, m_inFlight);
    m_inFlight -= messages;
    if (description().isLatency())
        return messageAnswered();
    addCompleted(messages);
    proceed();
}

void VerbsLane::received(bool isEmpty)
{
    if (isEmpty)
        return emptyReceived();
    if (!m_isEchoed)
        return messageTaken();
    check(m_poster->receiveAgain(1));
    if (m_connects) {
        m_inFlight = 0;
        m_credit = m_window;
        messageAnswered();
    } else {
        check(m_poster->post(1, false));
    }
}

void VerbsLane::emptyReceived()
{
    check(m_poster->receiveAgain(1));
    if (!m_connects && !std::exchange(m_isGreeted, true)) {
        if (m_isConnected)
            setReady();
        return;
    }
    m_credit += m_window / 2;
    sendMore();
}

// Receives are posted again some at a time, as chains.
void VerbsLane::messageTaken()
{
    // Half of a window is told of at once, so that the peer always has room for another chain.
    ++m_taken;
    if (m_taken == PostedTogether || m_owed + m_taken == m_window / 2) {
        check(m_poster->receiveAgain(m_taken));
        m_owed += m_taken;
        m_taken = 0;
    }
    while (m_owed >= m_window / 2) {
        m_owed -= m_window / 2;
        postEmpty();
    }
    addReceived(1);
}

} // namespace Perf

#include "moc_verbslane.cpp"
