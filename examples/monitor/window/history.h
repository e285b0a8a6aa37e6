// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HISTORY_H
#define HISTORY_H

#include "curve.h"

#include <QtCore/qabstractitemmodel.h>
#include <QtCore/qhash.h>
#include <QtCore/qobject.h>
#include <QtCore/qpointer.h>
#include <QtCore/qstringlist.h>
#include <QtCore/qvariant.h>
#include <QtQml/qqmlregistration.h>

class Cluster;

Q_MOC_INCLUDE("cluster/cluster.h")

// The rates that the counters had in the last ten minutes.
class History : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QObject *source READ source WRITE setSource NOTIFY sourceChanged)
    Q_PROPERTY(QAbstractItemModel *counters READ counters WRITE setCounters NOTIFY countersChanged)
    Q_PROPERTY(double now READ now NOTIFY changed)
    Q_PROPERTY(bool live MEMBER m_isLive NOTIFY liveChanged)

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

    // Takes what the hosts send and receive now, which no counter has, of those with a new sample.
    // The keys are "0/sent" and "0/received" for the host in row 0.
    Q_INVOKABLE void recordTraffic(Cluster *cluster);

Q_SIGNALS:
    void sourceChanged();
    void countersChanged();
    void changed();
    void liveChanged();

private Q_SLOTS:
    void take();

private:
    struct Counter;
    struct Roles
    {
        int device = -1;
        int port = -1;
        int group = -1;
        int name = -1;
        int unit = -1;
        int available = -1;
        int shouldStayZero = -1;
        int moved = -1;
        int rate = -1;
    };

    QVariant valueAt(int row, int role) const;
    Counter counterAt(int row) const;
    bool isOf(const QString &device, int row) const;
    QList<int> portsOf(const QString &device) const;
    void readRoles();
    void readKeys();
    QString keyAt(int row) const;
    void noteStep(double step);
    void breakCurves();
    void add(int row);
    void forgetOld();

    QPointer<QObject> m_source;
    QPointer<QAbstractItemModel> m_counters;
    Roles m_roles;
    QStringList m_keys; // of the rows; none while they are not known
    QHash<QString, Curve> m_curves;
    QHash<int, int> m_recorded; // the number of samples that a host had, by its row
    double m_now = 0;
    double m_step = 0; // milliseconds from one sample to the next, as a rule
    int m_gaps = 0; // in a row
    bool m_isLive = true; // now() is the present
};

#endif // HISTORY_H
