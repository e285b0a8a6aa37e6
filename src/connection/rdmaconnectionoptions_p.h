// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONOPTIONS_P_H
#define RDMACONNECTIONOPTIONS_P_H

#include <QtRdma/rdmaconnectionoptions.h>
#include <QtRdma/rdmasharedreceivequeue.h>

#include "../base/refusedvalues_p.h"
#include "../base/valuedata_p.h"

#include <QtCore/qpointer.h>

#include <memory>

namespace QtRdmaPrivate {

// The values of RdmaConnectionOptions, which documents them.
struct ConnectionOptionsData : ValueData
{
    int sendDepth = 64;
    int receiveDepth = 64;
    int maxSendSge = 4;
    int maxReceiveSge = 4;
    int inlineSize = 64;
    bool ownProtectionDomain = false;
    RdmaProtectionDomain protectionDomain;
    QPointer<RdmaSharedReceiveQueue> sharedReceiveQueue;
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
    int minimumRnrTimer = 12;
    int responderResources = -1;
    int initiatorDepth = -1;
    // Functions cannot be compared: options are equal if they share one and the same.
    std::shared_ptr<const RdmaConnectionOptions::QueuePairFactory> queuePairFactory;
    RefusedValues refused;

    bool operator==(const ConnectionOptionsData &) const = default;
};

} // namespace QtRdmaPrivate

#endif // RDMACONNECTIONOPTIONS_P_H
