// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORKRING_P_H
#define WORKRING_P_H

#include "postedwork_p.h"

#include <vector>

namespace QtRdmaPrivate {

// The sends or the receives of a queue pair in flight, in the order of their posts. The device
// completes them in this order, but for two kinds: unsignalled sends complete with the next
// signalled one, and siw completes a read later than what was posted after it. So a request that
// has completed keeps its place until all before it have completed.
//
// The tag of a request is its number, which is half of its work request id.
class WorkRing
{
public:
    enum class Kind : quint32 { Sends = 0, Receives = 1u << 31 };

    explicit WorkRing(Kind kind) : m_kind(kind) { }

    static Kind kindOf(quint32 tag) { return Kind(tag & quint32(Kind::Receives)); }

    static quint32 numberOf(quint32 tag) { return tag & NumberMask; }

    // Adds a request at the end. If it has no id it gets one.
    PostedWork *add(const RdmaWorkRequest &request)
    {
        if (span() > m_mask)
            grow();
        PostedWork *work = at(m_next);
        work->begin(request);
        if (work->userId == 0)
            work->userId = ownId(m_next);
        ++m_next;
        return work;
    }
    // Places for the next requests, side by side: as many as these or fewer. takePlaces() takes
    // them, with nothing else between.
    struct Places
    {
        PostedWork *first;
        size_t count;
    };
    Places places(quint64 most);
    void takePlaces(size_t count) { m_next += count; }
    // Whether the oldest requests in flight are this run, and this request, which ends it.
    bool isOldest(const PreparedRun &run, quint32 tag) const
    {
        return run.count > 0 && ((tag - tagOf(m_first)) & NumberMask) == run.count - 1;
    }
    // They hold no memory.
    void removeOldest(const PreparedRun &run)
    {
        m_first += run.count;
        skipUnused();
    }
    void removeFirst(PostedWork *first)
    {
        first->end();
        ++m_first;
        skipUnused();
    }
    quint32 firstTag() const { return tagOf(m_first); }
    // The tag that the next request will have.
    quint32 nextTag() const { return tagOf(m_next); }
    static quint32 following(quint32 tag, qsizetype count = 1)
    {
        return quint32(kindOf(tag)) | ((tag + quint32(count)) & NumberMask);
    }
    // The oldest one, if this is its tag, else null.
    PostedWork *first(quint32 tag)
    {
        return m_first < m_next && tag == tagOf(m_first) ? at(m_first) : nullptr;
    }
    // Null where there is none.
    PostedWork *find(quint32 tag)
    {
        const quint32 place = (tag - tagOf(m_first)) & NumberMask;
        if (kindOf(tag) != m_kind || place >= m_next - m_first)
            return nullptr;
        PostedWork *work = at(m_first + place);
        return work->used ? work : nullptr;
    }
    // The newest one with this id whose completion the program does not know yet, or null. Prepared
    // ones have no ids.
    PostedWork *findByUserId(quint64 userId);
    // The memory that the request has held is given back, unless it was moved away.
    void remove(PostedWork *work)
    {
        work->end();
        ++m_unused;
        skipUnused();
    }
    // Forgets the newest ones, which were not posted.
    void removeNewest(quint64 count);

    // How many of the newest ones have no signal.
    quint64 unsignalled() const { return m_next - m_signalEnd; }
    void setUnsignalled(quint64 count) { m_signalEnd = m_next - count; }
    quint64 nextNumber() const { return m_next; }

    // The function gets each request, in the order of the posts, until it returns false. It may
    // remove the request.
    template <typename Function>
    void forEach(Function function)
    {
        const quint64 end = m_next;
        for (quint64 number = m_first; number < end; ++number) {
            if (PostedWork *work = at(number); work->used && !function(work, tagOf(number)))
                return;
        }
    }

    int size() const { return int(span() - m_unused); }
    // How many places are taken from the first request in flight to the last.
    quint64 span() const { return m_next - m_first; }

private:
    // Those who ask for places side by side ask the less often the more there are.
    static constexpr size_t FewestPlaces = 64;
    static constexpr quint32 NumberMask = ~quint32(Kind::Receives);

    quint32 tagOf(quint64 number) const { return quint32(m_kind) | (quint32(number) & NumberMask); }
    PostedWork *at(quint64 number) { return &m_works[size_t(number) & m_mask]; }
    void skipUnused()
    {
        while (m_unused > 0 && !at(m_first)->used) {
            ++m_first;
            --m_unused;
        }
    }
    // The lowest bit tells sends from receives.
    quint64 ownId(quint64 number) const
    {
        return FirstOwnId | ((number << 1 | (m_kind == Kind::Receives)) & (SharedId - 1));
    }
    void grow();

    const Kind m_kind;
    std::vector<PostedWork> m_works = std::vector<PostedWork>(1); // as many as a power of two
    size_t m_mask = 0;
    quint64 m_first = 0; // number of the first request in flight
    quint64 m_next = 0;
    quint64 m_signalEnd = 0; // number behind the newest one that is signalled
    quint64 m_unused = 0; // places of requests that have completed before an earlier one
};

} // namespace QtRdmaPrivate

#endif // WORKRING_P_H
