// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DEVICECONTEXT_P_H
#define DEVICECONTEXT_P_H

#include <QtRdma/rdmaerror.h>

#include <QtCore/qstringlist.h>

#include <memory>
#include <vector>

struct ibv_context;
struct ibv_device;

namespace QtRdmaPrivate {

using ContextPtr = std::shared_ptr<ibv_context>;
using DeviceList = std::unique_ptr<ibv_device *, void (*)(ibv_device **)>;

// What libibverbs finds; null, with errno, where it fails. fork() waits for it, so that a child can ask, too.
DeviceList deviceList(int *count);

// Opened anew, and closed with the last share: an open device cannot be removed from the kernel. 'error' is of one that cannot be
// opened.
std::vector<ContextPtr> openDevices(RdmaError *error = nullptr);
ContextPtr openDevice(const QString &name); // null when it cannot be

// The device as the connection manager has it open, for things that its connections shall use. librdmacm keeps it open as
// long as the process lives and the device is there.
ContextPtr connectionContext(const QString &name);
// A share in a context of the connection manager, which closes one when its device is gone and no id is on it. A context that it
// cannot hold, of a software device without an address, is given without a share.
ContextPtr holdContext(ibv_context *context);

// Whether the kernel has removed the device since it was opened, or is about to. An error of 'call' then.
RdmaError removalOf(const ibv_context *context, const char *call);
// Why 'call' can make nothing on the device: it was removed, or this is a child of the process that has opened it.
RdmaError refusalOf(const ibv_context *context, const char *call);

// The addresses of this machine whose network interface carries an RDMA device that can be opened.
QStringList rdmaAddresses(RdmaError *error);

// Without opening them.
QStringList deviceNames();
// What the kernel counts its devices by: one that comes later has another number, whatever its name. -1: there is none, or the kernel
// does not tell.
int deviceNumber(const QString &name);

// libibverbs keeps the name under which this process saw a device first; these are today's, of one that has gone the last.
QString deviceName(ibv_device *device);

} // namespace QtRdmaPrivate

#endif // DEVICECONTEXT_P_H
