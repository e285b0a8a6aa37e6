// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORDSUM_H
#define WORDSUM_H

#include <QtGlobal>

#include <cstring>

// The sum of the 8-byte words of 'bytes'; what is left at the end is a word with zeros behind it.
// Programs that measure take it of everything that they receive, as the least that can be done with
// each byte.
inline quint64 wordSum(const char *bytes, qint64 size)
{
    quint64 sum = 0;
    quint64 word = 0;
    for (; size >= qint64(sizeof(word)); size -= qint64(sizeof(word))) {
        std::memcpy(&word, bytes, sizeof(word));
        sum += word;
        bytes += sizeof(word);
    }
    word = 0;
    std::memcpy(&word, bytes, size_t(size));
    return sum + word;
}

#endif // WORDSUM_H
