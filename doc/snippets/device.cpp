// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QDebug>
#include <QtRdma/RdmaCounter>
#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaDeviceAttributes>
#include <QtRdma/RdmaDeviceWatcher>
#include <QtRdma/RdmaGidEntry>
#include <QtRdma/RdmaPortAttributes>
#include <QtRdma/RdmaResource>
#include <QtRdma/RdmaResourceReader>

using namespace Qt::StringLiterals;

class Window : public QObject
{
public:
    void addDevice(const QString &name);
    void watch();
};

void Window::watch()
{
    //! [watcher]
    auto *watcher = new RdmaDeviceWatcher(this);
    connect(watcher, &RdmaDeviceWatcher::deviceAdded, this, &Window::addDevice);
    connect(watcher, &RdmaDeviceWatcher::portError, this,
            [](const QString &device, int port) { qWarning() << device << port << "is down"; });
    //! [watcher]
}

void printDevices()
{
    //! [device]
    for (const RdmaDevice &device : RdmaDevice::devices()) {
        qInfo() << device << device.attributes().fwVer() << device.port(1).state();
        for (const RdmaGidEntry &gid : device.gids())
            qInfo() << gid;
    }
    //! [device]
}

void explainNoDevice()
{
    //! [no device]
    RdmaError error;
    if (RdmaDevice::devices(&error).isEmpty())
        qWarning() << error;
    //! [no device]
}

void printCounters()
{
    //! [counter]
    QList<RdmaCounter> counters = RdmaCounter::ofDevice(u"mlx5_0"_s);
    for (RdmaCounter &counter : counters) {
        if (counter.read() && counter.shouldStayZero() && counter.value() > 0)
            qWarning() << counter << counter.meaning();
    }
    //! [counter]
}

void printQueuePairs()
{
    //! [resources]
    RdmaResourceReader reader(u"mlx5_0"_s, RdmaResource::Kind::QueuePair);
    for (const RdmaResource &queuePair : reader.readAll())
        qInfo() << queuePair.owner() << queuePair.process() << queuePair.state();
    if (reader.rdmaError().isError())
        qWarning() << reader.rdmaError();
    //! [resources]
}
