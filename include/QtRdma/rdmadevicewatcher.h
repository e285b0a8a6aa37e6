// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMADEVICEWATCHER_H
#define RDMADEVICEWATCHER_H

#include <QtRdma/rdmadeviceevent.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qobject.h>
#include <QtCore/qscopedpointer.h>
#include <QtCore/qstringlist.h>

class RdmaDeviceWatcherPrivate;

/// Tells of RDMA devices that come and go, of their ports, and of every other asynchronous event.
class Q_RDMA_EXPORT RdmaDeviceWatcher : public QObject
{
    Q_OBJECT
    Q_PROPERTY(QStringList devices READ devices NOTIFY devicesChanged)
    Q_PROPERTY(RdmaError rdmaError READ rdmaError NOTIFY errorOccurred)
    Q_DISABLE_COPY_MOVE(RdmaDeviceWatcher)

public:
    explicit RdmaDeviceWatcher(QObject *parent = nullptr);
    ~RdmaDeviceWatcher() override;

    /// The names of the devices there are; none in a child of the process that has made the
    /// watcher.
    QStringList devices() const;
    /// Why devices that come and go cannot be watched, because rdma-core is not installed for
    /// example; no error when they can.
    RdmaError rdmaError() const;

Q_SIGNALS:
    void deviceAdded(const QString &name);
    void deviceRemoved(const QString &name);
    void devicesChanged();
    void portActive(const QString &device, int port);
    void portError(const QString &device, int port);
    void gidChanged(const QString &device, int port);
    void deviceFatal(const QString &device);
    void queueFailed(const QString &device, const RdmaDeviceEvent &event);
    void eventReceived(const RdmaDeviceEvent &event);
    void errorOccurred(const RdmaError &error);

private:
    QScopedPointer<RdmaDeviceWatcherPrivate> d;
};

#endif // RDMADEVICEWATCHER_H
