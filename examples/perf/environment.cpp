// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "environment.h"

#include <QAbstractEventDispatcher>
#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QSysInfo>
#include <QThread>
#include <QtRdma/RdmaDevice>

namespace Perf {

namespace {

QString processor()
{
    QFile file("/proc/cpuinfo");
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith("model name"))
            return QString::fromUtf8(line.mid(line.indexOf(':') + 1).trimmed());
    }
    return {};
}

QString transportOf(const RdmaDevice &device, const RdmaPortAttributes &port)
{
    if (device.transport() == Rdma::Transport::Iwarp)
        return "iWARP";
    return port.linkLayer() == Rdma::LinkLayer::Ethernet ? "RoCE" : "InfiniBand";
}

QJsonObject describe(const RdmaDevice &device)
{
    QJsonObject object{ { "name", device.name() },
                        { "software", device.isSoftware() },
                        { "iwarp", device.transport() == Rdma::Transport::Iwarp },
                        { "firmware", device.attributes().fwVer() } };
    const RdmaPortAttributes port = device.port(1);
    object["transport"] = transportOf(device, port);
    object["mtu"] = port.activeMtu();
    object["gbit_per_s"] = port.speed();
    return object;
}

} // namespace

QJsonObject environment(const QStringList &deviceNames)
{
    QJsonArray devices;
    for (const QString &name : deviceNames)
        devices.append(describe(RdmaDevice::fromName(name)));
    const QAbstractEventDispatcher *dispatcher = QAbstractEventDispatcher::instance();
    return { { "host", QSysInfo::machineHostName() },
             { "kernel", QSysInfo::kernelVersion() },
             { "processor", processor() },
             { "processors", QThread::idealThreadCount() },
             { "qt", qVersion() },
             { "qtrdma", Rdma::libraryVersion().toString() },
             { "dispatcher", dispatcher ? dispatcher->metaObject()->className() : "" },
             { "time", QDateTime::currentDateTimeUtc().toString(Qt::ISODate) },
             { "device", devices.at(0) },
             { "devices", devices } };
}

} // namespace Perf
