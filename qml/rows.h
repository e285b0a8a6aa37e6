// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ROWS_H
#define ROWS_H

#include <QtRdma/rdmaconnectionwatcher.h>
#include <QtRdma/rdmacounter.h>
#include <QtRdma/rdmadevice.h>
#include <QtRdma/rdmadevicewatcher.h>
#include <QtRdma/rdmaresourcereader.h>

#include <QtCore/qdatetime.h>
#include <QtCore/qlist.h>
#include <QtCore/qobjectdefs.h>
#include <QtCore/qstring.h>
#include <QtCore/qstringbuilder.h>

#include <tuple>

// The rows of the models. Each property is a role, and a field of a recording. fields() are all of
// them in the same order, and key() tells rows apart.

struct DeviceRow
{
    Q_GADGET
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(QString guid MEMBER guid)
    Q_PROPERTY(QString transport MEMBER transport)
    Q_PROPERTY(QString firmware MEMBER firmware)
    Q_PROPERTY(QString board MEMBER board)
    Q_PROPERTY(bool software MEMBER software)
    Q_PROPERTY(int ports MEMBER ports)
    Q_PROPERTY(bool usable MEMBER usable)
    Q_PROPERTY(QString problem MEMBER problem)

public:
    static DeviceRow from(const RdmaDevice &device, const QList<RdmaPortAttributes> &ports,
                          const QList<RdmaGidEntry> &gids);
    static DeviceRow unopened(const QString &name);
    QString key() const { return device; }
    auto fields() const
    {
        return std::tie(device, guid, transport, firmware, board, software, ports, usable, problem);
    }

    QString device;
    QString guid;
    QString transport;
    QString firmware;
    QString board;
    bool software = false;
    int ports = 0;
    bool usable = false; // this process can use it
    QString problem; // why it is not usable
};

struct PortRow
{
    Q_GADGET
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(int port MEMBER port)
    Q_PROPERTY(QString state MEMBER state)
    Q_PROPERTY(bool active MEMBER active)
    Q_PROPERTY(QString linkLayer MEMBER linkLayer)
    Q_PROPERTY(double speed MEMBER speed)
    Q_PROPERTY(int activeMtu MEMBER activeMtu)
    Q_PROPERTY(int maxMtu MEMBER maxMtu)
    Q_PROPERTY(QString netdev MEMBER netdev)
    Q_PROPERTY(int lid MEMBER lid)
    Q_PROPERTY(QString rate MEMBER rate)
    Q_PROPERTY(QString physicalState MEMBER physicalState)

public:
    static PortRow from(const QString &device, const RdmaPortAttributes &attributes);
    QString key() const { return device % u'/' % QString::number(port); }
    auto fields() const
    {
        return std::tie(device, port, state, active, linkLayer, speed, activeMtu, maxMtu, netdev,
                        lid, rate, physicalState);
    }

    QString device;
    int port = 0;
    QString state;
    bool active = false;
    QString linkLayer;
    double speed = 0; // Gbit/s; 0 where it is not known
    int activeMtu = 0; // bytes
    int maxMtu = 0;
    QString netdev;
    int lid = 0;
    QString rate; // the width and the speed of a lane: "4X NDR"
    QString physicalState;
};

// A fact that changes seldom, of a device or a port.
struct DetailRow
{
    Q_GADGET
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(int port MEMBER port)
    Q_PROPERTY(QString name MEMBER name)
    Q_PROPERTY(QString title MEMBER title)
    Q_PROPERTY(bool available MEMBER available)
    Q_PROPERTY(QString value MEMBER value)
    Q_PROPERTY(QString problem MEMBER problem)

public:
    QString key() const { return device % u'/' % QString::number(port) % u'/' % name; }
    auto fields() const { return std::tie(device, port, name, title, available, value, problem); }

    QString device;
    int port = 0; // 0: of the device
    QString name; // the same in all languages: "pciAddress"
    QString title; // for people: "PCI address"
    bool available = false;
    QString value;
    QString problem; // why it is not available
};

// How many objects of a kind a device can have.
struct LimitRow
{
    Q_GADGET
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(QString kind MEMBER kind)
    Q_PROPERTY(int used MEMBER used)
    Q_PROPERTY(int limit MEMBER limit)

public:
    static QList<LimitRow> of(const RdmaDevice &device);
    QString key() const { return device % u'/' % kind; }
    auto fields() const { return std::tie(device, kind, used, limit); }

