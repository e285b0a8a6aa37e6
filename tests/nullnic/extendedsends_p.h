// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef EXTENDEDSENDS_P_H
#define EXTENDEDSENDS_P_H

#include <infiniband/verbs.h>

#include <memory>
#include <vector>

namespace NullNic {

struct QueuePair;

// The operations that a queue pair of this type can be made for, as IBV_QP_EX_WITH_ flags.
uint64_t extendedOperations(ibv_qp_type type);

// The requests between ibv_wr_start() and ibv_wr_complete(), which posts all of them or none.
class ExtendedSends
{
public:
    // Sets the functions of the queue pair.
    static std::unique_ptr<ExtendedSends> make(QueuePair *queuePair);

    void start() { m_drafts.clear(); }
    ibv_send_wr &add(const ibv_qp_ex &queuePair, ibv_wr_opcode opcode);
    // These are for the request that was added last.
    void setElements(const ibv_sge *elements, size_t count);
    void setInline(const ibv_data_buf *buffers, size_t count);
    void setDestination(ibv_ah *handle, uint32_t number, uint32_t key);
    int complete(QueuePair &queuePair);

private:
    struct Draft
    {
        ibv_send_wr request = {};
        std::vector<ibv_sge> elements;
        std::vector<char> inlineData;
    };

    std::vector<Draft> m_drafts;
};

} // namespace NullNic

#endif // EXTENDEDSENDS_P_H
