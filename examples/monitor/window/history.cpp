// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "history.h"

#include <QtCore/qstringbuilder.h>

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
    m_now = 0;
    // Queued, because the models are connected to the same signal and must be first.
    if (m_source)
        connect(m_source, SIGNAL(sampled()), this, SLOT(take()), Qt::QueuedConnection);
    Q_EMIT sourceChanged();
}

void History::setCounters(QAbstractItemModel *counters)
{
    if (counters == m_counters)
        return;
    m_counters = counters;
    readRoles();
    Q_EMIT countersChanged();
}

void History::readRoles()
{
    m_roles.clear();
    if (!m_counters)
        return;
    const QHash<int, QByteArray> names = m_counters->roleNames();
    for (auto name = names.cbegin(); name != names.cend(); ++name)
        m_roles.insert(name.value(), name.key());
}

History::Counter History::counterAt(int row) const
{
    const auto value = [&](const char *role) { return valueAt(row, role); };
    Counter counter;
    counter.port = value("port").toInt();
    counter.name = value("name").toString();
    counter.unit = value("unit").toString();
    counter.available = value("available").toBool();
    counter.shouldStayZero = value("shouldStayZero").toBool();
    counter.moved = value("moved").toBool();
    return counter;
}

QVariant History::valueAt(int row, const char *role) const
{
    return m_counters->index(row, 0).data(
            m_roles.value(QByteArray::fromRawData(role, qsizetype(qstrlen(role))), -1));
}

// To read all of a row costs more.
bool History::isOf(const QString &device, int row) const
{
    return valueAt(row, "device") == device;
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
    m_now = time;
    for (int row = 0; row < m_counters->rowCount(); ++row)
        add(row);
    forgetOld();
    Q_EMIT changed();
}

void History::record(double time, const QVariantMap &values)
{
    m_now = time;
    for (auto value = values.cbegin(); value != values.cend(); ++value)
        m_curves[value.key()].append({ time, value.value().toDouble() });
    forgetOld();
    Q_EMIT changed();
}

// The first value of a counter has no rate. A counter that cannot be read any more has a gap.
void History::add(int row)
{
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    const QString key = keyAt(row);
    const bool isAvailable = valueAt(row, "available").toBool();
    const auto known = m_curves.find(key);
    if (known != m_curves.end())
        known->append({ m_now, isAvailable ? valueAt(row, "rate").toDouble() : gap });
    else if (isAvailable)
        m_curves.insert(key, { { m_now, gap } });
}

QString History::keyAt(int row) const
{
    return valueAt(row, "device").toString() % u'/' % QString::number(valueAt(row, "port").toInt())
            % u'/' % valueAt(row, "group").toString() % u'/' % valueAt(row, "name").toString();
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
