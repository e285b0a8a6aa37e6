// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "session.h"

#include <algorithm>
#include <utility>

namespace KeyValue {

namespace {

constexpr int Patience = 10000; // ms
constexpr int SpareMessages = 4; // Hello, LayoutSeen, Report, requests that overlap with a reply

} // namespace

Session::Session(const Store &store, int window, std::shared_ptr<ClientPool> pool, QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_pool(std::move(pool))
    , m_window(qBound(1, window, MaxWindow))
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] { end("no answer"); });
    connect(&m_queuePair, &RdmaQueuePair::completed, this,
            [this](quint64, const RdmaCompletion &completion) { completed(completion); });
    connect(&m_queuePair, &RdmaQueuePair::sendQueueReady, this, &Session::flush);
    connect(&m_queuePair, &RdmaQueuePair::errorOccurred, this,
            [this](const RdmaError &error) { Q_EMIT log(line(error.toString())); });
    connect(&m_queuePair, &RdmaQueuePair::stateChanged, this, [this] {
        if (m_queuePair.state() != QAbstractSocket::UnconnectedState)
            return;
        m_open = false;
        m_ending = true;
        Q_EMIT ended();
    });
}

int Session::receivesOf(int window)
{
    return qBound(1, window, MaxWindow) + SpareMessages;
}

// With any key a client can reach its own staging memory, and read the table. Either it has a
// protection domain of its own, or its staging memory is behind a window that serves no other queue
// pair.
bool Session::accept(const RdmaConnectionRequest &request)
{
    m_peer = request.peerAddress().toString() + u':' + QString::number(request.peerPort());
    RdmaConnectionOptions options;
    options.setSendDepth(2 * m_window + SpareMessages);
    options.setReceiveDepth(receivesOf(m_window));
    if (m_pool) {
        options.setProtectionDomain(m_pool->domain());
        options.setSharedReceiveQueue(m_pool->receives());
    } else {
        options.setOwnProtectionDomain(true);
        for (int i = 0; i < options.receiveDepth(); ++i)
            postReceive();
    }
    if (!m_queuePair.accept(request, options))
        return false;
    if (!allocateStaging())
        m_queuePair.abort();
    else
        m_patience.start(Patience);
    return true;
}

bool Session::allocateStaging()
{
    const RdmaProtectionDomain domain = m_queuePair.protectionDomain();
    if (!domain.isValid())
        return false; // the client is gone already; what happened has been told
    RdmaError error;
    const Rdma::Access access = m_pool
            ? Rdma::AccessFlag::LocalWrite | Rdma::AccessFlag::WindowBinding
            : Rdma::AccessFlag::RemoteRead | Rdma::AccessFlag::RemoteWrite;
    m_staging = RdmaMemoryRegion::allocate(domain, m_window * PieceSize, access, &error);
    if (m_pool && m_staging.isValid())
        m_memoryWindow = RdmaMemoryWindow::allocate(domain, RdmaMemoryWindow::Type::Two, &error);
    if (error.isError())
        Q_EMIT log(line(error.toString()));
    return !error.isError();
}

void Session::postReceive()
{
    if (m_pool)
        m_pool->refill();
    else if (m_queuePair.postReceive(MessageSize) == 0 && !m_ending)
        Q_EMIT log(line(m_queuePair.rdmaError().toString()));
}

QString Session::line(const QString &text) const
{
    return m_peer + QStringLiteral(": ") + text;
}

char *Session::stagingSlot(quint32 slot)
{
    return m_staging.data() + qsizetype(slot) * PieceSize;
}

void Session::completed(const RdmaCompletion &completion)
{
    if (!completion.isSuccess() || m_ending)
        return; // the queue pair ends by itself
    if (completion.opcode() == Rdma::Opcode::ReceiveWithImmediate) {
        postReceive();
        handle(Commit{ completion.immediate(), 0, 0, 0 });
    } else if (completion.opcode() == Rdma::Opcode::Receive) {
        postReceive();
        received(completion.data());
    } else if (completion.opcode() == Rdma::Opcode::BindMemoryWindow) {
        welcome();
    }
}

void Session::received(const QByteArray &bytes)
{
    const std::optional<Message> message = decode(bytes);
    if (!message)
        return end("not a message");
    if (!m_open && !std::holds_alternative<Hello>(*message))
        return end("no hello");
    std::visit([this](const auto &known) { handle(known); }, *message);
}

void Session::handle(const Commit &commit)
{
    if (commit.condition > quint8(Condition::HasVersion) || commit.lifetime > LongestLifetime)
        return end("a condition or a lifetime that there is not");
    if (begin(commit.slot))
        Q_EMIT putRequested(commit);
}

void Session::handle(const Piece &piece)
{
    if (begin(RequestId{ piece.request }.slot()))
        Q_EMIT pieceRequested(piece);
}

void Session::handle(const Remove &remove)
{
    if (beginWithKey(remove.request, remove.key))
        Q_EMIT removeRequested(remove);
}

void Session::handle(const Fetch &fetch)
{
    if (beginWithKey(fetch.request, fetch.key))
        Q_EMIT fetchRequested(fetch);
}

void Session::handle(const List &list)
{
    if (begin(RequestId{ list.request }.slot()))
        Q_EMIT listRequested(list);
}

