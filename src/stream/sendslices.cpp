// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sendslices_p.h"

namespace QtRdmaPrivate {

RegisteredBytes SendSlices::launch(quint32 length, quint32 serial)
{
    RdmaMemorySlice &first = m_staged.front();
    const RdmaMemoryRegion &region = first.region();
    const char *const data = region.constData() ? region.constData() + first.offset() : nullptr;
    const RegisteredBytes bytes = { first.address(), length, region.localKey(), data };
    if (m_flying.empty() || m_flying.back().region != first.region())
        m_flying.push_back({ first.region(), serial });
    m_flying.back().last = serial;
    first.setOffset(first.offset() + length);
    first.setLength(first.length() - length);
    if (first.length() == 0)
        m_staged.pop_front();
    return bytes;
}

void SendSlices::dropLast(quint32 length)
{
    RdmaMemorySlice &last = m_staged.back();
    last.setLength(last.length() - length);
    if (last.length() > 0)
        return;
    letGo(last);
    m_staged.pop_back();
}

void SendSlices::clearStaged()
{
    for (const RdmaMemorySlice &slice : m_staged)
        letGo(slice);
    m_staged.clear();
}

void SendSlices::takeRegions(std::vector<std::shared_ptr<void>> *regions)
{
    clearStaged();
    release([](quint32) { return true; });
    if (hasUnused())
        regions->push_back(std::make_shared<std::vector<RdmaMemoryRegion>>(takeUnused()));
}

} // namespace QtRdmaPrivate
