// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONOPTIONS_H
#define RDMACONNECTIONOPTIONS_H

#include <QtRdma/rdmaprotectiondomain.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qobjectdefs.h>
#include <QtCore/qshareddata.h>
#include <QtNetwork/qhostaddress.h>

#include <chrono>
#include <functional>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

struct ibv_pd;
struct ibv_qp;
struct ibv_qp_init_attr;
class RdmaSharedReceiveQueue;

namespace QtRdmaPrivate {
struct Access;
struct ConnectionOptionsData;
} // namespace QtRdmaPrivate

/// The options with which RdmaQueuePair connects and accepts.
class Q_RDMA_EXPORT RdmaConnectionOptions
{
    Q_GADGET
    Q_PROPERTY(int sendDepth READ sendDepth WRITE setSendDepth)
    Q_PROPERTY(int receiveDepth READ receiveDepth WRITE setReceiveDepth)
    Q_PROPERTY(int maxSendSge READ maxSendSge WRITE setMaxSendSge)
    Q_PROPERTY(int maxReceiveSge READ maxReceiveSge WRITE setMaxReceiveSge)
    Q_PROPERTY(int inlineSize READ inlineSize WRITE setInlineSize)
    Q_PROPERTY(bool ownProtectionDomain READ ownProtectionDomain WRITE setOwnProtectionDomain)
    Q_PROPERTY(int connectTimeout READ connectTimeout WRITE setConnectTimeout)
    Q_PROPERTY(QByteArray privateData READ privateData WRITE setPrivateData)
    Q_PROPERTY(QHostAddress sourceAddress READ sourceAddress WRITE setSourceAddress)
    Q_PROPERTY(quint16 sourcePort READ sourcePort WRITE setSourcePort)
    Q_PROPERTY(bool reuseAddress READ reuseAddress WRITE setReuseAddress)
    Q_PROPERTY(bool addressIsGid READ addressIsGid WRITE setAddressIsGid)
    Q_PROPERTY(int resolveTimeout READ resolveTimeout WRITE setResolveTimeout)
    Q_PROPERTY(int typeOfService READ typeOfService WRITE setTypeOfService)
    Q_PROPERTY(int acknowledgeTimeout READ acknowledgeTimeout WRITE setAcknowledgeTimeout)
    Q_PROPERTY(int retryCount READ retryCount WRITE setRetryCount)
    Q_PROPERTY(int rnrRetryCount READ rnrRetryCount WRITE setRnrRetryCount)
    Q_PROPERTY(int minimumRnrTimer READ minimumRnrTimer WRITE setMinimumRnrTimer)
    Q_PROPERTY(int responderResources READ responderResources WRITE setResponderResources)
    Q_PROPERTY(int initiatorDepth READ initiatorDepth WRITE setInitiatorDepth)

public:
    using QueuePairFactory = std::function<ibv_qp *(ibv_pd *domain, ibv_qp_init_attr *attributes)>;

    RdmaConnectionOptions() noexcept;
    RdmaConnectionOptions(const RdmaConnectionOptions &other);
    RdmaConnectionOptions(RdmaConnectionOptions &&other) noexcept;
    RdmaConnectionOptions &operator=(const RdmaConnectionOptions &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaConnectionOptions)
    ~RdmaConnectionOptions();
    void swap(RdmaConnectionOptions &other) noexcept { d.swap(other.d); }

    /// The largest number of sends, reads and writes in flight: 1 to the device's `max_qp_wr`, 64
    /// by default.
    int sendDepth() const;
    void setSendDepth(int count);

    /// The largest number of receives in flight: 1 to the device's `max_qp_wr`, 64 by default.
    int receiveDepth() const;
    void setReceiveDepth(int count);

    /// The largest number of slices in one request that sends, reads or writes: 1 to the device's
    /// `max_sge`, 4 by default.
    int maxSendSge() const;
    void setMaxSendSge(int count);

    /// The largest number of slices in one receive: 1 to the device's `max_sge`, 4 by default.
    int maxReceiveSge() const;
    void setMaxReceiveSge(int count);

    /// The bytes of inline data that are asked for, 0 and up, 64 by default; the device may give
    /// less.
    int inlineSize() const;
    void setInlineSize(int bytes);

    /// Whether the queue pair has a domain of its own instead of the one that the thread shares on
    /// the device; `false` by default.
    bool ownProtectionDomain() const;
    void setOwnProtectionDomain(bool on);

