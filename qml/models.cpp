// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "models.h"

#include <QtCore/qmetaobject.h>

#include <algorithm>

/*!
    \qmltype RdmaDeviceModel
    \inqmlmodule QtRdma
    \brief The RDMA devices of this machine, also those that cannot be used, with the reason in
    \c problem.

    Roles: device, guid, transport, firmware, board, software, ports, usable, problem. As all models
    of this module it has \c count, \c source, \c {get(row)} and \c {csv()}, changes row by row, or
    is reset where tens of thousands of rows come in another order, and can be sorted and filtered
    by the usual proxies. In the CSV an apostrophe stands before texts that a spreadsheet would take
    for a formula.
*/

/*!
    \qmltype RdmaPortModel
    \inqmlmodule QtRdma
    \brief The ports of all devices.

    Roles: device, port, state, active, linkLayer, speed (Gbit/s, 0 where it is not known),
    activeMtu and maxMtu (bytes), netdev, lid, rate (the width and the speed of a lane by their
    names: "4X NDR"), physicalState.
*/

/*!
    \qmltype RdmaDetailModel
    \inqmlmodule QtRdma
    \brief Facts about devices and ports that change seldom: GUIDs, firmware, PCI address, NUMA
    node, driver, temperature, rate, LIDs, partition keys, settings of RoCE, flow control, cable.

    Roles: device, port (0: of the device), name (the same in all languages), title, available,
    value, problem. A fact that cannot be read has available \c false, and problem says why: a
    software device has no cable, for example. The facts are read when a device comes, and again
    after sixty samples. Modules and cables are asked in another thread, because they answer slowly.
*/

/*!
    \qmltype RdmaLimitModel
    \inqmlmodule QtRdma
    \brief How many objects of each kind the devices can have, and how many there are.

    Roles: device, kind, used (by all processes that the kernel tells of; -1 for kinds of which it
    tells nothing: "MemoryWindow", "AddressHandle", "MulticastGroup"), limit.
*/

/*!
    \qmltype RdmaGidModel
    \inqmlmodule QtRdma
    \brief The GIDs of all ports, and which of them can be used from this process.

    Roles: device, port, index, gid, type, netdev, ipv4, usableHere.
    \sa RdmaDevice::gids()
*/

/*!
    \qmltype RdmaCounterModel
    \inqmlmodule QtRdma
    \brief The counters of all devices and ports, with rates and meanings.

    Roles: device, port (0: of the device), group, name, unit, available, saturated, value, rate
    (per second between the last two samples), increase (since the first sample), shouldStayZero,
    moved (increase of one that should not), meaning, problem. value and rate mean nothing where
    available is false.
    \sa RdmaCounter
*/

/*!
    \qmltype RdmaResourceModel
    \inqmlmodule QtRdma
    \brief The RDMA objects of the whole system, with the process that has each.

    Roles: device, kind, number, owner, process, inKernel, type, state, queuePairNumber,
    remoteQueuePairNumber, local, peer, size, users, remoteKey, which says so where it needs
    \c CAP_NET_ADMIN.
    \sa RdmaResourceReader
*/

/*!
    \qmltype RdmaEndpointModel
    \inqmlmodule QtRdma
    \brief The ends of connections of the whole system: each queue pair together with its connection
    identifier.

    Roles: device, port (0 where it is not known), owner, process, inKernel, type, state
    ("Connected", "Listening", "Failed" and more), stateText (the same in words), local, peer
    (addresses and ports), queuePairNumber (0: there is no queue pair, as of one that listens),
    remoteQueuePairNumber, connectionId, counted, bytesSent, bytesReceived, trafficProblem. The
    bytes are known where counted is \c true: of this program's own streams, and of queue pairs
    whose bytes the driver counts, which somebody has asked for with rdma-statistic(8): the optional
    counters rdma_tx_bytes and rdma_rx_bytes, bound to one queue pair. Else trafficProblem
    says why they are not. The kernel does not tell how old a connection is.
    \sa RdmaResourceModel, RdmaConnectionModel
*/

