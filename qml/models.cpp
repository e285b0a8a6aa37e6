// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "models.h"

#include <QtCore/qmetaobject.h>

#include <algorithm>

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
