// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONREQUEST_P_H
#define RDMACONNECTIONREQUEST_P_H

#include <QtRdma/rdmaconnectionrequest.h>

#include "incomingconnection_p.h"

#include "../base/valuedata_p.h"

#include <memory>
#include <utility>

namespace QtRdmaPrivate {

struct ConnectionRequestData : QSharedData
{
    explicit ConnectionRequestData(std::shared_ptr<IncomingConnection> connection)
        : incoming(std::move(connection))
    {
    }

    std::shared_ptr<IncomingConnection> incoming;
};

// Returns null for an invalid request.
inline IncomingConnection *incomingOf(const RdmaConnectionRequest &request)
{
    const ConnectionRequestData *data = Access::data(request);
    return data ? data->incoming.get() : nullptr;
}

inline RdmaConnectionRequest requestOf(std::shared_ptr<IncomingConnection> incoming)
{
    return Access::handle<RdmaConnectionRequest>(new ConnectionRequestData(std::move(incoming)));
}

} // namespace QtRdmaPrivate

#endif // RDMACONNECTIONREQUEST_P_H
