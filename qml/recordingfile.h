// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECORDINGFILE_H
#define RECORDINGFILE_H

#include "recordingparser.h"

#include <QtCore/qfile.h>

// Recordings in files, and in pipes.

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
    QString withoutPart(qint64 size);
    QString problem() const;

    QString m_name;
    QFile m_file;
    Sample m_before;
};

class RecordingReader
{
public:
    // The end of a file is that of the recording, or the recording is still being written there.
    enum class FileEnd { Final, Growing };

    // "-" is standard input. A text that is not empty says why it cannot.
    QString open(const QString &name, FileEnd end);
    // Nothing at the end, and while the next sample has not come: it does not wait.
    std::optional<Sample> next();
    bool atEnd() const;
    // The name of the machine, as far as the recording has told it.
    QString host() const;
    // Why it is at the end, unless it is that of the recording.
    QString errorString() const;

private:
    bool readPiece();
    bool isGrowing() const;

    QString m_name;
    QFile m_file;
    RecordingParser m_parser;
    FileEnd m_end = FileEnd::Final;
    bool m_isOver = false;
};

#endif // RECORDINGFILE_H
