// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LINK_P_H
#define LINK_P_H

#include "cm_p.h"
#include "device_p.h"
#include "frame_p.h"

#include <atomic>
#include <optional>

namespace NullNic {

// One direction of a link, in memory that both processes have.
struct Lane
{
    static constexpr uint32_t MostFrames = 32;

    std::atomic<uint32_t> written; // frames
    std::atomic<uint32_t> read;
    std::array<Frame, MostFrames> frames;
    std::array<char, LongestMessage> request; // the bytes of the request that is not answered
    std::array<char, LongestMessage> answer; // the bytes of the last answer
};

// A connection to another process: a socket that wakes and that ends, and shared memory.
class Link
{
public:
    enum class Stage {
        Accepted, // its memory has not come
        Silent, // nobody has asked for the connection
        Open,
        Ended,
    };

    explicit Link(int socket);
    ~Link();
    Link(const Link &) = delete;
    Link &operator=(const Link &) = delete;

    int socket() const { return m_socket; }
    const Lane &in() const { return *m_in; }
    Lane &out() { return *m_out; }

    // The client makes the memory, and the server takes it. They return whether that was possible.
    bool makeMemory();
    bool takeMemory();

    // A peer that leaves no room for a frame ends the link.
    void send(const Frame &frame);
    // A copy, which the peer cannot change.
    std::optional<Frame> take();
    // Empties the socket, and tells whether the peer still has its end.
    bool takeBells() const;
    void end();

    Stage stage = Stage::Accepted;
    Id far{}; // stands for the id of the other process
    Id *near = nullptr; // that of this process; null: there is none, or none any more
    uint32_t nearNumber = 0; // the queue pair of this process
    Waiting waits = Waiting::No; // what the next request to the peer has to wait for
    uint8_t receiverTimer = 0; // of the last answer
    bool hasRefused = false; // a request of the peer, which wants to know when it may ask again

private:
    bool map(int memory, bool isClient);

    const int m_socket;
    Lane *m_lanes = nullptr; // from the client, and to it
    Lane *m_in = nullptr;
    Lane *m_out = nullptr;
    uint32_t m_written = 0; // this end counts itself
    uint32_t m_read = 0;
};

// ---- what comes ----

void handshakeCame(Link &link, const Frame &frame);
void requestCame(Link &link, RequestFrame frame);
void answerCame(Link &link, const AnswerFrame &answer);
void readyCame(Link &link);

} // namespace NullNic

#endif // LINK_P_H
