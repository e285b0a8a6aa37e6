// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PATTERN_H
#define PATTERN_H

#include <QtCore/qbytearray.h>

namespace RdmaTest {

// Byte i is i * 31 + i / 251 + seed, which repeats after 64,256 bytes. A comparison shows bytes that
// are lost, come twice or are in another place.
inline QByteArray pattern(qsizetype size, int seed = 0)
{
    constexpr qsizetype Period = 251 * 256;
    QByteArray bytes(qMin(size, Period), Qt::Uninitialized);
    for (qsizetype i = 0; i < bytes.size(); ++i)
        bytes[i] = char(i * 31 + i / 251 + seed);
    if (size > Period) {
        bytes = bytes.repeated(size / Period + 1);
        bytes.truncate(size);
    }
    return bytes;
}

} // namespace RdmaTest

#endif // PATTERN_H
