// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "timeouts_p.h"

#include "completionchannel_p.h"
#include "farrequests_p.h"
#include "queuepair_p.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace NullNic {

namespace {

constexpr uint64_t Never = ~0ull;

// Those whose first request waits, and has a limit.
std::vector<QueuePair *> &waiting()
{
    static auto *queuePairs = new std::vector<QueuePair *>;
    return *queuePairs;
}

// The pauses that a receiver can ask for, in hundredths of a millisecond. The first one is the
// longest.
uint64_t receiverPause(uint8_t timer)
{
    static constexpr uint32_t Hundredths[] = {
        65536, 1,    2,    3,    4,    6,     8,     12,    16,    24,   32,
        48,    64,   96,   128,  192,  256,   384,   512,   768,   1024, 1536,
        2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152
    };
    return uint64_t(Hundredths[timer % std::size(Hundredths)]) * 10000;
}

// Nothing: there is no peer.
std::optional<uint8_t> receiverTimer(const QueuePair &queuePair)
{
    if (const QueuePair *peer = findQueuePair(queuePair.settings.dest_qp_num))
        return peer->settings.min_rnr_timer;
    return farReceiverTimer(queuePair);
}

// What the InfiniBand specification calls local ACK timeout.
uint64_t answerTime(uint8_t timeout)
{
    constexpr uint64_t Unit = 4096;
    return Unit << std::min<int>(timeout, 31);
}

uint64_t limitOf(const QueuePair &queuePair, Waiting reason)
{
    constexpr int ForEver = 7;
    const ibv_qp_attr &settings = queuePair.settings;
    if (reason == Waiting::ForAnswer)
        return Never;
    if (reason == Waiting::ForReceiver) {
        const auto timer = receiverTimer(queuePair);
        if (settings.rnr_retry == ForEver || !timer)
            return Never;
        return settings.rnr_retry * receiverPause(*timer);
    }
    return settings.timeout == 0 ? Never : (settings.retry_cnt + 1u) * answerTime(settings.timeout);
}

} // namespace

void wait(QueuePair &queuePair, Waiting reason)
{
    if (queuePair.waiting == reason)
        return;
    waitNoMore(queuePair);
    queuePair.waiting = reason;
    const uint64_t limit = limitOf(queuePair, reason);
    if (limit == Never)
        return;
    queuePair.waitsUntil = clockTicks() + limit;
    waiting().push_back(&queuePair);
    wakeAt(&queueOf(queuePair.qp_base.send_cq), queuePair.waitsUntil);
}

void waitNoMore(QueuePair &queuePair)
{
    if (queuePair.waiting == Waiting::No)
        return;
    queuePair.waiting = Waiting::No;
    std::erase(waiting(), &queuePair);
}

void runTimeouts()
{
    if (waiting().empty())
        return;
    const uint64_t now = clockTicks();
    const std::vector<QueuePair *> all = waiting();
    for (QueuePair *queuePair : all) {
        if (queuePair->waitsUntil > now)
            wakeAt(&queueOf(queuePair->qp_base.send_cq), queuePair->waitsUntil);
        else
            failFirst(*queuePair,
                      queuePair->waiting == Waiting::ForReceiver ? IBV_WC_RNR_RETRY_EXC_ERR
                                                                 : IBV_WC_RETRY_EXC_ERR);
    }
}

} // namespace NullNic
