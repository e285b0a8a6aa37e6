// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmasource.h"

#include "sampletexts.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qfile.h>

#include <algorithm>
#include <filesystem>

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
    SampleTexts::install();
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
    m_lastValues.clear();
    if (m_complete)
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
        problem = reader->open(m_replay,
                               m_follow ? RecordingReader::FileEnd::Growing
                                        : RecordingReader::FileEnd::Final);
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

// Not before all properties have their values, because "follow" decides on how a file is read, and
// "replay" and "overwrite" on what may be recorded.
void RdmaSource::componentComplete()
{
    m_complete = true;
    openReplay();
    openRecord();
    start();
}

void RdmaSource::start()
{
    if (!m_complete || m_remote)
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
    if (m_remote)
        return;
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
    if (!m_reader)
        return;
    if (const std::optional<Sample> sample = m_reader->next()) {
        learnHost(m_reader->host());
        return take(*sample);
    }
    if (!m_reader->atEnd())
        return;
    const QString problem = m_reader->errorString();
    m_reader.reset();
    m_timer.stop();
    setError(&m_readError, problem);
    Q_EMIT replayEnded();
}

void RdmaSource::take(const Sample &sample)
{
    if (m_writer) {
        setError(&m_writeError, m_writer->append(sample));
        if (!m_writeError.isEmpty())
            m_writer.reset();
    }
    m_before = std::exchange(m_sample, sample);
    ++m_samples;
    Q_EMIT sampled();
}

// Tells of counters that moved and should not.
void RdmaSource::tellJumps(Sample *sample)
{
    const SampleTexts::English english;
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
    m_lastValues = valuesOf(*sample, m_lastValues);
}

void RdmaSource::feed(const QByteArray &piece)
{
    if (!m_feed)
        openFeed();
    m_feed->append(piece);
}

void RdmaSource::openFeed()
{
    m_feed = std::make_unique<RecordingFeed>();
    connect(m_feed.get(), &RecordingFeed::begun, this, &RdmaSource::beginFeed);
    connect(m_feed.get(), &RecordingFeed::sampled, this, &RdmaSource::takeFed);
    connect(m_feed.get(), &RecordingFeed::failed, this, &RdmaSource::failFeed);
    connect(m_feed.get(), &RecordingFeed::read, this, &RdmaSource::feedRead);
    setError(&m_readError, {});
    setFeedState(FeedState::Opening);
}

void RdmaSource::endFeed()
{
    if (!m_feed)
        return;
    m_feed->disconnect(this);
    m_feed.release()->deleteLater(); // one of its signals may have led to this
    if (m_feedState == FeedState::Opening || m_feedState == FeedState::Live)
        setFeedState(FeedState::Ended);
}

// How far the clock is ahead that gave the time of an answer, which was made between 'asked' and
// now. A time in between proves no difference: the answer may have been on its way for long.
static qint64 clockOffset(const QDateTime &answered, const QDateTime &asked)
{
    const QDateTime now = QDateTime::currentDateTime();
    if (!answered.isValid())
        return 0;
    return answered > now || !asked.isValid() ? now.msecsTo(answered)
                                              : std::min<qint64>(0, asked.msecsTo(answered));
}

void RdmaSource::beginFeed(const RecordingHead &head)
{
    m_clockOffset = ::clockOffset(head.time, m_feedExpected);
    learnHost(head.host);
    setFeedState(FeedState::Live);
}

void RdmaSource::learnHost(const QString &host)
{
    if (!m_host.isEmpty() || host.isEmpty())
        return;
    m_host = host;
    Q_EMIT hostChanged();
}

void RdmaSource::takeFed(Sample sample, int count)
{
    m_skipped += sample.skipped + count - 1;
    if (!m_running)
        return;
    for (EventRow &event : sample.events)
        event.time = event.time.addMSecs(-m_clockOffset);
    take(sample);
}

void RdmaSource::failFeed(RecordingParser::Problem problem, const QString &text)
{
    setError(&m_readError, text);
    setFeedState(problem == RecordingParser::Problem::OtherVersion      ? FeedState::OtherVersion
                         : problem == RecordingParser::Problem::Damaged ? FeedState::Damaged
                                                                        : FeedState::NoRecording);
}

void RdmaSource::setFeedState(FeedState state)
{
    m_feedState = state;
    Q_EMIT feedStateChanged();
}

QByteArray RdmaSource::recordingHead() const
{
    return RecordingHead::ofThisMachine().toLine();
}

QByteArray RdmaSource::recordingLine(bool whole, int skipped) const
{
    Sample sample = m_sample;
    sample.skipped = skipped;
    return toLine(sample, whole ? Sample() : m_before);
}

// 'error' is one of the two.
void RdmaSource::setError(QString *error, const QString &text)
{
    const QString before = errorString();
    *error = text;
    if (errorString() != before)
        Q_EMIT errorStringChanged();
}
