// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "alarmlist.h"

#include "tables.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qmetaobject.h>

#include <algorithm>
#include <utility>

namespace {

enum Role {
    KeyRole = Qt::UserRole,
    KindRole,
    DeviceRole,
    PortRole,
    NameRole,
    TextRole,
    StateRole,
    SeverityRole,
    FirstRole,
    LastRole,
    LastTimeRole,
    CountRole,
    RateRole,
    RankRole
};

template <typename Enum>
QString nameOf(Enum value)
{
    return QLatin1String(QMetaEnum::fromType<Enum>().valueToKey(value));
}

Alarm alarmOf(Alarm::Kind kind, const QString &device, int port)
{
    Alarm alarm;
    alarm.kind = kind;
    alarm.device = device;
    alarm.port = port;
    return alarm;
}

constexpr const char *PortIsDown = QT_TRANSLATE_NOOP("AlarmList", "The port went down: %1");
constexpr const char *DeviceIsGone = QT_TRANSLATE_NOOP("AlarmList", "The device is gone");

QString shownText(const Alarm &alarm)
{
    switch (alarm.kind) {
    case Alarm::PortDown:
        return AlarmList::tr(PortIsDown).arg(alarm.text);
    case Alarm::DeviceGone:
        return AlarmList::tr(DeviceIsGone);
    case Alarm::Counter:
        break;
    }
    return QCoreApplication::translate("QtRdma", alarm.text.toUtf8().constData());
}

// For programs, to which it is the same in each language.
QString englishText(const Alarm &alarm)
{
    switch (alarm.kind) {
    case Alarm::PortDown:
        return QString::fromLatin1(PortIsDown).arg(alarm.text);
    case Alarm::DeviceGone:
        return QString::fromLatin1(DeviceIsGone);
    case Alarm::Counter:
        break;
    }
    return alarm.text;
}

} // namespace

AlarmList::AlarmList(QObject *parent) : QAbstractListModel(parent) { }

void AlarmList::setSource(QObject *source)
{
    if (source == m_source)
        return;
    if (m_source)
        disconnect(m_source, nullptr, this, nullptr);
    m_source = source;
    forgetAll(); // another machine has other alarms
    m_time = -1;
    // Queued, because the models are connected to the same signal and must be first.
    if (m_source)
        connect(m_source, SIGNAL(sampled()), this, SLOT(take()), Qt::QueuedConnection);
    Q_EMIT sourceChanged();
    tellIfChanged();
}

int AlarmList::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_alarms.size());
}

QHash<int, QByteArray> AlarmList::roleNames() const
{
    return { { KeyRole, "key" },     { KindRole, "kind" },         { DeviceRole, "device" },
             { PortRole, "port" },   { NameRole, "name" },         { TextRole, "text" },
             { StateRole, "state" }, { SeverityRole, "severity" }, { FirstRole, "first" },
             { LastRole, "last" },   { CountRole, "amount" },      { RateRole, "rate" },
             { RankRole, "rank" },   { LastTimeRole, "lastTime" } };
}

QVariant AlarmList::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Alarm &alarm = m_alarms.at(index.row());
    switch (role) {
    case KeyRole:
        return alarm.key();
    case KindRole:
        return nameOf(alarm.kind);
    case DeviceRole:
        return alarm.device;
    case PortRole:
        return alarm.port;
    case NameRole:
        return alarm.name;
    case TextRole:
        return shownText(alarm);
    case TextRole + AsSampled:
        return englishText(alarm);
    case StateRole:
        return nameOf(alarm.state);
    case SeverityRole:
        return nameOf(alarm.severity());
    case FirstRole:
        return QDateTime::fromMSecsSinceEpoch(alarm.first);
    case LastRole:
        return QDateTime::fromMSecsSinceEpoch(alarm.last);
    case LastTimeRole:
        return alarm.lastTime;
    case CountRole:
        return alarm.count;
    case RateRole:
        return alarm.rate;
    case RankRole:
        return alarm.rank();
    }
    return {};
}

template <typename Predicate>
int AlarmList::countOf(const QString &device, int port, Predicate isWanted) const
{
    return int(std::count_if(m_alarms.begin(), m_alarms.end(), [&](const Alarm &alarm) {
        return isWanted(alarm.state) && (device.isEmpty() || alarm.device == device)
                && (port < 0 || alarm.port == 0 || alarm.port == port);
    }));
}

int AlarmList::openOf(const QString &device, int port) const
{
    return countOf(device, port, [](Alarm::State state) { return state != Alarm::Acknowledged; });
}

int AlarmList::activeOf(const QString &device, int port) const
{
    return countOf(device, port, [](Alarm::State state) { return state == Alarm::Active; });
}

void AlarmList::acknowledge(const QString &key)
{
    const qsizetype row = m_rows.value(key, -1);
    if (row < 0 || m_alarms.at(row).state == Alarm::Acknowledged)
        return;
    m_alarms[row].state = Alarm::Acknowledged;
    tell(row);
    tellIfChanged();
}

void AlarmList::acknowledgeAll()
{
    for (qsizetype row = 0; row < m_alarms.size(); ++row) {
        if (m_alarms.at(row).state != Alarm::Acknowledged) {
            m_alarms[row].state = Alarm::Acknowledged;
            tell(row);
        }
    }
    tellIfChanged();
}

void AlarmList::take()
{
    if (!m_source || !m_devices || !m_ports || !m_counters || !m_events)
        return;
    const double time = m_source->property("time").toDouble();
    if (time == m_time)
        return;
    if (time < m_time) // another recording, or the same once more
        forgetAll();
    m_time = time;
    readClock();
    takeDevices();
    takePorts();
    takeCounters();
    quieten();
    tellIfChanged();
}

