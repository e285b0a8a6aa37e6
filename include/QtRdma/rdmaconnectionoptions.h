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

    int sendDepth() const;
    void setSendDepth(int count);

    int receiveDepth() const;
    void setReceiveDepth(int count);

    int maxSendSge() const;
    void setMaxSendSge(int count);

    int maxReceiveSge() const;
    void setMaxReceiveSge(int count);

    int inlineSize() const;
    void setInlineSize(int bytes);

    bool ownProtectionDomain() const;
    void setOwnProtectionDomain(bool on);

    RdmaProtectionDomain protectionDomain() const;
    void setProtectionDomain(const RdmaProtectionDomain &domain);

    RdmaSharedReceiveQueue *sharedReceiveQueue() const;
    void setSharedReceiveQueue(RdmaSharedReceiveQueue *queue);

    int connectTimeout() const;
    void setConnectTimeout(int msecs);
    std::chrono::milliseconds connectTimeoutAsDuration() const;
    void setConnectTimeout(std::chrono::milliseconds timeout);

    QByteArray privateData() const;
    void setPrivateData(const QByteArray &data);

    QHostAddress sourceAddress() const;
    void setSourceAddress(const QHostAddress &address);

    quint16 sourcePort() const;
    void setSourcePort(quint16 port);

    bool reuseAddress() const;
    void setReuseAddress(bool on);

    bool addressIsGid() const;
    void setAddressIsGid(bool on);

    int resolveTimeout() const;
    void setResolveTimeout(int msecs);
    std::chrono::milliseconds resolveTimeoutAsDuration() const;
    void setResolveTimeout(std::chrono::milliseconds timeout);

    int typeOfService() const;
    void setTypeOfService(int value);

    int acknowledgeTimeout() const;
    void setAcknowledgeTimeout(int value);

    int retryCount() const;
    void setRetryCount(int count);

    int rnrRetryCount() const;
    void setRnrRetryCount(int count);

    int minimumRnrTimer() const;
    void setMinimumRnrTimer(int value);

    int responderResources() const;
    void setResponderResources(int count);

    int initiatorDepth() const;
    void setInitiatorDepth(int count);

    QueuePairFactory queuePairFactory() const;
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
