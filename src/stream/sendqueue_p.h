// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SENDQUEUE_P_H
#define SENDQUEUE_P_H

#include "sendslices_p.h"

#include "../base/fifo_p.h"

#include "../verbs/registeredpool_p.h"

#include <algorithm>
#include <vector>

namespace QtRdmaPrivate {

// Data that were copied into send slots: staged ones wait for credit, those in flight for their
// completion. Each slot begins with room for the header. Its owner keeps to the budget of the
// stream. It always has one slot of its own: without other memory a frame at a time leaves in that.
// Slices of the program's own registered memory stand between the slots. What leaves of a slice has
// a slot for its header.
class SendQueue
{
public:
    struct Staged
    {
        PoolSlot slot; // of a slice: empty until its header leaves
        quint32 offset = 0; // of the header in the slot; what was before it is copied, or has left
        quint32 length = 0; // of the payload
        quint32 capacity = 0; // of the payload
        bool isSlice = false; // the next one of m_slices; full from the beginning

        char *frame() const { return slot.data() + offset; }
        quint32 room() const { return capacity - length; }
    };

    // The payload of a frame that waits for credit. With its header, and those of iWARP (36 bytes),
    // it fills two of the blocks of 32 KiB that Linux sends by TCP from: one more byte begins a
    // third, and none of the three can be used again for the next frame.
    static constexpr quint32 LargePayload = 65536 - 64;

    explicit SendQueue(quint32 headerSize) : m_headerSize(headerSize) { }

    void setBudget(qint64 bytes) { m_budget = bytes; }
    void setReserve(PoolSlot slot);
    // False while the reserve is in use; then its completion follows.
    bool hasReserve() const { return bool(m_reserve); }
    PoolSlot takeReserve() { return std::move(m_reserve); }
    // Negative if there is more than the budget permits.
    qint64 room() const { return m_budget - m_stagedBytes - m_flyingBytes; }
    qint64 stagedBytes() const { return m_stagedBytes; }
    qint64 flyingBytes() const { return m_flyingBytes; } // in slots
    bool isEmpty() const { return m_staged.empty(); }
    size_t staged() const { return m_staged.size(); } // frames and slices
    // Whether the last that is staged is a frame, which bytes that follow may join.
    bool endsInFrame() const { return !m_staged.empty() && !m_staged.back().isSlice; }
    Staged &first() { return m_staged.front(); }

    // Copies as much as there is memory for. As many frames as there is allowance have at most
    // maxPayload. Returns how much was copied. Copies nothing only if something is staged or in
    // flight, or if there is no allowance.
    qint64 write(RegisteredPool *pool, const char *data, qint64 size, quint32 maxPayload,
                 quint32 allowance);
    // The room in the last frame, and the bytes that fit into it.
    quint32 lastRoom() const { return m_staged.empty() ? 0 : m_staged.back().room(); }
    void add(const char *data, quint32 size);
    // An empty frame, for 'size' bytes that are written next. Returns false without memory.
    bool openFrame(RegisteredPool *pool, qint64 size, quint32 maxPayload, quint32 allowance);
    // Asks read(place, size) for bytes of one frame, for as many as 'size'. Returns what that has
    // returned, or -1 without memory.
    template <typename Read>
    qint64 read(RegisteredPool *pool, qint64 size, quint32 maxPayload, quint32 allowance,
                Read read);
    // Memory of a frame for the writer to fill, in place of what was reserved before; null without
    // memory. The part that is committed is staged behind the others. The device has not seen it
    // before: it is not among the slots that are taken at the end.
    char *reserve(RegisteredPool *pool, qint64 size, quint32 maxPayload, quint32 allowance);
    quint32 reservedSize() const { return m_reservedSize; }
    char *reservedData() const;
    void commit(quint32 size);
    void dropReserved();
    void add(const RdmaMemorySlice &slice); // of one byte or more
    // Gives the header of a slice that is first a slot, where the format has headers. Returns false
    // without memory. Then the reserve is in use, and its completion follows.
    bool prepareFirst(RegisteredPool *pool)
    {
        return !m_staged.front().isSlice || m_headerSize == 0 || takeHeader(pool);
    }
    // Makes the first frame no longer than maxPayload, if the peer's slots have not grown
    // meanwhile. Returns false without memory for a copy, and in a format without headers: then a
    // part of the frame may leave from where it is.
    bool limitFirst(RegisteredPool *pool, quint32 maxPayload);
    // The header of the rest takes the place of the end of a part that is in flight.
    bool isFirstHeldUp() const { return m_partInFlight && m_headerSize > 0; }
    void dropLast(qint64 size); // staged data
    void clearStaged();

