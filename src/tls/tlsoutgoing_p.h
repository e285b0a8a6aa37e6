// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TLSOUTGOING_P_H
#define TLSOUTGOING_P_H

#include "../base/fifo_p.h"
#include "../base/filereader_p.h"

#include <QtCore/qbytearray.h>
#include <QtCore/qbytearrayview.h>

#include <memory>

namespace QtRdmaPrivate {

// Takes bytes from the front, which QByteArray does without moving the rest. A buffer that is empty
// keeps some memory for later bytes.
void removeFirst(QByteArray *buffer, qint64 size);

// The bytes and files that were written and are not encrypted yet, in their order.
class TlsOutgoing
{
public:
    // A file that was read, up to its end or to an error, and how many bytes that were.
    struct FileEnd
    {
        qint64 sent = 0;
        RdmaError error;
    };

    void append(const char *data, qint64 size) { m_bytes.append(data, qsizetype(size)); }
    void append(std::unique_ptr<FileReader> file);
    bool isEmpty() const { return m_bytes.isEmpty() && m_files.empty(); }
    bool hasFiles() const { return !m_files.empty(); }
    qint64 size() const;
    // The first bytes. A file is read here, a piece at a time. Empty where none are left.
    QByteArrayView next();
    void taken(qint64 size); // of these
    void clear();

    bool hasFileEnds() const { return !m_ends.empty(); }
    FileEnd takeFileEnd();

private:
    struct File
    {
        std::unique_ptr<FileReader> reader;
        qint64 before = 0; // bytes between the last file and this one
    };

    void endFile();

    QByteArray m_bytes;
    QByteArray m_piece; // of the first file
    Fifo<File> m_files;
    qint64 m_beforeFiles = 0; // bytes in front of the last file
    Fifo<FileEnd> m_ends;
};

} // namespace QtRdmaPrivate

#endif // TLSOUTGOING_P_H
