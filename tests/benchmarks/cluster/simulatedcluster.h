// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SIMULATEDCLUSTER_H
#define SIMULATEDCLUSTER_H

#include "cluster/cluster.h"

#include "simulatedhost.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qeventloop.h>
#include <QtCore/qthread.h>
#include <QtCore/qtimer.h>

#include <functional>
#include <memory>
#include <vector>

// Hosts that send their samples over TCP from another thread, all at once, when they are told to.
class SimulatedCluster : public QObject
{
    Q_OBJECT

public:
    static constexpr int Patience = 1'200'000; // milliseconds, below callgrind

    explicit SimulatedCluster(int count)
    {
        for (int i = 0; i < count; ++i)
            m_hosts.emplace_back(i);
        moveToThread(&m_thread);
        m_thread.start();
        QMetaObject::invokeMethod(this, &SimulatedCluster::listen, Qt::BlockingQueuedConnection);
    }
    ~SimulatedCluster() override
    {
        QMetaObject::invokeMethod(
                this, [this] { m_servers.clear(); }, Qt::BlockingQueuedConnection);
        m_thread.quit();
        m_thread.wait();
    }

    QList<HostAddress> addresses() const
    {
        QList<HostAddress> addresses;
        for (size_t i = 0; i < m_hosts.size(); ++i) {
            addresses.append(*HostAddress::fromString(
                    QStringLiteral("127.0.0.1:%1").arg(m_servers[i]->serverPort())));
            addresses.last().text = QStringLiteral("node%1").arg(i + 1);
        }
        return addresses;
    }

    // Returns false when they do not become so in time.
    static bool becomesLive(Cluster *cluster)
    {
        return runsUntil(cluster, [cluster] {
            return haveAll(*cluster, Cluster::State, QStringLiteral("Live"));
        });
    }
    // Sends a sample of each host. They are shown together, as they are in real time: below
    // callgrind it takes longer to read them than the model waits. Returns false when one of them
    // is not shown.
    bool update(Cluster *cluster)
    {
        const int sample = ++m_samples;
        cluster->loads()->setProperty("updateInterval", Patience);
        QMetaObject::invokeMethod(this, &SimulatedCluster::send, Qt::QueuedConnection);
        for (int row = 0; row < cluster->count(); ++row) {
            if (!comes(*cluster->sourceAt(row), sample))
                return false;
        }
        QEventLoop loop;
        connect(cluster, &Cluster::updated, &loop, &QEventLoop::quit);
        cluster->loads()->setProperty("updateInterval", 0);
        loop.exec();
        return haveAll(*cluster, Cluster::Samples, sample)
                && haveAll(*cluster, Cluster::Skipped, 0);
    }

private:
    // A port for each host, or it would depend on the order of connections which one is which.
    void listen()
    {
        for (size_t i = 0; i < m_hosts.size(); ++i) {
            auto server = std::make_unique<RdmaServer>();
            server->setTransports(Rdma::StreamTransport::Tcp);
            connect(server.get(), &RdmaServer::newConnection, this, [this, i] {
                m_streams[i] = m_servers[i]->nextPendingConnection();
                m_streams[i]->write(m_hosts[i].head());
            });
            if (!server->listen(QHostAddress::LocalHost))
                qFatal("%s", qPrintable(server->errorString()));
            m_servers.push_back(std::move(server));
        }
        m_streams.resize(m_hosts.size());
    }
    void send()
    {
        for (size_t i = 0; i < m_streams.size(); ++i)
            m_streams[i]->write(m_hosts[i].next());
    }

    static bool runsUntil(Cluster *cluster, const std::function<bool()> &isDone)
    {
        QEventLoop loop;
        QTimer::singleShot(Patience, &loop, [&loop] { loop.exit(1); });
        const auto look = [&] {
            if (isDone())
                loop.exit(0);
        };
        QObject::connect(cluster, &Cluster::updated, &loop, look);
        QObject::connect(cluster, &Cluster::dataChanged, &loop, look);
        return isDone() || loop.exec() == 0;
    }

    static bool comes(const QObject &source, int sample)
    {
        QEventLoop loop;
        QTimer::singleShot(Patience, &loop, [&loop] { loop.exit(1); });
        QObject::connect(&source, SIGNAL(sampled()), &loop, SLOT(quit()));
        return source.property("samples") == sample || loop.exec() == 0;
    }

    static bool haveAll(const Cluster &cluster, Cluster::Role role, const QVariant &wanted)
    {
        for (int row = 0; row < cluster.count(); ++row) {
            if (cluster.index(row).data(role) != wanted)
                return false;
        }
        return true;
    }

    QThread m_thread;
    std::vector<RdmaTest::SimulatedHost> m_hosts;
    std::vector<RdmaStream *> m_streams;
    std::vector<std::unique_ptr<RdmaServer>> m_servers;
    int m_samples = 0;
};

#endif // SIMULATEDCLUSTER_H
