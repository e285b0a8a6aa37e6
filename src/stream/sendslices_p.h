// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SENDSLICES_P_H
#define SENDSLICES_P_H

#include "../base/fifo_p.h"

#include <QtRdma/rdmamemoryslice.h>

#include <memory>
#include <utility>
#include <vector>

namespace QtRdmaPrivate {

// Bytes in registered memory, as the device finds them, and the processor.
struct RegisteredBytes
{
    quint64 address = 0;
    quint32 length = 0;
    quint32 key = 0;
    const char *data = nullptr; // null where only the device sees them
};

// Registered memory of the program, from which a SendQueue sends without copying. The queue knows
// where the slices stand between its frames. The region of each is kept until all that was sent
// from it has completed. Regions that are let go run code of the program, so they wait for a moment
// when it may do anything.
class SendSlices
{
public:
    void add(const RdmaMemorySlice &slice) { m_staged.push_back(slice); }
    bool isStaged() const { return !m_staged.empty(); }
    // The first bytes of the first slice, which leave with this request.
    RegisteredBytes launch(quint32 length, quint32 serial);
    void dropLast(quint32 length); // of the last slice
    void clearStaged();
    void letGo(const RdmaMemorySlice &slice) { m_unused.push_back(slice.region()); }

    bool isInFlight() const { return !m_flying.empty(); }
    template <typename IsLanded>
    void release(IsLanded isLanded)
    {
        for (; !m_flying.empty() && isLanded(m_flying.front().last); m_flying.pop_front())
            m_unused.push_back(m_flying.front().region);
    }
    bool hasUnused() const { return !m_unused.empty(); }
    std::vector<RdmaMemoryRegion> takeUnused() { return std::exchange(m_unused, {}); }
    void takeRegions(std::vector<std::shared_ptr<void>> *regions); // all of them

private:
    struct Flying
    {
        RdmaMemoryRegion region;
        quint32 last = 0; // request that sends from it
    };

    Fifo<RdmaMemorySlice> m_staged;
    Fifo<Flying> m_flying;
    std::vector<RdmaMemoryRegion> m_unused;
};

} // namespace QtRdmaPrivate

#endif // SENDSLICES_P_H
