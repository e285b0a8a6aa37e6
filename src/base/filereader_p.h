// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FILEREADER_P_H
#define FILEREADER_P_H

#include <QtRdma/rdmaerror.h>

#include <memory>

namespace QtRdmaPrivate {

// A part of a file that is to be sent. It has a descriptor of its own and an offset of its own, so
// the program may go on with its descriptor, or close it.
class FileReader
{
    Q_DISABLE_COPY_MOVE(FileReader)

public:
    // A negative length: up to the end, as it is now. Null, with *error, where these bytes cannot
    // be read.
    static std::unique_ptr<FileReader> open(int descriptor, qint64 offset, qint64 length,
                                            RdmaError *error);
    ~FileReader();

    qint64 read() const { return m_read; }
    qint64 left() const { return m_length - m_read; }
    // The next bytes, up to 'size' and left(). Returns 0 where they cannot be read; error() tells
    // why.
    qint64 read(char *place, qint64 size);
    const RdmaError &error() const { return m_error; }

private:
    FileReader(int descriptor, qint64 offset, qint64 length)
        : m_descriptor(descriptor)
        , m_offset(offset)
        , m_length(length)
    {
    }

    const int m_descriptor;
    const qint64 m_offset;
    const qint64 m_length;
    qint64 m_read = 0;
    RdmaError m_error;
};

} // namespace QtRdmaPrivate

#endif // FILEREADER_P_H
