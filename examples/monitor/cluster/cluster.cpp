// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cluster.h"

#include "qmlimports.h"
#include "tables.h"
#include "units.h"

#include <QtCore/qdatetime.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qset.h>
#include <QtCore/qtextstream.h>
#include <QtQml/qqmlcomponent.h>
#include <QtQml/qqmlcontext.h>
#include <QtQml/qqmlengine.h>
#include <QtQml/qqmllist.h>

#include <algorithm>
#include <limits>

// The ports of a host together.
struct Cluster::Load
{
    QSet<QString> devices;
    int ports = 0;
    int portsWithoutLink = 0;
    int portsWithErrors = 0; // of the others
    double sent = -1; // -1 where it is not known, here and below
    double received = -1;
    double packetsSent = -1;
    double packetsReceived = -1;
    double errorRate = 0;
    double errors = 0;
};

namespace {

constexpr qint64 MemoryOfErrors = 10 * 60 * 1000; // milliseconds

void addKnown(double *sum, double value)
{
    if (value >= 0)
        *sum = std::max(0.0, *sum) + value;
}

bool countsBytes(double sent, double received)
{
    return sent >= 0 || received >= 0;
}

void insertKnown(QVariantMap *map, const QString &key, const QVariant &value, bool isOld)
{
    if (value.toDouble() >= 0)
        map->insert(key, isOld ? std::numeric_limits<double>::quiet_NaN() : value);
}

// One direction, or both.
QString inWords(double sent, double received, const QString &unit)
{
    QStringList words;
    if (sent >= 0)
        words.append(QStringLiteral("↑ ") + withUnit(sent, unit));
    if (received >= 0)
        words.append(QStringLiteral("↓ ") + withUnit(received, unit));
    return words.join(QStringLiteral("  "));
}

} // namespace

Cluster::Cluster(QObject *parent) : QAbstractListModel(parent) { }

Cluster::~Cluster() = default;

bool Cluster::open(QQmlEngine *engine, const QList<HostAddress> &hosts,
                   const RdmaStreamOptions &options, int interval)
{
    addQmlImports(engine);
    QQmlComponent component(engine, QUrl(QStringLiteral("qrc:/RdmaMonitor/cluster/Remotes.qml")));
    m_root.reset(component.create());
    if (!m_root) {
        QTextStream(stderr) << component.errorString();
        return false;
    }
    m_loads = m_root->property("loads").value<QAbstractItemModel *>();
    auto *const source = m_root->property("source").value<QQmlComponent *>();
    QQmlListReference sources(m_loads, "sources");
    for (const HostAddress &address : hosts) {
        Host host;
        host.source.reset(
                source->createWithInitialProperties({ { QStringLiteral("host"), address.text } }));
        host.feed = std::make_unique<HostFeed>(address, options, interval, host.source.get());
        connect(host.feed.get(), &HostFeed::stateChanged, this, &Cluster::update);
        connect(host.feed.get(), &HostFeed::stateChanged, this, &Cluster::statesChanged);
        sources.append(host.source.get());
        host.feed->start();
        m_hosts.push_back(std::move(host));
    }
    connect(m_loads, SIGNAL(updated()), this, SLOT(update()));
    connect(m_loads, SIGNAL(updated()), this, SIGNAL(updated()));
    update();
    return true;
}

void Cluster::setRunning(bool running)
{
    if (running == m_running)
        return;
    m_running = running;
    for (const Host &host : m_hosts)
        host.source->setProperty("running", running);
    Q_EMIT runningChanged();
}

void Cluster::setInterval(int interval)
{
    for (const Host &host : m_hosts)
        host.feed->setInterval(interval);
}

QObject *Cluster::sourceAt(int row) const
{
    return row >= 0 && row < count() ? m_hosts[size_t(row)].source.get() : nullptr;
}

QStringList Cluster::names() const
{
    QStringList names;
    for (const Host &host : m_hosts)
        names.append(host.feed->address().text);
    return names;
}

int Cluster::live() const
{
    return int(std::count_if(m_hosts.begin(), m_hosts.end(), [](const Host &host) {
        return host.feed->state() == HostFeed::State::Live;
    }));
}

QString Cluster::lossOf(int row) const
{
    if (row < 0 || row >= count())
        return {};
    const HostFeed &feed = *m_hosts[size_t(row)].feed;
    return feed.state() == HostFeed::State::Live ? QString() : feed.text();
}

