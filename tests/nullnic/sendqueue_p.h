// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SENDQUEUE_P_H
#define SENDQUEUE_P_H

#include <infiniband/verbs.h>

#include <cerrno>
#include <cstring>
#include <vector>

namespace NullNic {

// The requests that were posted and have not been carried out. Inline data are copied by the post.
class SendQueue
{
public:
    void resize(const ibv_qp_cap &limits)
    {
        m_limits = limits;
        m_requests.resize(limits.max_send_wr);
        m_elements.resize(m_requests.size() * limits.max_send_sge);
        m_inline.resize(m_requests.size() * limits.max_inline_data);
    }

    bool isEmpty() const { return m_count == 0; }
    // The number of the first request since the queue was made.
    uint64_t serial() const { return m_gone; }
    uint32_t room() const { return uint32_t(m_requests.size()) - m_count; }

    // The checks of rxe's library.
    int check(const ibv_send_wr &request) const
    {
        if (request.num_sge < 0 || uint32_t(request.num_sge) > m_limits.max_send_sge)
            return EINVAL;
        uint64_t length = 0;
        for (int i = 0; i < request.num_sge; ++i)
            length += request.sg_list[i].length;
        const bool isAtomic = request.opcode == IBV_WR_ATOMIC_CMP_AND_SWP
                || request.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
        if (isAtomic && (length < 8 || request.wr.atomic.remote_addr % 8 != 0))
            return EINVAL;
        const bool isInline = (request.send_flags & IBV_SEND_INLINE) != 0;
        return isInline && length > m_limits.max_inline_data ? EINVAL : 0;
    }

    int post(const ibv_send_wr &request)
    {
        if (const int error = check(request))
            return error;
        if (room() == 0)
            return ENOMEM;
        const size_t index = (m_first + m_count++) % m_requests.size();
        ibv_send_wr &copy = m_requests[index];
        copy = request;
        copy.next = nullptr;
        copy.sg_list = m_elements.data() + index * m_limits.max_send_sge;
        char *bytes = m_inline.data() + index * m_limits.max_inline_data;
        for (int i = 0; i < request.num_sge; ++i) {
            copy.sg_list[i] = request.sg_list[i];
            if ((request.send_flags & IBV_SEND_INLINE) == 0 || request.sg_list[i].length == 0)
                continue;
            const auto *from = reinterpret_cast<const char *>(request.sg_list[i].addr);
            std::memcpy(bytes, from, request.sg_list[i].length);
            copy.sg_list[i].addr = reinterpret_cast<uintptr_t>(bytes);
            bytes += request.sg_list[i].length;
        }
        return 0;
    }

    const ibv_send_wr &front() const { return m_requests[m_first]; }

    void pop()
    {
        m_first = (m_first + 1) % m_requests.size();
        --m_count;
        ++m_gone;
    }

    void clear()
    {
        m_gone += m_count;
        m_count = 0;
    }

private:
    ibv_qp_cap m_limits = {};
    std::vector<ibv_send_wr> m_requests;
    std::vector<ibv_sge> m_elements; // as many for each request
    std::vector<char> m_inline; // the same
    size_t m_first = 0;
    uint32_t m_count = 0;
    uint64_t m_gone = 0; // requests that were here
};

} // namespace NullNic

#endif // SENDQUEUE_P_H
