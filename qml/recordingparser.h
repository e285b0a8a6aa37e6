// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECORDINGPARSER_H
#define RECORDINGPARSER_H

#include "recording.h"

#include <optional>

// Makes samples of a recording that comes in pieces of any size, as from a connection. It keeps the
// part of a line that is there, up to the length of the longest line that it takes.
class RecordingParser
{
public:
    enum class Problem { None, NoRecording, OtherVersion, Damaged };

    static constexpr qsizetype LongestHead = 1024;
    static constexpr qsizetype LongestLine = 64 * 1024 * 1024;

    void append(const QByteArray &piece);
    // Nothing while the next line is not complete, and when there is a problem.
    std::optional<Sample> next();
    // No more pieces follow: a line that is not complete is a problem now.
    void finish();

    // Nothing until the first line is complete.
    const std::optional<RecordingHead> &head() const { return m_head; }
    Problem problem() const { return m_problem; }
    QString problemText() const;

private:
    std::optional<QByteArray> takeLine();
    void readHead();
    void fail();

    QByteArray m_bytes; // from the beginning of a line on
    qsizetype m_searched = 0; // of these bytes, which have no end of a line
    qsizetype m_line = 0; // the number of the last one that was taken
    std::optional<RecordingHead> m_head;
    Sample m_before;
    Problem m_problem = Problem::None;
};

#endif // RECORDINGPARSER_H
