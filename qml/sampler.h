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

// The sections of a sample, besides its events.
enum class Section { Devices, Counters, Resources, Connections };

// Takes samples of this machine's devices, in steps with other events between them. No step reads
// more than some files, asks more than one device, or takes more than one message of the kernel.
class Sampler : public QObject
{
    Q_OBJECT

public:
    // A directory like /sys/class/infiniband; empty for that one.
    explicit Sampler(const QString &sysfs, QObject *parent = nullptr);

    bool isBusy() const { return !m_steps.empty(); }
    // Begins a sample; done() follows.
    void begin(const QSet<Section> &sections);

Q_SIGNALS:
    void done(const Sample &sample);

private:
    struct Device
    {
        RdmaDevice handle; // invalid if the device cannot be opened
        QList<RdmaCounter> counters;
        DeviceRow row;
        QList<PortRow> ports;
        QList<GidRow> gids;
        QList<DetailRow> details;
        QList<DetailRow> hardwareDetails; // as they were told last
        QList<LimitRow> limits;
        QSet<QString> told; // problems that were told
        bool isKnown = false; // the rows have its state
        int samplesUntilDetails = 0; // until they are read
    };

    void step();
    void then(std::function<void()> next) { m_steps.push_back(std::move(next)); }
    void takeConnections(const QList<RdmaConnectionStatus> &connections);
    QStringList deviceNames();
    void listDevices(const QSet<Section> &sections);
    void forget(const QString &name);
    void describe(const QString &name);
    void readDetails(const QString &name);
    void askHardwareOf(const QString &name);
    void takeDetails(const QString &name);
    void readCounters(const QString &name, qsizetype first);
    void readResources(const QString &name, RdmaResource::Kind kind,
                       const std::shared_ptr<RdmaResourceReader> &reader);
    void finish();
    void tellOnce(const QString &device, const QString &text);

    QString m_sysfs;
    std::unique_ptr<RdmaDeviceWatcher> m_watcher; // none for a directory other than the kernel's
    RdmaConnectionWatcher m_connectionWatcher;
    QList<ConnectionRow> m_connections; // as they were when they were asked last
    QHash<quint64, QString> m_states; // of these connections
    std::map<QString, Device> m_devices;
    QSet<QString> m_leaving; // devices that are removed but still open somewhere
    std::deque<std::function<void()>> m_steps;
    QTimer m_next;
    QList<EventRow> m_events;
    Sample m_sample;
    int m_samplesUntilLook = 0; // to read values whose changes no event tells
    bool m_isFirst = true;
};

#endif // SAMPLER_H
