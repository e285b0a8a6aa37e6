// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECORDING_H
#define RECORDING_H

#include "rows.h"

#include <QtCore/qbytearray.h>
#include <QtCore/qdatetime.h>

#include <optional>

// Samples as text: a line of JSON that says what the text is, and a line for each sample. Rows
// become JSON, and JSON rows, by the properties of the row, so properties that another version has
// more or less do no harm. A field that has the same value as in the sample before is left out:
// little changes from one sample to the next.

// The first line.
struct RecordingHead
{
    static constexpr int LatestVersion = 2;

    static RecordingHead ofThisMachine();
    QByteArray toLine() const;
    // Nothing when the line is not the first one of a recording.
    static std::optional<RecordingHead> fromLine(const QByteArray &line);

    bool isReadable() const { return version >= 1 && version <= LatestVersion; }

    int version = LatestVersion;
    QString host; // the name of the machine; empty in older ones
    QDateTime time; // by the clock of that machine; invalid in older ones
};

QByteArray toLine(const Sample &sample, const Sample &before);
// Nothing when the line is incomplete, is no sample, or is larger than a sample can be.
std::optional<Sample> fromLine(const QByteArray &line, const Sample &before);

#endif // RECORDING_H
