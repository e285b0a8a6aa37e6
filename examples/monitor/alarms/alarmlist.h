// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ALARMLIST_H
#define ALARMLIST_H

#include "alarm.h"
#include "thresholds.h"

#include <QtCore/qabstractitemmodel.h>
#include <QtCore/qdatetime.h>
#include <QtCore/qhash.h>
#include <QtCore/qpointer.h>
#include <QtCore/qset.h>
#include <QtQml/qqmlregistration.h>

// The alarms that the models of a source have raised since the program began.
class AlarmList : public QAbstractListModel
{
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QObject *source READ source WRITE setSource NOTIFY sourceChanged)
    Q_PROPERTY(QAbstractItemModel *devices MEMBER m_devices NOTIFY modelsChanged)
    Q_PROPERTY(QAbstractItemModel *ports MEMBER m_ports NOTIFY modelsChanged)
    Q_PROPERTY(QAbstractItemModel *counters MEMBER m_counters NOTIFY modelsChanged)
    Q_PROPERTY(QAbstractItemModel *events MEMBER m_events NOTIFY modelsChanged)
    Q_PROPERTY(Thresholds *thresholds READ thresholds CONSTANT)
    Q_PROPERTY(int count READ count NOTIFY changed)
    Q_PROPERTY(int open READ open NOTIFY changed)
    Q_PROPERTY(int active READ active NOTIFY changed)

public:
    static constexpr qsizetype MostAlarms = 500; // beyond them the least urgent are dropped
    static constexpr double QuietAfter = 60 * 1000; // milliseconds without a movement

    explicit AlarmList(QObject *parent = nullptr);

    QObject *source() const { return m_source; }
    void setSource(QObject *source);
    Thresholds *thresholds() { return &m_thresholds; }

    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    int count() const { return rowCount(); }
    int open() const { return openOf({}, -1); } // that nobody has acknowledged
    int active() const { return activeOf({}, -1); } // that still move
    // The open ones of a port, with those of its device; of all ports if the number is -1, and of
    // all devices if there is no name.
    Q_INVOKABLE int openOf(const QString &device, int port) const;
    Q_INVOKABLE int activeOf(const QString &device, int port) const;
    // 'key' is the role of that name.
    Q_INVOKABLE void acknowledge(const QString &key);
    Q_INVOKABLE void acknowledgeAll();

Q_SIGNALS:
    void sourceChanged();
    void modelsChanged();
    void changed(); // an alarm or their number, at most once for each sample

private Q_SLOTS:
    void take();

private:
    template <typename Predicate>
    int countOf(const QString &device, int port, Predicate isWanted) const;
    void forgetAll();
    void readClock();
    void takeDevices();
    void takePorts();
    void takeCounters();
    void quieten();
    qint64 now() const; // milliseconds since 1970

    void raise(Alarm alarm, quint64 count);
    void settle(const Alarm &like);
    void insert(const Alarm &alarm);
    void remove(qsizetype row);
    void setRate(qsizetype row, double rate);
    void tell(qsizetype row);
    void tellIfChanged();

    QPointer<QObject> m_source;
    QAbstractItemModel *m_devices = nullptr;
    QAbstractItemModel *m_ports = nullptr;
    QAbstractItemModel *m_counters = nullptr;
    QAbstractItemModel *m_events = nullptr;
    Thresholds m_thresholds;
    QList<Alarm> m_alarms;
    QHash<QString, qsizetype> m_rows; // by key
    QHash<QString, quint64> m_increases; // of the counters that moved
    QHash<QString, bool> m_activePorts; // whether they are active
    QSet<QString> m_knownDevices;
    QDateTime m_lastEvent;
    double m_clock = 0; // the wall clock less that of the source; 0: not known
    double m_time = -1; // of the last sample
    bool m_hasChanged = false; // since changed() was emitted
};

#endif // ALARMLIST_H
