// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef VERBSCALL_P_H
#define VERBSCALL_P_H

#include "../base/rdmaglobal_p.h"
#include "../base/usualerrors_p.h"

#include <QtRdma/rdmaerror.h>

#include <QtNetwork/qhostaddress.h>

#include <cerrno>

struct ibv_context;
struct rdma_cm_id;

namespace QtRdmaPrivate {

// rdma-core reports failures by three conventions. Each of these helpers turns one of them into 0
// or a positive errno.

// Of libibverbs: 0 or a positive errno. But a provider may answer -1 with errno, or (siw) a
// negative errno.
Q_RDMA_AUTOTEST_EXPORT int negativeResult(int result);
inline int verbsResult(int result)
{
    return result >= 0 ? result : negativeResult(result);
}

// Of librdmacm: 0, or -1 with errno.
inline int cmResult(int result)
{
    if (result == 0)
        return 0;
    return errno != 0 ? errno : EIO;
}

// Of calls that return a pointer: null with errno.
inline int pointerResult(const void *pointer)
{
    if (pointer)
        return 0;
    return errno != 0 ? errno : ENOMEM;
}

// Explains a failed call and says what to do about it. 'size' is the number of bytes that a
// registration asked for.
Q_RDMA_AUTOTEST_EXPORT RdmaError callError(const char *call, int errorNumber, qint64 size = -1);
Q_RDMA_AUTOTEST_EXPORT RdmaError completionError(int status, quint32 vendorError);
Q_RDMA_AUTOTEST_EXPORT RdmaError rejectError(int status, bool isErrno);
// The handshake of iWARP has failed without an answer of the peer.
Q_RDMA_AUTOTEST_EXPORT RdmaError iwarpConnectError(int status);
// An event of the connection manager that reports a failure. 'status' is an errno of either sign,
// or 0.
Q_RDMA_AUTOTEST_EXPORT RdmaError eventError(const char *call, int event, int status);
// An asynchronous event that ends its queue pair, queue or device.
Q_RDMA_AUTOTEST_EXPORT RdmaError deviceEventError(int event);
RdmaError protocolError(const QString &text);
// The peer does not speak the protocol of QtRdma, or no version of it that this side knows.
RdmaError handshakeError(const QString &text);
RdmaError timeoutError(RdmaError::Cause cause, const QString &text, const char *call = nullptr,
                       const QString &hint = QString());

// Whether the kernel refuses commands of the calling thread on this descriptor. It takes them only
// from threads that have the credentials with which the descriptor was opened: the same object of
// the kernel, not the same user.
bool refusesCommands(int fd);

} // namespace QtRdmaPrivate

#endif // VERBSCALL_P_H