void Session::handle(const Metrics &metrics)
{
    if (begin(RequestId{ metrics.request }.slot()))
        Q_EMIT metricsRequested(metrics);
}

// A slot has one request at a time: that bounds everything a client can make the server hold.
bool Session::begin(quint32 slot)
{
    if (!m_open)
        end("no hello");
    else if (slot >= quint32(m_window))
        end("no such slot");
    else if (m_busy.test(slot))
        end("slot is busy");
    else
        m_busy.set(slot);
    return !m_ending;
}

bool Session::beginWithKey(quint32 request, const QByteArray &key)
{
    if (key.isEmpty() || key.size() > MaxKeySize) {
        end("bad key");
        return false;
    }
    return begin(RequestId{ request }.slot());
}

void Session::handle(const Hello &hello)
{
    if (std::exchange(m_hasGreeted, true))
        return end("second hello");
    m_name = hello.name;
    Q_EMIT greeted(); // fences an older connection of that name
    if (m_ending)
        return;
    if (!m_pool)
        return welcome();
    // Only a connected queue pair can bind a window.
    if (m_queuePair.postBindMemoryWindow(m_memoryWindow, m_staging,
                                         Rdma::AccessFlag::RemoteRead
                                                 | Rdma::AccessFlag::RemoteWrite)
        == 0) {
        Q_EMIT log(line(m_queuePair.rdmaError().toString()));
        end("no memory window for this client");
    }
}

void Session::welcome()
{
    m_open = true;
    m_patience.stop();
    Welcome welcome;
    welcome.window = quint32(m_window);
    welcome.slotSize = quint32(PieceSize);
    welcome.seed = m_store.seed();
    welcome.staging = m_pool ? m_memoryWindow.remoteMemory() : m_staging.remoteMemory();
    send(welcome);
    sendLayout();
}

void Session::handle(const LayoutSeen &seen)
{
    if (seen.number != m_layoutSent || m_layoutSeen == m_layoutSent)
        return end("a layout that was not sent");
    m_layoutSeen = m_layoutSent;
    m_patience.stop();
    m_oldIndex = {}; // from now on nobody reads there
    sendLayout();
}

void Session::sendLayout()
{
    if (!m_open || m_ending || m_layoutSent != m_layoutSeen || m_layoutSent == m_store.layout())
        return;
    if (!m_queuePair.protectionDomain().isValid())
        return; // the client is gone already, and stateChanged() will say so
    Layout layout;
    if (!registerLayout(&layout))
        return end("no memory can be registered for this client");
    m_layoutSent = layout.number;
    m_patience.start(Patience);
    send(layout);
}

bool Session::registerLayout(Layout *layout)
{
    const auto share = [this](const Pages &pages) {
        RdmaError error;
        RdmaMemoryRegion region = m_pool
                ? m_pool->share(m_store, pages, &error)
                : RdmaMemoryRegion::borrow(m_queuePair.protectionDomain(), pages.memory.get(),
                                           pages.size, pages.memory, Rdma::AccessFlag::RemoteRead,
                                           &error);
        if (!region.isValid())
            Q_EMIT log(line(error.toString()));
        return region;
    };
    if (m_index.data() != m_store.index().memory.get()) {
        m_oldIndex = m_index;
        m_index = share(m_store.index());
    }
    while (m_chunks.size() < m_store.chunks().size())
        m_chunks.append(share(m_store.chunks().at(m_chunks.size())));
    layout->number = m_store.layout();
    layout->index = m_index.remoteMemory();
    for (const RdmaMemoryRegion &chunk : std::as_const(m_chunks))
        layout->chunks.append(chunk.remoteMemory());
    return m_index.isValid()
            && std::all_of(m_chunks.cbegin(), m_chunks.cend(),
                           [](const RdmaMemoryRegion &chunk) { return chunk.isValid(); });
}

void Session::reply(const Message &message, quint32 slot)
{
    m_busy.reset(slot);
    send(message);
}

void Session::send(const Message &message)
{
    m_outgoing.append(encode(message));
    flush();
}

// A client that takes no replies fills the send queue, then this list, and no more.
void Session::flush()
{
    while (!m_outgoing.isEmpty() && m_queuePair.state() == QAbstractSocket::ConnectedState) {
        RdmaWorkRequest request = RdmaWorkRequest::send(m_outgoing.constFirst());
        request.setFlags(Rdma::SendFlag::Unsignalled);
        if (m_queuePair.post(request) == 0)
            break; // sendQueueReady() calls again
        m_outgoing.removeFirst();
    }
    if (m_outgoing.size() > 2 * m_window)
        end("replies are not taken");
}

void Session::end(const QByteArray &reason)
{
    if (m_ending)
        return;
    Q_EMIT log(line(QString::fromLatin1(reason)));
    m_ending = true;
    m_open = false;
    m_patience.stop();
    // Goodbye goes out before the connection ends; a client that does not take it is cut off.
    const quint64 id = m_queuePair.postSend(encode(Goodbye{ reason }));
    if (id == 0)
        return m_queuePair.abort();
    m_queuePair.whenCompleted(id).then(
            this, [this](const RdmaCompletion &) { m_queuePair.disconnectFromHost(); });
    QTimer::singleShot(Patience, this, [this] { m_queuePair.abort(); });
}

} // namespace KeyValue

#include "moc_session.cpp"
