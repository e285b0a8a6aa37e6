// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMLINK_P_H
#define STREAMLINK_P_H

#include "outgoingbuffer_p.h"
#include "receivequeue_p.h"
#include "streamlifetime_p.h"

#include "../connection/connectionregistry_p.h"
#include "../connection/rdmaconnectionstatus_p.h"
#include "../work/traffic_p.h"

namespace QtRdmaPrivate {

// A connection that carries a stream, over any transport and in any wire format: the bytes that
// have arrived and those that are to be sent, and when they leave. It knows no QObject and emits
// nothing: it outlives its RdmaStream to finish sending.
class StreamLink : public StreamLifetime, public FlushClient
{
public:
    ~StreamLink() override;

    virtual Rdma::StreamTransport transport() const = 0;
    virtual Rdma::WireFormat wireFormat() const = 0;
    // Whether a server's port is one of the kernel's TCP, so that TCP has another one (iWARP). That
    // is known when the address is resolved.
    virtual bool isAddressResolved() const { return true; }
    virtual bool takesTcpPort() const { return false; }
    // The domain of the memory that it sends from; null when the connection has ended, and where
    // the memory needs none.
    virtual ProtectionDomainPtr domain() const = 0;
    // The packets have this, 0 to 255; negative where it is not the connection's to choose.
    virtual void setTypeOfService(int) { }
    virtual int typeOfService() const { return -1; }
    // Whether this can be sent from where it is.
    virtual RdmaError check(const RdmaMemorySlice &slice) const = 0;

    qint64 bytesQueued() const { return m_received.size(); }
    virtual void read(char *data, qint64 size) = 0; // null: discard
    virtual void discardBehind(qint64 size) = 0; // keeps only the first 'size' bytes
    // For an observer that leaves.
    virtual ReceiveQueue takeReceived() = 0;
    qint64 indexOf(char c, qint64 within) const { return m_received.indexOf(c, within); }
    QByteArrayView firstReceived() const { return m_received.first(); }
    // Unread data up to this many bytes (0: any number) is copied out of registered memory when
    // that runs short.
    void setReadLimit(qint64 limit)
    {
        if (limit != m_readLimit)
            changeReadLimit(limit);
    }

    // The observer writes. That leaves with the next flush, and the observer hears of it.
    void append(const char *data, qint64 size);
    void append(const QByteArray &array, qint64 size); // which is kept while many bytes wait
    void append(const RdmaMemorySlice &slice); // of domain(); it leaves from where it is
    void append(std::unique_ptr<FileReader> file);
    void append(WriteBuffer &&written); // before anything else
    void scheduleFlush();
    // Moves as much to slots as there is room for, or sends it at once. What has gone to slots
    // leaves at the end of the turn.
    void takeWritten()
    {
        if (m_outgoing.isWaiting() && !sendLittle())
            takeMuch();
    }
    // Bytes that were written and that announce() has not told of.
    qint64 unannounced() const { return m_outgoing.unannounced(); }
    // Whether all of these were written after the peer had closed in order.
    bool isWrittenTooLate() const
    {
        return peerClosed() && peerFinished() && m_outgoing.late() == unannounced();
    }
    qint64 announce();
    // Files that were sent, as far as announce() has told of their bytes.
    bool isFileEndDue() const { return m_outgoing.isFileEndDue(); }
    OutgoingBuffer::FileEnd takeFileEnd() { return m_outgoing.takeFileEnd(); }
    qint64 announceAll() { return m_outgoing.announceAll(); } // the peer takes no more
    void dropUnannounced() { m_outgoing.drop(); } // only what has not left
    // Memory for up to *size bytes; *size becomes how many fit. Null if no data is taken, or if
    // there is no room or no memory now. commit() takes this many of them.
    char *reserve(qint64 *size)
    {
        return takesData() ? m_outgoing.reserve(frames(), size) : nullptr;
    }
    bool commit(qint64 size) { return takesData() && m_outgoing.commit(frames(), size); }
    void flush(); // all that may leave, now
    void flushInTurn(); // as far as this turn of the engine has time, data at its end
    // FIN follows all that was written. 'stillReading' is the half-close. A full close discards
    // what still arrives.
    void finish(bool stillReading)
    {
        finish(stillReading ? StreamStates::Finish::StillReading : StreamStates::Finish::Full);
    }
    void finishUntold(); // as finish(false); the observer leaves, and is told nothing
    // A full close that tells the peer, in place of FIN, that something is missing.
    void finishTruncated() { finish(StreamStates::Finish::Truncated); }
    void abort();
    // The counts that are the connection's.
    virtual void describe(RdmaConnectionStatus *status) const;

protected:
    StreamLink(std::shared_ptr<Engine> engine, const StreamOptionsData &options, quint32 headerSize,
               StreamStates::LastWord lastWord);

