// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef OUTGOINGBUFFER_P_H
#define OUTGOINGBUFFER_P_H

#include "sendqueue_p.h"
#include "../base/filereader_p.h"
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
    bool isDrained() const { return m_slots.isEmpty() && !isWaiting(); }
    // Whether something is to leave, or is in slots that the device has not given back.
    bool isBusy() const { return !isDrained() || m_slots.flyingBytes() > 0; }

    // A few bytes that are gathered with others, either without a slot or in the last frame.
    // Returns false if that is not possible.
    bool writeLittle(const char *data, qint64 size)
    {
        if (!m_slots.isEmpty() && !isWaiting() && m_slots.endsInFrame())
            return writeToFrame(data, size);
        if (m_written.size() + size >= MostGathered)
            return false;
        append(data, size);
        return true;
    }
    void write(const Frames &frames, const char *data, qint64 size);
    // The first bytes of the array, which is kept while many of them wait.
    void write(const Frames &frames, const QByteArray &array, qint64 size);
    // Memory of the program, which is sent from and kept until then.
    void write(const Frames &frames, const RdmaMemorySlice &slice);
    // A part of a file, which is read when its bytes may leave.
    void write(std::unique_ptr<FileReader> file);
    void append(WriteBuffer &&written); // the buffer must be empty
    // Bytes that nobody will take: the peer had gone before they were written.
    void appendLost(qint64 size)
    {
        m_waiting += size;
        m_late += size;
    }

    bool isWaiting() const { return !m_written.isEmpty() || hasInserts(); }
    // Whether the next bytes are those of a file. Otherwise data() are the first that wait.
    bool isFileNext() const { return hasInserts() && m_inserts->waiting.front().before == 0; }
    const char *data() const { return m_written.data(); }
    // Room for a header in front of data(), or null.
    char *header() { return m_written.header(); }
    qint64 contiguousSize() const
    {
        const qint64 size = m_written.contiguousSize();
        return hasInserts() ? qMin(size, m_inserts->waiting.front().before) : size;
    }
    // The same room with all that has not left behind it, waitingSize() bytes, if that is a small
    // message; else null.
    char *onlyFrame()
    {
        return m_slots.isEmpty() && !hasInserts() ? m_written.onlyFrame() : nullptr;
    }
    qint64 waitingSize() const { return m_written.size(); }
    void onlyFrameTaken()
    {
        m_waiting -= m_written.size();
        m_inSlots += m_written.size();
        m_written.removeOnlyFrame();
    }
    // This many of them have left, or are in slots now.
    Q_ALWAYS_INLINE void taken(qint64 size)
    {
        m_written.remove(size);
        m_waiting -= size;
        m_inSlots += size;
        if (hasInserts())
            passed(size);
    }

    // Copies as much as there is room for. Nothing only while a completion, or credit, is to come.
    qint64 stage(const Frames &frames, const char *data, qint64 size);
    // Reads a piece of the file that is next into a slot. Returns false while nothing may be read:
    // then a completion, or credit, is to come.
    bool stageFile(const Frames &frames);
    // A file that was read, up to its end or to an error, and how many of its bytes were sent.
    struct FileEnd
    {
        qint64 sent = 0;
        RdmaError error;
        qint64 due = 0; // when so many bytes are announced
    };
    bool isFileEndDue() const
    {
        return m_inserts && !m_inserts->ends.empty() && m_inserts->ends.front().due <= m_told;
    }
    FileEnd takeFileEnd();
    // Memory of a slot for the writer to fill, up to *size bytes; null: not now.
    char *reserve(const Frames &frames, qint64 *size);
    // Writes the first 'size' bytes of this memory. Returns false if it has fewer.
    bool commit(const Frames &frames, qint64 size);

    qint64 unannounced() const { return m_inSlots + m_waiting; }
    qint64 late() const { return m_late; } // of these, the bytes of appendLost()
    // Whether the budget lets in some of the bytes in slots, so that they may be announced.
    bool mayAnnounce() const { return m_inSlots > 0 && m_inSlots + m_slots.room() > 0; }
    // Whether a file has failed, and the writer has gone.
    bool hasFailedUntold() const
    {
        return !m_hasWriter && m_inserts && !m_inserts->ends.empty()
                && m_inserts->ends.back().error.isError();
    }
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

    // A slice or a file behind bytes that wait. A slice takes no memory: it waits only for what is
    // before it.
    struct Insert
    {
        RdmaMemorySlice slice;
        std::unique_ptr<FileReader> file;
        qint64 before = 0; // bytes of m_written, since the last insert
    };
    struct Inserts
    {
        Fifo<Insert> waiting;
        qint64 before = 0; // bytes of m_written in front of the last of them
        std::vector<FileEnd> ends;
    };

    bool writeToFrame(const char *data, qint64 size)
    {
        const bool fits = m_slots.lastRoom() >= size;
        if (fits) {
            m_slots.add(data, quint32(size));
            m_inSlots += size;
        }
        return fits;
    }
    qint64 writeNow(const Frames &frames, const char *data, qint64 size);
    bool hasInserts() const { return m_inserts && !m_inserts->waiting.empty(); }
    void insert(Insert &&insert, qint64 size);
    void passed(qint64 size);
    void stageInserts();
    void stageSlice();
    void endFile();
    void clearWaiting();
    Q_ALWAYS_INLINE void append(const char *data, qint64 size)
    {
        m_written.append(data, size);
        m_waiting += size;
    }
    qint64 room() const; // bytes that slots are there for
    bool stageWaiting(const Frames &frames); // false: some bytes go on waiting

    SendQueue m_slots;
    WriteBuffer m_written;
    std::unique_ptr<Inserts> m_inserts; // null until there is one, as most streams have none
    const qint64 m_budget;
    qint64 m_waiting = 0; // not announced: waits, or is lost
    qint64 m_late = 0; // part of m_waiting
    qint64 m_inSlots = 0; // not announced: in slots, or has left
    qint64 m_told = 0; // announced, of all that was written
    bool m_hasWriter = true;
};

} // namespace QtRdmaPrivate

#endif // OUTGOINGBUFFER_P_H
