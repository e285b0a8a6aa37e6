// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SIDE_H
#define SIDE_H

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

// One end of a connection with nothing but the calls of rdma-core, the same in both processes.
// Calls that cannot fail here end the process with what went wrong.

constexpr int SlotSize = 64;
constexpr int Slots = 8; // as many receives, and a slot for requests behind them
constexpr int MemorySize = 1024 * 1024;

// The server tells the client this while they connect.
struct Offer
{
    uint64_t address = 0;
    uint32_t key = 0;
};

enum class Manner { Spinning, ByEvents };

class Side
{
public:
    explicit Side(Manner manner) : m_manner(manner), events(rdma_create_event_channel()) { }
    ~Side();
    Side(const Side &) = delete;
    Side &operator=(const Side &) = delete;

    // ---- connecting ----

    void makeId(rdma_port_space space = RDMA_PS_TCP);
    uint16_t listen(int host, uint16_t port = 0);
    void resolve(int host, uint16_t port);
    void makeQueues(ibv_qp_type type = IBV_QPT_RC);
    Offer offer() const;
    // The next event but TIMEWAIT_EXIT. Requests bring their id.
    struct Event
    {
        rdma_cm_event_type type;
        int status;
        rdma_cm_id *id;
        std::array<char, 56> data;
    };
    Event event();
    bool hasEvent() const;

    // ---- requests ----

    void postReceive(int slot);
    // Sends or writes what is at this place of the memory, or reads to it.
    ibv_send_wr request(ibv_wr_opcode opcode, const Offer &peer, uint32_t length);
    void post(ibv_send_wr request);
    // One that there is, or has come in the manner of this side.
    bool poll(ibv_wc *completion);
    ibv_wc completion();

    std::vector<char> memory = std::vector<char>(MemorySize);
    char *requestBytes() { return memory.data() + Slots * SlotSize; }
    // How many completions there were, by opcode and status.
    std::map<std::string, int> counts;
    std::string countsLine() const;

private:
    void awaitQueueEvent();

    const Manner m_manner;
    ibv_sge m_element = {};

public:
    rdma_event_channel *events;
    rdma_cm_id *id = nullptr;
    ibv_pd *domain = nullptr;
    ibv_comp_channel *channel = nullptr;
    ibv_cq *queue = nullptr;
    ibv_mr *region = nullptr;
};

void need(bool succeeded, const char *what);
sockaddr_in addressOf(int host, uint16_t port);

#endif // SIDE_H
