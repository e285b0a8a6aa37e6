// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "history.h"

#include "cluster/cluster.h"

#include <QtCore/qdatetime.h>
#include <QtCore/qstringbuilder.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace {

constexpr qsizetype MostPoints = 6000; // ten minutes of ten samples a second
constexpr qsizetype MostSeries = 10; // more cannot be told apart

// The names of the sums, which are shown for drivers that have further counters of the same kind.
const QList<QStringList> &sums()
{
    static const QList<QStringList> names = {
        { QStringLiteral("port_xmit_data"), QStringLiteral("port_rcv_data") },
        { QStringLiteral("port_xmit_packets"), QStringLiteral("port_rcv_packets") },
        { QStringLiteral("tx_bytes"), QStringLiteral("rx_bytes") },
        { QStringLiteral("tx_pkts"), QStringLiteral("rx_pkts") },
        { QStringLiteral("sent_pkts"), QStringLiteral("rcvd_pkts") },
        { QStringLiteral("rdma_sends"), QStringLiteral("rdma_recvs") },
    };
    return names;
}

QString directionOf(const QString &name)
{
    const auto has = [&name](std::initializer_list<const char *> parts) {
        return std::any_of(parts.begin(), parts.end(), [&name](const char *part) {
            return name.contains(QLatin1String(part), Qt::CaseInsensitive);
        });
    };
    if (has({ "xmit", "tx_", "sent", "send", "out" }))
        return QStringLiteral("sent");
    if (has({ "rcv", "rx_", "recv", "in" }))
        return QStringLiteral("received");
    return {};
}

QVariantMap series(const QString &key, const QString &name)
{
    return { { QStringLiteral("key"), key },
             { QStringLiteral("name"), name },
             { QStringLiteral("direction"), directionOf(name) } };
}

// The key of the first in a direction; none if there is none.
QString keyTowards(const QString &direction, const QVariantList &all)
{
    for (const QVariant &one : all) {
        const QVariantMap series = one.toMap();
        if (series.value(QStringLiteral("direction")) == direction)
            return series.value(QStringLiteral("key")).toString();
    }
    return {};
}

QVariantList onlySums(const QVariantList &all)
{
    for (const QStringList &names : sums()) {
        QVariantList found;
        for (const QString &name : names) {
            for (const QVariant &one : all) {
                if (one.toMap().value(QStringLiteral("name")) == name)
                    found.append(one);
            }
        }
        if (found.size() == names.size())
            return found;
    }
    return all.mid(0, MostSeries);
}

} // namespace

struct History::Counter
{
    int port = 0;
    QString name;
    QString unit;
    bool available = false;
    bool shouldStayZero = false;
    bool moved = false;

    bool belongsTo(const QString &plot) const
    {
        if (plot == QLatin1String("errors"))
            return moved;
        if (shouldStayZero)
            return false;
        return unit == plot
                || (plot == QLatin1String("messages") && unit == QLatin1String("events"));
    }
};

History::History(QObject *parent) : QObject(parent) { }

void History::setSource(QObject *source)
{
    if (source == m_source)
        return;
    if (m_source)
        disconnect(m_source, nullptr, this, nullptr);
    m_source = source;
    m_curves.clear();
    m_now = m_step = 0;
    // Queued, because the models are connected to the same signal and must be first.
    if (m_source)
        connect(m_source, SIGNAL(sampled()), this, SLOT(take()), Qt::QueuedConnection);
    Q_EMIT sourceChanged();
}

void History::setCounters(QAbstractItemModel *counters)
{
    if (counters == m_counters)
        return;
    if (m_counters)
        disconnect(m_counters, nullptr, this, nullptr);
    m_counters = counters;
    readRoles();
    m_keys.clear();
    if (m_counters) {
        // A row is that of one counter as long as it is there.
        const auto forget = [this] { m_keys.clear(); };
        connect(m_counters, &QAbstractItemModel::rowsInserted, this, forget);
        connect(m_counters, &QAbstractItemModel::rowsRemoved, this, forget);
        connect(m_counters, &QAbstractItemModel::rowsMoved, this, forget);
        connect(m_counters, &QAbstractItemModel::layoutChanged, this, forget);
        connect(m_counters, &QAbstractItemModel::modelReset, this, forget);
    }
    Q_EMIT countersChanged();
}

void History::readRoles()
{
    const QHash<int, QByteArray> names =
            m_counters ? m_counters->roleNames() : QHash<int, QByteArray>();
    const auto role = [&names](const char *name) { return names.key(name, -1); };
    m_roles = { role("device"),         role("port"),  role("group"),
                role("name"),           role("unit"),  role("available"),
                role("shouldStayZero"), role("moved"), role("rate") };
}

// To put the keys together costs more than to take the values.
void History::readKeys()
{
    const int count = m_counters->rowCount();
    m_keys.clear();
    m_keys.reserve(count);
    for (int row = 0; row < count; ++row)
        m_keys.append(keyAt(row));
}

History::Counter History::counterAt(int row) const
{
    Counter counter;
    counter.port = valueAt(row, m_roles.port).toInt();
    counter.name = valueAt(row, m_roles.name).toString();
    counter.unit = valueAt(row, m_roles.unit).toString();
    counter.available = valueAt(row, m_roles.available).toBool();
    counter.shouldStayZero = valueAt(row, m_roles.shouldStayZero).toBool();
    counter.moved = valueAt(row, m_roles.moved).toBool();
    return counter;
}