    // Requests in flight complete in order, and only signalled ones report it. Serial numbers wrap
    // at 31 bits.
    quint32 launchFirst(); // moves the first staged frame into flight
    quint32 launchPart(quint32 length); // this much of it, less than all
    quint32 launchOther(PoolSlot slot); // a control frame
    // This much of the slice that is first. Returns where it is.
    RegisteredBytes launchSlice(quint32 length, quint32 *serial);
    quint32 launchInline() // a message that needs no slot
    {
        const quint32 serial = m_nextSerial;
        m_nextSerial = (serial + 1) & SerialMask;
        return serial;
    }
    int inFlight() const { return int((m_nextSerial - m_firstSerial) & SerialMask); }
    bool completed(quint32 serial); // returns false if no such request is in flight
    bool isLanded(quint32 serial) const // nothing up to this serial is in flight any more
    {
        return int((serial - m_firstSerial) & SerialMask) >= inFlight();
    }
    SendSlices &slices() { return m_slices; }
    // The slots and regions that the device may have seen.
    void takeMemory(std::vector<PoolSlot> *slots, std::vector<std::shared_ptr<void>> *regions);

private:
    // A request in flight that has bytes in a slot, or in memory of the program.
    struct Flying
    {
        PoolSlot slot; // empty where the slot is still that of the rest, and for a part of a slice
        quint32 length = 0; // of the payload
        quint32 serial = 0;
    };

    quint32 launch(PoolSlot slot, quint32 length);
    Staged makeFrame(RegisteredPool *pool, qint64 size, quint32 maxPayload, quint32 allowance,
                     PoolSlot *lastResort) const;
    bool takeHeader(RegisteredPool *pool);
    void dropEmpty();
    void keepForParts(Staged *frame);
    void keepReserve(PoolSlot *slot);

    static constexpr quint32 SerialMask = 0x7fffffff;

    PoolSlot m_reserve; // empty while it is in use
    quint32 m_reserveSize = 0;
    Staged m_reserved;
    quint32 m_reservedSize = 0; // as asked for; there may be more room
    Fifo<Staged> m_staged;
    Fifo<Flying> m_flying; // without the messages that need no slot
    SendSlices m_slices;
    quint32 m_headerSize;
    quint32 m_firstSerial = 0; // in flight
    quint32 m_nextSerial = 0;
    quint32 m_partSerial = 0;
    bool m_partInFlight = false; // a part of the first staged frame
    qint64 m_budget = 0;
    qint64 m_stagedBytes = 0;
    qint64 m_flyingBytes = 0;
};

template <typename Read>
qint64 SendQueue::read(RegisteredPool *pool, qint64 size, quint32 maxPayload, quint32 allowance,
                       Read read)
{
    if (lastRoom() == 0 && !openFrame(pool, size, maxPayload, allowance))
        return -1;
    Staged &frame = m_staged.back();
    char *const place = frame.frame() + m_headerSize + frame.length;
    const qint64 count = read(place, std::min<qint64>(size, frame.room()));
    frame.length += quint32(count);
    m_stagedBytes += count;
    if (frame.length == 0)
        dropEmpty();
    return count;
}

} // namespace QtRdmaPrivate

#endif // SENDQUEUE_P_H
