// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "filetransfer.h"

#include "freename.h"
#include "text.h"

OutgoingFile::OutgoingFile(const QString &path) : m_file(path) { }

bool OutgoingFile::open()
{
    const QFileInfo info(m_file.fileName());
    if (info.exists() && !info.isFile())
        m_error = tr("It is not a plain file");
    else if (!m_file.open(QIODevice::ReadOnly))
        m_error = m_file.errorString();
    m_size = quint64(m_file.size());
    return m_error.isEmpty();
}

QByteArray OutgoingFile::read(qint64 most)
{
    QByteArray data = m_file.read(qMin(most, qint64(m_size - m_sent)));
    if (data.isEmpty() && !atEnd()) {
        m_error = m_file.error() == QFile::NoError ? tr("The file became shorter while it was sent")
                                                   : m_file.errorString();
        return {};
    }
    m_sent += quint64(data.size());
    m_hash.addData(data);
    return data;
}

QString OutgoingFile::name() const
{
    return QFileInfo(m_file.fileName()).fileName();
}

IncomingFile::IncomingFile(const QString &directory, const QString &offeredName, quint64 size)
    : m_directory(directory)
    , m_name(Text::fileName(offeredName))
    , m_size(size)
{
    m_file.setFileTemplate(QDir(directory).filePath(QStringLiteral(".chat-XXXXXX.part")));
}

bool IncomingFile::open()
{
    if (!m_file.open())
        m_error = m_file.errorString();
    return m_error.isEmpty();
}

bool IncomingFile::write(const QByteArray &data)
{
    m_received += quint64(data.size());
    m_hash.addData(data);
    if (m_received > m_size)
        m_error = tr("More arrived than was offered");
    else if (m_file.write(data) != data.size())
        m_error = m_file.errorString();
    return m_error.isEmpty();
}

bool IncomingFile::finish(const QByteArray &sha256)
{
    if (m_received != m_size)
        m_error = tr("Less arrived than was offered");
    else if (m_hash.result() != sha256)
        m_error = tr("The SHA-256 differs from the sender's");
    else if (!m_file.flush())
        m_error = m_file.errorString();
    if (!m_error.isEmpty())
        return false;
    m_path = keepUnderFreeName(&m_file, QDir(m_directory), m_name);
    if (m_path.isEmpty())
        m_error = m_file.errorString();
    return m_error.isEmpty();
}
