// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "simulatedcluster.h"

#include "options.h"
#include "window/window.h"

#include <QtGui/qguiapplication.h>
#include <QtGui/qimage.h>
#include <QtQuick/qquickwindow.h>

#include <cstdio>

// The pictures of a film of a cluster: one of each second, as the window shows it.
//
//   cluster_film DIRECTORY SECONDS

namespace {

constexpr int HostCount = 12;
constexpr QSize Size(1120, 720);

void waitASecond()
{
    QEventLoop loop;
    QTimer::singleShot(1000, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

bool film(QQuickWindow *window, SimulatedCluster *hosts, const QString &directory, int seconds)
{
    auto *const cluster = window->property("cluster").value<Cluster *>();
    bool isFilmed = SimulatedCluster::becomesLive(cluster);
    for (int second = 0; second < seconds && isFilmed; ++second) {
        isFilmed = hosts->update(cluster);
        waitASecond();
        const QString file =
                QStringLiteral("%1/%2.png").arg(directory).arg(second, 3, 10, QLatin1Char('0'));
        isFilmed = isFilmed && window->grabWindow().save(file);
    }
    return isFilmed;
}

} // namespace

int main(int argc, char **argv)
{
    const QGuiApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const int seconds = arguments.value(2).toInt();
    if (seconds < 1) {
        std::fprintf(stderr, "Usage: cluster_film DIRECTORY SECONDS\n");
        return 2;
    }
    SimulatedCluster hosts(HostCount);
    Options options;
    options.cluster.hosts = hosts.addresses();
    options.cluster.stream.setTransport(Rdma::TransportPolicy::TcpOnly);
    Window window;
    if (!window.open(options))
        return 1;
    window.window()->resize(Size);
    window.window()->setProperty("theme", QStringLiteral("dark"));
    if (film(window.window(), &hosts, arguments.at(1), seconds))
        return 0;
    std::fprintf(stderr, "cluster_film: the pictures cannot be made in %s\n", argv[1]);
    return 1;
}
