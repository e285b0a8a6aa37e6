// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "filewriter.h"

#include "freename.h"

#include <QtCore/qstorageinfo.h>

namespace {

constexpr double LargestSize = 9007199254740992.0; // JSON has whole numbers up to this one
constexpr qsizetype LongestName = 100;

// A peer chooses the name: it must not lead out of the directory, nor hide there.
QString harmless(const QString &name)
{
    QString last = name.section(u'/', -1).section(u'\\', -1).left(LongestName);
    for (QChar &c : last) {
        if (!c.isPrint())
            c = u'_';
    }
    while (last.startsWith(u'.'))
        last.remove(0, 1);
    return last.isEmpty() ? QStringLiteral("file") : last;
}

} // namespace

bool FileWriter::announce(const QString &name, double size)
{
    discard();
    m_error.clear();
    m_hash.reset();
    m_position = 0;
    m_name = harmless(name);
    if (!(size >= 0 && size < LargestSize)) // this refuses "not a number", too
        return fail(tr("The size makes no sense"));
    m_size = qint64(size);
    Q_EMIT changed();
    return true;
}

bool FileWriter::open(const QString &directory)
{
    m_directory = directory;
    if (const QStorageInfo disk(directory); disk.isValid() && disk.bytesAvailable() < m_size)
        return fail(tr("There is no room for it"));
    m_file = std::make_unique<QTemporaryFile>(
            QDir(directory).filePath(QStringLiteral(".incoming-XXXXXX")));
    if (!m_file->open())
        return fail(m_file->errorString());
    return true;
}

bool FileWriter::write(const QByteArray &data)
{
    if (!m_file)
        return fail(tr("No file is open"));
    if (data.size() > m_size - m_position)
        return fail(tr("More has come than was announced"));
    if (m_file->write(data) != data.size())
        return fail(m_file->errorString());
    m_position += data.size();
    m_hash.addData(data);
    Q_EMIT changed();
    return true;
}

bool FileWriter::commit(const QString &sha256)
{
    if (!m_file || m_position != m_size)
        return fail(tr("Less has come than was announced"));
    if (QString::fromLatin1(m_hash.result().toHex()) != sha256)
        return fail(tr("The hash is another one: it was damaged on its way"));
    if (!m_file->flush())
        return fail(m_file->errorString());
    const QString path = keepUnderFreeName(m_file.get(), QDir(m_directory), m_name);
    if (path.isEmpty())
        return fail(m_file->errorString());
    m_file.reset();
    m_name = QFileInfo(path).fileName();
    Q_EMIT changed();
    return true;
}

void FileWriter::discard()
{
    m_file.reset(); // removes it
}

bool FileWriter::fail(const QString &error)
{
    m_error = error;
    discard();
    Q_EMIT changed();
    return false;
}
