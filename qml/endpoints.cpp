// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "endpoints.h"

#include "sampletexts.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qhash.h>
#include <QtCore/qset.h>

#include <utility>

namespace {

using Number = std::pair<QString, quint32>; // of a queue pair of a device

// The states of both objects, by their names in the list of the kernel. An empty name is an object
// that is not there.
struct States
{
    QString queuePair;
    QString id;
    bool isConnectedType = true; // not datagrams

    QString together() const;

private:
    QString ofQueuePair() const;
    QString ofId() const;
};

QString States::ofQueuePair() const
{
    if (queuePair == QLatin1String("ReadyToSend"))
        return isConnectedType ? QStringLiteral("Connected") : QStringLiteral("Ready");
    if (queuePair == QLatin1String("ReadyToReceive"))
        return QStringLiteral("Connecting");
    if (queuePair.contains(QLatin1String("Error")))
        return QStringLiteral("Failed");
    if (queuePair == QLatin1String("SendQueueDrained"))
        return QStringLiteral("Disconnecting");
    return QStringLiteral("Unused");
}

QString States::ofId() const
{
    static const QHash<QString, QString> names = {
        { QStringLiteral("Listen"), QStringLiteral("Listening") },
        { QStringLiteral("AddressBound"), QStringLiteral("Bound") },
        { QStringLiteral("AddressQuery"), QStringLiteral("Resolving") },
        { QStringLiteral("AddressResolved"), QStringLiteral("Resolving") },
        { QStringLiteral("RouteQuery"), QStringLiteral("Resolving") },
        { QStringLiteral("RouteResolved"), QStringLiteral("Resolving") },
        { QStringLiteral("Connect"), QStringLiteral("Connecting") },
        { QStringLiteral("Disconnect"), QStringLiteral("Disconnecting") },
        { QStringLiteral("DeviceRemoval"), QStringLiteral("DeviceGone") },
        { QStringLiteral("Destroying"), QStringLiteral("Disconnecting") },
    };
    return names.value(id, QStringLiteral("Unused"));
}

// The identifier is in "Connect" from the first request to the end, so the queue pair tells more.
QString States::together() const
{
    if (id.isEmpty())
        return ofQueuePair();
    QString known = ofId();
    if (queuePair.isEmpty() || known == QLatin1String("Disconnecting")
        || known == QLatin1String("DeviceGone"))
        return known;
    // The queue pair of an identifier has left "Reset", so its driver (siw) does not tell the
    // state.
    if (queuePair == QLatin1String("Reset") && id == QLatin1String("Connect"))
        return QStringLiteral("ConnectingOrConnected");
    const QString working = ofQueuePair();
    return working == QLatin1String("Unused") ? known : working;
}

struct EndpointWords
{
    Q_DECLARE_TR_FUNCTIONS(QtRdma)

public:
    static QString of(const QString &state);
};

QString EndpointWords::of(const QString &state)
{
    const QHash<QString, QString> words = {
        { QStringLiteral("Connected"), tr("connected") },
        { QStringLiteral("Connecting"), tr("connecting") },
        { QStringLiteral("ConnectingOrConnected"), tr("connecting or connected") },
        { QStringLiteral("Disconnecting"), tr("disconnecting") },
        { QStringLiteral("Failed"), tr("failed") },
        { QStringLiteral("Ready"), tr("ready to send") },
        { QStringLiteral("Listening"), tr("listening") },
        { QStringLiteral("Bound"), tr("bound") },
        { QStringLiteral("Resolving"), tr("looking for the way") },
        { QStringLiteral("DeviceGone"), tr("device is gone") },
        { QStringLiteral("Unused"), tr("not used yet") },
    };
    return words.value(state);
}

bool isDatagram(const QString &type)
{
    return type == QLatin1String("UD") || type == QLatin1String("GSI")
            || type == QLatin1String("SMI") || type == QLatin1String("RawPacket");
}

// An address without its port, and without the brackets of IPv6.
QString hostOf(const QString &endpoint)
{
    return endpoint.left(endpoint.lastIndexOf(u':')).remove(u'[').remove(u']');
}

// Puts the rows of a sample together.
class Joining
{
public:
    explicit Joining(const Sample &sample);