    QString device;
    QString kind; // that of a ResourceRow, or "MemoryWindow", "AddressHandle", "MulticastGroup"
    int used = -1; // by all processes; -1 where the kernel does not tell
    int limit = 0;
};

struct GidRow
{
    Q_GADGET
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(int port MEMBER port)
    Q_PROPERTY(int index MEMBER index)
    Q_PROPERTY(QString gid MEMBER gid)
    Q_PROPERTY(QString type MEMBER type)
    Q_PROPERTY(QString netdev MEMBER netdev)
    Q_PROPERTY(QString ipv4 MEMBER ipv4)
    Q_PROPERTY(bool usableHere MEMBER usableHere)

public:
    static GidRow from(const QString &device, const RdmaGidEntry &entry);
    QString key() const
    {
        return device % u'/' % QString::number(port) % u'/' % QString::number(index);
    }
    auto fields() const
    {
        return std::tie(device, port, index, gid, type, netdev, ipv4, usableHere);
    }

    QString device;
    int port = 0;
    int index = 0;
    QString gid;
    QString type;
    QString netdev;
    QString ipv4;
    bool usableHere = false;
};

struct CounterRow
{
    Q_GADGET
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(int port MEMBER port)
    Q_PROPERTY(QString group MEMBER group)
    Q_PROPERTY(QString name MEMBER name)
    Q_PROPERTY(QString unit MEMBER unit)
    Q_PROPERTY(bool available MEMBER available)
    Q_PROPERTY(bool saturated MEMBER saturated)
    Q_PROPERTY(quint64 value MEMBER value)
    Q_PROPERTY(double rate MEMBER rate)
    Q_PROPERTY(quint64 increase MEMBER increase)
    Q_PROPERTY(bool shouldStayZero MEMBER shouldStayZero)
    Q_PROPERTY(bool moved MEMBER moved)
    Q_PROPERTY(QString meaning MEMBER meaning)
    Q_PROPERTY(QString problem MEMBER problem)

public:
    static CounterRow from(const RdmaCounter &counter);
    QString key() const
    {
        return device % u'/' % QString::number(port) % u'/' % group % u'/' % name;
    }
    auto fields() const
    {
        return std::tie(device, port, group, name, unit, available, saturated, value, rate,
                        increase, shouldStayZero, moved, meaning, problem);
    }

    QString device;
    int port = 0; // 0: a counter of the device
    QString group;
    QString name;
    QString unit;
    bool available = false;
    bool saturated = false;
    quint64 value = 0; // no meaning when it is not available
    double rate = 0; // per second, since the last sample
    quint64 increase = 0; // since the first sample
    bool shouldStayZero = false;
    bool moved = false; // it should stay zero and does not
    QString meaning;
    QString problem; // why it is not available
};

struct ResourceRow
{
    Q_GADGET
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(QString kind MEMBER kind)
    Q_PROPERTY(quint32 number MEMBER number)
    Q_PROPERTY(QString owner MEMBER owner)
    Q_PROPERTY(quint32 process MEMBER process)
    Q_PROPERTY(bool inKernel MEMBER inKernel)
    Q_PROPERTY(QString type MEMBER type)
    Q_PROPERTY(QString state MEMBER state)
    Q_PROPERTY(quint32 queuePairNumber MEMBER queuePairNumber)
    Q_PROPERTY(quint32 remoteQueuePairNumber MEMBER remoteQueuePairNumber)
    Q_PROPERTY(QString local MEMBER local)
    Q_PROPERTY(QString peer MEMBER peer)
    Q_PROPERTY(quint64 size MEMBER size)
    Q_PROPERTY(quint64 users MEMBER users)
    Q_PROPERTY(QString remoteKey MEMBER remoteKey)

public:
    static ResourceRow from(const RdmaResource &resource);
    QString key() const { return device % u'/' % kind % u'/' % QString::number(number); }
    auto fields() const
    {
        return std::tie(device, kind, number, owner, process, inKernel, type, state,
                        queuePairNumber, remoteQueuePairNumber, local, peer, size, users,
                        remoteKey);
    }

    QString device;
    QString kind;
    quint32 number = 0;
    QString owner;
    quint32 process = 0;
    bool inKernel = false;
    QString type;
    QString state;
    quint32 queuePairNumber = 0;
    quint32 remoteQueuePairNumber = 0;
    QString local; // address and port
    QString peer;
    quint64 size = 0;
    quint64 users = 0;
    QString remoteKey; // of a memory region; a text if to see it needs CAP_NET_ADMIN
};

