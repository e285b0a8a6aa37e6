// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASTREAMOPTIONS_P_H
#define RDMASTREAMOPTIONS_P_H

#include <QtRdma/rdmastreamoptions.h>

#include "../base/refusedvalues_p.h"
#include "../base/valuedata_p.h"

#include <optional>

namespace QtRdmaPrivate {

// The values of RdmaStreamOptions, which documents them: what a stream reads for each message.
struct StreamOptionsData : ValueData
{
    Rdma::TransportPolicy transport = Rdma::TransportPolicy::RdmaOnly;
    int headStart = 250; // ms
    quint16 tcpPort = 0; // 0: the one after that of RDMA
    bool halfOpen = false;
    Rdma::WireFormat wireFormat = Rdma::WireFormat::QtRdma;
    int slotSize = 2048;
    int largeSlotSize = 65472;
    int window = 16;
    qint64 sendBudget = 1024 * 1024;
    int connectTimeout = 30000;
    int handshakeTimeout = 5000;
    int lingerTimeout = 60000;
    int keepAliveInterval = 0;
    int answerTimeout = 0;
    int writeTimeout = 0;
    int idleTimeout = 0;
    int typeOfService = -1;
    std::optional<QByteArray> preSharedKey;
    RefusedValues refused;

    bool operator==(const StreamOptionsData &) const = default;
};

// The time in ms for each step of a peer whose request was accepted; negative: no limit.
int acceptTimeout(const StreamOptionsData &options);

} // namespace QtRdmaPrivate

#endif // RDMASTREAMOPTIONS_P_H
