// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "bridgeendpoint_p.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qfile.h>

#include <net/if.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

using namespace QtRdmaPrivate;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(QtRdma)
};

} // namespace

SocketAddress SocketAddress::ofHost(const QHostAddress &address, quint16 port)
{
    SocketAddress result;
    bool isIpv4 = false;
    const quint32 ipv4 = address.toIPv4Address(&isIpv4);
    if (isIpv4 && address.protocol() != QHostAddress::AnyIPProtocol) {
        auto *const to = reinterpret_cast<sockaddr_in *>(&result.storage);
        to->sin_family = AF_INET;
        to->sin_port = htons(port);
        to->sin_addr.s_addr = htonl(ipv4);
        result.length = sizeof *to;
        return result;
    }
    auto *const to = reinterpret_cast<sockaddr_in6 *>(&result.storage);
    const Q_IPV6ADDR ipv6 = address.toIPv6Address(); // of "any": ::, which takes IPv4, too
    to->sin6_family = AF_INET6;
    to->sin6_port = htons(port);
    std::memcpy(&to->sin6_addr, &ipv6, sizeof to->sin6_addr);
    to->sin6_scope_id = if_nametoindex(address.scopeId().toLocal8Bit().constData());
    result.length = sizeof *to;
    return result;
}

SocketAddress SocketAddress::ofPath(const QString &path)
{
    SocketAddress result;
    auto *const to = reinterpret_cast<sockaddr_un *>(&result.storage);
    const QByteArray name = QFile::encodeName(path);
    if (name.size() >= qsizetype(sizeof to->sun_path))
        return result;
    to->sun_family = AF_UNIX;
    std::memcpy(to->sun_path, name.constData(), size_t(name.size()) + 1);
    result.length = socklen_t(offsetof(sockaddr_un, sun_path) + size_t(name.size()) + 1);
    return result;
}

SocketAddress SocketAddress::ofSocket(int descriptor)
{
    SocketAddress result;
    result.length = sizeof result.storage;
    if (getsockname(descriptor, result.data(), &result.length) != 0)
        result.length = 0;
    return result;
}

// HOST:PORT, with brackets around an IPv6 address.
static std::optional<BridgeEndpoint> hostAndPort(BridgeEndpoint::Kind kind, const QString &text)
{
    const qsizetype colon = text.lastIndexOf(u':');
    if (colon <= 0)
        return {};
    BridgeEndpoint endpoint{ kind, text.left(colon), 0 };
    bool isNumber = false;
    endpoint.port = QStringView(text).mid(colon + 1).toUShort(&isNumber);
    const bool isBracketed = endpoint.host.startsWith(u'[') && endpoint.host.endsWith(u']');
    if (isBracketed)
        endpoint.host = endpoint.host.mid(1, endpoint.host.size() - 2);
    const bool hasColons = endpoint.host.contains(u':');
    if (!isNumber || endpoint.host.isEmpty() || isBracketed != hasColons
        || endpoint.host.contains(u'/'))
        return {};
    return endpoint;
}

std::optional<BridgeEndpoint> BridgeEndpoint::fromString(const QString &text)
{
    if (text.startsWith(u"unix:")) {
        const QString path = text.mid(5);
        if (!path.startsWith(u'/') || SocketAddress::ofPath(path).length == 0)
            return {};
        return BridgeEndpoint{ Kind::Unix, path, 0 };
    }
    if (text.startsWith(u"rdma://"))
        return hostAndPort(Kind::Rdma, text.mid(7));
    return hostAndPort(Kind::Tcp, text.startsWith(u"tcp://") ? text.mid(6) : text);
}

BridgeEndpoint BridgeEndpoint::of(const SocketAddress &address)
{
    if (address.family() == AF_UNIX) {
        const auto *const from = reinterpret_cast<const sockaddr_un *>(&address.storage);
        return { Kind::Unix, QFile::decodeName(from->sun_path), 0 };
    }
    const in_port_t port = address.family() == AF_INET
            ? reinterpret_cast<const sockaddr_in *>(&address.storage)->sin_port
            : reinterpret_cast<const sockaddr_in6 *>(&address.storage)->sin6_port;
    return { Kind::Tcp, QHostAddress(address.data()).toString(), ntohs(port) };
}

RdmaError BridgeEndpoint::problemOf(const QString &text)
{
    return { RdmaError::Category::Usage,
             QStringLiteral("RdmaBridge::listen()"),
             EINVAL,
             Words::tr("\"%1\" is no end of a bridge").arg(text),
             Words::tr("An end looks like host:port, [IPv6]:port, unix:/path or rdma://host:port."),
             QAbstractSocket::OperationError };
}

QHostAddress BridgeEndpoint::address() const
{
    const bool isAny = host == u"any" || host == u"*";
    return isAny ? QHostAddress(QHostAddress::Any) : QHostAddress(host);
}

QString BridgeEndpoint::toString() const
{
    if (kind == Kind::Unix)
        return u"unix:" + host;
    const QString shown = host.contains(u':') ? u'[' + host + u']' : host;
    const QString text = shown + u':' + QString::number(port);
    return kind == Kind::Rdma ? u"rdma://" + text : text;
}
