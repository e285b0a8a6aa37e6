// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamattempt_p.h"

#include "streamformat_p.h"
#include "transportmemory_p.h"

#include "../base/translate_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/socketaddress_p.h"

#include <QtNetwork/qnetworkinterface.h>

#include <sys/socket.h>
#include <unistd.h>

namespace QtRdmaPrivate {

namespace {

// The interface by which packets to the address leave; empty if there is none. Nothing is sent.
QString interfaceTo(const QHostAddress &address)
{
    sockaddr_storage storage;
    const int length = toSockaddr(address, 9, &storage);
    const int probe = length > 0 ? ::socket(storage.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1;
    if (probe < 0)
        return {};
    socklen_t ownLength = sizeof(storage);
    auto *const sockets = reinterpret_cast<sockaddr *>(&storage);
    const bool isReached = ::connect(probe, sockets, socklen_t(length)) == 0
            && ::getsockname(probe, sockets, &ownLength) == 0;
    ::close(probe);
    const QHostAddress own = isReached ? fromSockaddr(sockets) : QHostAddress();
    const QList<QNetworkInterface> interfaces = QNetworkInterface::allInterfaces();
    for (const QNetworkInterface &each : interfaces) {
        const QList<QNetworkAddressEntry> entries = each.addressEntries();
        for (const QNetworkAddressEntry &entry : entries) {
            if (isReached && entry.ip().isEqual(own))
                return each.name();
        }
    }
    return {};
}

// Without the connection manager there is RDMA on no interface, and its error tells why.
bool isOfTheAddress(const QHostAddress &address, const RdmaError &failure)
{
    return failure.socketError() == QAbstractSocket::SocketAddressNotAvailableError
            && (address.isLoopback()
                || failure.call() != QLatin1String("rdma_create_event_channel"));
}

QString reasonFor(const QHostAddress &address, const RdmaError &failure)
{
    if (isOfTheAddress(address, failure)) {
        if (const QString interface = interfaceTo(address); !interface.isEmpty())
            return Words::tr("%1 is reached through %2, which has no RDMA device")
                    .arg(address.toString(), interface);
    }
    if (failure.socketError() == QAbstractSocket::SocketResourceError)
        return Words::tr("%1. RDMA would be faster: %2").arg(failure.text(), failure.hint());
    return failure.call().isEmpty() ? failure.text()
                                    : QStringLiteral("%1 (%2)").arg(failure.text(), failure.call());
}

// Another transport does not help against options that are wrong, nor against a peer that does not
// have the same key.
bool isForBoth(const RdmaError &failure)
{
    return failure.category() == RdmaError::Category::Usage
            || failure.cause() == RdmaError::Cause::AuthenticationFailed;
}

// The kernel may give up before the application does: siw does so ten seconds after it has asked a
// server that is slow to accept. That request cannot be accepted any more.
bool isEarly(const RdmaError &failure, const QDeadlineTimer &end)
{
    return failure.cause() == RdmaError::Cause::ConnectTimeout
            && failure.category() == RdmaError::Category::System && !end.isForever()
            && !end.hasExpired();
}

QDeadlineTimer deadlineOf(int msecs)
{
    return msecs < 0 ? QDeadlineTimer(QDeadlineTimer::Forever) : QDeadlineTimer(msecs);
}

} // namespace

StreamAttempt::StreamAttempt(std::shared_ptr<Engine> engine, const RdmaStreamOptions &options,
                             Route route, StreamObserver *observer)
    : m_engine(std::move(engine))
    , m_options(options)
    , m_route(std::move(route))
    , m_observer(observer)
    , m_end(deadlineOf(options.connectTimeout()))
    , m_tcpPort(options.tcpPort() > 0 ? options.tcpPort() : m_route.port)
{
}

StreamAttempt::~StreamAttempt()
{
    drop(&m_rdma);
    drop(&m_tcp);
}

void StreamAttempt::begin()
{
    if (mayUseTcp()) {
        if (const auto known = TransportMemory::find(m_route.address, m_route.port)) {
            m_reason = known->reason;
            m_tcpPort = known->port;
            return beginTcp();
        }
        if (hasHeadStart() && m_options.headStart() >= 0) {
            m_headStart.emplace(m_engine->deadlines(), [this] { m_observer->streamChanged(); });
            m_headStart->start(m_options.headStart());
        }
    }
    if (m_options.transport() == Rdma::TransportPolicy::TcpOnly)
        beginTcp();
    else
        begin(&m_rdma, Rdma::StreamTransport::Rdma, m_route.port);
}

int StreamAttempt::timeLeft() const
{
    return m_end.isForever() ? -1 : int(m_end.remainingTime());
}

// A failure is told from the event loop, as all others are.
void StreamAttempt::begin(Try *which, Rdma::StreamTransport transport, quint16 port)
{
    which->link = makeLink(transport, m_engine, m_options);
    which->link->setObserver(m_observer);
    const bool isFirstOfTwo = which == &m_rdma && !hasHeadStart() && mayUseTcp();
    const RdmaError failure = which->link->connectTo(m_route.address, port, m_route.local,
                                                     isFirstOfTwo ? timeLeft() / 2 : timeLeft());
    if (failure.isError())
        which->link->endWith(failure);
}

// The link of RDMA knows by which kind of device the server is reached.
void StreamAttempt::findTcpPort()
{
    if (m_options.tcpPort() == 0 && m_rdma.link && m_rdma.link->takesTcpPort())
        m_tcpPort = quint16(m_route.port + 1);
}

void StreamAttempt::beginTcp()
{
    findTcpPort();
    m_headStart.reset();
    begin(&m_tcp, Rdma::StreamTransport::Tcp, m_tcpPort);
}

StreamAttempt::State StreamAttempt::look()
{
    if (m_rdma.isEstablished())
        return decide(&m_rdma, &m_tcp);
    if (m_tcp.isEstablished())
        return decide(&m_tcp, &m_rdma);
    if (m_rdma.hasEnded())
        endRdma();
    if (m_tcp.hasEnded())
        fail(&m_tcp);
    if (mayBeginTcp())
        beginTcp();
    else if (mayBeginRdma())
        begin(&m_rdma, Rdma::StreamTransport::Rdma, m_route.port);
    if (m_rdma.isUnderWay() || m_tcp.isUnderWay())
        return State::UnderWay;
    m_error = bothErrors();
    return State::Failed;
}

// The port of TCP is known when the address is resolved: before, an iWARP device might answer.
bool StreamAttempt::isHeadStartOver() const
{
    return m_headStart && !m_headStart->isActive() && m_rdma.link
            && m_rdma.link->isAddressResolved();
}

bool StreamAttempt::mayBeginTcp() const
{
    const bool isDue = m_rdma.failure.isError() || isHeadStartOver();
    return mayUseTcp() && !m_tcp.hasBegun() && isDue && !isForBoth(m_rdma.failure);
}

// The server is not reached over TCP any more, as it was when that was remembered.
bool StreamAttempt::mayBeginRdma() const
{
    return mayUseTcp() && !m_rdma.hasBegun() && m_tcp.failure.isError()
            && !isForBoth(m_tcp.failure);
}

void StreamAttempt::endRdma()
{
    if (isEarly(m_rdma.link->error(), m_end))
        return begin(&m_rdma, Rdma::StreamTransport::Rdma, m_route.port);
    fail(&m_rdma);
    if (isForBoth(m_rdma.failure))
        drop(&m_tcp);
}

void StreamAttempt::fail(Try *which)
{
    if (which == &m_rdma)
        findTcpPort();
    which->failure = which->link->error();
    drop(which);
    TransportMemory::forget(m_route.address, m_route.port);
}

StreamAttempt::State StreamAttempt::decide(Try *winner, Try *loser)
{
    m_headStart.reset();
    if (winner == &m_tcp && mayUseTcp() && m_reason.isEmpty()) {
        m_reason = m_rdma.failure.isError()
                ? reasonFor(m_route.address, m_rdma.failure)
                : Words::tr("%1 did not answer over RDMA within %2 ms")
                          .arg(m_route.address.toString(), QString::number(m_options.headStart()));
    }
    if (winner == &m_rdma)
        m_reason.clear();
    else if (mayUseTcp())
        TransportMemory::remember(m_route.address, m_route.port, { m_reason, m_tcpPort });
    drop(loser);
    m_winner = std::exchange(winner->link, nullptr);
    return State::Connected;
}

std::shared_ptr<StreamLink> StreamAttempt::takeLink()
{
    return std::exchange(m_winner, nullptr);
}

// No slot runs here, so the link goes on its own.
void StreamAttempt::drop(Try *which)
{
    const std::shared_ptr<StreamLink> link = std::exchange(which->link, nullptr);
    if (!link)
        return;
    link->setObserver(nullptr);
    if (!link->isLingering())
        link->abort();
}

RdmaError StreamAttempt::bothErrors() const
{
    if (!m_tcp.failure.isError())
        return m_rdma.failure;
    if (!m_rdma.failure.isError())
        return m_tcp.failure;
    const RdmaError &last = m_tcp.failure;
    return RdmaError(last.category(), last.call(), last.code(), last.text(),
                     Words::tr("Over RDMA: %1. %2").arg(m_rdma.failure.text(), last.hint()),
                     last.socketError(), last.cause());
}

void StreamAttempt::forked()
{
    m_headStart.reset();
    for (Try *which : { &m_rdma, &m_tcp })
        keepForEver(std::exchange(which->link, nullptr));
    keepForEver(std::exchange(m_winner, nullptr));
}

} // namespace QtRdmaPrivate
