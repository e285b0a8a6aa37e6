// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tlsoutgoing_p.h"

namespace QtRdmaPrivate {

void removeFirst(QByteArray *buffer, qint64 size)
{
    constexpr qsizetype KeptCapacity = 64 * 1024;
    buffer->remove(0, qsizetype(size));
    if (buffer->isEmpty() && buffer->capacity() > KeptCapacity)
        buffer->clear();
}

void TlsOutgoing::append(std::unique_ptr<FileReader> file)
{
    m_files.push_back({ std::move(file), m_bytes.size() - m_beforeFiles });
    m_beforeFiles = m_bytes.size();
}

qint64 TlsOutgoing::size() const
{
    qint64 size = m_bytes.size() + m_piece.size();
    for (const File &file : m_files)
        size += file.reader->left();
    return size;
}

QByteArrayView TlsOutgoing::next()
{
    constexpr qsizetype PieceSize = 16384; // of one record
    while (hasFiles() && m_files.front().before == 0) {
        if (!m_piece.isEmpty())
            return m_piece;
        m_piece.resize(PieceSize);
        m_piece.resize(m_files.front().reader->read(m_piece.data(), PieceSize));
        if (m_piece.isEmpty())
            endFile();
    }
    return QByteArrayView(m_bytes).first(hasFiles() ? m_files.front().before : m_bytes.size());
}

void TlsOutgoing::taken(qint64 size)
{
    if (!m_piece.isEmpty()) {
        removeFirst(&m_piece, size);
        if (m_piece.isEmpty() && m_files.front().reader->left() == 0)
            endFile();
        return;
    }
    removeFirst(&m_bytes, size);
    if (hasFiles()) {
        m_beforeFiles -= size;
        m_files.front().before -= size;
    }
}

void TlsOutgoing::endFile()
{
    const FileReader &file = *m_files.front().reader;
    m_ends.push_back({ file.read(), file.error() });
    m_files.pop_front();
    m_piece.clear();
}

void TlsOutgoing::clear()
{
    m_bytes.clear();
    m_piece.clear();
    m_files.clear();
    m_beforeFiles = 0;
}

TlsOutgoing::FileEnd TlsOutgoing::takeFileEnd()
{
    FileEnd first = std::move(m_ends.front());
    m_ends.pop_front();
    return first;
}

} // namespace QtRdmaPrivate