QVariant History::valueAt(int row, int role) const
{
    return m_counters->index(row, 0).data(role);
}

// To read all of a row costs more.
bool History::isOf(const QString &device, int row) const
{
    return valueAt(row, m_roles.device) == device;
}

void History::take()
{
    if (!m_source || !m_counters)
        return;
    const double time = m_source->property("time").toDouble();
    if (time < m_now) // another recording, or the same once more
        m_curves.clear();
    else if (time == m_now)
        return;
    if (m_now > 0 && time > m_now)
        noteStep(time - m_now);
    m_now = time;
    if (m_keys.isEmpty())
        readKeys();
    for (int row = 0; row < m_keys.size(); ++row)
        add(row);
    forgetOld();
    Q_EMIT changed();
}

// Samples are missing where one comes much later than the ones before it did. A line to it would be
// one that nobody has measured. What comes late several times is a new interval.
void History::noteStep(double step)
{
    constexpr double ShortestGap = 5000; // milliseconds; a busy machine is late by less
    constexpr int MostGaps = 3;
    const bool isGap = m_step > 0 && step > ShortestGap && step > 3 * m_step;
    m_gaps = isGap ? m_gaps + 1 : 0;
    if (isGap && m_gaps <= MostGaps)
        breakCurves();
    else
        m_step = step;
}

void History::breakCurves()
{
    for (Curve &curve : m_curves)
        curve.append({ m_now, std::numeric_limits<double>::quiet_NaN() });
}

void History::recordTraffic(Cluster *cluster)
{
    m_now = double(QDateTime::currentMSecsSinceEpoch());
    for (int row = 0; row < cluster->count(); ++row) {
        const QVariantMap values = cluster->traffic(row);
        const int samples = cluster->index(row).data(Cluster::Samples).toInt();
        const bool isNew = std::exchange(m_recorded[row], samples) != samples;
        for (auto value = values.cbegin(); value != values.cend(); ++value) {
            const double rate = value.value().toDouble();
            if (isNew || std::isnan(rate))
                m_curves[QString::number(row) % u'/' % value.key()].append({ m_now, rate });
        }
    }
    forgetOld();
    Q_EMIT changed();
}

// The first value of a counter has no rate. A counter that cannot be read any more has a gap.
void History::add(int row)
{
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    const QString &key = m_keys.at(row);
    const bool isAvailable = valueAt(row, m_roles.available).toBool();
    const auto known = m_curves.find(key);
    if (known != m_curves.end())
        known->append({ m_now, isAvailable ? valueAt(row, m_roles.rate).toDouble() : gap });
    else if (isAvailable)
        m_curves.insert(key, { { m_now, gap } });
}

QString History::keyAt(int row) const
{
    return valueAt(row, m_roles.device).toString() % u'/'
            % QString::number(valueAt(row, m_roles.port).toInt()) % u'/'
            % valueAt(row, m_roles.group).toString() % u'/' % valueAt(row, m_roles.name).toString();
}

// The series of a device that has gone are forgotten with their last point.
void History::forgetOld()
{
    m_curves.removeIf([this](QHash<QString, Curve>::iterator curve) {
        while (!curve->isEmpty()
               && (curve->constFirst().time < m_now - Length || curve->size() > MostPoints))
            curve->removeFirst();
        return curve->isEmpty();
    });
}

QVariantList History::seriesOf(const QString &device, int port, const QString &plot) const
{
    QVariantList ofPort;
    QVariantList ofDevice; // some drivers have no counters of ports
    for (int row = 0; m_counters && row < m_counters->rowCount(); ++row) {
        if (!isOf(device, row))
            continue;
        const Counter counter = counterAt(row);
        if (!counter.available || !counter.belongsTo(plot))
            continue;
        if (counter.port == port)
            ofPort.append(series(keyAt(row), counter.name));
        else if (counter.port == 0)
            ofDevice.append(series(keyAt(row), counter.name));
    }
    return onlySums(ofPort.isEmpty() ? ofDevice : ofPort);
}

Curve History::curve(const QString &key) const
{
    Curve sum;
    for (const QString &part : key.split(u'\n')) {
        const Curve curve = m_curves.value(part);
        sum = sum.isEmpty() ? curve : added(sum, curve);
    }
    return sum;
}

QList<int> History::portsOf(const QString &device) const
{
    QList<int> ports;
    for (int row = 0; m_counters && row < m_counters->rowCount(); ++row) {
        if (!isOf(device, row))
            continue;
        const int port = counterAt(row).port;
        if (!ports.contains(port))
            ports.append(port);
    }
    if (ports.size() > 1)
        ports.removeOne(0); // what a device counts itself is that of its ports
    return ports;
}

QVariantList History::trafficOf(const QString &device, int port, const QString &plot) const
{
    const QList<int> ports = port > 0 ? QList<int>{ port } : portsOf(device);
    QVariantList result;
    for (const QString &direction : { QStringLiteral("sent"), QStringLiteral("received") }) {
        QStringList keys;
        for (const int one : ports)
            keys.append(keyTowards(direction, seriesOf(device, one, plot)));
        keys.removeAll(QString());
        keys.removeDuplicates();
        if (!keys.isEmpty())
            result.append(QVariantMap{ { QStringLiteral("key"), keys.join(u'\n') },
                                       { QStringLiteral("direction"), direction } });
    }
    return result;
}
