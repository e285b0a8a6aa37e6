// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cluster/cluster.h"
#include "options.h"

#include "simulatedhost.h"

#ifdef MONITOR_WINDOW
#  include "window/window.h"
#  include <QtGui/qguiapplication.h>
#  include <QtQuick/qquickwindow.h>
#endif

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qeventloop.h>
#include <QtCore/qthread.h>
#include <QtCore/qtimer.h>
#include <QtQml/qqmlengine.h>

#include <cstdio>
#include <functional>
#include <memory>
#include <vector>

// What an update of a cluster costs the thread that shows it; clusterupdate.py counts the instructions of that thread.
//
//   cluster_update HOSTS SAMPLES [window]
//
// The hosts send their samples over TCP from another thread, all at once, and the next ones when these are shown: in the models, or in a window.

namespace {

constexpr int Patience = 120'000; // milliseconds

class Hosts : public QObject
{
    Q_OBJECT

public:
    explicit Hosts(int count)
    {
        for (int i = 0; i < count; ++i)
            m_hosts.emplace_back(i);
    }

public Q_SLOTS:
    void listen()
    {
        m_server = std::make_unique<RdmaServer>();
        m_server->setTransports(Rdma::StreamTransport::Tcp);
        m_server->setMaxPendingConnections(int(m_hosts.size()));
        connect(m_server.get(), &RdmaServer::newConnection, this, [this] {
            while (RdmaStream *stream = m_server->nextPendingConnection()) {
                stream->write(m_hosts[m_streams.size()].head());
                m_streams.push_back(stream);
            }
        });
        if (m_server->listen(QHostAddress::LocalHost))
            Q_EMIT listens(m_server->serverPort());
    }
    void send()
    {
        for (size_t i = 0; i < m_streams.size(); ++i)
            m_streams[i]->write(m_hosts[i].next());
    }
    void end() { m_server.reset(); }

Q_SIGNALS:
    void listens(quint16 port);

private:
    std::vector<RdmaTest::SimulatedHost> m_hosts;
    std::vector<RdmaStream *> m_streams;
    std::unique_ptr<RdmaServer> m_server;
};

bool runsUntil(Cluster *cluster, const std::function<bool()> &isDone)
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

bool haveAll(const Cluster &cluster, Cluster::Role role, const QVariant &wanted)
{
    for (int row = 0; row < cluster.count(); ++row) {
        if (cluster.index(row).data(role) != wanted)
            return false;
    }
    return true;
}

bool update(Cluster *cluster, Hosts *hosts, int samples)
{
    if (!runsUntil(cluster,
                   [&] { return haveAll(*cluster, Cluster::State, QStringLiteral("Live")); }))
        return false;
    for (int sample = 1; sample <= samples; ++sample) {
        QMetaObject::invokeMethod(hosts, &Hosts::send, Qt::QueuedConnection);
        if (!runsUntil(cluster, [&] { return haveAll(*cluster, Cluster::Samples, sample); }))
            return false;
    }
    return haveAll(*cluster, Cluster::Skipped, 0);
}

int measure(const Options &options, Hosts *hosts, int samples, bool inWindow)
{
#ifdef MONITOR_WINDOW
    if (inWindow) {
        Window window;
        if (!window.open(options))
            return 1;
        return update(window.window()->property("cluster").value<Cluster *>(), hosts, samples) ? 0
                                                                                               : 1;
    }
#endif
    QQmlEngine engine;
    Cluster cluster;
    if (inWindow
        || !cluster.open(&engine, options.cluster.hosts, options.cluster.stream, options.interval))
        return 1;
    return update(&cluster, hosts, samples) ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
#ifdef MONITOR_WINDOW
    const QGuiApplication application(argc, argv);
#else
    const QCoreApplication application(argc, argv);
#endif
    const QStringList arguments = QCoreApplication::arguments();
    const int count = arguments.value(1).toInt();
    const int samples = arguments.value(2).toInt();
    if (count < 1 || samples < 1) {
        std::fprintf(stderr, "Usage: cluster_update HOSTS SAMPLES [window]\n");
        return 2;
    }
    QThread thread;
    Hosts hosts(count);
    hosts.moveToThread(&thread);
    thread.start();
    Options options;
    options.interval = Patience / 2; // a host that is slow below callgrind is not lost
    QEventLoop loop;
    QObject::connect(&hosts, &Hosts::listens, &loop, [&](quint16 port) {
        const QString address = QStringLiteral("127.0.0.1:%1").arg(port);
        options.cluster.hosts = QList<HostAddress>(count, *HostAddress::fromString(address));
        options.cluster.stream.setTransport(Rdma::TransportPolicy::TcpOnly);
        loop.quit();
    });
    QMetaObject::invokeMethod(&hosts, &Hosts::listen, Qt::QueuedConnection);
    loop.exec();
    const int status =
            measure(options, &hosts, samples, arguments.value(3) == QLatin1String("window"));
    std::printf("cluster_update: %s\n",
                status == 0 ? "no sample was left out" : "samples were left out");
    QMetaObject::invokeMethod(&hosts, &Hosts::end, Qt::BlockingQueuedConnection);
    thread.quit();
    thread.wait();
    return status;
}

#include "cluster_update.moc"
