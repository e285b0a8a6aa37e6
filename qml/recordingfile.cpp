// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "recordingfile.h"

#include <QtCore/qcoreapplication.h>

#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace {

constexpr QLatin1String standardStream("-"); // in place of a file's name
constexpr qsizetype Piece = 64 * 1024;

QString withName(const QString &file, const QString &problem)
{
    return QCoreApplication::translate("QtRdma", "%1: %2").arg(file, problem);
}

// Files always have.
bool hasMore(int file)
{
    pollfd input = { file, POLLIN, 0 };
    return poll(&input, 1, 0) > 0;
}

} // namespace

QString RecordingWriter::open(const QString &name, Existing existing)
{
    m_name = name;
    m_file.setFileName(name);
    if (existing == Existing::Keep && name != standardStream && m_file.size() > 0)
        return withName(name,
                        QCoreApplication::translate(
                                "QtRdma", "The file is there already, and it is not empty"));
    const QIODevice::OpenMode mode = QIODevice::WriteOnly | QIODevice::Unbuffered;
    if (!(name == standardStream ? m_file.open(STDOUT_FILENO, mode) : m_file.open(mode)))
        return problem();
    return write(RecordingHead::ofThisMachine().toLine());
}

QString RecordingWriter::append(const Sample &sample)
{
    const QByteArray line = toLine(sample, m_before);
    m_before = sample;
    return write(line);
}

QString RecordingWriter::write(const QByteArray &line)
{
    // A full disk takes a part first, and tells that it is full when it gets the rest.
    for (qint64 written = 0; written < line.size();) {
        const qint64 taken = m_file.write(line.constData() + written, line.size() - written);
        if (taken <= 0)
            return withoutPart(written);
        written += taken;
    }
    return {};
}

// Removes the part of a line that could be written, and returns the problem. Standard output may be
// a file that others write to.
QString RecordingWriter::withoutPart(qint64 size)
{
    QString result = problem();
    if (size > 0 && m_name != standardStream && !m_file.isSequential())
        m_file.resize(m_file.pos() - size);
    return result;
}

QString RecordingWriter::problem() const
{
    return withName(m_name, m_file.errorString());
}

QString RecordingReader::open(const QString &name, FileEnd end)
{
    m_name = name;
    m_end = end;
    m_file.setFileName(name);
    const QIODevice::OpenMode mode = QIODevice::ReadOnly | QIODevice::Unbuffered;
    if (!(name == standardStream ? m_file.open(STDIN_FILENO, mode) : m_file.open(mode)))
        return withName(name, m_file.errorString());
    if (m_file.isSequential())
        return {};
    readPiece();
    return errorString();
}

std::optional<Sample> RecordingReader::next()
{
    std::optional<Sample> sample = m_parser.next();
    while (!sample && !atEnd() && hasMore(m_file.handle()) && readPiece())
        sample = m_parser.next();
    return sample;
}

bool RecordingReader::atEnd() const
{
    return m_isOver || m_parser.problem() != RecordingParser::Problem::None;
}

QString RecordingReader::host() const
{
    return m_parser.head() ? m_parser.head()->host : QString();
}

QString RecordingReader::errorString() const
{
    return m_parser.problem() == RecordingParser::Problem::None
            ? QString()
            : withName(m_name, m_parser.problemText());
}

// Returns false if there is nothing to read. Not by QFile, which waits until there is as much as it
// was asked for.
bool RecordingReader::readPiece()
{
    QByteArray piece(Piece, Qt::Uninitialized);
    ssize_t count = -1;
    do
        count = read(m_file.handle(), piece.data(), size_t(piece.size()));
    while (count < 0 && errno == EINTR);
    if (count > 0) {
        m_parser.append(piece.left(count));
        return true;
    }
    m_isOver = count < 0 || !isGrowing();
    if (m_isOver)
        m_parser.finish();
    return false;
}

// A pipe ends when its writer ends. A file that has become shorter is another recording now.
bool RecordingReader::isGrowing() const
{
    return m_end == FileEnd::Growing && !m_file.isSequential()
            && m_file.size() >= lseek(m_file.handle(), 0, SEEK_CUR);
}
