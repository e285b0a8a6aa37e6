// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECEIVEQUEUE_P_H
#define RECEIVEQUEUE_P_H

#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <vector>

namespace NullNic {

// The receives that are posted to a queue pair, or to a shared queue.
class ReceiveQueue
{
public:
    struct Receive
    {
        uint64_t id = 0;
        std::span<const ibv_sge> elements;
    };

    void resize(uint32_t depth, uint32_t maxElements)
    {
        std::vector<Slot> slots(depth);
        std::vector<ibv_sge> elements(size_t(depth) * maxElements);
        uint32_t kept = 0;
        for (; !isEmpty(); pop(), ++kept) {
            const Receive receive = front();
            slots[kept] = { receive.id, uint32_t(receive.elements.size()) };
            std::copy(receive.elements.begin(), receive.elements.end(),
                      elements.begin() + size_t(kept) * maxElements);
        }
        m_slots = std::move(slots);
        m_elements = std::move(elements);
        m_maxElements = maxElements;
        m_first = 0;
        m_count = kept;
    }

    uint32_t depth() const { return uint32_t(m_slots.size()); }
    uint32_t maxElements() const { return m_maxElements; }
    uint32_t count() const { return m_count; }
    bool isEmpty() const { return m_count == 0; }

    int post(const ibv_recv_wr &request)
    {
        if (m_count == depth())
            return ENOMEM;
        if (request.num_sge < 0 || uint32_t(request.num_sge) > m_maxElements)
            return EINVAL;
        const uint32_t index = (m_first + m_count++) % depth();
        m_slots[index] = { request.wr_id, uint32_t(request.num_sge) };
        std::copy_n(request.sg_list, request.num_sge, elementsOf(index));
        return 0;
    }

    Receive front()
    {
        return { m_slots[m_first].id, { elementsOf(m_first), m_slots[m_first].elements } };
    }

    void pop()
    {
        m_first = (m_first + 1) % depth();
        --m_count;
    }

    void clear() { m_count = 0; }

private:
    struct Slot
    {
        uint64_t id = 0;
        uint32_t elements = 0;
    };

    ibv_sge *elementsOf(uint32_t index)
    {
        return m_elements.data() + size_t(index) * m_maxElements;
    }

    std::vector<Slot> m_slots;
    std::vector<ibv_sge> m_elements; // as many for each slot
    uint32_t m_maxElements = 0;
    uint32_t m_first = 0;
    uint32_t m_count = 0;
};

} // namespace NullNic

#endif // RECEIVEQUEUE_P_H
