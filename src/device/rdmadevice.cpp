// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmadevice.h>

#include "deviceattributes_p.h"
#include "rdmagidentry_p.h"

#include "../verbs/addresserrors_p.h"
#include "../verbs/cmid_p.h"
#include "../verbs/devicecontext_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/localaddresses_p.h"
#include "../memory/sharedhandles_p.h"
#include "../verbs/newercalls_p.h"
#include "../verbs/socketaddress_p.h"
#include "../verbs/provider_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qdebug.h>
#include <QtCore/qendian.h>
#include <QtCore/qfile.h>
#include <QtCore/qhash.h>
#include <QtNetwork/qnetworkinterface.h>

#include <infiniband/verbs.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iterator>

using namespace QtRdmaPrivate;

namespace QtRdmaPrivate {

struct DeviceData : QSharedData
{
    explicit DeviceData(ContextPtr opened) : context(std::move(opened)) { }

    ContextPtr context;
};

} // namespace QtRdmaPrivate

/*!
    \class RdmaDevice
    \inmodule QtRdma
    \since 0.1
    \brief One RDMA device of this machine: what it is, what it can do, its ports and its GIDs.

    A shared handle, usable in any thread. It keeps the device open, and the kernel waits with a
    removal until nobody has it open: drop the handles of a device that RdmaDeviceWatcher says is
    gone. Until then its questions are answered with errors. Nothing is cached: each call asks the
    device.

    \snippet device.cpp device

    The verbs calls are \c ibv_get_device_list(3), \c ibv_query_device_ex(3), \c ibv_query_port(3)
    and \c ibv_query_gid_table(3).
    \sa RdmaDeviceWatcher
*/

namespace {

constexpr std::array<char, 12> MappedPrefix = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '\xff', '\xff' };

template <typename Matches>
RdmaDevice firstDevice(Matches matches)
{
    const QList<RdmaDevice> devices = RdmaDevice::devices();
    for (const RdmaDevice &device : devices) {
        if (matches(device))
            return device;
    }
    return {};
}

Rdma::GidType gidType(Rdma::Transport transport, quint32 type)
{
    if (transport == Rdma::Transport::Iwarp)
        return Rdma::GidType::Iwarp;
    switch (type) {
    case IBV_GID_TYPE_ROCE_V1:
        return Rdma::GidType::RoceV1;
    case IBV_GID_TYPE_ROCE_V2:
        return Rdma::GidType::RoceV2;
    default:
        return Rdma::GidType::InfiniBand;
    }
}

QHostAddress ipv4Of(const QByteArray &gid)
{
    if (!gid.startsWith(QByteArrayView(MappedPrefix)))
        return {};
    return QHostAddress(qFromBigEndian<quint32>(gid.constData() + MappedPrefix.size()));
}

QString boardId(const ibv_context *context)
{
    QFile file(QString::fromLocal8Bit(context->device->ibdev_path) + QStringLiteral("/board_id"));
    return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readLine(128).trimmed())
                                          : QString();
}

// Whether the interface is in this network namespace and up, and has the address that the GID of a
// RoCE port stands for. The kernel keeps GIDs of link-local addresses that no interface has.
bool isUsable(const GidEntryData &entry, const QList<QNetworkInterface> &interfaces)
{
    const auto interface = std::find_if(
            interfaces.begin(), interfaces.end(),
            [&](const QNetworkInterface &candidate) { return candidate.name() == entry.netdev; });
    if (interface == interfaces.end() || !interface->flags().testFlag(QNetworkInterface::IsUp))
        return false;
    // The GID of an iWARP port is a link-layer address.
    return entry.type == Rdma::GidType::Iwarp || hasAddress(*interface, entry.gid);
}

} // namespace

/*! Constructs a handle that is not valid. One that was moved from is the same. */
RdmaDevice::RdmaDevice() noexcept = default;
RdmaDevice::RdmaDevice(const RdmaDevice &other) = default;
RdmaDevice::RdmaDevice(RdmaDevice &&other) noexcept = default;
RdmaDevice &RdmaDevice::operator=(const RdmaDevice &other) = default;
RdmaDevice::~RdmaDevice() = default;

/*! \fn void RdmaDevice::swap(RdmaDevice &other)
    Swaps this handle with \a other. This is fast and never fails.
*/

bool RdmaDevice::equals(const RdmaDevice &a, const RdmaDevice &b) noexcept
{
    return a.d == b.d || (a.name() == b.name() && a.guid() == b.guid());
}

size_t RdmaDevice::hash(const RdmaDevice &device, size_t seed) noexcept
{
    return qHash(device.guid(), seed);
}

/*! The names of all devices, without opening them. When there is none, \a error tells why:
    rdma-core is not installed, for example, or the machine has no device.
*/
QStringList RdmaDevice::names(RdmaError *error)
{
    QStringList result = deviceNames();
    if (error)
        *error = result.isEmpty() ? noDeviceError("ibv_get_device_list", ENODEV) : RdmaError();
    return result;
}