QVariantMap Cluster::traffic(int row) const
{
    const Host &host = m_hosts[size_t(row)];
    if (valueOf(host, Ports) == 0)
        return {};
    const bool hasBytes =
            countsBytes(valueOf(host, Sent).toDouble(), valueOf(host, Received).toDouble());
    const bool isOld = host.feed->state() != HostFeed::State::Live;
    QVariantMap traffic;
    insertKnown(&traffic, QStringLiteral("sent"), valueOf(host, hasBytes ? Sent : PacketsSent),
                isOld);
    insertKnown(&traffic, QStringLiteral("received"),
                valueOf(host, hasBytes ? Received : PacketsReceived), isOld);
    return traffic;
}

int Cluster::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : count();
}

QVariant Cluster::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int place = role == Qt::DisplayRole ? 0 : role - Qt::UserRole;
    return m_hosts[size_t(index.row())].values.value(place);
}

// "stateText" of StateText.
QHash<int, QByteArray> Cluster::roleNames() const
{
    QHash<int, QByteArray> names;
    const auto roles = QMetaEnum::fromType<Role>();
    for (int role = Name; role < Name + RoleCount; ++role) {
        QByteArray name = roles.valueToKey(role);
        name[0] = char(name.at(0) + ('a' - 'A'));
        names.insert(role, name);
    }
    return names;
}

std::vector<Cluster::Load> Cluster::sumLoads() const
{
    std::vector<Load> loads(m_hosts.size());
    forEachRow(m_loads, [&loads](const TableReader &row) {
        Load &load = loads.at(size_t(row.value("source").toInt()));
        const double errorRate = row.value("errorRate").toDouble();
        load.devices.insert(row.text("device"));
        ++load.ports;
        const bool isActive = row.isTrue("active");
        load.portsWithoutLink += isActive ? 0 : 1;
        load.portsWithErrors += isActive && errorRate > 0 ? 1 : 0;
        addKnown(&load.sent, row.value("sent").toDouble());
        addKnown(&load.received, row.value("received").toDouble());
        addKnown(&load.packetsSent, row.value("packetsSent").toDouble());
        addKnown(&load.packetsReceived, row.value("packetsReceived").toDouble());
        load.errorRate += errorRate;
        load.errors += row.value("errors").toDouble();
    });
    return loads;
}

// Made here once, because each change of a number would make a view do so.
QString Cluster::textOf(const Load &load)
{
    if (load.ports == 0)
        return {};
    if (countsBytes(load.sent, load.received))
        return inWords(load.sent * 8, load.received * 8, QStringLiteral("bit/s"));
    const QString packets = inWords(load.packetsSent, load.packetsReceived, {});
    return packets.isEmpty() ? tr("Its drivers count no traffic") : tr("%1 packets/s").arg(packets);
}

// Errors that came once are seen for as long as the history is.
void Cluster::rememberErrors(Host *host, int ports)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (now - host->lastErrors > MemoryOfErrors)
        host->portsWithErrors = 0;
    if (ports > 0) {
        host->portsWithErrors = std::max(host->portsWithErrors, ports);
        host->lastErrors = now;
    }
}

// In the order of the roles.
QVariantList Cluster::valuesOf(const Host &host, const Load &load)
{
    const HostFeed &feed = *host.feed;
    const auto state = QMetaEnum::fromType<HostFeed::State>();
    return { feed.address().text,
             QString::fromLatin1(state.valueToKey(int(feed.state()))),
             feed.text(),
             int(load.devices.size()),
             load.ports,
             load.portsWithoutLink + host.portsWithErrors,
             load.sent,
             load.received,
             load.packetsSent,
             load.packetsReceived,
             textOf(load),
             load.errorRate,
             load.errors,
             host.source->property("samples"),
             host.source->property("skipped"),
             host.source->property("clockOffset") };
}

void Cluster::update()
{
    const std::vector<Load> loads = sumLoads();
    for (size_t i = 0; i < m_hosts.size(); ++i) {
        rememberErrors(&m_hosts[i], loads[i].portsWithErrors);
        setValues(int(i), valuesOf(m_hosts[i], loads[i]));
    }
}

void Cluster::setValues(int row, const QVariantList &values)
{
    QVariantList &before = m_hosts[size_t(row)].values;
    QList<int> roles;
    for (int i = 0; i < RoleCount; ++i) {
        if (before.value(i) != values.at(i))
            roles.append(Qt::UserRole + i);
    }
    before = values;
    if (!roles.isEmpty())
        Q_EMIT dataChanged(index(row), index(row), roles);
}
