// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sampler.h"

#include "details.h"
#include "queuepairtraffic.h"
#include "sampletexts.h"

#include <QtCore/qdir.h>
#include <QtCore/qelapsedtimer.h>
#include <QtCore/qfuturewatcher.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qpromise.h>
#include <QtCore/qthreadpool.h>

namespace {

constexpr qsizetype CountersAtOnce = 32;
constexpr int SamplesBetweenLooks = 10;
constexpr int SamplesBetweenDetails = 60;

qint64 now()
{
    QElapsedTimer clock;
    clock.start();
    return clock.msecsSinceReference();
}

} // namespace

Sampler::Sampler(const QString &sysfs, QObject *parent) : QObject(parent), m_sysfs(sysfs)
{
    m_next.setInterval(0);
    connect(&m_next, &QTimer::timeout, this, &Sampler::step);
    connect(&m_connectionWatcher, &RdmaConnectionWatcher::updated, this, &Sampler::takeConnections);
    if (!m_sysfs.isEmpty())
        return;
    m_sysfs = QStringLiteral("/sys/class/infiniband");
    m_watcher = std::make_unique<RdmaDeviceWatcher>();
    connect(m_watcher.get(), &RdmaDeviceWatcher::eventReceived, this,
            [this](const RdmaDeviceEvent &event) {
                const SampleTexts::English english;
                if (m_events.size() < Sample::MostEvents)
                    m_events.append(EventRow::from(event));
                const auto found = m_devices.find(event.deviceName());
                if (found == m_devices.end())
                    return;
                found->second.isKnown = false;
                found->second.samplesUntilDetails = 0;
            });
    // Closed at once, because the kernel waits until nobody has the device open.
    connect(m_watcher.get(), &RdmaDeviceWatcher::deviceRemoved, this, [this](const QString &name) {
        m_leaving.insert(name);
        forget(name);
    });
    connect(m_watcher.get(), &RdmaDeviceWatcher::deviceAdded, this,
            [this](const QString &name) { m_leaving.remove(name); });
    connect(m_watcher.get(), &RdmaDeviceWatcher::errorOccurred, this,
            [this](const RdmaError &error) {
                const SampleTexts::English english;
                if (m_events.size() < Sample::MostEvents)
                    m_events.append(EventRow::now(QStringLiteral("problem"), {},
                                                  tr("No device can be seen to come or go"),
                                                  error.toString()));
            });
}

void Sampler::begin(const QSet<Section> &sections)
{
    if (isBusy())
        return;
    m_sample = Sample();
    // The connections answer while the rest is read, or else before the next sample.
    if (sections.contains(Section::Connections))
        m_connectionWatcher.requestUpdate();
    then([this, sections] { listDevices(sections); });
    m_next.start();
}

void Sampler::step()
{
    const std::function<void()> work = std::move(m_steps.front());
    {
        const SampleTexts::English english;
        work(); // may add further steps
    }
    m_steps.pop_front();
    if (!m_steps.empty())
        return;
    m_next.stop();
    finish();
}

void Sampler::forget(const QString &name)
{
    const SampleTexts::English english;
    if (m_devices.erase(name) > 0 && m_events.size() < Sample::MostEvents)
        m_events.append(EventRow::now(QStringLiteral("hotplug"), name, QStringLiteral("removed"),
                                      tr("The device is gone")));
}

void Sampler::takeConnections(const QList<RdmaConnectionStatus> &connections)
{
    const SampleTexts::English english;
    m_connections.clear();
    QHash<quint64, QString> states;
    for (const RdmaConnectionStatus &status : connections) {
        const ConnectionRow row = ConnectionRow::from(status);
        m_connections.append(row);
        states.insert(row.id, row.state);
        const QString before = m_states.value(row.id);
        if (before.isEmpty() || before == row.state || m_events.size() >= Sample::MostEvents)
            continue;
        m_events.append(EventRow::now(QStringLiteral("connection"), row.device, row.state,
                                      row.peer + QLatin1String(": ") + before
                                              + QStringLiteral(" → ") + row.state + u' '
                                              + row.error));
    }
    m_states = states;
}

// The directory of a device that goes stays until nobody has the device open.
QStringList Sampler::deviceNames()
{
    QStringList names = QDir(m_sysfs).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    m_leaving.removeIf([&names](const QString &name) { return !names.contains(name); });
    names.removeIf([this](const QString &name) { return m_leaving.contains(name); });
    return names;
}

void Sampler::listDevices(const QSet<Section> &sections)
{
    const QStringList names = deviceNames();
    QStringList gone;
    for (const auto &[name, device] : m_devices) {
        if (!names.contains(name))
            gone.append(name);
    }
    for (const QString &name : std::as_const(gone))
        forget(name);
    const bool looks = --m_samplesUntilLook < 0;
    if (looks)
        m_samplesUntilLook = SamplesBetweenLooks;
    for (const QString &name : names) {
        if (m_devices.count(name) == 0 && !m_isFirst && m_events.size() < Sample::MostEvents)
            m_events.append(EventRow::now(QStringLiteral("hotplug"), name, QStringLiteral("added"),
                                          tr("There is a new device")));
        Device &device = m_devices[name];
        device.isKnown = device.isKnown && !looks;
        if (sections.contains(Section::Devices)) {
            then([this, name] { describe(name); });
            then([this, name] { readDetails(name); });
        }
        if (sections.contains(Section::Counters))
            then([this, name] { readCounters(name, 0); });
        if (sections.contains(Section::Resources) && m_watcher)
            then([this, name] { m_sample.traffic += QueuePairTraffic::ofDevice(name); });
        const auto kinds = QMetaEnum::fromType<RdmaResource::Kind>();
        for (int i = 0; sections.contains(Section::Resources) && m_watcher && i < kinds.keyCount();
             ++i)
            then([this, name, kind = RdmaResource::Kind(kinds.value(i))] {
                readResources(name, kind, {});
            });
    }
    m_isFirst = false;
}

