// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "client.h"

#include "printable.h"

#include <QPointer>
#include <QRandomGenerator>

#include <algorithm>
#include <cstring>
#include <utility>

namespace KeyValue {

namespace {

constexpr int MaxAttempts = 8; // of reading, then the server helps
constexpr int MostAttempts = 1000; // it helps little when a large value changes all the time
constexpr quint64 GetsOfAReport = 1000;
constexpr int SpareReceives = 4; // Welcome, Layout, Goodbye

} // namespace

QString Result::text(Status status)
{
    switch (status) {
    case Done:
        return Client::tr("done");
    case NotFound:
        return Client::tr("no such key");
    case Full:
        return Client::tr("the store is full");
    case Malformed:
        return Client::tr("malformed");
    case StorageError:
        return Client::tr("the server could not write it to its disk");
    case Conflict:
        return Client::tr("another change was first");
    case Restless:
        return Client::tr("the value changes faster than it can be read; try again");
    case Disconnected:
        return Client::tr("the connection ended");
    case TooLong:
        return Client::tr("a key has 1 to %1 bytes, a value up to %2")
                .arg(MaxKeySize)
                .arg(MaxValueSize);
    }
    return Client::tr("status %1").arg(int(status));
}

Client::Client(QObject *parent) : QObject(parent), m_name(QRandomGenerator::system()->generate64())
{
    connect(&m_queuePair, &RdmaQueuePair::connected, this, [this] { send(Hello{ m_name }); });
    connect(&m_queuePair, &RdmaQueuePair::completed, this, &Client::completed);
    connect(&m_queuePair, &RdmaQueuePair::sendQueueReady, this, &Client::flush);
    connect(&m_queuePair, &RdmaQueuePair::stateChanged, this, [this] {
        if (m_queuePair.state() == QAbstractSocket::UnconnectedState)
            failAll();
    });
}

Client::~Client()
{
    finishAll();
}

void Client::connectToServer(const QHostAddress &address, quint16 port)
{
    m_problem.clear();
    m_leaving = false;
    RdmaConnectionOptions options;
    options.setPrivateData(greeting());
    options.setSendDepth(256);
    options.setReceiveDepth(MaxWindow + SpareReceives);
    for (int i = m_queuePair.receivesInFlight(); i < options.receiveDepth(); ++i)
        m_queuePair.postReceive(MessageSize);
    if (!m_queuePair.connectToHost(address, port, options))
        fail(m_queuePair.rdmaError().toString());
}

void Client::disconnectFromServer()
{
    m_leaving = true;
    report();
    flush();
    m_queuePair.disconnectFromHost();
}

void Client::abort()
{
    m_leaving = true;
    m_queuePair.abort();
}

// The first reason stays. Later ones follow from it and explain less.
void Client::fail(const QString &problem)
{
    if (m_problem.isEmpty())
        m_problem = problem;
    if (m_queuePair.state() == QAbstractSocket::UnconnectedState)
        QMetaObject::invokeMethod(this, &Client::failAll, Qt::QueuedConnection);
    else
        m_queuePair.abort();
}

void Client::failAll()
{
    if (m_problem.isEmpty() && !m_leaving) {
        const QByteArray reason = m_queuePair.peerPrivateData();
        if (!m_ready && !reason.isEmpty() && reason.at(0) >= ' ')
            m_problem = tr("The server refuses this client: %1")
                                .arg(Text::printable(QString::fromLatin1(reason.constData())));
        else if (m_queuePair.rdmaError().isError())
            m_problem = m_queuePair.rdmaError().toString();
        else
            m_problem = tr("The server is gone");
    }
    m_ready = false;
    m_reads.clear();
    m_outgoing.clear();
    m_nextLayout = {};
    m_layout = {};
    m_memory = {};
    m_uploading.reset();
    m_immediates = Immediates::Unknown;
    const QPointer<Client> alive(this);
    finishAll();
    if (alive)
        Q_EMIT disconnected();
}

// Every future gets a result, whatever happens.
void Client::finishAll()
{
    const std::vector<RequestPtr> active = std::exchange(m_active, {});
    const QQueue<RequestPtr> waiting = std::exchange(m_waiting, {});
    // This does not call finish(), because code that waits for a future may delete this object.
    const auto finishOne = [](const RequestPtr &request) {
        request->promise.addResult(Result());
        request->promise.finish();
    };
    for (const RequestPtr &request : active) {
        if (request)
            finishOne(request);
    }
    std::for_each(waiting.cbegin(), waiting.cend(), finishOne);
}

QFuture<Result> Client::put(const QByteArray &key, const QByteArray &value,
                            const PutOptions &options)
{
    auto request = std::make_shared<Request>();
    request->kind = Kind::Put;
    request->key = key;
    request->value = value;
    request->options = options;
    return start(request);
}

QFuture<Result> Client::metrics()
{
    auto request = std::make_shared<Request>();
    request->kind = Kind::Metrics;
    request->key = MetricsKey.toByteArray();
    return start(request);
}

QFuture<Result> Client::get(const QByteArray &key)
{
    auto request = std::make_shared<Request>();
    request->key = key;
    return start(request);
}

QFuture<Result> Client::remove(const QByteArray &key)
{
    auto request = std::make_shared<Request>();
    request->kind = Kind::Remove;
    request->key = key;
    return start(request);
}

QFuture<Result> Client::list(const QByteArray &after, const QByteArray &prefix)
{
    auto request = std::make_shared<Request>();
    request->kind = Kind::List;
    request->key = after;
    request->value = prefix;
    return start(request);
}

QFuture<Result> Client::start(const RequestPtr &request)
{
    request->promise.start();
    QFuture<Result> future = request->promise.future();
    const bool listing = request->kind == Kind::List;
    const qsizetype limit = listing ? MaxKeySize : MaxValueSize;
    if (request->key.size() > MaxKeySize || (request->key.isEmpty() && !listing)
        || request->value.size() > limit) {
        Result result;
        result.status = Result::TooLong;
        finish(request, result);
    } else if (m_queuePair.state() == QAbstractSocket::UnconnectedState) {
        finish(request, {});
    } else {
        m_waiting.enqueue(request);
        startWaiting();
    }
    return future;
}

// Nothing starts while a new layout waits, or the old one would never be released.
void Client::startWaiting()
{
    const QPointer<Client> alive(this);
    for (size_t slot = 0; alive && slot < m_active.size() && m_ready; ++slot) {
        if (m_active[slot] || m_waiting.isEmpty() || m_nextLayout.number != 0)
            continue;
        if (m_uploading && isLarge(*m_waiting.head()))
            break;
        const RequestPtr request = m_waiting.dequeue();
        m_generation = (m_generation + 1) & 0xffffff;
        request->id = m_generation << 8 | quint32(slot);
        m_active[slot] = request;
        begin(request);
    }
}

void Client::begin(const RequestPtr &request)
{
    switch (request->kind) {
    case Kind::Put:
        return stage(request);
    case Kind::Get:
        return readBucket(request);
    case Kind::Remove:
        return send(Remove{ request->id, request->key });
    case Kind::List:
        return send(List{ request->id, request->key, request->value });
    case Kind::Metrics:
        report(); // so that they are in it
        return send(Metrics{ request->id });
    }
}

void Client::finish(const RequestPtr &request, Result result)
{
    const quint32 slot = RequestId{ request->id }.slot();
    if (slot < m_active.size() && m_active[slot] == request)
        m_active[slot].reset();
    if (m_uploading == request)
        m_uploading.reset();
    if (request->kind == Kind::Get)
        count(result);
    // This comes last, because code that waits for the future may run now, and do anything.
    request->promise.addResult(std::move(result));
    request->promise.finish();
}

void Client::count(const Result &result)
{
    m_unreported.hits += result.status == Result::Done ? 1 : 0;
    m_unreported.misses += result.status == Result::NotFound ? 1 : 0;
    m_unreported.bytes += quint64(result.value.size());
    if (m_unreported.hits + m_unreported.misses >= GetsOfAReport)
        report();
}

void Client::report()
{
    if (m_ready && m_unreported.hits + m_unreported.misses > 0)
        send(std::exchange(m_unreported, {}));
}

Client::RequestPtr Client::requestFor(quint32 id) const
{
    const quint32 slot = RequestId{ id }.slot();
    if (slot >= m_active.size() || !m_active[slot] || m_active[slot]->id != id)
        return {};
    return m_active[slot];
}

// --- receiving

void Client::completed(quint64 wrId, const RdmaCompletion &completion)
{
    if (!completion.isSuccess())
        return; // the queue pair ends by itself
    const QPointer<Client> alive(this); // code that waits for a future may delete it
    if (completion.opcode() == Rdma::Opcode::Receive) {
        m_queuePair.postReceive(MessageSize);
        received(completion.data());
    } else if (completion.opcode() == Rdma::Opcode::Read) {
        const RequestPtr request = m_reads.take(wrId);
        if (request && request->candidate < 0)
            bucketRead(request);
        else if (request)
            candidateRead(request);
    }
    if (alive)
        confirmLayout();
    if (alive)
        startWaiting();
}

void Client::received(const QByteArray &bytes)
{
    const std::optional<Message> message = decode(bytes);
    if (!message)
        return fail(tr("The server sent something else than a message"));
    std::visit(Overloaded{ [this](const Welcome &welcome) { handle(welcome); },
                           [this](const Layout &layout) { handle(layout); },
                           [this](const Reply &reply) { handle(reply); },
                           [this](const Keys &keys) { handle(keys); },
                           [this](const Goodbye &goodbye) {
                               const QString reason = QString::fromLatin1(goodbye.reason);
                               fail(tr("The server says: %1").arg(Text::printable(reason)));
                           },
                           [this](const auto &) {
                               fail(tr("The server sent a message of a client"));
                           } },
               *message);
}

void Client::handle(const Welcome &welcome)
{
    const quint64 size = quint64(welcome.window) * welcome.slotSize;
    if (m_memory.isValid())
        return fail(tr("The server said welcome twice"));
    if (welcome.window < 1 || welcome.window > MaxWindow || welcome.slotSize != PieceSize
        || welcome.staging.length() < size)
        return fail(tr("The server's limits make no sense"));
    RdmaError error;
    m_memory = RdmaMemoryRegion::allocate(m_queuePair.protectionDomain(), qsizetype(size),
                                          Rdma::AccessFlag::LocalWrite, &error);
    if (!m_memory.isValid())
        return fail(error.toString());
    m_welcome = welcome;
}

void Client::handle(const Layout &layout)
{
    const quint64 buckets = layout.index.length() / BucketSize;
    if (!m_memory.isValid() || m_nextLayout.number != 0 || layout.number <= m_layout.number
        || buckets == 0 || (buckets & (buckets - 1)) != 0
        || layout.index.length() % BucketSize != 0)
        return fail(tr("The server's layout makes no sense"));
    m_nextLayout = layout;
}

void Client::confirmLayout()
{
    if (m_nextLayout.number == 0 || !m_reads.isEmpty())
        return;
    m_layout = std::exchange(m_nextLayout, {});
    send(LayoutSeen{ m_layout.number });
    for (const RequestPtr &request : m_active) {
        if (request && request->kind == Kind::Get && request->attempts < 0)
            readBucket(request);
    }
    if (!m_ready) {
        m_active.assign(m_welcome.window, {});
        m_ready = true;
        Q_EMIT ready();
    }
}

void Client::handle(const Reply &reply)
{
    const RequestPtr request = requestFor(reply.request);
    if (!request)
        return fail(tr("The server answered what was not asked"));
    if (request->kind == Kind::Get || request->kind == Kind::Metrics)
        return fetched(request, reply);
    if (request->sent < request->image.size() && reply.status == quint8(Status::Done))
        return sendPiece(request);
    Result result;
    result.status = Result::Status(qMin<int>(reply.status, Result::Conflict));
    result.version = reply.version;
    finish(request, result);
}

void Client::handle(const Keys &keys)
{
    const RequestPtr request = requestFor(keys.request);
    if (!request || request->kind != Kind::List)
        return fail(tr("The server answered what was not asked"));
    Result result;
    result.status = Result::Done;
    result.keys = keys.keys;
    result.more = keys.more;
    finish(request, result);
}

// --- PUT: the image of a slot into the staging memory, then the commit

bool Client::isLarge(const Request &request) const
{
    return request.kind == Kind::Put
            && SlotHeaderSize + request.key.size() + request.value.size()
            > qsizetype(m_welcome.slotSize);
}

void Client::stage(const RequestPtr &request)
{
    const quint32 slot = RequestId{ request->id }.slot();
    const qsizetype size = SlotHeaderSize + request->key.size() + request->value.size();
    const quint64 version = quint64(request->id) << 1 | 1; // odd: this is not published
    if (isLarge(*request)) {
        m_uploading = request;
        request->image.resize(size);
        writeSlot(request->image.data(), version, request->key, request->value);
        request->value.clear();
        return sendPiece(request);
    }
    writeSlot(local(slot, size).data(), version, request->key, request->value);
    request->value.clear();
    stagePiece(slot, SlotHeaderSize, size); // the header goes last, with the commit
    commit(request);
}

void Client::sendPiece(const RequestPtr &request)
{
    const quint32 slot = RequestId{ request->id }.slot();
    const qsizetype size =
            qMin(request->image.size() - request->sent, qsizetype(m_welcome.slotSize));
    std::memcpy(local(slot, size).data(), request->image.constData() + request->sent, size_t(size));
    request->sent += size;
    if (request->sent == request->image.size()) {
        stagePiece(slot, SlotHeaderSize, size);
        return commit(request);
    }
    stagePiece(slot, 0, size);
    send(Piece{ request->id });
}

// The reply is the sign that it has arrived.
void Client::stagePiece(quint32 slot, qsizetype from, qsizetype to)
{
    if (from >= to)
        return;
    const RdmaMemorySlice piece = local(slot, to);
    RdmaWorkRequest work = RdmaWorkRequest::write(
            { { piece.region(), piece.offset() + from, to - from } },
            m_welcome.staging.slice(quint64(slot) * m_welcome.slotSize + quint64(from),
                                    quint64(to - from)));
    work.setFlags(Rdma::SendFlag::Unsignalled);
    post(std::move(work));
}

void Client::commit(const RequestPtr &request)
{
    const quint32 slot = RequestId{ request->id }.slot();
    const PutOptions &options = request->options;
    const bool isPlain = options.condition == Condition::None && options.lifetime.count() == 0;
    RdmaWorkRequest header = RdmaWorkRequest::write(
            { local(slot, SlotHeaderSize) },
            m_welcome.staging.slice(quint64(slot) * m_welcome.slotSize, SlotHeaderSize));
    header.setFlags(Rdma::SendFlag::Unsignalled);
    if (isPlain && m_immediates != Immediates::Refused)
        return commitWithImmediate(request, std::move(header));
    post(std::move(header));
    send(Commit{ slot, quint8(options.condition), options.version,
                 quint64(options.lifetime.count()) });
}

void Client::commitWithImmediate(const RequestPtr &request, RdmaWorkRequest &&header)
{
    header.setImmediate(RequestId{ request->id }.slot());
    if (m_immediates == Immediates::Accepted)
        return post(std::move(header));
    // The first commit shows what the device can do. It is posted alone: if it is refused, nothing
    // else must be refused with it.
    const QPointer<Client> alive(this);
    flush();
    if (!alive || !m_ready)
        return; // it has failed
    if (m_outgoing.isEmpty() && m_queuePair.post(header) != 0) {
        m_immediates = Immediates::Accepted;
    } else if (m_outgoing.isEmpty()
               && m_queuePair.rdmaError().category() == RdmaError::Category::Usage) {
        m_immediates = Immediates::Refused;
        commit(request);
    } else {
        post(std::move(header));
    }
}

// --- GET: the bucket, then each slot in it whose tag is right

void Client::readBucket(const RequestPtr &request)
{
    if (m_nextLayout.number != 0) {
        request->attempts = -1; // begins anew with the new layout
        return;
    }
    request->attempts = qMax(request->attempts, 0);
    request->candidate = -1;
    const quint64 buckets = m_layout.index.length() / BucketSize;
    const quint64 number = hashOf(request->key, m_welcome.seed) & (buckets - 1);
    read(request, m_layout.index.slice(number * BucketSize, BucketSize));
}

void Client::read(const RequestPtr &request, const RdmaRemoteMemory &from)
{
    ++m_statistics.reads;
    RdmaWorkRequest work = RdmaWorkRequest::read(
            from, { local(RequestId{ request->id }.slot(), qsizetype(from.length())) });
    work.setWrId(m_nextWrId++);
    m_reads.insert(work.wrId(), request);
    post(std::move(work));
}

void Client::bucketRead(const RequestPtr &request)
{
    const RdmaMemorySlice memory = local(RequestId{ request->id }.slot(), BucketSize);
    const auto bucket = Bucket::load({ memory.data(), memory.length() });
    if (!bucket || bucket->isMoved())
        return retry(request);
    const quint32 tag = quint32(hashOf(request->key, m_welcome.seed) >> 32);
    request->candidates.clear();
    for (const BucketEntry &entry : bucket->entries) {
        if (entry.length != 0 && entry.tag == tag)
            request->candidates.append(entry);
    }
    request->overflowed = bucket->isOverflowed();
    request->candidate = 0;
    readCandidate(request);
}

void Client::readCandidate(const RequestPtr &request)
{
    if (request->candidate >= request->candidates.size()) {
        if (request->overflowed)
            return fetch(request);
        Result result;
        result.status = Result::NotFound;
        return finish(request, result);
    }
    const BucketEntry entry = request->candidates.at(request->candidate);
    request->source = slotAt(entry);
    if (!request->source.isValid())
        return fetch(request); // a chunk that this client has not heard of yet
    request->image.clear();
    readPiece(request);
}

// Not valid when that cannot be.
RdmaRemoteMemory Client::slotAt(const BucketEntry &entry) const
{
    if (entry.chunk() >= quint32(m_layout.chunks.size()) || entry.length > MaxSlotSize)
        return {};
    return m_layout.chunks.at(entry.chunk()).slice(entry.offset(), entry.length);
}

void Client::readPiece(const RequestPtr &request)
{
    const quint64 at = quint64(request->image.size());
    const quint64 size = qMin<quint64>(request->source.length() - at, m_welcome.slotSize);
    read(request, request->source.slice(at, size));
}

void Client::candidateRead(const RequestPtr &request)
{
    const BucketEntry entry = request->candidates.at(request->candidate);
    const qsizetype length = qsizetype(request->source.length());
    const qsizetype size = qMin(length - request->image.size(), qsizetype(m_welcome.slotSize));
    const RdmaMemorySlice memory = local(RequestId{ request->id }.slot(), size);
    QByteArrayView whole(memory.data(), size);
    if (size < length) {
        request->image += whole;
        if (request->image.size() < length)
            return readPiece(request);
        whole = request->image;
    }
    const std::optional<SlotView> slot = readSlot(whole);
    if (!slot)
        return retry(request); // torn, or used for something else meanwhile
    if (slot->key == request->key)
        return found(request, *slot);
    // It is another key with this tag, or a key that took the slot after the bucket was read.
    if (quint32(hashOf(slot->key, m_welcome.seed) >> 32) != entry.tag)
        return retry(request);
    ++request->candidate;
    readCandidate(request);
}

void Client::found(const RequestPtr &request, const SlotView &slot)
{
    Result result;
    result.status = Result::Done;
    result.version = slot.version;
    result.value = slot.value.toByteArray();
    finish(request, result);
}

void Client::retry(const RequestPtr &request)
{
    ++m_statistics.retries;
    if (request->attempts >= MaxAttempts)
        return fetch(request);
    ++request->attempts;
    readBucket(request);
}

void Client::fetch(const RequestPtr &request)
{
    if (++request->attempts >= MostAttempts) {
        Result result;
        result.status = Result::Restless;
        return finish(request, result);
    }
    ++m_statistics.fetches;
    send(Fetch{ request->id, request->key });
}

void Client::fetched(const RequestPtr &request, const Reply &reply)
{
    Result result;
    result.status = Result::Status(qMin<int>(reply.status, Result::Conflict));
    result.version = reply.version;
    if (result.status != Result::Done)
        return finish(request, result);
    if (reply.length > MaxSlotSize)
        return fail(tr("The server's slot is too long"));
    // It is read like a candidate: in the staging memory, where nobody changes it, or in the table.
    BucketEntry entry;
    entry.length = reply.length;
    entry.place = reply.place;
    entry.tag = quint32(hashOf(request->key, m_welcome.seed) >> 32);
    request->candidates = { entry };
    request->candidate = 0;
    request->overflowed = false;
    if (reply.length > m_welcome.slotSize)
        return readCandidate(request);
    request->image.clear();
    request->source = m_welcome.staging.slice(
            quint64(RequestId{ request->id }.slot()) * m_welcome.slotSize, reply.length);
    readPiece(request);
}

// --- sending

RdmaMemorySlice Client::local(quint32 slot, qsizetype size) const
{
    return { m_memory, qsizetype(slot) * qsizetype(m_welcome.slotSize), size };
}

void Client::send(const Message &message)
{
    RdmaWorkRequest request = RdmaWorkRequest::send(encode(message));
    request.setFlags(Rdma::SendFlag::Unsignalled);
    post(std::move(request));
}

void Client::post(RdmaWorkRequest &&request)
{
    m_outgoing.append(std::move(request));
    if (!std::exchange(m_flushScheduled, true))
        QMetaObject::invokeMethod(this, &Client::flush, Qt::QueuedConnection);
}

// One chain for all that was asked in this turn.
void Client::flush()
{
    m_flushScheduled = false;
    while (!m_outgoing.isEmpty() && m_queuePair.state() == QAbstractSocket::ConnectedState) {
        const qsizetype room = m_queuePair.sendDepth() - m_queuePair.sendsInFlight();
        const QList<RdmaWorkRequest> chain =
                m_outgoing.first(qBound<qsizetype>(1, room, m_outgoing.size()));
        const qsizetype posted = m_queuePair.postBatch(chain).size();
        m_outgoing.remove(0, posted);
        if (posted == chain.size())
            continue;
        if (m_queuePair.rdmaError().category() != RdmaError::Category::QueueFull)
            fail(m_queuePair.rdmaError().toString());
        break; // sendQueueReady() calls again
    }
}

} // namespace KeyValue

#include "moc_client.cpp"
