// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PIECES_P_H
#define PIECES_P_H

#include <infiniband/verbs.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

namespace NullNic {

// Bytes in several places, of which a message is made or to which it goes.
class Pieces
{
public:
    Pieces() = default;
    Pieces(char *bytes, uint64_t length) { add(bytes, length); }

    uint64_t length() const { return m_length; }

    void add(char *bytes, uint64_t length)
    {
        m_pieces[size_t(m_count++)] = { bytes, size_t(length) };
        m_length += length;
    }

    void add(const Pieces &others)
    {
        for (int i = 0; i < others.m_count; ++i)
            add(others.m_pieces[size_t(i)].data(), others.m_pieces[size_t(i)].size());
    }

    // As many bytes as there are here. The places may overlap.
    void copyTo(const Pieces &target) const
    {
        auto to = target.m_pieces.begin();
        size_t offset = 0;
        for (std::span<char> left : std::span(m_pieces).first(size_t(m_count))) {
            while (!left.empty()) {
                if (offset == to->size()) {
                    ++to;
                    offset = 0;
                    continue;
                }
                const size_t size = std::min(left.size(), to->size() - offset);
                std::memmove(to->data() + offset, left.data(), size);
                left = left.subspan(size);
                offset += size;
            }
        }
    }

private:
    static constexpr size_t Most = 33; // elements of a request, and the header of a datagram

    std::array<std::span<char>, Most> m_pieces;
    int m_count = 0;
    uint64_t m_length = 0;
};

} // namespace NullNic

#endif // PIECES_P_H