void Sampler::describe(const QString &name)
{
    const auto found = m_devices.find(name);
    if (found == m_devices.end())
        return; // it has gone since it was listed
    Device &device = found->second;
    if (!device.isKnown) {
        if (!device.handle.isValid() && m_watcher)
            device.handle = RdmaDevice::fromName(name);
        const QList<RdmaGidEntry> gids = device.handle.gids();
        QList<RdmaPortAttributes> ports;
        for (int number = 1, last = device.handle.portCount(); number <= last; ++number)
            ports.append(device.handle.port(number));
        device.row = device.handle.isValid() ? DeviceRow::from(device.handle, ports, gids)
                                             : DeviceRow::unopened(name);
        device.ports.clear();
        for (const RdmaPortAttributes &attributes : std::as_const(ports))
            device.ports.append(PortRow::from(name, attributes));
        device.limits = device.handle.isValid() ? LimitRow::of(device.handle) : QList<LimitRow>();
        device.gids.clear();
        for (const RdmaGidEntry &entry : gids)
            device.gids.append(GidRow::from(name, entry));
        device.isKnown = true;
    }
    m_sample.devices.append(device.row);
    m_sample.ports += device.ports;
    m_sample.gids += device.gids;
    m_sample.limits += device.limits;
}

// Adds steps that read them, if it is time.
void Sampler::readDetails(const QString &name)
{
    const auto found = m_devices.find(name);
    if (found == m_devices.end())
        return;
    auto next = std::next(m_steps.begin());
    if (--found->second.samplesUntilDetails < 0) {
        found->second.samplesUntilDetails = SamplesBetweenDetails;
        found->second.details.clear();
        const QList<DetailStep> steps = detailSteps({ name, m_sysfs, found->second.handle });
        for (const DetailStep &read : steps) {
            next = std::next(m_steps.insert(next, [this, name, read] {
                if (const auto device = m_devices.find(name); device != m_devices.end())
                    device->second.details += read();
            }));
        }
        if (m_watcher)
            askHardwareOf(name);
    }
    m_steps.insert(next, [this, name] { takeDetails(name); });
}

// Its answer is in a later sample. The thread has no handle, for which a device that goes would
// wait.
void Sampler::askHardwareOf(const QString &name)
{
    auto promise = std::make_shared<QPromise<QList<DetailRow>>>();
    promise->start();
    auto *const answer = new QFutureWatcher<QList<DetailRow>>(this);
    connect(answer, &QFutureWatcherBase::finished, this, [this, name, answer] {
        answer->deleteLater();
        if (const auto found = m_devices.find(name); found != m_devices.end())
            found->second.hardwareDetails = answer->result();
    });
    answer->setFuture(promise->future());
    QThreadPool::globalInstance()->start([promise, place = DetailPlace{ name, m_sysfs, {} }] {
        const SampleTexts::English english;
        promise->addResult(askHardware(place));
        promise->finish();
    });
}

void Sampler::takeDetails(const QString &name)
{
    if (const auto found = m_devices.find(name); found != m_devices.end())
        m_sample.details += found->second.details + found->second.hardwareDetails;
}

void Sampler::readCounters(const QString &name, qsizetype first)
{
    const auto found = m_devices.find(name);
    if (found == m_devices.end())
        return;
    QList<RdmaCounter> &counters = found->second.counters;
    if (counters.isEmpty())
        counters = RdmaCounter::ofDevice(name, m_sysfs);
    const qsizetype end = std::min(first + CountersAtOnce, counters.size());
    for (qsizetype i = first; i < end; ++i) {
        counters[i].read();
        m_sample.counters.append(CounterRow::from(counters.at(i)));
    }
    if (end < counters.size())
        m_steps.insert(m_steps.begin() + 1, [this, name, end] { readCounters(name, end); });
}

void Sampler::readResources(const QString &name, RdmaResource::Kind kind,
                            const std::shared_ptr<RdmaResourceReader> &reader)
{
    const auto open = reader ? reader : std::make_shared<RdmaResourceReader>(name, kind);
    for (const RdmaResource &resource : open->readSome()) {
        if (m_sample.resources.size() < Sample::MostResources)
            m_sample.resources.append(ResourceRow::from(resource));
    }
    if (!open->atEnd())
        m_steps.insert(m_steps.begin() + 1,
                       [this, name, kind, open] { readResources(name, kind, open); });
    else if (open->rdmaError().isError())
        tellOnce(name, open->rdmaError().toString());
}

void Sampler::tellOnce(const QString &device, const QString &text)
{
    const auto found = m_devices.find(device);
    if (found == m_devices.end() || found->second.told.contains(text)
        || m_events.size() >= Sample::MostEvents)
        return;
    found->second.told.insert(text);
    m_events.append(
            EventRow::now(QStringLiteral("problem"), device, tr("Not all can be read"), text));
}

void Sampler::finish()
{
    // Rows that were read of a device before it went are dropped.
    const auto isGone = [this](const auto &row) { return m_devices.count(row.device) == 0; };
    m_sample.devices.removeIf(isGone);
    m_sample.ports.removeIf(isGone);
    m_sample.gids.removeIf(isGone);
    m_sample.details.removeIf(isGone);
    m_sample.limits.removeIf(isGone);
    m_sample.counters.removeIf(isGone);
    m_sample.resources.removeIf(isGone);
    m_sample.traffic.removeIf(isGone);
    m_sample.connections = m_connections;
    m_sample.events = std::exchange(m_events, {});
    m_sample.time = now();
    Q_EMIT done(m_sample);
}
