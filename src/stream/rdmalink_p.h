// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMALINK_P_H
#define RDMALINK_P_H

#include "sendposter_p.h"
#include "streamlink_p.h"

#include "../connection/connection_p.h"
#include "../verbs/lockedmemory_p.h"

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

// A stream's connection over RDMA, in either wire format: its queue pair, and the registered memory
// that it sends from.
class RdmaLink : public StreamLink, public ConnectionOwner
{
public:
    Rdma::StreamTransport transport() const final { return Rdma::StreamTransport::Rdma; }
    ProtectionDomainPtr domain() const final { return m_connection.queues().domain(); }
    RdmaError check(const RdmaMemorySlice &slice) const final;
    bool isAddressResolved() const final { return m_connection.isAddressResolved(); }
    bool takesTcpPort() const final { return m_connection.takesTcpPort(); }
    RdmaError connectTo(const QHostAddress &address, quint16 port, const LocalEnd &local,
                        int timeLeft) final;

protected:
    static constexpr quint32 SendTag = SendPoster::Tag;
    static constexpr int InlineWanted = 256;

    RdmaLink(std::shared_ptr<Engine> engine, const StreamOptionsData &options, quint32 headerSize,
             StreamStates::LastWord lastWord);

    // A format adds these.
    virtual RdmaError checkFormat() const { return m_options.refused.first(); }
    virtual ConnectionSettings settings() const = 0;
    virtual RdmaError endError(const RdmaError &error, const QByteArray &privateData) const = 0;
    virtual void receiveCompleted(quint32 tag, const ibv_wc &completion) = 0; // without an error
    // Called at the end, for memory that the device may still touch.
    virtual void release(std::vector<PoolSlot> *slots, std::vector<std::shared_ptr<void>> *memory);

    // The settings that all formats have.
    ConnectionSettings commonSettings() const;
    RdmaError acceptAs(IncomingConnection *incoming); // with the settings of this side
    RdmaError reserveSending(quint32 size);
    void workFailed(const ibv_wc &completion);
    // 'format' is this object: one of a known class needs no virtual call for each receive.
    template <typename Format>
    void takeCompletion(Format *format, const ibv_wc &completion, Polled polled)
    {
        const auto tag = quint32(completion.wr_id);
        if (Q_UNLIKELY(isEnded()))
            return;
        if (Q_UNLIKELY(completion.status != IBV_WC_SUCCESS))
            workFailed(completion);
        else if (tag & SendTag)
            sendCompleted(tag & ~SendTag);
        else
            format->receiveCompleted(tag, completion);
        workTaken(polled);
    }

    // StreamLifetime
    bool isInitiator() const final { return m_connection.isInitiator(); }

    Connection m_connection;
    SendPoster m_poster;

private:
    // ConnectionOwner
    void addressResolved() final { changed(); }
    void workCompleted(quint32 tag, Completion done) final;
    const ibv_wc *runCompleted(const ibv_wc *first, const ibv_wc *end) override;
    void ended(const RdmaError &error, const QByteArray &privateData) final;
    void threadEnded() final { leaveThread(); }
    // StreamLifetime
    Ends findEnds() const final;
    bool mayBeAlone() const final;
    bool isHostAlive() const final;
    void takeArrived() final { m_connection.queues().drain(); }
    RdmaError flushError() const final;
    void halt() final { m_connection.halt(); }
    void close() final;
    void touchIdlePeer() final;

    void sendCompleted(quint32 serial);
    void sendFailed(int failure);

    LockedMemory::Holder m_memoryShare;
};

} // namespace QtRdmaPrivate

#endif // RDMALINK_P_H
