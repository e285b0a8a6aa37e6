// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef UNDELIVERED_P_H
#define UNDELIVERED_P_H

#include "postedwork_p.h"

#include <QtRdma/rdmacompletionhandler.h>

#include <memory>
#include <utility>
#include <vector>

namespace QtRdmaPrivate {

// What has become of one request, until its owner is told. Few completions are more than
// RdmaWorkDone, which costs much less to move and to drop than an RdmaCompletion.
struct Undelivered : RdmaWorkDone // its context is the id of the request
{
    bool silent = false; // only futures get it, no signal tells it
    std::unique_ptr<RdmaCompletion> whole; // null: there is no more
    CompletionPromises promises;

    RdmaCompletion completion() const { return whole ? *whole : made(); }
    RdmaCompletion takeCompletion()
    {
        return whole ? std::move(*std::exchange(whole, nullptr)) : made();
    }
    // To add what RdmaWorkDone does not have.
    Q_NEVER_INLINE RdmaCompletion *extend()
    {
        whole = std::make_unique<RdmaCompletion>(made());
        return whole.get();
    }

private:
    RdmaCompletion made() const { return { context, opcode, status, vendorError, byteLength }; }
};

// Those of a queue pair, in the order in which they have come. Places are used again, so that
// nothing is made and destroyed for each.
class UndeliveredQueue
{
public:
    UndeliveredQueue() = default;
    Q_DISABLE_COPY_MOVE(UndeliveredQueue)

    bool isEmpty() const { return m_first == m_end; }
    // All but 'whole' and 'promises', which are null, are as the last user of the place has left
    // them.
    Undelivered *add()
    {
        if (m_end == std::to_address(m_places.end()))
            makeRoom();
        return m_end++;
    }
    // 'whole' and 'promises' are to be taken before it is dropped.
    Undelivered &first() { return *m_first; }
    void dropFirst()
    {
        if (++m_first == m_end)
            m_first = m_end = m_places.data();
    }
    // The newest one with this id, or null.
    const Undelivered *find(quint64 id) const;
    std::vector<Undelivered> takeAll();

private:
    void makeRoom();

    std::vector<Undelivered> m_places;
    Undelivered *m_first = nullptr;
    Undelivered *m_end = nullptr;
};

} // namespace QtRdmaPrivate

#endif // UNDELIVERED_P_H
