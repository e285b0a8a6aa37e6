// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SAMPLER_H
#define SAMPLER_H

#include "rows.h"

#include <QtCore/qhash.h>
#include <QtCore/qobject.h>
#include <QtCore/qset.h>
#include <QtCore/qtimer.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>

// What a sample has in it, besides the events.
enum class Section { Devices, Counters, Resources, Connections };

// Looks at this machine's devices, in steps with other events between them: none reads more than some files, asks one device, or takes
// one message of the kernel.
class Sampler : public QObject
{
    Q_OBJECT

public:
    // A directory like /sys/class/infiniband; empty for that.
    explicit Sampler(const QString &sysfs, QObject *parent = nullptr);

    bool isBusy() const { return !m_steps.empty(); }
    // done() follows.
    void begin(const QSet<Section> &sections);

Q_SIGNALS:
    void done(const Sample &sample);

private:
    struct Device
    {
        RdmaDevice handle; // not valid where it cannot be opened
        QList<RdmaCounter> counters;
        DeviceRow row;
        QList<PortRow> ports;
        QList<GidRow> gids;
        QSet<QString> told; // problems
        bool isKnown = false; // what is in the rows
    };

    void step();
    void then(std::function<void()> next) { m_steps.push_back(std::move(next)); }
    void takeConnections(const QList<RdmaConnectionStatus> &connections);
    QStringList deviceNames();
    void listDevices(const QSet<Section> &sections);
    void forget(const QString &name);
    void describe(const QString &name);
    void readCounters(const QString &name, qsizetype first);
    void readResources(const QString &name, RdmaResource::Kind kind,
                       const std::shared_ptr<RdmaResourceReader> &reader);
    void finish();
    void tellOnce(const QString &device, const QString &text);

    QString m_sysfs;
    std::unique_ptr<RdmaDeviceWatcher> m_watcher; // not of a directory that is not the kernel's
    RdmaConnectionWatcher m_connectionWatcher;
    QList<ConnectionRow> m_connections; // as they were when they were asked last
    QHash<quint64, QString> m_states; // of those
    std::map<QString, Device> m_devices;
    QSet<QString> m_leaving; // removed, but somebody has them open
    std::deque<std::function<void()>> m_steps;
    QTimer m_next;
    QList<EventRow> m_events;
    Sample m_sample;
    int m_samplesUntilLook = 0; // at what no event tells of
    bool m_isFirst = true;
};

#endif // SAMPLER_H
