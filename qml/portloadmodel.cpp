// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "portloadmodel.h"

#include <algorithm>

namespace {

constexpr int DefaultUpdateInterval = 100; // milliseconds

RdmaPortLoadModel *modelOf(QQmlListProperty<RdmaSource> *list)
{
    return static_cast<RdmaPortLoadModel *>(list->object);
}

} // namespace

RdmaPortLoadModel::RdmaPortLoadModel(QObject *parent)
    : RowModel(RowClass::of<PortLoadRow>(), parent)
{
    m_update.setSingleShot(true);
    m_update.setInterval(DefaultUpdateInterval);
    connect(&m_update, &QTimer::timeout, this, &RdmaPortLoadModel::update);
}

RdmaPortLoadModel::~RdmaPortLoadModel()
{
    clearSources();
}

QQmlListProperty<RdmaSource> RdmaPortLoadModel::sources()
{
    return { this,
             nullptr,
             [](auto *list, RdmaSource *source) { modelOf(list)->add(source); },
             [](auto *list) { return qsizetype(modelOf(list)->m_entries.size()); },
             [](auto *list, qsizetype i) -> RdmaSource * {
                 return modelOf(list)->m_entries.at(size_t(i)).source;
             },
             [](auto *list) {
                 modelOf(list)->clearSources();
                 modelOf(list)->update();
             } };
}

void RdmaPortLoadModel::setUpdateInterval(int interval)
{
    const int wanted = std::max(0, interval);
    if (wanted == m_update.interval())
        return;
    m_update.setInterval(wanted);
    Q_EMIT updateIntervalChanged();
}

void RdmaPortLoadModel::add(RdmaSource *source)
{
    if (!source)
        return;
    const size_t index = m_entries.size();
    m_entries.push_back({ source, {}, {} });
    source->want(Section::Devices);
    source->want(Section::Counters);
    connect(source, &RdmaSource::sampled, this, [this, index] { measure(index); });
    const auto schedule = [this] {
        if (!m_update.isActive())
            m_update.start();
    };
    connect(source, &RdmaSource::feedStateChanged, this, schedule);
    connect(source, &RdmaSource::hostChanged, this, schedule);
}

void RdmaPortLoadModel::clearSources()
{
    for (const Entry &entry : m_entries) {
        if (!entry.source)
            continue;
        entry.source->disconnect(this);
        entry.source->noLongerWant(Section::Devices);
        entry.source->noLongerWant(Section::Counters);
    }
    m_entries.clear();
}

void RdmaPortLoadModel::measure(size_t index)
{
    Entry &entry = m_entries[index];
    entry.rows = entry.meter.measure(entry.source->sample());
    if (!m_update.isActive())
        m_update.start();
}

void RdmaPortLoadModel::update()
{
    QList<Row> rows;
    for (size_t i = 0; i < m_entries.size(); ++i) {
        const RdmaSource *source = m_entries[i].source;
        if (!source)
            continue;
        for (PortLoadRow row : std::as_const(m_entries[i].rows)) {
            row.host = source->host();
            row.source = int(i);
            row.old = source->isOld();
            rows.append({ row.key(), QVariant::fromValue(row) });
        }
    }
    setRows(rows);
    Q_EMIT updated();
}
