// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "addresserrors_p.h"

#include "devicelist_p.h"
#include "rdmacore_p.h"
#include "verbscall_p.h"

#include "../base/errortexts_p.h"
#include "../base/translate_p.h"

#include <QtCore/qdir.h>
#include <QtNetwork/qhostaddress.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace QtRdmaPrivate {

namespace {

struct Texts
{
    QString text;
    QString hint;
};

Texts noAddressTexts()
{
    return {
        Words::tr("No RDMA device here has an IP address"),
        Words::tr(
                "Give the network interface of a device an address (ip addr). A container needs an "
                "interface of the device in its network namespace (ip link set INTERFACE netns "
                "NAMESPACE).")
    };
}

// libibverbs lists the devices of this network namespace that it has drivers for. The kernel's
// directory lists all devices.
Texts noDeviceTexts()
{
    const QDir kernel(QStringLiteral("/sys/class/infiniband_verbs"));
    if (kernel.entryList({ QStringLiteral("uverbs*") }).isEmpty())
        return { Words::tr("There is no RDMA device on this machine"),
                 errnoHint("ibv_get_device_list", ENODEV) };
    return {
        Words::tr("No RDMA device of this machine is there for this process"),
        Words::tr("In a container: it has no /dev/infiniband, or the devices belong to another "
                  "network namespace (rdma system set netns shared, or rdma dev set DEVICE netns "
                  "NAMESPACE). Otherwise the drivers for user space are missing "
                  "(ibverbs-providers).")
    };
}

} // namespace

RdmaError noDeviceError(const char *call, int errorNumber, const QHostAddress &address,
                        const QHostAddress &source)
{
    RdmaError missing = missingCallError("ibv_get_device_list");
    if (missing.isError())
        return missing;
    int count = 0;
    static_cast<void>(deviceList(&count));
    // When no file descriptor can be had, libibverbs finds no device and calls that success.
    const int probe = count > 0 ? -1 : ::open("/", O_PATH | O_CLOEXEC);
    if (probe >= 0)
        ::close(probe);
    else if (count == 0)
        return callError("ibv_get_device_list", errno);
    RdmaError closed; // a device that could not be opened
    const QStringList usable = rdmaAddresses(&closed);
    if (count > 0 && !usable.isEmpty()) {
        const bool foreignSource = !source.isNull() && !usable.contains(source.toString());
        QString text = Words::tr("No RDMA device reaches %1");
        if (foreignSource)
            text = Words::tr("No RDMA device has the source address %1");
        else if (address.isLoopback())
            text = Words::tr("No RDMA device has the loopback address %1");
        text = text.arg((foreignSource ? source : address).toString());
        return RdmaError(
                RdmaError::Category::System, QString::fromLatin1(call), errorNumber, text,
                Words::tr("Addresses with an RDMA device here: %1.").arg(usable.join(u", ")),
                QAbstractSocket::SocketAddressNotAvailableError);
    }
    if (closed.isError()) {
        return RdmaError(RdmaError::Category::System, closed.call(), closed.code(),
                         Words::tr("No RDMA device here can be opened"), closed.hint(),
                         QAbstractSocket::SocketAccessError);
    }
    const auto [text, hint] = count > 0 ? noAddressTexts() : noDeviceTexts();
    return RdmaError(RdmaError::Category::System, QString::fromLatin1(call), errorNumber, text,
                     hint, QAbstractSocket::SocketAddressNotAvailableError);
}

RdmaError noConnectionManagerError(int errorNumber)
{
    constexpr char Call[] = "rdma_create_event_channel";
    RdmaError closed;
    if (rdmaAddresses(&closed).isEmpty())
        return noDeviceError(Call, errorNumber);
    return RdmaError(
            RdmaError::Category::System, QString::fromLatin1(Call), errorNumber,
            Words::tr("The kernel's connection manager cannot be opened"),
            Words::tr("Load the module rdma_ucm, and check the permissions of "
                      "/dev/infiniband/rdma_cm; a container needs this file beside those of the "
                      "devices."),
            QAbstractSocket::SocketAddressNotAvailableError);
}

RdmaError bindError(const char *call, int errorNumber, quint16 port)
{
    RdmaError error = callError(call, errorNumber);
    constexpr quint16 FirstForAll =
            1024; // of the connection manager, whatever net.ipv4.ip_unprivileged_port_start says
    if (errorNumber != EACCES || port == 0 || port >= FirstForAll)
        return error;
    return RdmaError(
            error.category(), error.call(), errorNumber,
            Words::tr("The port %1 is protected").arg(port),
            Words::tr("Ports below 1024 need CAP_NET_BIND_SERVICE (of the host, in a container "
                      "too): choose another port."),
            error.socketError());
}

bool isPortShortage(int errorNumber, const QHostAddress &own)
{
    const bool any = own.isNull() || own == QHostAddress(QHostAddress::AnyIPv4)
            || own == QHostAddress(QHostAddress::AnyIPv6);
    RdmaError closed;
    return errorNumber == EADDRNOTAVAIL && (any || rdmaAddresses(&closed).contains(own.toString()));
}

RdmaError noPortError(const char *call)
{
    return RdmaError(
            RdmaError::Category::System, QString::fromLatin1(call), EADDRNOTAVAIL,
            Words::tr("No port is free"),
            Words::tr("All of net.ipv4.ip_local_port_range are in use: end connections, or widen "
                      "the range with sysctl."),
            QAbstractSocket::SocketResourceError);
}

} // namespace QtRdmaPrivate