/*!
    \qmltype RdmaProcessModel
    \inqmlmodule QtRdma
    \brief The processes that have RDMA objects, with the number of objects on each device, and on
    demand the objects themselves.

    Roles: group (of the rows of a process on a device), depth (0: the process, 1: an object of it),
    expanded, device, owner, process, inKernel, queuePairs, completionQueues, memoryRegions,
    lockedBytes (the sizes of the memory regions together: memory that is registered twice counts
    twice), protectionDomains, connectionIds, sharedReceiveQueues, contexts, queuePairLimit and
    memoryRegionLimit (of the device, for all processes; 0 where they are not known), and of an
    object kind, number, state, size. The rows of objects have the numbers of their process, too, so
    that they stay below it when they are sorted by one of these.

    The kernel does not tell which process has joined a multicast group.
    \sa RdmaLimitModel
*/

/*!
    \qmlmethod void RdmaProcessModel::toggle(string group)
    Shows the objects of the process \a group, or hides them.
*/

/*!
    \qmltype RdmaConnectionModel
    \inqmlmodule QtRdma
    \brief The streams and queue pairs of this program, in all its threads that run an event loop.

    Roles: id, kind ("Stream", "TlsStream", "QueuePair"), transport ("Rdma", "Tcp"), state, device,
    local, peer, bytesSent, bytesReceived, sendRate and receiveRate (bytes per second between the
    last two samples), messagesSent, messagesReceived, inFlight, credit, roundTrip (microseconds,
    -1 where it was not measured), receiverNotReady, flushed, error, hint.
    \sa RdmaConnectionWatcher
*/

/*!
    \qmltype RdmaEventModel
    \inqmlmodule QtRdma
    \brief The events since the model was made: asynchronous events, devices that came and
    went, connections that changed their state, counters that moved and should not.

    Roles: time, device, port, kind ("device", "hotplug", "connection", "counter", "problem"), name,
    text. The last \c limit events are kept, 1000 by default.
*/

namespace {

// Whether the kernel lists the objects of this kind.
bool isListedKind(const QString &kind)
{
    bool isListed = false;
    QMetaEnum::fromType<RdmaResource::Kind>().keyToValue(kind.toLatin1(), &isListed);
    return isListed;
}

} // namespace

// ---- common functions ----

SourceModel::SourceModel(const RowClass &rowClass, const QList<Section> &sections, QObject *parent)
    : RowModel(rowClass, parent)
    , m_sections(sections)
{
}

SourceModel::~SourceModel()
{
    detach();
}

void SourceModel::setSource(RdmaSource *source)
{
    if (source == m_source)
        return;
    const bool hasOther = m_attached;
    detach();
    m_shared.reset();
    m_source = source;
    if (m_complete)
        attach();
    if (hasOther)
        showOther();
    Q_EMIT sourceChanged();
}

void SourceModel::componentComplete()
{
    m_complete = true;
    if (!m_source) {
        m_shared = RdmaSource::shared();
        m_source = m_shared.get();
        Q_EMIT sourceChanged();
    }
    attach();
}

// Rows of the source before are not compared with those of this one.
void SourceModel::showOther()
{
    forget();
    clear();
    if (m_source && m_source->samples() > 0)
        show(m_source->sample());
}

void SourceModel::attach()
{
    if (!m_source || m_attached)
        return;
    m_attached = true;
    for (const Section section : m_sections)
        m_source->want(section);
    connect(m_source, &RdmaSource::sampled, this, [this] { show(m_source->sample()); });
    // The rows of a source that has gone are not fresh.
    connect(m_source, &QObject::destroyed, this, [this] {
        m_attached = false;
        clear();
    });
}

void SourceModel::detach()
{
    if (!std::exchange(m_attached, false) || !m_source)
        return;
    for (const Section section : m_sections)
        m_source->noLongerWant(section);
    disconnect(m_source, nullptr, this, nullptr);
}

// ---- the models ----

RdmaDeviceModel::RdmaDeviceModel(QObject *parent)
    : SourceModel(RowClass::of<DeviceRow>(), { Section::Devices }, parent)
{
}

RdmaPortModel::RdmaPortModel(QObject *parent)
    : SourceModel(RowClass::of<PortRow>(), { Section::Devices }, parent)
{
}

RdmaGidModel::RdmaGidModel(QObject *parent)
    : SourceModel(RowClass::of<GidRow>(), { Section::Devices }, parent)
{
}

RdmaDetailModel::RdmaDetailModel(QObject *parent)
    : SourceModel(RowClass::of<DetailRow>(), { Section::Devices }, parent)
{
}

