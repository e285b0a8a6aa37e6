// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RCOPY_H
#define RCOPY_H

#include <QtCore/qbytearray.h>
#include <QtCore/qdatastream.h>
#include <QtCore/qsysinfo.h>

// A message of rcopy: a header in the byte order of the host, then a path or a size. The file
// follows the size.
struct CopyHeader
{
    static constexpr int Size = 16;
    enum Command : quint8 { Open = 1, Close = 2, Write = 3, Response = 0x80 };

    QByteArray encoded() const
    {
        QByteArray bytes;
        QDataStream stream(&bytes, QIODevice::WriteOnly);
        stream.setByteOrder(QDataStream::ByteOrder(QSysInfo::ByteOrder));
        stream << quint8(0) << command << length << data << quint64(0);
        return bytes;
    }

    static CopyHeader decoded(const QByteArray &bytes)
    {
        CopyHeader header;
        quint8 version = 0;
        QDataStream stream(bytes);
        stream.setByteOrder(QDataStream::ByteOrder(QSysInfo::ByteOrder));
        stream >> version >> header.command >> header.length >> header.data;
        return header;
    }

    quint8 command = 0;
    quint16 length = Size; // including what follows, but without the file
    quint32 data = 0; // the mode of the file; in a response, what went wrong
};

#endif // RCOPY_H
