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

    static QList<RdmaCounter> ofDevice(const QString &device, const QString &sysfs = QString());

    bool read();
    bool isGauge() const { return unit() == Unit::Objects; }

    QString deviceName() const;
    int port() const;
    QString group() const;
    QString name() const;
    Unit unit() const;
    QString meaning() const;
    bool shouldStayZero() const;
    bool isAvailable() const;
    bool isSaturated() const;
    quint64 value() const;
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
