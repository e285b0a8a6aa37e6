// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACOUNTER_H
#define RDMACOUNTER_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qlist.h>
#include <QtCore/qmetatype.h>
#include <QtCore/qobjectdefs.h>
#include <QtCore/qstring.h>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

class Q_RDMA_EXPORT RdmaCounter
{
    Q_GADGET
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(int port MEMBER port)
    Q_PROPERTY(QString group MEMBER group)
    Q_PROPERTY(QString name MEMBER name)
    Q_PROPERTY(Unit unit MEMBER unit)
    Q_PROPERTY(QString meaning MEMBER meaning)
    Q_PROPERTY(bool shouldStayZero MEMBER shouldStayZero)
    Q_PROPERTY(bool available MEMBER available)
    Q_PROPERTY(bool saturated MEMBER saturated)
    Q_PROPERTY(quint64 value MEMBER value)
    Q_PROPERTY(QString problem MEMBER problem)

public:
    enum class Unit : quint8 { Events, Bytes, Packets, Objects, Ticks };
    Q_ENUM(Unit)

    static QList<RdmaCounter> ofDevice(const QString &device, const QString &sysfs = QString());

    bool read();
    bool isGauge() const { return unit == Unit::Objects; }

    QString device;
    int port = 0; // 0: of the device
    QString group; // the directory: "counters" or "hw_counters"
    QString name; // the file
    Unit unit = Unit::Events;
    QString meaning; // in words; empty for one that is not known
    bool shouldStayZero = false; // that it moves means that something is wrong
    bool available = false; // whether value is what the kernel told when it was read last
    bool saturated = false; // it is as high as it can count
    quint64 value = 0; // in that unit
    QString problem; // why it is not available

private:
    void take(quint64 counted);
    void refuse(const QString &reason);

    QByteArray path; // as the kernel knows it
    quint64 highest = ~quint64(0);
    quint32 factor = 1; // what the kernel counts, in units
};

Q_DECLARE_METATYPE(RdmaCounter)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaCounter &counter);
#endif

#endif // RDMACOUNTER_H