    // A format adds these.
    virtual quint32 maxPayload() const = 0; // of a message
    virtual quint32 dataAllowance() const = 0; // how many of them may leave now
    enum class Extent { Everything, ThisTurn };
    virtual void send(Extent extent) = 0;
    bool isSending() const override { return m_outgoing.isBusy(); }
    virtual bool hasLongWork() const { return !m_outgoing.isDrained(); } // for the end of a turn
    // All that is to be done for this connection at the end of a turn, sending included.
    virtual void serve() = 0;
    // Sends a small message at once, without a slot, if nothing waits before it. Returns false if
    // that is not possible now.
    virtual bool sendInline(const char *data, qint64 size) = 0;
    // The same of all that waits, if that is one small message, and what serve() does. A format
    // may have this, because most messages of many programs are of this kind.
    virtual bool sendLittle() { return false; }

    // A transport has told of something: what follows from it is done at the end of the turn.
    enum class Polled : quint8 { Last, WithMore };
    void workTaken(Polled polled = Polled::WithMore); // Last: this object may be gone after that
    void sendCompleted(quint32 serial);
    void leaveThread(); // which ends
    void peerHasEnded(); // it sends nothing more, or has closed; see the states
    void dataArrived(quint32 length) // they are in m_received
    {
        m_deadlines.dataMoved();
        m_traffic.received(length);
    }
    void roomMade(bool any); // for data that arrives
    bool isReadFull() const { return m_readLimit > 0 && m_received.size() >= m_readLimit; }

    OutgoingBuffer::Frames frames() const
    {
        return { m_pool.get(), maxPayload(), dataAllowance() };
    }
    SendQueue &sendSlots() { return m_outgoing.slots(); }
    const SendQueue &sendSlots() const { return m_outgoing.slots(); }
    // All data that may leave. 'sender' makes messages of them, and knows how long the next one may
    // be.
    template <typename Sender>
    void sendData(Sender &sender, Extent extent);
    // The first message. They return false if it is the last one for now.
    template <typename Sender>
    bool sendFirst(Sender &sender);
    template <typename Sender>
    bool sendSlice(Sender &sender);

    std::shared_ptr<RegisteredPool> m_pool; // outlives every slot below
    ReceiveQueue m_received;
    OutgoingBuffer m_outgoing;
    Traffic m_traffic; // counts payloads
    qint64 m_roundTrip = -1; // ns; -1 if the format cannot tell
    quint32 m_finSerial = 0;

    // The end of the turn serves this connection.
    void flushSoon() { engine()->scheduleFlush(this); }

private:
    // FlushClient
    void flushTurn(Signals signals) override;
    // StreamLifetime
    void sendAgain() override { flush(); }

    void finish(StreamStates::Finish how);
    void prove();
    void appendMuch(const char *data, qint64 size);
    void changeReadLimit(qint64 limit);
    void takeMuch();
    bool takeWaiting();
    bool takeBytes();
    bool stageBytes(qint64 size);
    bool takeFile();
    bool goesOn(Extent extent);
    // Asked when a message of data has left the queue. Where memory is so short that the reserve is
    // in use, only the completion of the message may let the next one go.
    bool isLastForNow() const
    {
        return sendSlots().isEmpty() || sendSlots().isFirstHeldUp() || !sendSlots().hasReserve();
    }
    void watchWriting();

    // Bytes; 0 means no limit. Nothing is copied out until somebody takes the connection.
    qint64 m_readLimit = 1;
    bool m_tellsFlushed = false; // the observer has written, or asked
};

template <typename Sender>
void StreamLink::sendData(Sender &sender, Extent extent)
{
    if (m_outgoing.isWaiting())
        takeWaiting();
    while (!sendSlots().isEmpty() && sender.mayBegin() && !isEnded() && !m_states.isFlushed()
           && !sendSlots().isFirstHeldUp() && sendSlots().prepareFirst(m_pool.get())) {
        const bool more = sendSlots().first().isSlice ? sendSlice(sender) : sendFirst(sender);
        if (more && !goesOn(extent))
            break;
    }
    watchWriting();
}

template <typename Sender>
bool StreamLink::sendFirst(Sender &sender)
{
    const quint32 most = sender.maxPayload();
    const bool isWhole = sendSlots().limitFirst(m_pool.get(), most);
    const SendQueue::Staged &first = sendSlots().first();
    char *const bytes = first.frame();
    const quint32 length = isWhole ? first.length : most;
    const quint32 key = first.slot.localKey();
    m_traffic.sent(length);
    m_deadlines.dataSent();
    const quint32 serial = isWhole ? sendSlots().launchFirst() : sendSlots().launchPart(length);
    return sender.sendData(bytes, length, key, serial, isLastForNow());
}

template <typename Sender>
bool StreamLink::sendSlice(Sender &sender)
{
    const SendQueue::Staged &first = sendSlots().first();
    char *const header = first.slot.data();
    const quint32 headerKey = first.slot.localKey();
    const quint32 length = qMin(first.length, sender.maxPayload());
    m_traffic.sent(length);
    m_deadlines.dataSent();
    quint32 serial = 0;
    const RegisteredBytes payload = sendSlots().launchSlice(length, &serial);
    return sender.sendSlice(header, headerKey, payload, serial, isLastForNow());
}

} // namespace QtRdmaPrivate

#endif // STREAMLINK_P_H
