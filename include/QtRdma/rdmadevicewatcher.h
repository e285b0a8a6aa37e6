// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMADEVICEWATCHER_H
#define RDMADEVICEWATCHER_H

#include <QtRdma/rdma.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qmetatype.h>
#include <QtCore/qobject.h>
#include <QtCore/qscopedpointer.h>
#include <QtCore/qstringlist.h>

class RdmaDeviceWatcherPrivate;

class Q_RDMA_EXPORT RdmaDeviceEvent
{
    Q_GADGET
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(int type MEMBER type)
    Q_PROPERTY(int port MEMBER port)
    Q_PROPERTY(Rdma::EventObject object READ object)
    Q_PROPERTY(quint32 queuePairNumber MEMBER queuePairNumber)
    Q_PROPERTY(QString name READ name)
    Q_PROPERTY(QString text READ text)

public:
    Rdma::EventObject object() const { return Rdma::objectOfDeviceEvent(type); }
    QString name() const { return Rdma::explainDeviceEvent(type).name; }
    QString text() const { return Rdma::explainDeviceEvent(type).text; }

    QString device;
    int type = 0; // ibv_event_type
    int port = 0; // 0 unless it is about one
    quint32 queuePairNumber = 0; // 0 unless it is about a queue pair
};

Q_DECLARE_METATYPE(RdmaDeviceEvent)

class Q_RDMA_EXPORT RdmaDeviceWatcher : public QObject
{
    Q_OBJECT
    Q_PROPERTY(QStringList devices READ devices NOTIFY devicesChanged)
    Q_DISABLE_COPY_MOVE(RdmaDeviceWatcher)

public:
    explicit RdmaDeviceWatcher(QObject *parent = nullptr);
    ~RdmaDeviceWatcher() override;

    QStringList devices() const;
    RdmaError error() const;

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

private:
    QScopedPointer<RdmaDeviceWatcherPrivate> d;
};

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaDeviceEvent &event);
#endif

#endif // RDMADEVICEWATCHER_H