void AlarmList::forgetAll()
{
    m_hasChanged = m_hasChanged || !m_alarms.isEmpty();
    beginResetModel();
    m_alarms.clear();
    m_rows.clear();
    endResetModel();
    m_increases.clear();
    m_activePorts.clear();
    m_knownDevices.clear();
    m_lastEvent = {};
    m_clock = 0;
}

// A sample has no time of day, and the events in it do.
void AlarmList::readClock()
{
    TableReader events(m_events);
    if (events.count() == 0)
        return;
    events.setRow(events.count() - 1);
    const QDateTime last = events.value("time").toDateTime();
    if (!last.isValid() || last == m_lastEvent)
        return;
    m_lastEvent = last;
    m_clock = double(last.toMSecsSinceEpoch()) - m_time;
}

qint64 AlarmList::now() const
{
    return m_clock > 0 ? qint64(m_time + m_clock) : QDateTime::currentMSecsSinceEpoch();
}

void AlarmList::takeDevices()
{
    QSet<QString> there;
    forEachRow(m_devices, [&there](const TableReader &row) { there.insert(row.text("device")); });
    for (const QString &device : std::as_const(m_knownDevices)) {
        if (!there.contains(device))
            raise(alarmOf(Alarm::DeviceGone, device, 0), 1);
    }
    for (const QString &device : std::as_const(there)) {
        if (!m_knownDevices.contains(device))
            settle(alarmOf(Alarm::DeviceGone, device, 0));
    }
    m_knownDevices = there;
}

// A port that was never up is not missed by anybody.
void AlarmList::takePorts()
{
    QHash<QString, bool> there;
    forEachRow(m_ports, [&](const TableReader &row) {
        Alarm alarm = alarmOf(Alarm::PortDown, row.text("device"), row.value("port").toInt());
        const bool isActive = row.isTrue("active");
        there.insert(alarm.key(), isActive);
        if (isActive)
            return settle(alarm);
        alarm.text = row.text("state");
        if (m_activePorts.value(alarm.key()))
            raise(alarm, 1);
    });
    m_activePorts = there;
}

void AlarmList::takeCounters()
{
    QHash<QString, quint64> there;
    const auto takeRow = [&](const TableReader &row) {
        if (!row.isTrue("moved"))
            return;
        Alarm alarm = alarmOf(Alarm::Counter, row.text("device"), row.value("port").toInt());
        alarm.text = row.text("meaning");
        alarm.group = row.text("group");
        alarm.name = row.text("name");
        alarm.rate = row.value("rate").toDouble();
        alarm.sampleTime = m_time;
        const QString key = alarm.key();
        const quint64 increase = row.value("increase").toULongLong();
        const quint64 before = m_increases.value(key);
        there.insert(key, increase);
        const double limit = m_thresholds.of(alarm.name);
        if (increase > before && (limit == 0 || alarm.rate > limit))
            return raise(alarm, increase - before);
        if (const qsizetype known = m_rows.value(key, -1); known >= 0) {
            m_alarms[known].sampleTime = m_time;
            setRate(known, alarm.rate);
        }
    };
    forEachRow(m_counters, takeRow, 0, Language::English);
    m_increases = there;
}

// It happens, for the first time or once more.
void AlarmList::raise(Alarm alarm, quint64 count)
{
    alarm.last = now();
    alarm.lastTime = m_time;
    const qsizetype row = m_rows.value(alarm.key(), -1);
    if (row < 0) {
        alarm.first = alarm.last;
        alarm.count = count;
        return insert(alarm);
    }
    alarm.first = m_alarms.at(row).first;
    alarm.count = m_alarms.at(row).count + count;
    m_alarms[row] = alarm;
    tell(row);
}

// It is over.
void AlarmList::settle(const Alarm &like)
{
    const qsizetype row = m_rows.value(like.key(), -1);
    if (row < 0 || m_alarms.at(row).state != Alarm::Active)
        return;
    m_alarms[row].state = Alarm::Quiet;
    tell(row);
}

void AlarmList::quieten()
{
    for (qsizetype row = 0; row < m_alarms.size(); ++row) {
        const Alarm alarm = m_alarms.at(row);
        if (alarm.kind != Alarm::Counter)
            continue;
        if (alarm.sampleTime < m_time)
            setRate(row, 0);
        if (alarm.state == Alarm::Active && m_time - alarm.lastTime > QuietAfter) {
            m_alarms[row].state = Alarm::Quiet;
            tell(row);
        }
    }
}

void AlarmList::setRate(qsizetype row, double rate)
{
    if (m_alarms.at(row).rate == rate)
        return;
    m_alarms[row].rate = rate;
    tell(row);
}

void AlarmList::insert(const Alarm &alarm)
{
    if (m_alarms.size() >= MostAlarms) {
        const auto least = std::min_element(
                m_alarms.begin(), m_alarms.end(),
                [](const Alarm &a, const Alarm &b) { return a.rank() < b.rank(); });
        remove(least - m_alarms.begin());
    }
    m_hasChanged = true;
    beginInsertRows({}, rowCount(), rowCount());
    m_rows.insert(alarm.key(), m_alarms.size());
    m_alarms.append(alarm);
    endInsertRows();
}

void AlarmList::remove(qsizetype row)
{
    beginRemoveRows({}, int(row), int(row));
    m_rows.remove(m_alarms.takeAt(row).key());
    for (qsizetype &later : m_rows) {
        if (later > row)
            --later;
    }
    endRemoveRows();
}

void AlarmList::tell(qsizetype row)
{
    m_hasChanged = true;
    Q_EMIT dataChanged(index(int(row)), index(int(row)));
}

void AlarmList::tellIfChanged()
{
    if (std::exchange(m_hasChanged, false))
        Q_EMIT changed();
}
