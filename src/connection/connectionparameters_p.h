// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONNECTIONPARAMETERS_P_H
#define CONNECTIONPARAMETERS_P_H

#include <QtRdma/rdmaerror.h>

struct ibv_context;
struct rdma_cm_id;
struct rdma_conn_param;
struct sockaddr_storage;

namespace QtRdmaPrivate {

class IncomingConnection;
class Provider;
struct ConnectionSettings;

constexpr int DefaultReadDepth = 16; // or the limit of the device, if that is lower
constexpr int MostPorts = 8; // tried by a connection or a server whose program has named no port

// Must be called before the id is bound, resolved or accepted.
RdmaError setIdOptions(rdma_cm_id *id, const ConnectionSettings &settings);

// Fills in the defaults that depend on the device, and on the peer's offer if the peer was the
// first to speak. The error names the option that is beyond the device's limit.
RdmaError fitToDevice(const Provider &provider, const IncomingConnection *incoming,
                      ConnectionSettings *settings);

// The error names the option that is beyond the device's limit.
RdmaError fitQueues(const Provider &provider, const ConnectionSettings &settings);

rdma_conn_param connectParameters(const ConnectionSettings &settings);

// The address of an InfiniBand port, with a service of the port space TCP.
int toGidAddress(const QHostAddress &gid, quint16 port, sockaddr_storage *storage);
RdmaError gidError(const char *call, int errorNumber, const QHostAddress &gid);

} // namespace QtRdmaPrivate

#endif // CONNECTIONPARAMETERS_P_H
