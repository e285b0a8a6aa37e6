// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FUZZ_H
#define FUZZ_H

#include <QtCore/qbytearray.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

// libFuzzer calls this for each input.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Checks in every build, unlike assert().
inline void require(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

// Reads an input piece by piece; zeros follow it.
class FuzzInput
{
public:
    FuzzInput(const uint8_t *data, size_t size) : m_next(data), m_end(data + size) { }
    bool atEnd() const { return m_next == m_end; }
    qsizetype left() const { return m_end - m_next; }
    quint8 byte() { return atEnd() ? 0 : *m_next++; }
    quint32 number()
    {
        quint32 number = 0;
        for (int i = 0; i < 4; ++i)
            number = number << 8 | byte();
        return number;
    }
    quint64 longNumber()
    {
        const quint64 upper = number();
        return upper << 32 | number();
    }
    QByteArray bytes(qsizetype most)
    {
        const qsizetype count = std::min(most, left());
        const QByteArray result(reinterpret_cast<const char *>(m_next), count);
        m_next += count;
        return result;
    }

private:
    const uint8_t *m_next;
    const uint8_t *m_end;
};

#endif // FUZZ_H