RdmaLimitModel::RdmaLimitModel(QObject *parent)
    : SourceModel(RowClass::of<LimitRow>(), { Section::Devices, Section::Resources }, parent)
{
}

void RdmaLimitModel::show(const Sample &sample)
{
    QHash<QString, int> used; // of each device and kind
    for (const ResourceRow &resource : sample.resources)
        ++used[resource.device + u'/' + resource.kind];
    QList<LimitRow> rows = sample.limits;
    for (LimitRow &row : rows) {
        if (isListedKind(row.kind))
            row.used = used.value(row.key());
    }
    showRows(rows);
}

RdmaResourceModel::RdmaResourceModel(QObject *parent)
    : SourceModel(RowClass::of<ResourceRow>(), { Section::Resources }, parent)
{
}

RdmaEndpointModel::RdmaEndpointModel(QObject *parent)
    : SourceModel(RowClass::of<EndpointRow>(),
                  { Section::Resources, Section::Devices, Section::Connections }, parent)
{
}

RdmaProcessModel::RdmaProcessModel(QObject *parent)
    : SourceModel(RowClass::of<ProcessRow>(), { Section::Resources, Section::Devices }, parent)
{
}

// Groups that have gone are forgotten: a new process may get the number of an old one.
void RdmaProcessModel::show(const Sample &sample)
{
    const QList<ProcessRow> rows = processesOf(sample, m_expanded);
    m_expanded.clear();
    for (const ProcessRow &row : rows) {
        if (row.expanded)
            m_expanded.insert(row.group);
    }
    showRows(rows);
}

void RdmaProcessModel::toggle(const QString &group)
{
    if (!m_expanded.remove(group))
        m_expanded.insert(group);
    if (source())
        show(source()->sample());
}

RdmaConnectionModel::RdmaConnectionModel(QObject *parent)
    : SourceModel(RowClass::of<ConnectionRow>(), { Section::Connections }, parent)
{
}

void RdmaConnectionModel::show(const Sample &sample)
{
    QHash<quint64, ConnectionRow> now;
    QList<ConnectionRow> rows = sample.connections;
    const double seconds = double(sample.time - m_pastTime) / 1000;
    for (ConnectionRow &row : rows) {
        const auto known = m_past.constFind(row.id);
        // A smaller number belongs to another connection of the same object.
        if (known != m_past.cend() && seconds > 0 && row.bytesSent >= known->bytesSent
            && row.bytesReceived >= known->bytesReceived) {
            row.sendRate = double(row.bytesSent - known->bytesSent) / seconds;
            row.receiveRate = double(row.bytesReceived - known->bytesReceived) / seconds;
        }
        now.insert(row.id, row);
    }
    m_past = now;
    m_pastTime = sample.time;
    showRows(rows);
}

RdmaEventModel::RdmaEventModel(QObject *parent)
    : SourceModel(RowClass::of<EventRow>(), { Section::Counters }, parent)
{
}

void RdmaEventModel::show(const Sample &sample)
{
    for (const EventRow &event : sample.events)
        append(QVariant::fromValue(event), std::max(m_limit, 1));
}

RdmaCounterModel::RdmaCounterModel(QObject *parent)
    : SourceModel(RowClass::of<CounterRow>(), { Section::Counters }, parent)
{
}

void RdmaCounterModel::show(const Sample &sample)
{
    QHash<QString, Past> now;
    QList<CounterRow> rows = sample.counters;
    for (CounterRow &row : rows)
        compare(&row, sample.time, &now);
    m_past = now;
    showRows(rows);
}

// A counter that went down was reset, or is another counter: it begins anew.
void RdmaCounterModel::compare(CounterRow *row, qint64 time, QHash<QString, Past> *now) const
{
    if (!row->available)
        return;
    const QString key = row->key();
    const auto known = m_past.constFind(key);
    if (known == m_past.cend() || row->value < known->last) {
        now->insert(key, { row->value, row->value, time });
        return;
    }
    row->increase = row->value - known->first;
    row->moved = row->shouldStayZero && row->increase > 0;
    if (time > known->time)
        row->rate = double(row->value - known->last) * 1000 / double(time - known->time);
    now->insert(key, { known->first, row->value, time });
}
