// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "verbscall_p.h"

#include "localaddresses_p.h"

#include <QtCore/qcoreapplication.h>
#include <QtNetwork/qhostaddress.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>
#include <sys/resource.h>

#include <unistd.h>

#include <cstring>

namespace QtRdmaPrivate {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("QtRdma", text);
}

QString kibibytes(rlim_t bytes)
{
    return bytes == RLIM_INFINITY ? tr("unlimited")
                                  : QString::number(quint64(bytes / 1024)) + tr(" KiB");
}

QString memlockHint(qint64 size)
{
    rlimit limit = {};
    if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0)
        return {};
    const QString asked =
            size > 0 ? tr("%1 KiB were asked for; ").arg((size + 1023) / 1024) : QString();
    return asked
            + tr("RLIMIT_MEMLOCK is %1 (hard limit %2). Raise it with ulimit -l, limits.conf, or "
                 "LimitMEMLOCK= in a systemd unit.")
                      .arg(kibibytes(limit.rlim_cur), kibibytes(limit.rlim_max));
}

QString hintFor(const char *call, int errorNumber, qint64 size)
{
    switch (errorNumber) {
    case ENOMEM:
        return std::strstr(call, "post") ? tr("The queue is full.") : memlockHint(size);
    case EMFILE:
    case ENFILE:
        return tr("Raise the limit on open files (ulimit -n).");
    case EACCES:
    case EPERM:
        return tr("Check the permissions of /dev/infiniband/*.");
    case ENODEV:
    case ENOENT:
        return tr("Load an RDMA driver; without hardware: modprobe rdma_rxe, then "
                  "rdma link add rxe0 type rxe netdev INTERFACE.");
    case ENETUNREACH:
    case EHOSTUNREACH:
        return tr("Check the address and the route (ip route get ADDRESS).");
    case ETIMEDOUT:
        return tr("Nobody answers at that address: check it, and whether the host is up.");
    case ECONNREFUSED:
        return tr("Nobody listens at that address and port.");
    case EADDRINUSE:
        return tr("Another program, or a connection just closed, holds the port.");
    default:
        return {};
    }
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

QString completionHint(int status)
{
    switch (status) {
    case IBV_WC_RETRY_EXC_ERR:
        return tr("The peer does not answer: it vanished, or the network drops everything.");
    case IBV_WC_RNR_RETRY_EXC_ERR:
        return tr("The peer had no receive posted for too long.");
    case IBV_WC_LOC_LEN_ERR:
        return tr("A message was longer than the receive that took it.");
    case IBV_WC_LOC_PROT_ERR:
        return tr("A buffer lies outside its memory region, or the region's rights forbid this.");
    case IBV_WC_REM_ACCESS_ERR:
        return tr("The peer refused the remote key, the address range or the kind of access.");
    case IBV_WC_REM_INV_REQ_ERR:
        return tr("The peer's queue pair does not take this operation or this length.");
    case IBV_WC_WR_FLUSH_ERR:
        return tr("The queue pair had left its working state before this request was carried out.");
    default:
        return {};
    }
}

} // namespace

RdmaError callError(const char *call, int errorNumber, qint64 size)
{
    return RdmaError(RdmaError::SystemError, QString::fromLatin1(call), errorNumber,
                     QString::fromLocal8Bit(std::strerror(errorNumber)),
                     hintFor(call, errorNumber, size), socketErrorFor(errorNumber));
}

RdmaError completionError(int status, quint32 vendorError)
{
    QString text = QString::fromLatin1(ibv_wc_status_str(ibv_wc_status(status)));
    if (vendorError != 0)
        text += tr(" (vendor error 0x%1)").arg(vendorError, 0, 16);
    return RdmaError(RdmaError::CompletionError, QStringLiteral("ibv_poll_cq"), status, text,
                     completionHint(status), QAbstractSocket::NetworkError);
}

RdmaError rejectError(int status, bool iwarp)
{
    // InfiniBand's CM reject reasons (table 108 of its specification): 8 is an invalid service id, 28 the
    // consumer's own refusal. iWARP reports an errno.
    const bool nobody = iwarp ? status == -ECONNREFUSED : status == 8;
    const bool refused = iwarp ? status == -ECONNRESET : status == 28;
    if (nobody) {
        return RdmaError(RdmaError::ConnectionRejected, QStringLiteral("rdma_connect"), status,
                         tr("Connection refused: nobody listens on that port"), {},
                         QAbstractSocket::ConnectionRefusedError);
    }
    const QString text = refused ? tr("The peer refused the connection")
                                 : tr("The connection was rejected (reason %1)").arg(status);
    return RdmaError(RdmaError::ConnectionRejected, QStringLiteral("rdma_connect"), status, text,
                     {}, QAbstractSocket::ConnectionRefusedError);
}

RdmaError protocolError(const QString &text)
{
    return RdmaError(RdmaError::ProtocolError, QString(), 0, text, {},
                     QAbstractSocket::NetworkError);
}

RdmaError timeoutError(const QString &what, int msecs)
{
    return RdmaError(RdmaError::TimeoutError, what, ETIMEDOUT,
                     tr("No answer within %1 ms").arg(msecs), {},
                     QAbstractSocket::SocketTimeoutError);
}

RdmaError usageError(const QString &text, const QString &hint)
{
    return RdmaError(RdmaError::UsageError, QString(), EINVAL, text, hint,
                     QAbstractSocket::OperationError);
}

RdmaError noDeviceError(const char *call, int errorNumber, const QHostAddress &address)
{
    int count = 0;
    ibv_device **devices = ibv_get_device_list(&count);
    if (devices)
        ibv_free_device_list(devices);
    const QStringList usable = rdmaAddresses();
    if (count > 0 && !usable.isEmpty()) {
        const QString text = address.isLoopback()
                ? tr("No RDMA device has the loopback address %1").arg(address.toString())
                : tr("No RDMA device reaches %1").arg(address.toString());
        return RdmaError(RdmaError::SystemError, QString::fromLatin1(call), errorNumber, text,
                         tr("Addresses with an RDMA device here: %1.").arg(usable.join(u", ")),
                         QAbstractSocket::SocketAddressNotAvailableError);
    }
    const QString text = count > 0 ? tr("No RDMA device here has an IP address")
                                   : tr("There is no RDMA device on this machine");
    return RdmaError(RdmaError::SystemError, QString::fromLatin1(call), errorNumber, text,
                     hintFor(call, ENODEV, -1), QAbstractSocket::SocketAddressNotAvailableError);
}

bool isSoftwareDevice(const ibv_context *context)
{
    const char *name = ibv_get_device_name(context->device);
    const QByteArray path = QByteArray("/sys/class/infiniband/") + name + "/parent";
    return std::strncmp(name, "rxe", 3) == 0 || std::strncmp(name, "siw", 3) == 0
            || ::access(path.constData(), F_OK) == 0;
}

} // namespace QtRdmaPrivate
