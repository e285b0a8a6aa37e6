// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "connectionsettings_p.h"

#include <QtRdma/rdmaconnectionoptions.h>

namespace QtRdmaPrivate {

ConnectionSettings::ConnectionSettings(const RdmaConnectionOptions &options)
{
    sendDepth = options.sendDepth;
    receiveDepth = options.receiveDepth;
    sendSges = options.maxSendSge;
    receiveSges = options.maxReceiveSge;
    inlineSize = options.inlineSize;
    domain = options.protectionDomain.domain;
    ownDomain = options.ownProtectionDomain;
    createQueuePair = options.createQueuePair;
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
    minRnrTimer = options.minRnrTimer;
    responderResources = options.responderResources;
    initiatorDepth = options.initiatorDepth;
}

} // namespace QtRdmaPrivate
