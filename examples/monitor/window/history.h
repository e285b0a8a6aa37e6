// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HISTORY_H
#define HISTORY_H

#include "curve.h"

#include <QtCore/qabstractitemmodel.h>
#include <QtCore/qhash.h>
#include <QtCore/qobject.h>
#include <QtCore/qpointer.h>
#include <QtCore/qvariant.h>
#include <QtQml/qqmlregistration.h>

// The rates that the counters had in the last ten minutes.
class History : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QObject *source READ source WRITE setSource NOTIFY sourceChanged)
    Q_PROPERTY(QAbstractItemModel *counters READ counters WRITE setCounters NOTIFY countersChanged)
    Q_PROPERTY(double now READ now NOTIFY changed)

public:
    static constexpr double Length = 10 * 60 * 1000; // milliseconds

    explicit History(QObject *parent = nullptr);

    QObject *source() const { return m_source; }
    void setSource(QObject *source);
    QAbstractItemModel *counters() const { return m_counters; }
    void setCounters(QAbstractItemModel *counters);

    // The time of the last sample by the clock of the source, in milliseconds.
    double now() const { return m_now; }
    qsizetype curves() const { return m_curves.size(); }
    // Of several keys with line breaks between them: their sum.
    Curve curve(const QString &key) const;

    // The series of a plot of a port: a list of { key, name, direction } with the direction "sent",
    // "received" or nothing. 'plot' is "bytes", "packets", "messages" or "errors"; the last are the
    // counters that should stay zero and did not.
    Q_INVOKABLE QVariantList seriesOf(const QString &device, int port, const QString &plot) const;

    // What a port sends and receives, or all ports of the device together if the number is 0: a
    // list of { key, direction } with "sent" and "received", as far as the driver counts that.
    Q_INVOKABLE QVariantList trafficOf(const QString &device, int port, const QString &plot) const;

    // Takes values that no counter has, by keys. The time is in milliseconds.
    Q_INVOKABLE void record(double time, const QVariantMap &values);

Q_SIGNALS:
    void sourceChanged();
    void countersChanged();
    void changed();

private Q_SLOTS:
    void take();

private:
    struct Counter;

    QVariant valueAt(int row, const char *role) const;
    Counter counterAt(int row) const;
    bool isOf(const QString &device, int row) const;
    QList<int> portsOf(const QString &device) const;
    void readRoles();
    QString keyAt(int row) const;
    void add(int row);
    void forgetOld();

    QPointer<QObject> m_source;
    QPointer<QAbstractItemModel> m_counters;
    QHash<QByteArray, int> m_roles;
    QHash<QString, Curve> m_curves;
    double m_now = 0;
};

#endif // HISTORY_H
