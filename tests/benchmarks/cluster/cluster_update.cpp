// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "simulatedcluster.h"

#include "options.h"

#ifdef MONITOR_WINDOW
#  include "window/window.h"
#  include <QtGui/qguiapplication.h>
#  include <QtQuick/qquickwindow.h>
#endif

#include <QtCore/qcoreapplication.h>
#include <QtQml/qqmlengine.h>

#include <cstdio>

// Updates a cluster as a window or its models do. clusterupdate.py counts the instructions of the thread that shows it.
//
//   cluster_update HOSTS SAMPLES [drawn | hidden]
//
// The hosts send the next samples when the last ones are shown: in the models, or in a window that is drawn, or hidden after its first
// sample, so that its items change and Qt draws nothing.

namespace {

int updates = 0; // how often the models and the window changed

// Each host tells all of itself with the first one, and has rates since the second one.
bool begin(Cluster *cluster, SimulatedCluster *hosts)
{
    return SimulatedCluster::becomesLive(cluster) && hosts->update(cluster)
            && hosts->update(cluster);
}

// The script counts the instructions of this function, which it knows by its name.
[[gnu::noinline]] bool countedUpdates(Cluster *cluster, SimulatedCluster *hosts, int samples)
{
    const auto count = QObject::connect(cluster, &Cluster::updated, cluster, [] { ++updates; });
    bool isShown = true;
    for (int sample = 0; sample < samples && isShown; ++sample)
        isShown = hosts->update(cluster);
    QObject::disconnect(count);
    return isShown;
}

#ifdef MONITOR_WINDOW
bool updateWindow(const Options &options, SimulatedCluster *hosts, int samples, bool isHidden)
{
    Window window;
    if (!window.open(options))
        return false;
    auto *const cluster = window.window()->property("cluster").value<Cluster *>();
    if (!begin(cluster, hosts))
        return false;
    window.window()->grabWindow(); // lists make their items for a frame
    window.window()->setVisible(!isHidden);
    return hosts->update(cluster) && countedUpdates(cluster, hosts, samples);
}
#endif

bool updateModels(const Options &options, SimulatedCluster *hosts, int samples)
{
    QQmlEngine engine;
    Cluster cluster;
    return cluster.open(&engine, options.cluster.hosts, options.cluster.stream, options.interval)
            && begin(&cluster, hosts) && countedUpdates(&cluster, hosts, samples);
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
    const QString look = arguments.value(3);
    if (count < 1 || samples < 1 || (!look.isEmpty() && look != u"drawn" && look != u"hidden")) {
        std::fprintf(stderr, "Usage: cluster_update HOSTS SAMPLES [drawn | hidden]\n");
        return 2;
    }
    SimulatedCluster hosts(count);
    Options options;
    options.interval =
            SimulatedCluster::Patience / 2; // one that is slow below callgrind is not lost
    options.cluster.hosts = hosts.addresses();
    options.cluster.stream.setTransport(Rdma::TransportPolicy::TcpOnly);
#ifdef MONITOR_WINDOW
    const bool isComplete = look.isEmpty()
            ? updateModels(options, &hosts, samples)
            : updateWindow(options, &hosts, samples, look == u"hidden");
#else
    const bool isComplete = look.isEmpty() && updateModels(options, &hosts, samples);
#endif
    std::printf("cluster_update: %s, %d updates\n",
                isComplete ? "no sample was left out" : "samples were left out", updates);
    return isComplete ? 0 : 1;
}