    /// Returns the domain of the queue pair.
    RdmaProtectionDomain protectionDomain() const;
    /// Sets protectionDomain() to `domain`.
    void setProtectionDomain(const RdmaProtectionDomain &domain);

    /// Returns the shared queue from which the queue pair takes its receives.
    RdmaSharedReceiveQueue *sharedReceiveQueue() const;
    /// Sets sharedReceiveQueue() to `queue`.
    void setSharedReceiveQueue(RdmaSharedReceiveQueue *queue);

    /// The limit of everything up to connected(), in milliseconds.
    int connectTimeout() const;
    void setConnectTimeout(int msecs);
    std::chrono::milliseconds connectTimeoutAsDuration() const;
    void setConnectTimeout(std::chrono::milliseconds timeout);

    /// The bytes that travel with the request (56 on InfiniBand and RoCE) or with the acceptance
    /// (196).
    QByteArray privateData() const;
    void setPrivateData(const QByteArray &data);

    /// The address that is bound before connecting; null, the default, leaves the choice to the
    /// kernel.
    QHostAddress sourceAddress() const;
    void setSourceAddress(const QHostAddress &address);

    /// The port that is bound before connecting; 0, the default, leaves the choice to the kernel.
    quint16 sourcePort() const;
    void setSourcePort(quint16 port);

    /// Whether the source port may be that of another connection that has set this, too; `false` by
    /// default.
    bool reuseAddress() const;
    void setReuseAddress(bool on);

    /// Whether the address is the GID of an InfiniBand port, written as the IPv6 address that it is
    /// (`AF_IB`); `false` by default.
    bool addressIsGid() const;
    void setAddressIsGid(bool on);

    /// The limit of each of the two steps that find the address and the route, in milliseconds, at
    /// least 1; for connecting only.
    int resolveTimeout() const;
    void setResolveTimeout(int msecs);
    std::chrono::milliseconds resolveTimeoutAsDuration() const;
    void setResolveTimeout(std::chrono::milliseconds timeout);

    /// The byte in the IP header (RoCE's traffic class, iWARP's TOS): 0 to 255; -1, the default,
    /// leaves it to the system.
    int typeOfService() const;
    void setTypeOfService(int value);

    /// The time until a message is sent again, in the code of the InfiniBand specification: 1 to 31
    /// mean 4.096 µs times two to that power, 0 means for ever, and -1, the default, means that the
    /// route decides.
    int acknowledgeTimeout() const;
    void setAcknowledgeTimeout(int value);

    /// How often a message without an acknowledgement is repeated: 0 to 7, 7 by default.
    int retryCount() const;
    void setRetryCount(int count);

    /// How often a message of the `peer` is repeated that found no receive posted here: 0 to 6, 6
    /// by default; 7 means for ever.
    int rnrRetryCount() const;
    void setRnrRetryCount(int count);

    /// The pause before such a repetition, 0 to 31 in the code of the InfiniBand specification: 1
    /// is 0.01 ms, 12, the default, is 0.64 ms, 31 is 491 ms, 0 is 655 ms.
    int minimumRnrTimer() const;
    void setMinimumRnrTimer(int value);

    /// How many reads and atomics of the peer are served at once: up to the device's
    /// `max_qp_rd_atom`, and 255.
    int responderResources() const;
    void setResponderResources(int count);

    /// How many reads and atomics of this side are under way at once: up to the device's
    /// `max_qp_init_rd_atom`, and 255.
    int initiatorDepth() const;
    void setInitiatorDepth(int count);

    /// Returns the function that makes the queue pair.
    QueuePairFactory queuePairFactory() const;
    /// Lets `factory` make the queue pair, for attributes that only `ibv_create_qp_ex(3)` or a call
    /// of the provider has.
    void setQueuePairFactory(const QueuePairFactory &factory);

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaConnectionOptions &a, const RdmaConnectionOptions &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaConnectionOptions &a, const RdmaConnectionOptions &b) noexcept
    {
        return !equals(a, b);
    }
    static bool equals(const RdmaConnectionOptions &a, const RdmaConnectionOptions &b) noexcept;

    QSharedDataPointer<QtRdmaPrivate::ConnectionOptionsData> d; // null: the default values
};

Q_DECLARE_SHARED(RdmaConnectionOptions)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaConnectionOptions &options);
#endif

#endif // RDMACONNECTIONOPTIONS_H
