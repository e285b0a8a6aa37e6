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

constexpr int DefaultReadDepth = 16; // where the device can more
constexpr int MostPorts = 8; // of its own that a connection or a server tries where any will do

// Before the id is bound, resolved or accepted.
RdmaError setIdOptions(rdma_cm_id *id, const ConnectionSettings &settings);

// Fills in the defaults that depend on the device, and on what the peer offered if it was the first to speak; an error
// names the option that is beyond the device's limit.
RdmaError fitToDevice(const Provider &provider, const IncomingConnection *incoming,
                      ConnectionSettings *settings);

// The error names the option that is beyond the device's limit.
RdmaError fitQueues(const Provider &provider, const ConnectionSettings &settings);

rdma_conn_param connectParameters(const ConnectionSettings &settings);

// The address of an InfiniBand port and a service of port space TCP there.
int toGidAddress(const QHostAddress &gid, quint16 port, sockaddr_storage *storage);
RdmaError gidError(const char *call, int errorNumber, const QHostAddress &gid);

} // namespace QtRdmaPrivate

#endif // CONNECTIONPARAMETERS_P_H
