// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ADDRESSERRORS_P_H
#define ADDRESSERRORS_P_H

#include "../base/rdmaglobal_p.h"

#include <QtRdma/rdmaerror.h>

#include <QtNetwork/qhostaddress.h>

namespace QtRdmaPrivate {

// Errors of addresses and ports. The reason depends on the devices of this machine.

// No RDMA device has the address to connect to (from 'source', unless that is null) or to listen
// on.
RdmaError noDeviceError(const char *call, int errorNumber, const QHostAddress &address = {},
                        const QHostAddress &source = {});

// librdmacm has found no way to the connection manager: there is no device, or its file is missing
// or closed to this user.
RdmaError noConnectionManagerError(int errorNumber);

// Binding to 'port' has failed.
Q_RDMA_AUTOTEST_EXPORT RdmaError bindError(const char *call, int errorNumber, quint16 port);
// Binding to 'own', which may be any address, failed for want of a port. The errno is the same as
// without a device.
bool isPortShortage(int errorNumber, const QHostAddress &own);
RdmaError noPortError(const char *call);

} // namespace QtRdmaPrivate

#endif // ADDRESSERRORS_P_H