    void addQueuePair(const ResourceRow &queuePair);
    void addId(const ResourceRow &id);
    QList<EndpointRow> finish();

private:
    void complete(EndpointRow *row) const;
    int portOf(const EndpointRow &row) const;

    QList<EndpointRow> m_rows;
    QList<States> m_states; // of the rows
    QHash<Number, qsizetype> m_places; // of queue pairs
    QHash<std::pair<QString, QString>, int> m_ports; // by device and address
    QHash<QString, int> m_portCounts;
    QHash<std::pair<QString, QString>, const ConnectionRow *> m_own; // by both addresses
    QHash<Number, const TrafficRow *> m_counted;
};

Joining::Joining(const Sample &sample)
{
    for (const GidRow &gid : sample.gids) {
        m_ports.insert({ gid.device, gid.ipv4.isEmpty() ? gid.gid : gid.ipv4 }, gid.port);
    }
    for (const DeviceRow &device : sample.devices)
        m_portCounts.insert(device.device, device.ports);
    for (const ConnectionRow &connection : sample.connections)
        m_own.insert({ connection.local, connection.peer }, &connection);
    for (const TrafficRow &traffic : sample.traffic)
        m_counted.insert({ traffic.device, traffic.queuePairNumber }, &traffic);
}

EndpointRow rowOf(const ResourceRow &resource)
{
    EndpointRow row;
    row.device = resource.device;
    row.owner = resource.owner;
    row.process = resource.process;
    row.inKernel = resource.inKernel;
    row.type = resource.type;
    row.local = resource.local;
    row.peer = resource.peer;
    return row;
}

void Joining::addQueuePair(const ResourceRow &queuePair)
{
    EndpointRow row = rowOf(queuePair);
    row.queuePairNumber = queuePair.queuePairNumber;
    row.remoteQueuePairNumber = queuePair.remoteQueuePairNumber;
    m_places.insert({ row.device, row.queuePairNumber }, m_rows.size());
    m_states.append({ queuePair.state, {}, !isDatagram(queuePair.type) });
    m_rows.append(row);
}

void Joining::addId(const ResourceRow &id)
{
    const auto place = id.queuePairNumber > 0
            ? m_places.constFind({ id.device, id.queuePairNumber })
            : m_places.cend();
    if (place == m_places.cend()) {
        EndpointRow row = rowOf(id);
        row.connectionId = id.number;
        m_states.append({ {}, id.state });
        m_rows.append(row);
        return;
    }
    EndpointRow &row = m_rows[*place];
    row.connectionId = id.number;
    row.local = id.local;
    row.peer = id.peer;
    m_states[*place].id = id.state;
}

int Joining::portOf(const EndpointRow &row) const
{
    if (m_portCounts.value(row.device) == 1)
        return 1;
    return m_ports.value({ row.device, hostOf(row.local) });
}

void Joining::complete(EndpointRow *row) const
{
    const ConnectionRow *own = row->queuePairNumber > 0 && !row->peer.isEmpty()
            ? m_own.value({ row->local, row->peer })
            : nullptr;
    if (own && own->state == QLatin1String("Connected"))
        row->state = own->state;
    row->port = portOf(*row);
    row->stateText = EndpointWords::of(row->state);
    const TrafficRow *counted = m_counted.value({ row->device, row->queuePairNumber });
    row->counted = own || counted;
    row->bytesSent = own ? own->bytesSent : counted ? counted->bytesSent : 0;
    row->bytesReceived = own ? own->bytesReceived : counted ? counted->bytesReceived : 0;
    if (!row->counted)
        row->trafficProblem = row->queuePairNumber > 0
                ? EndpointWords::tr("the kernel does not count it")
                : EndpointWords::tr("it has no queue pair");
}

QList<EndpointRow> Joining::finish()
{
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        m_rows[i].state = m_states.at(i).together();
        complete(&m_rows[i]);
    }
    return m_rows;
}

} // namespace

QList<EndpointRow> endpointsOf(const Sample &sample)
{
    const SampleTexts::English english;
    Joining joining(sample);
    for (const ResourceRow &resource : sample.resources) {
        if (resource.kind == QLatin1String("QueuePair"))
            joining.addQueuePair(resource);
    }
    for (const ResourceRow &resource : sample.resources) {
        if (resource.kind == QLatin1String("ConnectionId"))
            joining.addId(resource);
    }
    return joining.finish();
}
