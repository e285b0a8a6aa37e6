// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "connectionsettings_p.h"

#include "rdmaconnectionoptions_p.h"

#include "../memory/sharedhandles_p.h"

namespace QtRdmaPrivate {

ConnectionSettings::ConnectionSettings(const RdmaConnectionOptions &from)
{
    const ConnectionOptionsData &options = Access::read(from);
    sendDepth = options.sendDepth;
    receiveDepth = options.receiveDepth;
    sendSges = options.maxSendSge;
    receiveSges = options.maxReceiveSge;
    inlineSize = options.inlineSize;
    domain = domainBehind(options.protectionDomain);
    ownDomain = options.ownProtectionDomain;
    createQueuePair = from.queuePairFactory();
    timeout = options.connectTimeout;
    resolveTimeout = options.resolveTimeout;
    privateData = options.privateData;
    sourceAddress = options.sourceAddress;
    sourcePort = options.sourcePort;
    reuseAddress = options.reuseAddress;
    addressIsGid = options.addressIsGid;
    typeOfService = options.typeOfService;
    acknowledgeTimeout = options.acknowledgeTimeout;
    retryCount = options.retryCount;
    rnrRetryCount = options.rnrRetryCount;
    minRnrTimer = options.minimumRnrTimer;
    responderResources = options.responderResources;
    initiatorDepth = options.initiatorDepth;
}

} // namespace QtRdmaPrivate
