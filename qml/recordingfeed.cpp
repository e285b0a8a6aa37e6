// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "recordingfeed.h"

#include <QtCore/qpromise.h>
#include <QtCore/qthreadpool.h>

#include <utility>

RecordingFeed::RecordingFeed(QObject *parent)
    : QObject(parent)
    , m_parser(std::make_shared<RecordingParser>())
{
    connect(&m_parsing, &QFutureWatcherBase::finished, this, [this] { take(m_parsing.result()); });
}

void RecordingFeed::append(const QByteArray &piece)
{
    m_next += piece;
    if (!m_isParsing)
        parseNext();
}

void RecordingFeed::parseNext()
{
    m_isParsing = true;
    auto promise = std::make_shared<QPromise<Part>>();
    promise->start();
    m_parsing.setFuture(promise->future());
    QThreadPool::globalInstance()->start(
            [promise, parser = m_parser, piece = std::exchange(m_next, {})] {
                promise->addResult(parse(parser.get(), piece));
                promise->finish();
            });
}

RecordingFeed::Part RecordingFeed::parse(RecordingParser *parser, const QByteArray &piece)
{
    Part part;
    QList<EventRow> events;
    int skipped = 0;
    parser->append(piece);
    while (const std::optional<Sample> sample = parser->next()) {
        events += sample->events;
        skipped += sample->skipped;
        part.sample = *sample;
        ++part.count;
    }
    if (part.sample) {
        part.sample->events =
                events.mid(std::max<qsizetype>(0, events.size() - Sample::MostEvents));
        part.sample->skipped = skipped;
    }
    part.head = parser->head();
    part.problem = parser->problem();
    part.problemText = parser->problemText();
    return part;
}

// A slot may delete this object, so nothing follows the last signal.
void RecordingFeed::take(const Part &part)
{
    m_isParsing = false;
    const bool begins = part.head && part.head->isReadable() && !m_hasBegun;
    m_hasBegun = m_hasBegun || begins;
    if (begins)
        Q_EMIT begun(*part.head);
    if (part.sample)
        Q_EMIT sampled(*part.sample, part.count);
    if (part.problem != RecordingParser::Problem::None) {
        Q_EMIT failed(part.problem, part.problemText);
        return;
    }
    if (!m_next.isEmpty())
        parseNext();
    Q_EMIT read();
}
