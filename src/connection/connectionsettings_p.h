// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONNECTIONSETTINGS_P_H
#define CONNECTIONSETTINGS_P_H

#include "../verbs/socketaddress_p.h"
#include "../work/workqueues_p.h"

#include <optional>

class RdmaConnectionOptions;

namespace QtRdmaPrivate {

// How a connection is made: the options of a program, and what this library adds.
// RdmaConnectionOptions documents the options and has their defaults. Negative values depend on the
// device.
struct ConnectionSettings : WorkQueueSettings
{
    ConnectionSettings() = default; // there is no connection yet
    // Takes all options but the shared receives and the spare sends. Only a queue pair that counts
    // its requests can have those.
    explicit ConnectionSettings(const RdmaConnectionOptions &options);

    int timeout = -1; // ms, for everything up to the established connection; negative: no limit
    std::optional<int> timeLeft; // what is left of it, if an earlier attempt has used some
    int resolveTimeout = 0; // ms, for one step in the kernel
    QByteArray privateData;
    QByteArray refusal; // sent to a peer whose request this side cannot accept
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
