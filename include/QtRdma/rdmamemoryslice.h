// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAMEMORYSLICE_H
#define RDMAMEMORYSLICE_H

#include <QtRdma/rdmamemoryregion.h>

#include <QtCore/qlist.h>

class Q_RDMA_EXPORT RdmaMemorySlice
{
public:
    RdmaMemorySlice() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a region is the slice that is all of it
    RdmaMemorySlice(const RdmaMemoryRegion &whole) : region(whole), length(whole.size()) { }
    RdmaMemorySlice(const RdmaMemoryRegion &part, qsizetype from, qsizetype size)
        : region(part)
        , offset(from)
        , length(size)
    {
    }

    bool isValid() const
    {
        return region.isValid() && offset >= 0 && length >= 0 && length <= region.size() - offset;
    }
    quint64 address() const { return region.address() + quint64(offset); } // as the device has it
    char *data() const { return isValid() && region.data() ? region.data() + offset : nullptr; }

    RdmaMemoryRegion region;
    qsizetype offset = 0;
    qsizetype length = 0;
};

Q_DECLARE_METATYPE(RdmaMemorySlice)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaMemorySlice &slice);
#endif

#endif // RDMAMEMORYSLICE_H
