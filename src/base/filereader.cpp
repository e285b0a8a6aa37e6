// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "filereader_p.h"

#include <QtRdma/rdmaabstractstream.h>

#include <cerrno>
#include <fcntl.h>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

namespace QtRdmaPrivate {

namespace {

qint64 readAt(int descriptor, char *place, qint64 size, qint64 offset)
{
    ssize_t count = 0;
    do {
        count = pread(descriptor, place, size_t(size), offset);
    } while (count < 0 && errno == EINTR);
    return count;
}

RdmaError fileError(const char *call, int errorNumber, const QString &text,
                    const QString &hint = QString())
{
    return RdmaError(RdmaError::Category::System, QString::fromLatin1(call), errorNumber, text,
                     hint, QAbstractSocket::UnknownSocketError);
}

RdmaError unreadableError(const char *call, int errorNumber)
{
    const QString hint = errorNumber == ESPIPE
            ? RdmaAbstractStream::tr("A pipe or a socket has no offsets: read from it, and write.")
            : QString();
    return fileError(
            call, errorNumber,
            RdmaAbstractStream::tr("The file cannot be read: %1").arg(qt_error_string(errorNumber)),
            hint);
}

// The bytes from 'offset' on; a negative number, and *error, where nobody can tell.
qint64 sizeFrom(int descriptor, qint64 offset, RdmaError *error)
{
    struct stat status = {};
    if (fstat(descriptor, &status) != 0)
        *error = unreadableError("fstat", errno);
    else if (!S_ISREG(status.st_mode))
        *error = fileError("fstat", 0, RdmaAbstractStream::tr("Only a file has a length"),
                           RdmaAbstractStream::tr("Name the length, and not -1."));
    else
        return qMax<qint64>(0, status.st_size - offset);
    return -1;
}

// Whether the last of these bytes is there.
RdmaError check(int descriptor, qint64 offset, qint64 length)
{
    char last = 0;
    if (length > std::numeric_limits<qint64>::max() - offset)
        return fileError("pread", EOVERFLOW, qt_error_string(EOVERFLOW));
    const qint64 count =
            readAt(descriptor, &last, length > 0 ? 1 : 0, offset + qMax<qint64>(0, length - 1));
    if (count < 0)
        return unreadableError("pread", errno);
    if (count == 0 && length > 0)
        return fileError("pread", 0, RdmaAbstractStream::tr("The file has fewer bytes"));
    return {};
}

} // namespace

std::unique_ptr<FileReader> FileReader::open(int descriptor, qint64 offset, qint64 length,
                                             RdmaError *error)
{
    if (offset < 0) {
        *error = fileError("pread", EINVAL, RdmaAbstractStream::tr("The offset is negative"));
        return nullptr;
    }
    if (length < 0)
        length = sizeFrom(descriptor, offset, error);
    if (length < 0)
        return nullptr;
    *error = check(descriptor, offset, length);
    if (error->isError())
        return nullptr;
    const int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (own < 0) {
        *error = unreadableError("fcntl", errno);
        return nullptr;
    }
    return std::unique_ptr<FileReader>(new FileReader(own, offset, length));
}

FileReader::~FileReader()
{
    ::close(m_descriptor); // of a descriptor for reading: there is nothing to lose
}

qint64 FileReader::read(char *place, qint64 size)
{
    if (left() == 0)
        return 0;
    const qint64 count = readAt(m_descriptor, place, qMin(size, left()), m_offset + m_read);
    if (count > 0) {
        m_read += count;
        return count;
    }
    const int failure = count < 0 ? errno : 0;
    const QString reason = count < 0 ? qt_error_string(failure)
                                     : RdmaAbstractStream::tr("The file has become shorter");
    m_error = fileError("pread", failure,
                        RdmaAbstractStream::tr("%1: %2 of %3 bytes were sent")
                                .arg(reason)
                                .arg(m_read)
                                .arg(m_length));
    return 0;
}

} // namespace QtRdmaPrivate
