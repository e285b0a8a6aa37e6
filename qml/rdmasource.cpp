// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmasource.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qfile.h>

#include <filesystem>

/*!
    \qmltype RdmaSource
    \inqmlmodule QtRdma
    \brief Where the models have their rows from: this machine, or a recording.

    Models that are given none share one, which looks at this machine once a second. Sections that
    no model shows are not read, and no activation of the event loop reads more than some files or
    one message of the kernel.

    \qml
    RdmaSource { id: twiceASecond; interval: 500 }
    RdmaCounterModel { source: twiceASecond }
    \endqml

    \c interval is in milliseconds, from 100 on. \c running is true until it is switched off.
    \c replay names a file that was made by \c record, whose samples then come in place of this
    machine's, one in an interval; replayEnded() follows the last. A sample of more than 200,000
    rows is no sample: the maker of a recording must not decide how much memory it takes. \c record
    writes a new file, or one that is empty; another is replaced only if \c overwrite is true, and
    never the one that is replayed. In both, "-" is standard output or standard input. \c sysfs is
    another directory than \c /sys/class/infiniband, of which devices and counters are shown.
    \c errorString names a file that cannot be read or written, and says why. \c samples is the
    number of samples that were taken, and \c time is that of the last one: in milliseconds of a
    clock that only goes forward.
*/

namespace {

constexpr int ShortestInterval = 100;
constexpr int LongestInterval = 60 * 60 * 1000;

// The values of the counters that should stay zero. A counter that cannot be read now keeps its
// last value; one that has gone has none.
QHash<QString, quint64> valuesOf(const Sample &sample, const QHash<QString, quint64> &before)
{
    QHash<QString, quint64> values;
    for (const CounterRow &counter : sample.counters) {
        if (!counter.shouldStayZero)
            continue;
        const QString key = counter.key();
        if (counter.available)
            values.insert(key, counter.value);
        else if (const auto known = before.constFind(key); known != before.cend())
            values.insert(key, *known);
    }
    return values;
}

} // namespace

RdmaSource::RdmaSource(QObject *parent) : QObject(parent)
{
    m_timer.setInterval(1000);
    connect(&m_timer, &QTimer::timeout, this, &RdmaSource::refresh);
}

RdmaSource::~RdmaSource() = default;

std::shared_ptr<RdmaSource> RdmaSource::shared()
{
    static thread_local std::weak_ptr<RdmaSource> current;
    std::shared_ptr<RdmaSource> source = current.lock();
    if (!source) {
        // A model may be deleted in a slot of the source.
        source = std::shared_ptr<RdmaSource>(new RdmaSource,
                                             [](RdmaSource *s) { s->deleteLater(); });
        current = source;
        source->start();
    }
    return source;
}

void RdmaSource::setInterval(int msecs)
{
    msecs = qBound(ShortestInterval, msecs, LongestInterval);
    if (msecs == interval())
        return;
    m_timer.setInterval(msecs);
    Q_EMIT intervalChanged();
}

void RdmaSource::setRunning(bool running)
{
    if (running == m_running)
        return;
    m_running = running;
    start();
    Q_EMIT runningChanged();
}

void RdmaSource::setReplay(const QString &file)
{
    if (file == m_replay)
        return;
    m_replay = file;
    m_sampler.reset();
    openReplay();
    start();
    Q_EMIT replayChanged();
}

void RdmaSource::openReplay()
{
    m_reader.reset();
    QString problem;
    if (!m_replay.isEmpty()) {
        auto reader = std::make_unique<RecordingReader>();
        problem = reader->open(m_replay);
        if (problem.isEmpty())
            m_reader = std::move(reader);
    }
    setError(&m_readError, problem);
}

void RdmaSource::setRecord(const QString &file)
{
    if (file == m_record)
        return;
    m_record = file;
    m_writer.reset();
    if (m_complete)
        openRecord();
    Q_EMIT recordChanged();
}

void RdmaSource::openRecord()
{
    using Existing = RecordingWriter::Existing;
    QString problem;
    if (isReplayed(m_record)) {
        problem = tr("%1: A recording that is shown cannot be written").arg(m_record);
    } else if (!m_record.isEmpty() && m_readError.isEmpty()) {
        auto writer = std::make_unique<RecordingWriter>();
        problem = writer->open(m_record, m_overwrite ? Existing::Overwrite : Existing::Keep);
        if (problem.isEmpty())
            m_writer = std::move(writer);
    }
    setError(&m_writeError, problem);
}

// Whether the samples come from this file, under whatever name.
bool RdmaSource::isReplayed(const QString &file) const
{
    std::error_code thereIsNone;
    return !file.isEmpty() && !m_replay.isEmpty()
            && std::filesystem::equivalent(QFile::encodeName(file).toStdString(),
                                           QFile::encodeName(m_replay).toStdString(), thereIsNone);
}

// Not before all properties have their values, because "replay" and "overwrite" decide on what may
// be recorded.
void RdmaSource::componentComplete()
{
    m_complete = true;
    openRecord();
    start();
}

void RdmaSource::start()
{
    if (!m_complete)
        return;
    if (!m_running)
        return m_timer.stop();
    m_timer.start();
    // Takes the first sample as soon as the models are complete.
    QMetaObject::invokeMethod(this, &RdmaSource::refresh, Qt::QueuedConnection);
}

void RdmaSource::refresh()
{
    if (!m_replay.isEmpty())
        return replayNext();
    if (!m_sampler) {
        m_sampler = std::make_unique<Sampler>(m_sysfs);
        connect(m_sampler.get(), &Sampler::done, this, [this](Sample sample) {
            tellJumps(&sample);
            take(sample);
        });
    }
    QSet<Section> sections;
    for (auto wanted = m_wanted.cbegin(); wanted != m_wanted.cend(); ++wanted) {
        if (wanted.value() > 0)
            sections.insert(wanted.key());
    }
    m_sampler->begin(sections); // does nothing while a sample is being taken
}

void RdmaSource::replayNext()
{
    if (!m_reader || m_reader->isWaiting())
        return;
    QString error;
    if (const std::optional<Sample> sample = m_reader->next(&error))
        return take(*sample);
    m_reader.reset();
    m_timer.stop();
    setError(&m_readError, error);
    Q_EMIT replayEnded();
}

void RdmaSource::take(const Sample &sample)
{
    if (m_writer) {
        setError(&m_writeError, m_writer->append(sample));
        if (!m_writeError.isEmpty())
            m_writer.reset();
    }
    m_lastValues = valuesOf(sample, m_lastValues);
    m_sample = sample;
    ++m_samples;
    Q_EMIT sampled();
}

// Tells of counters that moved and should not.
void RdmaSource::tellJumps(Sample *sample) const
{
    for (const CounterRow &counter : std::as_const(sample->counters)) {
        if (!counter.shouldStayZero || !counter.available)
            continue;
        const auto last = m_lastValues.constFind(counter.key());
        if (last == m_lastValues.cend() || counter.value <= *last)
            continue;
        EventRow event =
                EventRow::now(QStringLiteral("counter"), counter.device, counter.name,
                              tr("+%1. %2").arg(counter.value - *last).arg(counter.meaning));
        event.port = counter.port;
        sample->events.append(event);
    }
}

// 'error' is one of the two.
void RdmaSource::setError(QString *error, const QString &text)
{
    const QString before = errorString();
    *error = text;
    if (errorString() != before)
        Q_EMIT errorStringChanged();
}
