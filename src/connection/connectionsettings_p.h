// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONNECTIONSETTINGS_P_H
#define CONNECTIONSETTINGS_P_H

#include "../verbs/socketaddress_p.h"
#include "../work/workqueues_p.h"

#include <optional>

class RdmaConnectionOptions;

namespace QtRdmaPrivate {

// How a connection is made: the options of a program, with what this library adds. RdmaConnectionOptions
// documents them, and has the defaults; negative ones depend on the device.
struct ConnectionSettings : WorkQueueSettings
{
    ConnectionSettings() = default; // of no connection yet
    // All but what needs a queue pair that counts: the shared receives and the spare sends.
    explicit ConnectionSettings(const RdmaConnectionOptions &options);

    int timeout = -1; // for everything up to the established connection; negative: none
    std::optional<int> timeLeft; // of it, where an attempt before has taken some
    int resolveTimeout = 0; // of one step in the kernel
    QByteArray privateData;
    QByteArray refusal; // for the peer whose request this side cannot accept
    QHostAddress sourceAddress = noAddress();
    quint16 sourcePort = 0;
    bool reuseAddress = false;
    bool addressIsGid = false;
    int typeOfService = -1;
    int acknowledgeTimeout = -1;
    int retryCount = 0;
    int rnrRetryCount = 0; // 7 would mean for ever
    int minRnrTimer = 0;
    int responderResources = -1;
    int initiatorDepth = -1;
};

} // namespace QtRdmaPrivate

#endif // CONNECTIONSETTINGS_P_H
