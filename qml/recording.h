// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECORDING_H
#define RECORDING_H

#include "rows.h"

#include <QtCore/qbytearray.h>
#include <QtCore/qfile.h>

#include <optional>

// Samples in a file: a line of JSON that says what the file is, and a line for each sample. Rows
// become JSON, and JSON rows, by the properties of the row, so properties that another version has
// more or less do no harm. A field that has the same value as in the sample before is left out:
// little changes from one sample to the next.

QByteArray toLine(const Sample &sample, const Sample &before);
// Nothing when the line is incomplete, is no sample, or is larger than a sample can be.
std::optional<Sample> fromLine(const QByteArray &line, const Sample &before);

class RecordingWriter
{
public:
    enum class Existing { Keep, Overwrite };

    // Writes a new file, or one that is empty, and others only if they may be overwritten. "-" is
    // standard output. A text that is not empty says why it cannot.
    QString open(const QString &name, Existing existing);
    QString append(const Sample &sample);

private:
    QString write(const QByteArray &line);
    QString problem() const;

    QString m_name;
    QFile m_file;
    Sample m_before;
};

class RecordingReader
{
public:
    // "-" is standard input.
    QString open(const QString &name);
    // More may come, and nothing has come yet: next() would wait.
    bool isWaiting() const;
    // Nothing at the end. 'error' tells the reason unless it is the end of the recording.
    std::optional<Sample> next(QString *error);

private:
    QString m_name;
    QFile m_file;
    Sample m_before;
    bool m_isWhole = false; // its samples have all fields, as those of version 1
    int m_line = 1;
};

#endif // RECORDING_H
