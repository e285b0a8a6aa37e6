// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECORDING_H
#define RECORDING_H

#include "rows.h"

#include <QtCore/qbytearray.h>
#include <QtCore/qfile.h>

#include <optional>

// Samples in a file: a line of JSON that says what it is, and a line for each sample. Both directions between a row and JSON go by the
// properties of the row, so that what another version has more or less of is no matter.

QByteArray toLine(const Sample &sample);
// Nothing when the line is not whole, or is no sample.
std::optional<Sample> fromLine(const QByteArray &line);

class RecordingWriter
{
public:
    // Writes anew; an error text that is not empty says why it cannot.
    QString open(const QString &name);
    QString append(const Sample &sample);

private:
    QFile m_file;
};

class RecordingReader
{
public:
    QString open(const QString &name);
    // Nothing at the end; 'error' says why, when that is not the end of what was recorded.
    std::optional<Sample> next(QString *error);

private:
    QFile m_file;
    int m_line = 1;
};

#endif // RECORDING_H
