// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "transfer.h"

#include <QtRdma/RdmaStream>

#include <cstdio>

QByteArray pattern(qint64 size)
{
    QByteArray data(qsizetype(size), Qt::Uninitialized);
    quint32 state = quint32(size) * 2654435761u + 1;
    for (char &byte : data) {
        state = state * 1664525u + 1013904223u;
        byte = char(state >> 24);
    }
    return data;
}

void Digest::take(RdmaStream *stream)
{
    const QByteArray data = stream->readAll();
    hash.addData(data);
    count += data.size();
}

QByteArray Digest::line(bool clean) const
{
    return "received " + QByteArray::number(count) + ' ' + hash.result().toHex()
            + (clean ? " clean" : " broken");
}

void say(const QByteArray &line)
{
    std::printf("%s\n", line.constData());
    std::fflush(stdout);
}
