// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACOUNTER_H
#define RDMACOUNTER_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qlist.h>
#include <QtCore/qobjectdefs.h>
#include <QtCore/qshareddata.h>
#include <QtCore/qstring.h>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

namespace QtRdmaPrivate {
struct Access;
struct CounterData;
} // namespace QtRdmaPrivate

/// One counter of a device or a port, as the kernel shows it below `/sys/class/infiniband`.
class Q_RDMA_EXPORT RdmaCounter
{
    Q_GADGET
    Q_PROPERTY(QString deviceName READ deviceName)
    Q_PROPERTY(int port READ port)
    Q_PROPERTY(QString group READ group)
    Q_PROPERTY(QString name READ name)
    Q_PROPERTY(Unit unit READ unit)
    Q_PROPERTY(QString meaning READ meaning)
    Q_PROPERTY(bool shouldStayZero READ shouldStayZero)
    Q_PROPERTY(bool available READ isAvailable)
    Q_PROPERTY(bool saturated READ isSaturated)
    Q_PROPERTY(quint64 value READ value)
    Q_PROPERTY(QString problem READ problem)

public:
    enum class Unit : quint8 { Events, Bytes, Packets, Objects, Ticks };
    Q_ENUM(Unit)

    RdmaCounter() noexcept;
    RdmaCounter(const RdmaCounter &other);
    RdmaCounter(RdmaCounter &&other) noexcept;
    RdmaCounter &operator=(const RdmaCounter &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaCounter)
    ~RdmaCounter();
    void swap(RdmaCounter &other) noexcept { d.swap(other.d); }

    /// The counters of `device` and of its ports, without their values; none when there is no such
    /// device.
    static QList<RdmaCounter> ofDevice(const QString &device, const QString &sysfs = QString());

    /// Asks the kernel for the value.
    bool read();
    /// Returns whether it goes up and down with what there is, so that its rate means nothing.
    bool isGauge() const { return unit() == Unit::Objects; }

    /// The name of the device.
    QString deviceName() const;
    /// The number of the port; 0 for a counter of the device.
    int port() const;
    /// The directory of the counter: "counters" or "hw_counters".
    QString group() const;
    /// The name of the counter, which is that of its file.
    QString name() const;
    /// The unit of the value.
    Unit unit() const;
    /// What the counter counts, in words; empty where that is not known.
    QString meaning() const;
    /// Whether a value that moves means that something is wrong.
    bool shouldStayZero() const;
    /// Whether value is what the kernel told when it was read last.
    bool isAvailable() const;
    /// Whether the counter is as high as it can count.
    bool isSaturated() const;
    /// The value, in the unit of the counter.
    quint64 value() const;
    /// Why the counter is not available.
    QString problem() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaCounter &a, const RdmaCounter &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaCounter &a, const RdmaCounter &b) noexcept
    {
        return !equals(a, b);
    }
    static bool equals(const RdmaCounter &a, const RdmaCounter &b) noexcept;

    QSharedDataPointer<QtRdmaPrivate::CounterData> d; // null: the default values
};

Q_DECLARE_SHARED(RdmaCounter)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaCounter &counter);
#endif

#endif // RDMACOUNTER_H
