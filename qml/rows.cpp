// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rows.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qmetaobject.h>

#include <algorithm>

namespace {

struct RowWords
{
    Q_DECLARE_TR_FUNCTIONS(QtRdma)
};

template <typename Enum>
QString nameOf(Enum value)
{
    const char *key = QMetaEnum::fromType<Enum>().valueToKey(int(value));
    return key ? QString::fromLatin1(key) : QString::number(int(value));
}

QString endpoint(const QHostAddress &address, quint16 port)
{
    if (address.isNull())
        return {};
    const bool isV6 = address.protocol() == QAbstractSocket::IPv6Protocol;
    const QString host = isV6 ? u'[' + address.toString() + u']' : address.toString();
    return host + u':' + QString::number(port);
}

// Hundreds of these are asked for at once.
QString unitName(RdmaCounter::Unit unit)
{
    switch (unit) {
    case RdmaCounter::Unit::Bytes:
        return QStringLiteral("bytes");
    case RdmaCounter::Unit::Packets:
        return QStringLiteral("packets");
    case RdmaCounter::Unit::Objects:
        return QStringLiteral("objects");
    case RdmaCounter::Unit::Ticks:
        return QStringLiteral("ticks");
    case RdmaCounter::Unit::Events:
        break;
    }
    return QStringLiteral("events");
}

// The numbers of InfiniBand's specification. Ethernet has 3 and 5 alone.
QString physicalStateName(int state)
{
    static constexpr const char *names[] = { "Sleep",  "Polling",           "Disabled", "Training",
                                             "LinkUp", "LinkErrorRecovery", "PhyTest" };
    const bool isKnown = state >= 1 && state <= int(std::size(names));
    return isKnown ? QString::fromLatin1(names[state - 1]) : QString::number(state);
}

QString transportName(const RdmaDevice &device, const QList<RdmaPortAttributes> &ports)
{
    if (device.transport() == Rdma::Transport::Iwarp)
        return QStringLiteral("iWARP");
    if (device.transport() == Rdma::Transport::InfiniBand)
        return ports.value(0).linkLayer() == Rdma::LinkLayer::Ethernet
                ? QStringLiteral("RoCE")
                : QStringLiteral("InfiniBand");
    return nameOf(device.transport());
}

// Why no connection can be made with this device; empty when one can.
QString problemOf(const QList<RdmaPortAttributes> &ports, const QList<RdmaGidEntry> &gids)
{
    if (std::none_of(ports.begin(), ports.end(),
                     [](const RdmaPortAttributes &port) { return port.isActive(); }))
        return RowWords::tr(
                "No port is active: the network interface is down, or there is no link");
    if (std::none_of(gids.begin(), gids.end(),
                     [](const RdmaGidEntry &gid) { return gid.isUsable(); }))
        return RowWords::tr(
                "No GID is usable from here: the network interface has no address, or is in "
                "another network namespace");
    return {};
}

} // namespace

DeviceRow DeviceRow::from(const RdmaDevice &device, const QList<RdmaPortAttributes> &ports,
                          const QList<RdmaGidEntry> &gids)
{
    const RdmaDeviceAttributes attributes = device.attributes();
    DeviceRow row;
    row.device = device.name();
    row.guid = QString::number(device.guid(), 16).rightJustified(16, u'0');
    row.transport = transportName(device, ports);
    row.firmware = attributes.fwVer();
    row.board = attributes.boardId();
    row.software = device.isSoftware();
    row.ports = int(ports.size());
    row.problem = problemOf(ports, gids);
    row.usable = row.problem.isEmpty();
    return row;
}

DeviceRow DeviceRow::unopened(const QString &name)
{
    DeviceRow row;
    row.device = name;
    row.problem = RowWords::tr("The device cannot be opened: its driver for user space is missing "
                               "(ibverbs-providers), the module ib_uverbs "
                               "is not loaded, or /dev/infiniband may not be used");
    return row;
}

PortRow PortRow::from(const QString &device, const RdmaPortAttributes &attributes)
{
    PortRow row;
    row.device = device;
    row.port = attributes.number();
    row.state = nameOf(attributes.state());
    row.active = attributes.isActive();
    row.linkLayer = nameOf(attributes.linkLayer());
    row.speed = attributes.speed();
    row.activeMtu = attributes.activeMtu();
    row.maxMtu = attributes.maxMtu();
    row.netdev = attributes.netdev();
    row.lid = int(attributes.lid());
    if (attributes.speed() > 0)
        row.rate = attributes.widthName().toUpper() + u' ' + attributes.speedName();
    row.physicalState = physicalStateName(attributes.physState());
    return row;
}