/*! All devices that can be opened. When there is none, or one cannot be opened, \a error tells why.

    \snippet device.cpp no device
*/
QList<RdmaDevice> RdmaDevice::devices(RdmaError *error)
{
    RdmaError failure;
    QList<RdmaDevice> result;
    for (ContextPtr &context : openDevices(&failure)) {
        result.append(Access::handle<RdmaDevice>(new DeviceData(std::move(context))));
    }
    if (error && result.isEmpty() && !failure.isError())
        failure = noDeviceError("ibv_get_device_list", ENODEV);
    if (error)
        *error = failure;
    return result;
}

/*! The device with \a name, "mlx5_0" for example. It is not valid, and \a error tells why, when
    there is none or it cannot be opened.
*/
RdmaDevice RdmaDevice::fromName(const QString &name, RdmaError *error)
{
    RdmaError failure;
    ContextPtr context = openDevice(name, &failure);
    if (error && !context && !failure.isError()) {
        names(&failure);
        if (!failure.isError())
            failure = usageError(QStringLiteral("There is no such RDMA device"));
    }
    if (error)
        *error = failure;
    return context ? Access::handle<RdmaDevice>(new DeviceData(std::move(context))) : RdmaDevice();
}

/*! The device whose node has the GUID \a nodeGuid, in host order; not valid where none has. */
RdmaDevice RdmaDevice::fromGuid(quint64 nodeGuid)
{
    return firstDevice([&](const RdmaDevice &device) { return device.guid() == nodeGuid; });
}

/*! The device that has \a gid (16 bytes) in the table of one of its ports. */
RdmaDevice RdmaDevice::fromGid(const QByteArray &gid)
{
    return firstDevice([&](const RdmaDevice &device) {
        const QList<RdmaGidEntry> entries = device.gids();
        return std::any_of(entries.begin(), entries.end(),
                           [&](const RdmaGidEntry &entry) { return entry.gid() == gid; });
    });
}

/*! The device that \a localAddress belongs to. Without one the result is invalid and \a error names
    the addresses that have one. */
RdmaDevice RdmaDevice::fromAddress(const QHostAddress &localAddress, RdmaError *error)
{
    RdmaError failure;
    RdmaDevice result;
    if (const ibv_context *found = CmId::contextOf(localAddress, &failure))
        result = fromName(deviceName(found->device), &failure);
    if (error)
        *error = failure;
    return result;
}

