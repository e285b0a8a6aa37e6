// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONOPTIONS_H
#define RDMACONNECTIONOPTIONS_H

#include <QtRdma/rdmaprotectiondomain.h>

#include <QtCore/qbytearray.h>
#include <QtNetwork/qhostaddress.h>

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

public:
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
};

#endif // RDMACONNECTIONOPTIONS_H