// The traffic of a queue pair, where the kernel counts it for itself.
struct TrafficRow
{
    Q_GADGET
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(quint32 queuePairNumber MEMBER queuePairNumber)
    Q_PROPERTY(quint64 bytesSent MEMBER bytesSent)
    Q_PROPERTY(quint64 bytesReceived MEMBER bytesReceived)

public:
    QString key() const { return device % u'/' % QString::number(queuePairNumber); }

    QString device;
    quint32 queuePairNumber = 0;
    quint64 bytesSent = 0;
    quint64 bytesReceived = 0;
};

struct ConnectionRow
{
    Q_GADGET
    Q_PROPERTY(quint64 id MEMBER id)
    Q_PROPERTY(QString kind MEMBER kind)
    Q_PROPERTY(QString transport MEMBER transport)
    Q_PROPERTY(QString state MEMBER state)
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(QString local MEMBER local)
    Q_PROPERTY(QString peer MEMBER peer)
    Q_PROPERTY(quint64 bytesSent MEMBER bytesSent)
    Q_PROPERTY(quint64 bytesReceived MEMBER bytesReceived)
    Q_PROPERTY(double sendRate MEMBER sendRate)
    Q_PROPERTY(double receiveRate MEMBER receiveRate)
    Q_PROPERTY(quint64 messagesSent MEMBER messagesSent)
    Q_PROPERTY(quint64 messagesReceived MEMBER messagesReceived)
    Q_PROPERTY(int inFlight MEMBER inFlight)
    Q_PROPERTY(int credit MEMBER credit)
    Q_PROPERTY(double roundTrip MEMBER roundTrip)
    Q_PROPERTY(int receiverNotReady MEMBER receiverNotReady)
    Q_PROPERTY(int flushed MEMBER flushed)
    Q_PROPERTY(QString error MEMBER error)
    Q_PROPERTY(QString hint MEMBER hint)

public:
    static ConnectionRow from(const RdmaConnectionStatus &status);
    QString key() const { return QString::number(id); }
    auto fields() const
    {
        return std::tie(id, kind, transport, state, device, local, peer, bytesSent, bytesReceived,
                        sendRate, receiveRate, messagesSent, messagesReceived, inFlight, credit,
                        roundTrip, receiverNotReady, flushed, error, hint);
    }

    quint64 id = 0;
    QString kind;
    QString transport; // "Rdma" or "Tcp"
    QString state;
    QString device;
    QString local; // address and port
    QString peer;
    quint64 bytesSent = 0;
    quint64 bytesReceived = 0;
    double sendRate = 0; // bytes per second, since the last sample
    double receiveRate = 0;
    quint64 messagesSent = 0;
    quint64 messagesReceived = 0;
    int inFlight = 0;
    int credit = -1;
    double roundTrip = -1; // microseconds; -1 if it was not measured
    int receiverNotReady = 0;
    int flushed = 0;
    QString error;
    QString hint;
};

struct EventRow
{
    Q_GADGET
    Q_PROPERTY(QDateTime time MEMBER time)
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(int port MEMBER port)
    Q_PROPERTY(QString kind MEMBER kind)
    Q_PROPERTY(QString name MEMBER name)
    Q_PROPERTY(QString text MEMBER text)

public:
    static EventRow now(const QString &kind, const QString &device, const QString &name,
                        const QString &text);
    static EventRow from(const RdmaDeviceEvent &event);
    auto fields() const { return std::tie(time, device, port, kind, name, text); }

    QDateTime time;
    QString device;
    int port = 0;
    QString kind; // "hotplug", "device", "connection", "counter" or "problem"
    QString name;
    QString text;
};

// Everything that was seen at one time. Sections that nobody asked for are empty.
struct Sample
{
    // No machine and no recording makes a sample larger. Besides resources there is little in it.
    static constexpr qsizetype MostResources = 100'000;
    static constexpr qsizetype MostRows = 2 * MostResources; // of all kinds
    static constexpr qsizetype MostEvents = 1000;

    qint64 time = 0; // milliseconds of a clock that only goes forward
    int skipped = 0; // samples that were left out before this one
    QList<DeviceRow> devices;
    QList<PortRow> ports;
    QList<GidRow> gids;
    QList<DetailRow> details;
    QList<LimitRow> limits;
    QList<CounterRow> counters;
    QList<ResourceRow> resources;
    QList<TrafficRow> traffic;
    QList<ConnectionRow> connections;
    QList<EventRow> events; // since the last sample
};

#endif // ROWS_H
