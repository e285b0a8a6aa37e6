// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECORDING_H
#define RECORDING_H

#include "rows.h"

#include <QtCore/qbytearray.h>
#include <QtCore/qfile.h>

#include <optional>

// Samples in a file: a line of JSON that says what it is, and a line for each sample. Both directions between a row and JSON go by the
// properties of the row, so that what another version has more or less of is no matter. A field that has the value which it had in the sample
// before is left out: little changes from one to the next.

QByteArray toLine(const Sample &sample, const Sample &before);
// Nothing when the line is not whole, or is no sample, or is one that is larger than a sample can be.
std::optional<Sample> fromLine(const QByteArray &line, const Sample &before);

class RecordingWriter
{
public:
    // Writes anew; an error text that is not empty says why it cannot.
    QString open(const QString &name);
    QString append(const Sample &sample);

private:
    QFile m_file;
    Sample m_before;
};

class RecordingReader
{
public:
    QString open(const QString &name);
    // Nothing at the end; 'error' says why, when that is not the end of what was recorded.
    std::optional<Sample> next(QString *error);

private:
    QFile m_file;
    Sample m_before;
    bool m_isWhole = false; // has all fields, as version 1 has them
    int m_line = 1;
};

#endif // RECORDING_H
