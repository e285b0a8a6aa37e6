// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QThread>
#include <QtRdma/RdmaCompletionQueue>
#include <QtRdma/RdmaEventDispatcher>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaStream>

#include <sys/mman.h>

#include <chrono>
#include <memory>

using namespace std::chrono_literals;

void dispatch(QThread &thread)
{
    //! [dispatcher]
    thread.setEventDispatcher(new RdmaEventDispatcher);
    thread.start();
    //! [dispatcher]
}

void spin(RdmaStream *stream)
{
    //! [spin]
    RdmaCompletionQueue queue(stream->localAddress()); // all of this thread on that device
    queue.setSpin(20us, RdmaCompletionQueue::SpinOption::Adaptive);
    //! [spin]
}

void moderate(RdmaQueuePair *queuePair)
{
    //! [moderation]
    RdmaCompletionQueue(queuePair->localAddress()).setModeration(100us);
    //! [moderation]
}

void choose(const QHostAddress &localAddress, int vector)
{
    //! [vector]
    // In the thread, before its first queue pair or stream connects.
    RdmaCompletionQueue(localAddress).setCompletionVector(vector);
    //! [vector]
}

RdmaMemoryRegion inHugePages(RdmaQueuePair *queuePair)
{
    //! [huge]
    constexpr size_t Size = 16 << 20; // a multiple of the size of a huge page
    void *place = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
    if (place == MAP_FAILED)
        return {};
    const std::shared_ptr<void> owner(place, [](void *memory) { munmap(memory, Size); });
    return RdmaMemoryRegion::borrow(queuePair->protectionDomain(), place, Size, owner,
                                    Rdma::AccessFlag::LocalWrite | Rdma::AccessFlag::HugePages);
    //! [huge]
}
