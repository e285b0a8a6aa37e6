// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "verbscall_p.h"

#include "rdmacore_p.h"

#include "../base/errortexts_p.h"
#include "../base/translate_p.h"

#include <QtRdma/rdma.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>
#include <sys/resource.h>

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace QtRdmaPrivate {

namespace {

QString kibibytes(rlim_t bytes)
{
    return bytes == RLIM_INFINITY ? Words::tr("unlimited")
                                  : QString::number(quint64(bytes / 1024)) + Words::tr(" KiB");
}

QString memlockHint(qint64 size)
{
    rlimit limit = {};
    if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0)
        return {};
    const QString asked =
            size > 0 ? Words::tr("%1 KiB were asked for; ").arg((size + 1023) / 1024) : QString();
    if (limit.rlim_cur == RLIM_INFINITY)
        return asked
                + Words::tr(
                        "RLIMIT_MEMLOCK is unlimited, so the device or the machine has no more.");
    return asked
            + Words::tr(
                      "RLIMIT_MEMLOCK is %1 (hard limit %2). Raise it with ulimit -l, limits.conf, "
                      "or LimitMEMLOCK= in a systemd unit.")
                      .arg(kibibytes(limit.rlim_cur), kibibytes(limit.rlim_max));
}

// The kernel calls a limit of 0 a lack of permission.
bool mayLockNothing()
{
    rlimit limit = {};
    return getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur == 0;
}

QString hintFor(const char *call, int errorNumber, qint64 size)
{
    if (errorNumber == EPERM && mayLockNothing())
        return memlockHint(size);
    if (errorNumber != ENOMEM)
        return errnoHint(call, errorNumber);
    if (std::strstr(call, "post") || std::strcmp(call, "ibv_wr_complete") == 0)
        return Words::tr("The queue is full.");
    const QString hint = errnoHint(call, errorNumber);
    return hint.isEmpty() ? memlockHint(size) : memlockHint(size) + u' ' + hint;
}

QAbstractSocket::SocketError socketErrorFor(int errorNumber)
{
    switch (errorNumber) {
    case ECONNREFUSED:
        return QAbstractSocket::ConnectionRefusedError;
    case ENOMEM:
    case EMFILE:
    case ENFILE:
    case ENOSPC:
    case EAGAIN: // the rdma cgroup, the limit of threads
        return QAbstractSocket::SocketResourceError;
    case EACCES:
    case EPERM:
        return QAbstractSocket::SocketAccessError;
    case EADDRINUSE:
        return QAbstractSocket::AddressInUseError;
    case EADDRNOTAVAIL:
    case ENODEV:
        return QAbstractSocket::SocketAddressNotAvailableError;
    case ETIMEDOUT:
        return QAbstractSocket::SocketTimeoutError;
    case EOPNOTSUPP:
        return QAbstractSocket::UnsupportedSocketOperationError;
    default:
        return QAbstractSocket::NetworkError;
    }
}

RdmaError::Cause causeOf(int errorNumber)
{
    switch (errorNumber) {
    case ETIMEDOUT:
        return RdmaError::Cause::ConnectTimeout;
    case ECONNREFUSED:
        return RdmaError::Cause::NobodyListens;
    case EHOSTUNREACH:
    case ENETUNREACH:
        return RdmaError::Cause::HostUnreachable;
    default:
        return RdmaError::Cause::Other;
    }
}

RdmaError::Cause causeOfRejection(int status, bool isErrno)
{
    constexpr int ReasonTimeout = 4; // IB_CM_REJ_TIMEOUT
    constexpr int ReasonService = 8; // IB_CM_REJ_INVALID_SERVICE_ID
    const int nobody = isErrno ? -ECONNREFUSED : ReasonService;
    const int late = isErrno ? -ETIMEDOUT : ReasonTimeout;
    if (status == nobody)
        return RdmaError::Cause::NobodyListens;
    return status == late ? RdmaError::Cause::ConnectTimeout : RdmaError::Cause::Refused;
}

} // namespace

Q_NEVER_INLINE int negativeResult(int result)
{
    if (result != -1)
        return -result;
    return errno != 0 ? errno : EPERM;
}

