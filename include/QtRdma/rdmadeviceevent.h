// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMADEVICEEVENT_H
#define RDMADEVICEEVENT_H

#include <QtRdma/rdma.h>

#include <QtCore/qobjectdefs.h>
#include <QtCore/qshareddata.h>
#include <QtCore/qstring.h>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

namespace QtRdmaPrivate {
struct Access;
struct DeviceEventData;
} // namespace QtRdmaPrivate

/// One asynchronous event of a device, with its port or queue pair and its meaning.
class Q_RDMA_EXPORT RdmaDeviceEvent
{
    Q_GADGET
    Q_PROPERTY(QString deviceName READ deviceName)
    Q_PROPERTY(int type READ type)
    Q_PROPERTY(int port READ port)
    Q_PROPERTY(quint32 queuePairNumber READ queuePairNumber)
    Q_PROPERTY(Rdma::EventObject object READ object)
    Q_PROPERTY(QString name READ name)
    Q_PROPERTY(QString text READ text)

public:
    RdmaDeviceEvent() noexcept;
    RdmaDeviceEvent(const RdmaDeviceEvent &other);
    RdmaDeviceEvent(RdmaDeviceEvent &&other) noexcept;
    RdmaDeviceEvent &operator=(const RdmaDeviceEvent &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaDeviceEvent)
    ~RdmaDeviceEvent();
    void swap(RdmaDeviceEvent &other) noexcept { d.swap(other.d); }

    /// What the event is about.
    Rdma::EventObject object() const { return Rdma::objectOfDeviceEvent(type()); }
    /// The name of the event in the headers of rdma-core.
    QString name() const { return Rdma::explainDeviceEvent(type()).name(); }
    /// What the event means, in words, translated.
    QString text() const { return Rdma::explainDeviceEvent(type()).text(); }

    /// The name of the device.
    QString deviceName() const;
    /// The `ibv_event_type`.
    int type() const;
    /// The number of the port; 0 unless the event is about one.
    int port() const;
    /// The number of the queue pair; 0 unless the event is about one.
    quint32 queuePairNumber() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaDeviceEvent &a, const RdmaDeviceEvent &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaDeviceEvent &a, const RdmaDeviceEvent &b) noexcept
    {
        return !equals(a, b);
    }
    static bool equals(const RdmaDeviceEvent &a, const RdmaDeviceEvent &b) noexcept;

    QSharedDataPointer<QtRdmaPrivate::DeviceEventData> d; // null: the default values
};

Q_DECLARE_SHARED(RdmaDeviceEvent)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaDeviceEvent &event);
#endif

#endif // RDMADEVICEEVENT_H
