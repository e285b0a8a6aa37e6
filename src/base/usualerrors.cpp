// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "usualerrors_p.h"

#include "translate_p.h"

#include <cerrno>

namespace QtRdmaPrivate {

RdmaError waitExpiredError()
{
    return RdmaError(RdmaError::Category::Timeout, {}, ETIMEDOUT,
                     Words::tr("Socket operation timed out"), {},
                     QAbstractSocket::SocketTimeoutError, RdmaError::Cause::WaitExpired);
}

RdmaError remoteClosedError()
{
    return RdmaError(RdmaError::Category::ConnectionManager, {}, 0,
                     Words::tr("The remote host closed the connection"), {},
                     QAbstractSocket::RemoteHostClosedError, RdmaError::Cause::RemoteClosed);
}

RdmaError unprovedError()
{
    return RdmaError(RdmaError::Category::ConnectionManager, {}, 0,
                     Words::tr("The connection ended before the peer had proved that it has the "
                               "pre-shared key"),
                     {}, QAbstractSocket::RemoteHostClosedError, RdmaError::Cause::RemoteClosed);
}

RdmaError usageError(const QString &text, const QString &hint)
{
    return RdmaError(RdmaError::Category::Usage, QString(), EINVAL, text, hint,
                     QAbstractSocket::OperationError);
}

RdmaError movedError()
{
    return usageError(
            Words::tr("The object was moved to another thread while it was in use"),
            Words::tr("Move it before it connects, binds or is created, or make it in the "
                      "thread that uses it."));
}

} // namespace QtRdmaPrivate