RdmaError callError(const char *call, int errorNumber, qint64 size)
{
    RdmaError missing = errorNumber == ENOSYS ? missingCallError(call) : RdmaError();
    if (missing.isError())
        return missing;
    return RdmaError(RdmaError::Category::System, QString::fromLatin1(call), errorNumber,
                     QString::fromLocal8Bit(std::strerror(errorNumber)),
                     hintFor(call, errorNumber, size), socketErrorFor(errorNumber),
                     causeOf(errorNumber));
}

RdmaError eventError(const char *call, int event, int status)
{
    const Rdma::Explanation meaning = Rdma::explainConnectionEvent(event);
    const int errorNumber = qAbs(status);
    if (errorNumber == 0) {
        return RdmaError(RdmaError::Category::ConnectionManager, QString::fromLatin1(call), event,
                         meaning.text(), meaning.hint(), QAbstractSocket::NetworkError);
    }
    const QString hint = hintFor(call, errorNumber, -1);
    return RdmaError(RdmaError::Category::System, QString::fromLatin1(call), errorNumber,
                     meaning.text() + QLatin1String(": ")
                             + QString::fromLocal8Bit(std::strerror(errorNumber)),
                     hint.isEmpty() ? meaning.hint() : hint, socketErrorFor(errorNumber),
                     event == RDMA_CM_EVENT_ADDR_ERROR || event == RDMA_CM_EVENT_ROUTE_ERROR
                             ? RdmaError::Cause::HostUnreachable
                             : causeOf(errorNumber));
}

RdmaError deviceEventError(int event)
{
    const Rdma::Explanation meaning = Rdma::explainDeviceEvent(event);
    return RdmaError(RdmaError::Category::Device, QStringLiteral("ibv_get_async_event"), event,
                     meaning.text(), meaning.hint(), QAbstractSocket::NetworkError);
}

RdmaError completionError(int status, quint32 vendorError)
{
    const Rdma::Explanation meaning = Rdma::explainCompletion(status);
    QString text = meaning.text() + QLatin1String(": ") + meaning.name();
    if (vendorError != 0) {
        text += Words::tr(" (vendor error 0x%1)").arg(vendorError, 0, 16);
    }
    return RdmaError(RdmaError::Category::Completion, QStringLiteral("ibv_poll_cq"), status, text,
                     meaning.hint(), QAbstractSocket::NetworkError);
}

RdmaError rejectError(int status, bool isErrno)
{
    const Rdma::Explanation meaning =
            isErrno ? Rdma::explainIwarpRejection(status) : Rdma::explainRejection(status);
    return RdmaError(RdmaError::Category::ConnectionRejected, QStringLiteral("rdma_connect"),
                     status, meaning.text(), meaning.hint(),
                     QAbstractSocket::ConnectionRefusedError, causeOfRejection(status, isErrno));
}

RdmaError iwarpConnectError(int status)
{
    const Rdma::Explanation meaning = Rdma::explainIwarpRejection(status);
    const int errorNumber = qAbs(status);
    return RdmaError(RdmaError::Category::System, QStringLiteral("rdma_connect"), errorNumber,
                     meaning.text(), meaning.hint(), socketErrorFor(errorNumber),
                     causeOf(errorNumber));
}

RdmaError protocolError(const QString &text)
{
    return RdmaError(RdmaError::Category::Protocol, QString(), 0, text, {},
                     QAbstractSocket::NetworkError);
}

RdmaError handshakeError(const QString &text)
{
    return RdmaError(RdmaError::Category::Protocol, QString(), 0, text, {},
                     QAbstractSocket::UnsupportedSocketOperationError);
}

RdmaError timeoutError(RdmaError::Cause cause, const QString &text, const char *call,
                       const QString &hint)
{
    return RdmaError(RdmaError::Category::Timeout, QString::fromLatin1(call), ETIMEDOUT, text, hint,
                     QAbstractSocket::SocketTimeoutError, cause);
}

// One byte is no command. The kernel says so after it has looked at the credentials.
bool refusesCommands(int fd)
{
    return ::write(fd, "", 1) < 0 && errno == EACCES;
}

} // namespace QtRdmaPrivate