QList<LimitRow> LimitRow::of(const RdmaDevice &device)
{
    const RdmaDeviceAttributes most = device.attributes();
    const std::pair<QString, int> limits[] = {
        { nameOf(RdmaResource::Kind::QueuePair), most.maxQp() },
        { nameOf(RdmaResource::Kind::CompletionQueue), most.maxCq() },
        { nameOf(RdmaResource::Kind::MemoryRegion), most.maxMr() },
        { nameOf(RdmaResource::Kind::ProtectionDomain), most.maxPd() },
        { nameOf(RdmaResource::Kind::SharedReceiveQueue), most.maxSrq() },
        { QStringLiteral("MemoryWindow"), most.maxMw() },
        { QStringLiteral("AddressHandle"), most.maxAh() },
        { QStringLiteral("MulticastGroup"), most.maxMcastGrp() },
    };
    QList<LimitRow> rows;
    for (const auto &[kind, limit] : limits) {
        LimitRow row;
        row.device = device.name();
        row.kind = kind;
        row.limit = limit;
        if (limit > 0)
            rows.append(row);
    }
    return rows;
}

GidRow GidRow::from(const QString &device, const RdmaGidEntry &entry)
{
    GidRow row;
    row.device = device;
    row.port = entry.port();
    row.index = entry.index();
    row.gid = entry.toString();
    row.type = entry.typeName();
    row.netdev = entry.netdev();
    row.ipv4 = entry.ipv4().toString();
    row.usableHere = entry.isUsable();
    return row;
}

CounterRow CounterRow::from(const RdmaCounter &counter)
{
    CounterRow row;
    row.device = counter.deviceName();
    row.port = counter.port();
    row.group = counter.group();
    row.name = counter.name();
    row.unit = unitName(counter.unit());
    row.available = counter.isAvailable();
    row.saturated = counter.isSaturated();
    row.value = counter.isAvailable() ? counter.value() : 0;
    row.shouldStayZero = counter.shouldStayZero();
    row.meaning = counter.meaning();
    row.problem = counter.problem();
    return row;
}

ResourceRow ResourceRow::from(const RdmaResource &resource)
{
    ResourceRow row;
    row.device = resource.deviceName();
    row.kind = nameOf(resource.kind());
    row.number = resource.number();
    row.owner = resource.owner();
    row.process = resource.process();
    row.inKernel = resource.isInKernel();
    row.type = resource.type();
    row.state = resource.state();
    row.queuePairNumber = resource.queuePairNumber();
    row.remoteQueuePairNumber = resource.remoteQueuePairNumber();
    row.local = endpoint(resource.localAddress(), resource.localPort());
    row.peer = endpoint(resource.peerAddress(), resource.peerPort());
    row.size = resource.size();
    row.users = resource.users();
    if (resource.keysTold())
        row.remoteKey = QStringLiteral("0x") + QString::number(resource.remoteKey(), 16);
    else if (resource.kind() == RdmaResource::Kind::MemoryRegion)
        row.remoteKey = RowWords::tr("needs CAP_NET_ADMIN");
    return row;
}

ConnectionRow ConnectionRow::from(const RdmaConnectionStatus &status)
{
    ConnectionRow row;
    row.id = status.id();
    row.kind = nameOf(status.kind());
    row.transport = nameOf(status.transport());
    row.state = nameOf(status.state()).remove(QStringLiteral("State"));
    row.device = status.deviceName();
    row.local = endpoint(status.localAddress(), status.localPort());
    row.peer = endpoint(status.peerAddress(), status.peerPort());
    row.bytesSent = status.bytesSent();
    row.bytesReceived = status.bytesReceived();
    row.messagesSent = status.messagesSent();
    row.messagesReceived = status.messagesReceived();
    row.inFlight = status.inFlight();
    row.credit = status.credit();
    row.roundTrip = status.roundTrip() < 0 ? -1 : double(status.roundTrip()) / 1000;
    row.receiverNotReady = status.receiverNotReady();
    row.flushed = status.flushed();
    row.error = status.rdmaError().text();
    row.hint = status.rdmaError().hint();
    return row;
}

EventRow EventRow::now(const QString &kind, const QString &device, const QString &name,
                       const QString &text)
{
    EventRow row;
    row.time = QDateTime::currentDateTime();
    row.device = device;
    row.kind = kind;
    row.name = name;
    row.text = text;
    return row;
}

EventRow EventRow::from(const RdmaDeviceEvent &event)
{
    EventRow row = now(QStringLiteral("device"), event.deviceName(), event.name(), event.text());
    row.port = event.port();
    return row;
}
