// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "filereader.h"

#include <QtCore/qfileinfo.h>
#include <QtCore/qurl.h>

#include <algorithm>

QString FileReader::name() const
{
    return QFileInfo(m_file.fileName()).fileName();
}

bool FileReader::open(const QString &file)
{
    close();
    m_error.clear();
    m_hash.reset();
    m_position = 0;
    m_file.setFileName(file.startsWith(QLatin1String("file:")) ? QUrl(file).toLocalFile() : file);
    const QFileInfo info(m_file.fileName());
    if (info.exists() && !info.isFile()) // a pipe would make the window wait
        m_error = tr("It is not a plain file");
    else if (!m_file.open(QIODevice::ReadOnly))
        m_error = m_file.errorString();
    m_size = m_file.isOpen() ? m_file.size() : 0;
    Q_EMIT changed();
    return m_file.isOpen();
}

QByteArray FileReader::read(int most)
{
    if (!m_file.isOpen())
        return "";
    const QByteArray data = m_file.read(std::min<qint64>(std::max(most, 0), m_size - m_position));
    if (data.isEmpty() && m_position < m_size && most > 0)
        m_error = m_file.error() == QFileDevice::NoError ? tr("The file has become shorter")
                                                         : m_file.errorString();
    m_position += data.size();
    m_hash.addData(data);
    Q_EMIT changed();
    return data.isNull() ? "" : data; // JavaScript cannot use the buffer of a null one
}

QString FileReader::sha256() const
{
    return QString::fromLatin1(m_hash.result().toHex());
}

void FileReader::close()
{
    m_file.close();
}
