// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECORDINGFEED_H
#define RECORDINGFEED_H

#include "recordingparser.h"

#include <QtCore/qfuturewatcher.h>
#include <QtCore/qobject.h>

#include <memory>

// A recording that comes in pieces, and is parsed in other threads, one piece after the other. Who
// appends waits for read() before the next piece, so that neither bytes nor work pile up.
class RecordingFeed : public QObject
{
    Q_OBJECT

public:
    explicit RecordingFeed(QObject *parent = nullptr);

    void append(const QByteArray &piece);

Q_SIGNALS:
    void begun(const RecordingHead &head);
    // The last one of the piece, with the events of all, and their number.
    void sampled(const Sample &sample, int count);
    void failed(RecordingParser::Problem problem, const QString &text);
    void read();

private:
    struct Part
    {
        std::optional<Sample> sample;
        int count = 0;
        std::optional<RecordingHead> head;
        RecordingParser::Problem problem = RecordingParser::Problem::None;
        QString problemText;
    };

    static Part parse(RecordingParser *parser, const QByteArray &piece);
    void parseNext();
    void take(const Part &part);

    std::shared_ptr<RecordingParser> m_parser; // of the thread that parses, while one does
    QFutureWatcher<Part> m_parsing; // unlike then() it may go before the other thread is ready
    QByteArray m_next; // pieces that came meanwhile
    bool m_isParsing = false;
    bool m_hasBegun = false;
};

#endif // RECORDINGFEED_H
