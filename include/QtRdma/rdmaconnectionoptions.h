// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONOPTIONS_H
#define RDMACONNECTIONOPTIONS_H

#include <QtRdma/rdmaprotectiondomain.h>

#include <QtCore/qbytearray.h>
#include <QtNetwork/qhostaddress.h>

#include <functional>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

struct ibv_pd;
struct ibv_qp;
struct ibv_qp_init_attr;
class RdmaSharedReceiveQueue;

class Q_RDMA_EXPORT RdmaConnectionOptions
{
    Q_GADGET
    Q_PROPERTY(int sendDepth MEMBER sendDepth)
    Q_PROPERTY(int receiveDepth MEMBER receiveDepth)
    Q_PROPERTY(int maxSendSge MEMBER maxSendSge)
    Q_PROPERTY(int maxReceiveSge MEMBER maxReceiveSge)
    Q_PROPERTY(int inlineSize MEMBER inlineSize)
    Q_PROPERTY(bool ownProtectionDomain MEMBER ownProtectionDomain)
    Q_PROPERTY(int connectTimeout MEMBER connectTimeout)
    Q_PROPERTY(QByteArray privateData MEMBER privateData)
    Q_PROPERTY(QHostAddress sourceAddress MEMBER sourceAddress)
    Q_PROPERTY(quint16 sourcePort MEMBER sourcePort)
    Q_PROPERTY(bool reuseAddress MEMBER reuseAddress)
    Q_PROPERTY(bool addressIsGid MEMBER addressIsGid)
    Q_PROPERTY(int resolveTimeout MEMBER resolveTimeout)
    Q_PROPERTY(int typeOfService MEMBER typeOfService)
    Q_PROPERTY(int acknowledgeTimeout MEMBER acknowledgeTimeout)
    Q_PROPERTY(int retryCount MEMBER retryCount)
    Q_PROPERTY(int rnrRetryCount MEMBER rnrRetryCount)
    Q_PROPERTY(int minRnrTimer MEMBER minRnrTimer)
    Q_PROPERTY(int responderResources MEMBER responderResources)
    Q_PROPERTY(int initiatorDepth MEMBER initiatorDepth)

public:
    // Keeps this from being an aggregate in C++20: GCC 12 destroys twice what '{}' makes of one in a co_await expression.
    RdmaConnectionOptions() = default;

    int sendDepth = 64;
    int receiveDepth = 64;
    int maxSendSge = 4;
    int maxReceiveSge = 4;
    int inlineSize = 64;
    bool ownProtectionDomain = false;
    RdmaProtectionDomain protectionDomain;
    RdmaSharedReceiveQueue *sharedReceiveQueue = nullptr;
    int connectTimeout = 30000;
    QByteArray privateData;
    QHostAddress sourceAddress;
    quint16 sourcePort = 0;
    bool reuseAddress = false;
    bool addressIsGid = false;
    int resolveTimeout = 5000;
    int typeOfService = -1;
    int acknowledgeTimeout = -1;
    int retryCount = 7;
    int rnrRetryCount = 6;
    int minRnrTimer = 12;
    int responderResources = -1;
    int initiatorDepth = -1;
    std::function<ibv_qp *(ibv_pd *domain, ibv_qp_init_attr *attributes)> createQueuePair;
};

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaConnectionOptions &options);
#endif

#endif // RDMACONNECTIONOPTIONS_H
