// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef VERBSCALL_P_H
#define VERBSCALL_P_H

#include "../base/rdmaglobal_p.h"

#include <QtRdma/rdmaerror.h>

#include <QtNetwork/qhostaddress.h>

#include <cerrno>

struct ibv_context;
struct rdma_cm_id;

namespace QtRdmaPrivate {

// Three conventions of reporting failure meet here; each helper turns one of them into 0 or a positive errno.

// libibverbs: 0 or a positive errno; but a provider may answer -1 with errno, or (siw) a negative errno.
inline int verbsResult(int result)
{
    if (result >= 0)
        return result;
    if (result == -1)
        return errno != 0 ? errno : EPERM;
    return -result;
}

// librdmacm: 0, or -1 with errno.
inline int cmResult(int result)
{
    if (result == 0)
        return 0;
    return errno != 0 ? errno : EIO;
}

// Everything that returns a pointer: null with errno.
inline int pointerResult(const void *pointer)
{
    if (pointer)
        return 0;
    return errno != 0 ? errno : ENOMEM;
}

// What a failed call means and what to do about it. 'size' is the number of bytes a registration asked for.
Q_RDMA_AUTOTEST_EXPORT RdmaError callError(const char *call, int errorNumber, qint64 size = -1);
Q_RDMA_AUTOTEST_EXPORT RdmaError completionError(int status, quint32 vendorError);
Q_RDMA_AUTOTEST_EXPORT RdmaError rejectError(int status, bool iwarp);
// The handshake of iWARP has failed, with neither a yes nor a no.
Q_RDMA_AUTOTEST_EXPORT RdmaError iwarpConnectError(int status);
// An event of the connection manager that reports a failure; 'status' is an errno of either sign, or 0.
Q_RDMA_AUTOTEST_EXPORT RdmaError eventError(const char *call, int event, int status);
// An asynchronous event that ends what it is about.
Q_RDMA_AUTOTEST_EXPORT RdmaError deviceEventError(int event);
RdmaError protocolError(const QString &text);
// The peer is no QtRdma, or none that this side can talk to.
RdmaError handshakeError(const QString &text);
RdmaError timeoutError(RdmaError::Cause cause, const QString &text, const char *call = nullptr,
                       const QString &hint = QString());
// A waitFor...() whose time is over: it has ended nothing.
RdmaError waitExpiredError();
RdmaError remoteClosedError();
RdmaError usageError(const QString &text, const QString &hint = QString());

// An object that its thread's engine serves was moved to another thread.
RdmaError movedError();

// The error of connecting to (from 'source', unless that is null) or listening on an address that no RDMA device has.
RdmaError noDeviceError(const char *call, int errorNumber, const QHostAddress &address,
                        const QHostAddress &source = {});

// Binding to 'port' has failed.
Q_RDMA_AUTOTEST_EXPORT RdmaError bindError(const char *call, int errorNumber, quint16 port);
// Binding to 'own', which may be any address, failed for want of a port: the number is the same as without a device.
bool isPortShortage(int errorNumber, const QHostAddress &own);
RdmaError noPortError(const char *call);

bool isSoftwareDevice(const ibv_context *context);

// The kernel takes commands on a descriptor from those only who have the credentials with which it was opened, by its own word: the
// same object, not the same user. Whether it refuses the calling thread.
bool refusesCommands(int fd);
// Why queue pairs on this context could send nothing; no error where they can.
RdmaError checkUsable(const ibv_context *context);

} // namespace QtRdmaPrivate

#endif // VERBSCALL_P_H
