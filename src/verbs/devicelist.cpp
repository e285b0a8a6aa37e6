// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "devicelist_p.h"

#include "forkedchild_p.h"
#include "localaddresses_p.h"
#include "rdmacore_p.h"
#include "verbscall_p.h"

#include "../base/logging_p.h"

#include <QtCore/qfile.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <cerrno>
#include <mutex>

namespace QtRdmaPrivate {

namespace {

// The name of a device of a list that was just made: later another device may have the number in
// the path.
QString listedName(const ibv_device *device)
{
    QFile file(QString::fromLocal8Bit(device->dev_path) + QStringLiteral("/ibdev"));
    const QByteArray name =
            file.open(QIODevice::ReadOnly) ? file.readLine(128).trimmed() : QByteArray();
    return QString::fromLatin1(name.isEmpty() ? QByteArray(device->name) : name);
}

// The entry of the same device in a new list; null when the list has none.
const ibv_device *listedDevice(const DeviceList &list, int count, ibv_device *device)
{
    const int index = ibv_get_device_index(device);
    for (int i = 0; list && i < count; ++i) {
        if (list.get()[i] == device || (index >= 0 && ibv_get_device_index(list.get()[i]) == index))
            return list.get()[i];
    }
    return nullptr;
}

ContextPtr open(ibv_device *device, RdmaError *error)
{
    errno = 0;
    ibv_context *context = ibv_open_device(device);
    if (!context) {
        const RdmaError failure = callError("ibv_open_device", pointerResult(context));
        qCWarning(lcRdmaDevice) << failure;
        if (error)
            *error = failure;
        return {};
    }
    return ContextPtr(context, [](ibv_context *c) {
        if (const int failure = verbsResult(ibv_close_device(c)))
            qCWarning(lcRdmaDevice) << callError("ibv_close_device", failure);
    });
}

} // namespace

DeviceList deviceList(int *count)
{
    loadRdmaCore();
    static constinit ProcessMutex mutex;
    const std::lock_guard lock(mutex);
    *count = 0; // a machine without devices is no error
    return DeviceList(ibv_get_device_list(count), &ibv_free_device_list);
}

std::vector<ContextPtr> openDevices(RdmaError *error)
{
    std::vector<ContextPtr> result;
    int count = 0;
    const DeviceList list = deviceList(&count);
    for (int i = 0; i < count; ++i) {
        if (ContextPtr context = open(list.get()[i], error))
            result.push_back(std::move(context));
    }
    return result;
}

ContextPtr openDevice(const QString &name, RdmaError *error)
{
    int count = 0;
    const DeviceList list = deviceList(&count);
    for (int i = 0; i < count; ++i) {
        if (listedName(list.get()[i]) == name)
            return open(list.get()[i], error);
    }
    return {};
}

// The file of the device has its name. A device that was renamed since it was opened is found by
// its number.
static bool isListed(ibv_device *device)
{
    QFile file(QString::fromLocal8Bit(device->dev_path) + QStringLiteral("/ibdev"));
    if (file.open(QIODevice::ReadOnly) && file.readLine(128).trimmed() == device->name)
        return true;
    int count = 0;
    const DeviceList list = deviceList(&count);
    if (!list)
        return true; // it cannot be found out
    return listedDevice(list, count, device);
}

RdmaError removalOf(const ibv_context *context, const char *call)
{
    return isListed(context->device) ? RdmaError()
                                     : eventError(call, RDMA_CM_EVENT_DEVICE_REMOVAL, 0);
}

RdmaError refusalOf(const ibv_context *context, const char *call)
{
    return isForkedChild() ? forkedError() : removalOf(context, call);
}

QStringList rdmaAddresses(RdmaError *error)
{
    QStringList addresses;
    for (const ContextPtr &context : openDevices(error)) {
        const QList<QHostAddress> found = addressesOf(context.get());
        for (const QHostAddress &address : found) {
            if (!address.isLinkLocal())
                addresses.append(address.toString());
        }
    }
    addresses.removeDuplicates();
    return addresses;
}

QStringList deviceNames()
{
    QStringList names;
    int count = 0;
    const DeviceList list = deviceList(&count);
    for (int i = 0; i < count; ++i)
        names.append(listedName(list.get()[i]));
    return names;
}

std::optional<std::vector<std::pair<QString, int>>> deviceNumbers()
{
    std::vector<std::pair<QString, int>> numbers;
    int count = 0;
    const DeviceList list = deviceList(&count);
    if (!list)
        return {};
    numbers.reserve(size_t(count));
    for (int i = 0; i < count; ++i)
        numbers.emplace_back(listedName(list.get()[i]), ibv_get_device_index(list.get()[i]));
    return numbers;
}

QString deviceName(ibv_device *device)
{
    int count = 0;
    const DeviceList list = deviceList(&count);
    const ibv_device *listed = listedDevice(list, count, device);
    return listed ? listedName(listed) : QString::fromLatin1(device->name);
}

} // namespace QtRdmaPrivate