/*! The device by which packets to \a peer leave, as the routing table has it. Sends nothing. It is
    not valid, and \a error tells why, when there is none.
*/
RdmaDevice RdmaDevice::fromRoute(const QHostAddress &peer, RdmaError *error)
{
    constexpr quint16 AnyPort =
            9; // connecting a datagram socket finds its source address and sends nothing
    RdmaError failure;
    QHostAddress source;
    sockaddr_storage address;
    const int length = toSockaddr(peer, AnyPort, &address);
    const int fd = length > 0 ? ::socket(address.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1;
    if (fd < 0) {
        failure = usageError(QStringLiteral("Not an address: ") + peer.toString());
    } else if (::connect(fd, reinterpret_cast<sockaddr *>(&address), socklen_t(length)) != 0) {
        failure = callError("connect", errno);
    } else {
        socklen_t size = sizeof(address);
        if (::getsockname(fd, reinterpret_cast<sockaddr *>(&address), &size) == 0)
            source = fromSockaddr(reinterpret_cast<sockaddr *>(&address), nullptr);
        else
            failure = callError("getsockname", errno);
    }
    if (fd >= 0)
        ::close(fd);
    if (!failure.isError())
        return fromAddress(source, error);
    if (error)
        *error = failure;
    return {};
}

/*! \fn bool RdmaDevice::isValid() const
    Returns whether there is a device behind this handle.
*/

/*!
    \property RdmaDevice::name
    \brief The name of the device, as it is now: an administrator can change it.
*/
QString RdmaDevice::name() const
{
    return d ? deviceName(d->context->device) : QString();
}

/*! The GUID of the node, in host order. */
quint64 RdmaDevice::guid() const
{
    return d ? qFromBigEndian(ibv_get_device_guid(d->context->device)) : 0;
}

/*!
    \property RdmaDevice::nodeType
    \brief The kind of node.
*/
Rdma::NodeType RdmaDevice::nodeType() const
{
    return d ? Rdma::NodeType(d->context->device->node_type) : Rdma::NodeType::Unknown;
}

/*!
    \property RdmaDevice::transport
    \brief What the device speaks: InfiniBand, which RoCE is a form of, iWARP, or something else.
*/
Rdma::Transport RdmaDevice::transport() const
{
    return d ? Rdma::Transport(d->context->device->transport_type) : Rdma::Transport::Unknown;
}

/*!
    \property RdmaDevice::software
    \brief Whether the kernel does the work of the device, as with rxe and siw.
*/

bool RdmaDevice::isSoftware() const
{
    RdmaError unknown;
    return d && Provider::query(d->context.get(), &unknown).isSoftware();
}

/*! Returns what the device can do (\c ibv_query_device_ex(3)). Where it does not answer, all values
    are 0, and \a error tells why.
*/
RdmaDeviceAttributes RdmaDevice::attributes(RdmaError *error) const
{
    RdmaError failure;
    RdmaDeviceAttributes result;
    ibv_device_attr_ex extended = {};
    if (!d)
        failure = usageError(QStringLiteral("There is no such RDMA device"));
    else if (const int refused =
                     verbsResult(ibv_query_device_ex(d->context.get(), nullptr, &extended)))
        failure = callError("ibv_query_device_ex", refused);
    else
        result = attributesOf(d->context.get(), extended);
    if (!failure.isError())
        Access::write(result).boardId = boardId(d->context.get());
    if (error)
        *error = failure;
    return result;
}

/*! Returns the number of ports; they count from 1. It is 0 where the device does not answer. */
int RdmaDevice::portCount() const
{
    return int(attributes().physPortCnt());
}

/*! The state of port \a number; the first is 1. Where there is no such port or the device does not
    answer, \a error tells why.
*/
RdmaPortAttributes RdmaDevice::port(int number, RdmaError *error) const
{
    RdmaError failure;
    RdmaPortAttributes result;
    ibv_port_attr attributes = {};
    if (!d || number < 1 || number > 255)
        failure = usageError(QStringLiteral("There is no such port"));
    else if (const int refused =
                     verbsResult(ibv_query_port(d->context.get(), quint8(number), &attributes)))
        failure = callError("ibv_query_port", refused);
    else
        result = attributesOf(attributes);
    PortAttributesData &values = Access::write(result);
    values.number = number;
    if (!failure.isError()) {
        values.netdev = netdevOf(d->context.get(), number);
        values.effectiveSpeed = double(effectivePortSpeed(d->context.get(), number)) / 10;
    }
    if (error)
        *error = failure;
    return result;
}

/*! The GIDs in use, of all ports, ordered by port and index. RdmaGidEntry::usable tells with which
    of them this process can be reached: on InfiniBand those of an active port; on Ethernet those
    whose interface is up and in this network namespace, and with RoCE has the address that the GID
    is made of.
*/
QList<RdmaGidEntry> RdmaDevice::gids() const
{
    QList<RdmaGidEntry> result;
    if (!d)
        return result;
    // These questions are asked once: tables have hundreds of entries, and each question takes
    // longer than the table.
    const QList<QNetworkInterface> interfaces = QNetworkInterface::allInterfaces();
    QHash<int, RdmaPortAttributes> ports;
    for (const ibv_gid_entry &source : gidTable(d->context.get())) {
        RdmaGidEntry listed;
        GidEntryData &entry = Access::write(listed);
        entry.port = int(source.port_num);
        entry.index = int(source.gid_index);
        entry.gid =
                QByteArray(reinterpret_cast<const char *>(source.gid.raw), sizeof(source.gid.raw));
        entry.type = gidType(transport(), source.gid_type);
        entry.ipv4 = ipv4Of(entry.gid);
        entry.netdev = netdevOf(source, interfaces);
        if (!ports.contains(entry.port))
            ports.insert(entry.port, port(entry.port));
        const RdmaPortAttributes attributes = ports.value(entry.port);
        entry.usable = attributes.linkLayer() == Rdma::LinkLayer::Ethernet
                ? isUsable(entry, interfaces)
                : attributes.isActive();
        result.append(listed);
    }
    return result;
}

/*! \overload
    The GIDs in use of \a port.
*/
QList<RdmaGidEntry> RdmaDevice::gids(int port) const
{
    QList<RdmaGidEntry> result = gids();
    result.removeIf([port](const RdmaGidEntry &entry) { return entry.port() != port; });
    return result;
}

/*! A protection domain on this device, for memory, shared receive queues and queue pairs that
    connect. The connection manager keeps the device open from then on. The domain is not valid, and
    \a error tells why, when there is none.
*/
RdmaProtectionDomain RdmaDevice::allocateProtectionDomain(RdmaError *error) const
{
    RdmaError failure;
    ProtectionDomainPtr domain;
    const ContextPtr shared = d ? connectionContext(name()) : ContextPtr();
    if (shared)
        domain = makeProtectionDomain(shared.get(), &failure);
    else if (isForkedChild())
        failure = forkedError();
    else
        failure = usageError(QStringLiteral("There is no such RDMA device"));
    if (error)
        *error = failure;
    return handleOf(domain);
}

/*! The \c ibv_context of this handle. It is not the connection manager's: connections cannot use
    objects that are made on it. */
ibv_context *RdmaDevice::nativeHandle() const
{
    return d ? d->context.get() : nullptr;
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaDevice &device)
{
    const QDebugStateSaver saver(debug);
    debug.nospace().noquote() << "RdmaDevice(" << device.name();
    if (device.isValid())
        debug << ", " << device.transport();
    debug << ')';
    return debug;
}
#endif
