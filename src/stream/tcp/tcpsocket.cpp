// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tcpsocket_p.h"

#include "../../base/logging_p.h"
#include "../../base/translate_p.h"
#include "../../verbs/socketaddress_p.h"
#include "../../verbs/verbscall_p.h"

#include <linux/sockios.h>
#include <netinet/in.h>
#include <linux/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace QtRdmaPrivate {

namespace {

QString hintOf(int errorNumber)
{
    switch (errorNumber) {
    case ECONNREFUSED:
        return Words::tr("Start the server, or look at its port: over TCP nobody listens there.");
    case EHOSTUNREACH:
    case ENETUNREACH:
        return Words::tr("Look at the route (ip route get ADDRESS), and whether the host is up.");
    case ETIMEDOUT:
        return Words::tr("Look whether the host is up, and no firewall drops the TCP port.");
    case EADDRINUSE:
        return Words::tr(
                "Another socket has the port (ss -tlnp): end its program or choose another.");
    case EADDRNOTAVAIL:
        return Words::tr("Use an address of this machine (ip addr).");
    case EACCES:
        return Words::tr(
                "Ports below net.ipv4.ip_unprivileged_port_start need CAP_NET_BIND_SERVICE.");
    case EMFILE:
        return Words::tr("Raise the limit of open files (ulimit -n), or close some.");
    default:
        return {};
    }
}

bool isPeersEnd(int errorNumber)
{
    return errorNumber == ECONNRESET || errorNumber == EPIPE || errorNumber == ENOTCONN;
}

RdmaError socketError(const char *call, int errorNumber)
{
    const RdmaError plain = callError(call, errorNumber);
    if (isPeersEnd(errorNumber)) {
        return RdmaError(plain.category(), plain.call(), errorNumber,
                         Words::tr("The remote host aborted the connection"), {},
                         QAbstractSocket::RemoteHostClosedError, RdmaError::Cause::RemoteClosed);
    }
    const QString hint = hintOf(errorNumber);
    return RdmaError(plain.category(), plain.call(), errorNumber, plain.text(),
                     hint.isEmpty() ? plain.hint() : hint, plain.socketError(), plain.cause());
}

template <typename Call>
qint64 uninterrupted(Call call)
{
    qint64 result = call();
    while (result < 0 && errno == EINTR)
        result = call();
    return result;
}

void setKernelOption(int descriptor, int level, int option, int value)
{
    if (setsockopt(descriptor, level, option, &value, sizeof(value)) != 0)
        qCDebug(lcRdmaStream) << callError("setsockopt", errno) << "of option" << option;
}

// Negative when the kernel does not tell.
int optionOf(int descriptor, int level, int option)
{
    int value = 0;
    socklen_t length = sizeof(value);
    return getsockopt(descriptor, level, option, &value, &length) == 0 ? value : -1;
}

QHostAddress addressBy(int (*call)(int, sockaddr *, socklen_t *), int descriptor, quint16 *port)
{
    sockaddr_storage storage = {};
    socklen_t length = sizeof(storage);
    auto *const address = reinterpret_cast<sockaddr *>(&storage);
    return call(descriptor, address, &length) == 0 ? fromSockaddr(address, port) : noAddress();
}

} // namespace

