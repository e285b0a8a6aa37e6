// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DEVICELIST_P_H
#define DEVICELIST_P_H

#include <QtRdma/rdmaerror.h>

#include <QtCore/qstringlist.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

struct ibv_context;
struct ibv_device;

namespace QtRdmaPrivate {

using ContextPtr = std::shared_ptr<ibv_context>;
using DeviceList = std::unique_ptr<ibv_device *, void (*)(ibv_device **)>;

// The devices that libibverbs finds; null, with errno, when that fails. fork() waits for this call,
// so that a child can make it, too.
DeviceList deviceList(int *count);

// Open the devices anew; the last share of each closes it. A device that is open cannot be removed
// from the kernel. *error tells why a device cannot be opened, not that there is none.
std::vector<ContextPtr> openDevices(RdmaError *error = nullptr);
ContextPtr openDevice(const QString &name, RdmaError *error = nullptr); // null on failure

// An error of 'call' when the kernel has removed the device since it was opened, or is about to.
RdmaError removalOf(const ibv_context *context, const char *call);
// Why 'call' can make nothing on the device: the device was removed, or this process is a child of
// the one that has opened it.
RdmaError refusalOf(const ibv_context *context, const char *call);

// The addresses of this machine whose network interface carries an RDMA device that can be opened.
QStringList rdmaAddresses(RdmaError *error);

// The names of all devices, without opening them.
QStringList deviceNames();
// All devices of one moment, with the number by which the kernel knows each. A device that comes
// later has another number, whatever its name. -1: the kernel does not tell it. Nothing when the
// list cannot be made.
std::optional<std::vector<std::pair<QString, int>>> deviceNumbers();

// The names of today; of a device that has gone, its last one. libibverbs keeps the name under
// which this process saw a device first.
QString deviceName(ibv_device *device);

} // namespace QtRdmaPrivate

#endif // DEVICELIST_P_H
