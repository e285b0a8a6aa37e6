// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TRANSFER_H
#define TRANSFER_H

#include <QtCore/qbytearray.h>
#include <QtCore/qcryptographichash.h>
#include <QtCore/qstring.h>

class RdmaStream;

// Bytes that both processes can make from their number. No two sizes have the same pattern.
QByteArray pattern(qint64 size);

// What has arrived on a stream, as one line for the process that watches: "received BYTES HASH
// clean|broken".
class Digest
{
public:
    void take(RdmaStream *stream);
    qint64 bytes() const { return count; }
    QByteArray line(bool clean) const;

private:
    QCryptographicHash hash{ QCryptographicHash::Sha256 };
    qint64 count = 0;
};

// Prints a line at once.
void say(const QByteArray &line);

// The error of a stream or server in one line: socket error, category, text.
template <typename Object>
QByteArray errorLine(const Object &object, int socketError)
{
    return "error " + QByteArray::number(socketError) + ' '
            + QByteArray::number(int(object.rdmaError().category())) + ' '
            + object.rdmaError().toString().toUtf8();
}

#endif // TRANSFER_H