TcpSocket TcpSocket::make(const QHostAddress &address, RdmaError *error)
{
    sockaddr_storage storage;
    if (toSockaddr(address, 0, &storage) == 0) {
        *error = usageError(QStringLiteral("Not an address: ") + address.toString());
        return {};
    }
    TcpSocket made(::socket(storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!made)
        *error = socketError("socket", errno);
    return made;
}

RdmaError TcpSocket::bind(const QHostAddress &address, quint16 port) const
{
    sockaddr_storage storage;
    const int length = toSockaddr(address, port, &storage);
    if (length == 0)
        return usageError(QStringLiteral("Not an address to bind to: ") + address.toString());
    const auto *const own = reinterpret_cast<const sockaddr *>(&storage);
    return ::bind(m_descriptor, own, socklen_t(length)) == 0 ? RdmaError()
                                                             : socketError("bind", errno);
}

// A socket for one of our own addresses. QHostAddress::Any becomes that of the socket's family.
TcpSocket TcpSocket::makeOwn(QHostAddress *address, RdmaError *error)
{
    const bool takesBoth = *address == QHostAddress::Any || address->isNull();
    if (takesBoth)
        *address = QHostAddress(QHostAddress::AnyIPv6);
    TcpSocket made = make(*address, error);
    if (!made && takesBoth) { // a kernel without IPv6
        *error = {};
        *address = QHostAddress(QHostAddress::AnyIPv4);
        made = make(*address, error);
    }
    if (made && address->protocol() == QAbstractSocket::IPv6Protocol)
        setKernelOption(made.m_descriptor, IPPROTO_IPV6, IPV6_V6ONLY, takesBoth ? 0 : 1);
    return made;
}

TcpSocket TcpSocket::bindTo(const QHostAddress &address, quint16 port, bool isShared,
                            RdmaError *error)
{
    QHostAddress own = address;
    TcpSocket made = makeOwn(&own, error);
    if (!made)
        return made;
    setKernelOption(made.m_descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
    if (isShared)
        setKernelOption(made.m_descriptor, SOL_SOCKET, SO_REUSEADDR, 1);
    *error = made.bind(own, port);
    return made;
}

// The bytes that a turn has written leave at its end, together: waiting for more would only delay
// them.
TcpSocket TcpSocket::makeFor(const QHostAddress &peer, const QHostAddress &source,
                             quint16 sourcePort, RdmaError *error)
{
    TcpSocket made = make(peer, error);
    if (!made)
        return made;
    setKernelOption(made.m_descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
    if (!source.isNull() || sourcePort != 0) {
        const bool isIPv4 = peer.protocol() == QAbstractSocket::IPv4Protocol;
        const QHostAddress any(isIPv4 ? QHostAddress::AnyIPv4 : QHostAddress::AnyIPv6);
        const bool isAny = source.isNull() || source == QHostAddress::Any;
        *error = made.bind(isAny ? any : source, sourcePort);
    }
    return made;
}

bool TcpSocket::isIPv6() const
{
    return optionOf(m_descriptor, SOL_SOCKET, SO_DOMAIN) == AF_INET6;
}

bool TcpSocket::isFor(const QHostAddress &peer) const
{
    return isIPv6() == (peer.protocol() == QAbstractSocket::IPv6Protocol);
}

RdmaError TcpSocket::connectTo(const QHostAddress &address, quint16 port) const
{
    sockaddr_storage storage;
    const int length = toSockaddr(address, port, &storage);
    const auto *const peer = reinterpret_cast<const sockaddr *>(&storage);
    const bool isUnderWay =
            ::connect(m_descriptor, peer, socklen_t(length)) == 0 || errno == EINPROGRESS;
    return isUnderWay ? RdmaError() : socketError("connect", errno);
}

RdmaError TcpSocket::connectResult() const
{
    int failure = 0;
    socklen_t length = sizeof(failure);
    if (getsockopt(m_descriptor, SOL_SOCKET, SO_ERROR, &failure, &length) != 0)
        return socketError("getsockopt", errno);
    return failure == 0 ? RdmaError() : socketError("connect", failure);
}

// A port that connections of an earlier server still have is free for the next one.
TcpSocket TcpSocket::listenOn(const QHostAddress &address, quint16 port, int backlog,
                              const QByteArray &interface, RdmaError *error)
{
    QHostAddress own = address;
    TcpSocket made = makeOwn(&own, error);
    if (!made)
        return made;
    setKernelOption(made.m_descriptor, SOL_SOCKET, SO_REUSEADDR, 1);
    if (!interface.isEmpty()
        && ::setsockopt(made.m_descriptor, SOL_SOCKET, SO_BINDTODEVICE, interface.constData(),
                        socklen_t(interface.size()))
                != 0)
        *error = socketError("setsockopt", errno);
    if (!error->isError())
        *error = made.bind(own, port);
    if (!error->isError() && ::listen(made.m_descriptor, std::max(1, backlog)) != 0)
        *error = socketError("listen", errno);
    return made;
}

// A peer that has gone before it was accepted is nobody.
TcpSocket TcpSocket::accept(RdmaError *error) const
{
    for (;;) {
        TcpSocket made(::accept4(m_descriptor, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (made)
            setKernelOption(made.m_descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
        else if (errno == ECONNABORTED || errno == EINTR)
            continue;
        else if (errno != EAGAIN)
            *error = socketError("accept4", errno);
        return made;
    }
}

qint64 TcpSocket::read(char *data, qint64 most, RdmaError *error) const
{
    const qint64 count =
            uninterrupted([=, this] { return ::recv(m_descriptor, data, size_t(most), 0); });
    if (count < 0 && errno != EAGAIN)
        *error = socketError("recv", errno);
    return count;
}

qint64 TcpSocket::write(const iovec *pieces, size_t count, RdmaError *error) const
{
    msghdr message = {};
    message.msg_iov = const_cast<iovec *>(pieces);
    message.msg_iovlen = count;
    const qint64 written =
            uninterrupted([&] { return ::sendmsg(m_descriptor, &message, MSG_NOSIGNAL); });
    if (written < 0 && errno != EAGAIN)
        *error = socketError("sendmsg", errno);
    return written;
}

RdmaError TcpSocket::endWriting() const
{
    return ::shutdown(m_descriptor, SHUT_WR) == 0 ? RdmaError() : socketError("shutdown", errno);
}

void TcpSocket::reset()
{
    const linger none = { 1, 0 };
    if (setsockopt(m_descriptor, SOL_SOCKET, SO_LINGER, &none, sizeof(none)) != 0)
        qCDebug(lcRdmaStream) << callError("setsockopt", errno);
    close();
}

void TcpSocket::close()
{
    if (m_descriptor >= 0 && ::close(std::exchange(m_descriptor, -1)) != 0)
        qCDebug(lcRdmaStream) << callError("close", errno);
}

// The kernel counts in seconds.
void TcpSocket::setKeepAlive(int interval) const
{
    setKernelOption(m_descriptor, SOL_SOCKET, SO_KEEPALIVE, interval >= 0 ? 1 : 0);
    if (interval < 0)
        return;
    const int seconds = std::clamp(interval / 1000, 1, 32767);
    setKernelOption(m_descriptor, IPPROTO_TCP, TCP_KEEPIDLE, seconds);
    setKernelOption(m_descriptor, IPPROTO_TCP, TCP_KEEPINTVL, seconds);
}

// A socket of IPv6 may have a peer of IPv4, whose packets have the other field.
void TcpSocket::setTypeOfService(int value) const
{
    setKernelOption(m_descriptor, IPPROTO_IP, IP_TOS, value);
    if (isIPv6())
        setKernelOption(m_descriptor, IPPROTO_IPV6, IPV6_TCLASS, value);
}

int TcpSocket::typeOfService() const
{
    return isIPv6() ? optionOf(m_descriptor, IPPROTO_IPV6, IPV6_TCLASS)
                    : optionOf(m_descriptor, IPPROTO_IP, IP_TOS);
}

TcpSocket::Acknowledgements TcpSocket::acknowledgements() const
{
    tcp_info info = {};
    socklen_t length = sizeof(info);
    if (getsockopt(m_descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) != 0)
        return {};
    int unacknowledged = 0;
    if (ioctl(m_descriptor, SIOCOUTQ, &unacknowledged) != 0)
        unacknowledged = 0;
    Acknowledgements result;
    result.bytes = info.tcpi_bytes_acked;
    result.roundTrip = qint64(info.tcpi_rtt) * 1000;
    result.isMissing = info.tcpi_probes > 0 || info.tcpi_retransmits > 0;
    result.isWaiting = unacknowledged > 0;
    return result;
}

QHostAddress TcpSocket::localAddress(quint16 *port) const
{
    const QHostAddress own = addressBy(::getsockname, m_descriptor, port);
    const bool takesBoth =
            own == QHostAddress::AnyIPv6 && optionOf(m_descriptor, IPPROTO_IPV6, IPV6_V6ONLY) == 0;
    return takesBoth ? QHostAddress(QHostAddress::Any) : own;
}

QHostAddress TcpSocket::peerAddress(quint16 *port) const
{
    return addressBy(::getpeername, m_descriptor, port);
}

} // namespace QtRdmaPrivate
