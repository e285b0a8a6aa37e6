// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef OUTGOINGBUFFER_P_H
#define OUTGOINGBUFFER_P_H

#include "sendqueue_p.h"
#include "../base/writebuffer_p.h"

namespace QtRdmaPrivate {

// All that one stream has written and that has not left: first as it was written, without bound,
// then in send slots. The buffer also counts the bytes that bytesWritten() has not announced to the
// writer yet. They wait here, are in more slots than the budget allows, or have been lost since.
class OutgoingBuffer
{
public:
    // The format's word on the next frames, and the pool of their memory.
    struct Frames
    {
        RegisteredPool *pool = nullptr;
        quint32 maxPayload = 0;
        quint32 allowance = 0; // how many of them may leave now
    };

    OutgoingBuffer(quint32 headerSize, qint64 budget);

    SendQueue &slots() { return m_slots; }
    const SendQueue &slots() const { return m_slots; }
    // Whether everything has left.
    bool isDrained() const { return m_slots.isEmpty() && m_written.isEmpty(); }
    // Whether something is to leave, or is in slots that the device has not given back.
    bool isBusy() const { return !isDrained() || m_slots.flyingBytes() > 0; }

    // A few bytes that are gathered with others, either without a slot or in the last frame.
    // Returns false if that is not possible.
    bool writeLittle(const char *data, qint64 size)
    {
        const bool isGathering = isWaiting() || !m_slots.endsInFrame();
        if (isGathering && m_written.size() + size < MostGathered) {
            append(data, size);
            return true;
        }
        if (isWaiting() || m_slots.lastRoom() < size)
            return false;
        m_slots.add(data, quint32(size));
        m_inSlots += size;
        return true;
    }
    void write(const Frames &frames, const char *data, qint64 size);
    // The first bytes of the array, which is kept while many of them wait.
    void write(const Frames &frames, const QByteArray &array, qint64 size);
    // Memory of the program, which is sent from and kept until then.
    void write(const Frames &frames, const RdmaMemorySlice &slice);
    void append(WriteBuffer &&written); // the buffer must be empty
    // Bytes that nobody will take: the peer had gone before they were written.
    void appendLost(qint64 size)
    {
        m_waiting += size;
        m_late += size;
    }

    // The first bytes that wait for slots.
    bool isWaiting() const { return !m_written.isEmpty(); }
    const char *data() const { return m_written.data(); }
    qint64 contiguousSize() const
    {
        const qint64 size = m_written.contiguousSize();
        return m_slices.empty() ? size : qMin(size, m_slices.front().before);
    }
    // This many of them have left, or are in slots now.
    void taken(qint64 size);

    // Copies as much as there is room for. Nothing only while a completion, or credit, is to come.
    qint64 stage(const Frames &frames, const char *data, qint64 size);
    // Memory of a slot for the writer to fill, up to *size bytes; null: not now.
    char *reserve(const Frames &frames, qint64 *size);
    // Writes the first 'size' bytes of this memory. Returns false if it has fewer.
    bool commit(const Frames &frames, qint64 size);

    qint64 unannounced() const { return m_inSlots + m_waiting; }
    qint64 late() const { return m_late; } // of these, the bytes of appendLost()
    // Whether the budget lets in some of the bytes in slots, so that they may be announced.
    bool mayAnnounce() const { return m_inSlots > 0 && m_inSlots + m_slots.room() > 0; }
    qint64 announce();
    qint64 announceAll();
    // The bytes that have not left are not wanted any more.
    void drop(); // and is forgotten
    void lose(); // but the writer does not know yet
    // The writer has gone. What it has written still leaves, and nobody is told.
    void forgetWriter();

private:
    static constexpr qint64 SmallestShare = 128 * 1024; // may always be staged and in flight
    static constexpr qint64 MostGathered = 4096; // bytes of small writes before they take a slot

    // A slice behind bytes that wait. It takes no memory, so it never waits by itself.
    struct WaitingSlice
    {
        RdmaMemorySlice slice;
        qint64 before = 0; // so many bytes, since the slice that waits before it
    };

    qint64 writeNow(const Frames &frames, const char *data, qint64 size);
    void stageSlices(qint64 passed);
    void clearWaiting();
    void append(const char *data, qint64 size)
    {
        m_written.append(data, size);
        m_waiting += size;
    }
    qint64 room() const; // bytes that slots are there for
    bool stageWaiting(const Frames &frames); // false: some bytes go on waiting

    SendQueue m_slots;
    WriteBuffer m_written;
    Fifo<WaitingSlice> m_slices;
    qint64 m_beforeSlices = 0; // bytes of m_written in front of the last of these
    const qint64 m_budget;
    qint64 m_waiting = 0; // not announced: waits, or is lost
    qint64 m_late = 0; // part of m_waiting
    qint64 m_inSlots = 0; // not announced: in slots, or has left
    bool m_hasWriter = true;
};

} // namespace QtRdmaPrivate

#endif // OUTGOINGBUFFER_P_H
