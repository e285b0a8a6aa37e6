// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SENDPOSTER_P_H
#define SENDPOSTER_P_H

#include "sendqueue_p.h"

#include "../work/workqueues_p.h"

#include <functional>

namespace QtRdmaPrivate {

// Posts the sends of one connection, in either wire format. It decides which of them are signalled:
// often enough to keep the queue moving, and whenever a completion is waited for.
class SendPoster
{
public:
    // In the tag of a send, with its serial number; receives have other tags.
    static constexpr quint32 Tag = 0x80000000;

    // 'failed' is called with an errno, from within post().
    SendPoster(WorkQueues *queues, SendQueue *slots, std::function<void(int)> failed)
        : m_queues(*queues)
        , m_slots(*slots)
        , m_failed(std::move(failed))
    {
    }

    // The sends that have not completed are in flight there.
    SendQueue &slots() { return m_slots; }
    const SendQueue &slots() const { return m_slots; }
    // A request of at most so many bytes goes as a copy, from memory that is not registered.
    int inlineSize() const { return m_queues.inlineSize(); }
    quint64 workRequestId(quint32 serial) const { return m_queues.workRequestId(Tag | serial); }
    // Whether the next request is to be signalled; always where that is needed.
    bool takeSignal(bool isNeeded)
    {
        if (Q_LIKELY(++m_unsignalled < SignalEvery && !isNeeded))
            return false;
        m_unsignalled = 0;
        return true;
    }
    void signalNext() { m_unsignalled = SignalEvery; }
    Q_ALWAYS_INLINE void post(ibv_send_wr *chain)
    {
        if (const int failure = m_queues.postSend(chain, &m_refused); failure != 0)
            fail(failure);
    }
    // Writes no bytes: the peer's device, or its kernel, acknowledges that, and its program does
    // not notice.
    void touchPeer();

private:
    static constexpr int SignalEvery = 16;

    void fail(int failure);

    WorkQueues &m_queues;
    SendQueue &m_slots;
    const std::function<void(int)> m_failed;
    int m_unsignalled = 0;
    ibv_send_wr *m_refused = nullptr; // by the device, at the last post that has failed
};

} // namespace QtRdmaPrivate

#endif // SENDPOSTER_P_H
