// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "link_p.h"

#include "queuepair_p.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace NullNic {

namespace {

constexpr size_t MemorySize = 2 * sizeof(Lane);
// Nobody can take pages away from under the other one.
constexpr int Seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

static_assert(std::atomic<uint32_t>::is_always_lock_free);

bool isSealed(int memory)
{
    struct stat status = {};
    return fcntl(memory, F_GET_SEALS) == Seals && fstat(memory, &status) == 0
            && status.st_size == off_t(MemorySize);
}

// A message with one byte and one descriptor.
struct DescriptorMessage
{
    char byte = 0;
    iovec part = { &byte, 1 };
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr header = {};

    DescriptorMessage()
    {
        header.msg_iov = &part;
        header.msg_iovlen = 1;
        header.msg_control = control;
        header.msg_controllen = sizeof(control);
    }
};

bool sendDescriptor(int socket, int descriptor)
{
    DescriptorMessage message;
    cmsghdr *control = CMSG_FIRSTHDR(&message.header);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(control), &descriptor, sizeof(int));
    return sendmsg(socket, &message.header, MSG_NOSIGNAL | MSG_DONTWAIT) == 1;
}

// -1: none has come.
int receiveDescriptor(int socket)
{
    DescriptorMessage message;
    if (recvmsg(socket, &message.header, MSG_CMSG_CLOEXEC | MSG_DONTWAIT) != 1)
        return -1;
    const cmsghdr *control = CMSG_FIRSTHDR(&message.header);
    if (!control || control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS
        || control->cmsg_len != CMSG_LEN(sizeof(int)))
        return -1;
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(control), sizeof(int));
    return descriptor;
}

} // namespace

Link::Link(int socket) : m_socket(socket)
{
    far.link = this;
    far.queuePairNumber = reserveNumber();
}

Link::~Link()
{
    releaseNumber(far.queuePairNumber);
    if (m_lanes)
        munmap(m_lanes, MemorySize);
    close(m_socket);
}

bool Link::makeMemory()
{
    const int memory = memfd_create("qtrdma-null", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0)
        return false;
    const bool isMade = ftruncate(memory, MemorySize) == 0 && fcntl(memory, F_ADD_SEALS, Seals) == 0
            && map(memory, true) && sendDescriptor(m_socket, memory);
    close(memory);
    return isMade;
}

bool Link::takeMemory()
{
    const int memory = receiveDescriptor(m_socket);
    if (memory < 0)
        return false;
    const bool isTaken = isSealed(memory) && map(memory, false);
    close(memory);
    return isTaken;
}

// New memory is zero, and so are the counters in it.
bool Link::map(int memory, bool isClient)
{
    void *mapped = mmap(nullptr, MemorySize, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (mapped == MAP_FAILED)
        return false;
    m_lanes = static_cast<Lane *>(mapped);
    m_out = isClient ? m_lanes : m_lanes + 1;
    m_in = isClient ? m_lanes + 1 : m_lanes;
    return true;
}

void Link::send(const Frame &frame)
{
    if (stage == Stage::Ended)
        return;
    if (m_written - m_out->read.load(std::memory_order_acquire) >= Lane::MostFrames)
        return end();
    m_out->frames[m_written % Lane::MostFrames] = frame;
    m_out->written.store(++m_written, std::memory_order_release);
    // A socket that is full wakes the peer as well, and one without a peer ends the link elsewhere.
    const char bell = 0;
    (void)::send(m_socket, &bell, sizeof(bell), MSG_NOSIGNAL | MSG_DONTWAIT);
}

std::optional<Frame> Link::take()
{
    if (stage == Stage::Accepted || stage == Stage::Ended)
        return std::nullopt;
    const uint32_t waiting = m_in->written.load(std::memory_order_acquire) - m_read;
    if (waiting == 0)
        return std::nullopt;
    if (waiting > Lane::MostFrames) {
        end();
        return std::nullopt;
    }
    const Frame frame = m_in->frames[m_read % Lane::MostFrames];
    m_in->read.store(++m_read, std::memory_order_release);
    return frame;
}

// More bytes than a lane has frames: when these are carried out, none is left without a byte.
bool Link::takeBells() const
{
    char bells[2 * Lane::MostFrames];
    const ssize_t count = recv(m_socket, bells, sizeof(bells), MSG_DONTWAIT);
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

// The socket wakes the thread of the device, which looks after what is left.
void Link::end()
{
    stage = Stage::Ended;
    shutdown(m_socket, SHUT_RDWR);
}

} // namespace NullNic
