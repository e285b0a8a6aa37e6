// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "devicecontext_p.h"

#include "logging_p.h"
#include "verbscall_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

namespace QtRdmaPrivate {

namespace {

using DeviceList = std::unique_ptr<ibv_device *, decltype(&ibv_free_device_list)>;

DeviceList deviceList(int *count)
{
    *count = 0; // a machine without devices is no error
    return DeviceList(ibv_get_device_list(count), &ibv_free_device_list);
}

ContextPtr open(ibv_device *device)
{
    errno = 0;
    ibv_context *context = ibv_open_device(device);
    if (!context) {
        qCWarning(lcRdmaDevice) << callError("ibv_open_device", pointerResult(context));
        return {};
    }
    return ContextPtr(context, [](ibv_context *c) {
        if (const int failure = verbsResult(ibv_close_device(c)))
            qCWarning(lcRdmaDevice) << callError("ibv_close_device", failure);
    });
}

} // namespace

std::vector<ContextPtr> openDevices()
{
    std::vector<ContextPtr> result;
    int count = 0;
    const DeviceList list = deviceList(&count);
    for (int i = 0; i < count; ++i) {
        if (ContextPtr context = open(list.get()[i]))
            result.push_back(std::move(context));
    }
    return result;
}

ContextPtr connectionContext(const QString &name)
{
    int count = 0;
    ibv_context **contexts = rdma_get_devices(&count);
    if (!contexts)
        return openDevice(name); // the kernel has no connection manager
    const std::shared_ptr<ibv_context *> list(contexts, rdma_free_devices);
    for (int i = 0; i < count; ++i) {
        if (QLatin1String(ibv_get_device_name(contexts[i]->device)) == name)
            return ContextPtr(list, contexts[i]);
    }
    return {};
}

ContextPtr openDevice(const QString &name)
{
    int count = 0;
    const DeviceList list = deviceList(&count);
    for (int i = 0; i < count; ++i) {
        if (QLatin1String(ibv_get_device_name(list.get()[i])) == name)
            return open(list.get()[i]);
    }
    return {};
}

QStringList deviceNames()
{
    QStringList names;
    int count = 0;
    const DeviceList list = deviceList(&count);
    for (int i = 0; i < count; ++i)
        names.append(QString::fromLatin1(ibv_get_device_name(list.get()[i])));
    return names;
}

} // namespace QtRdmaPrivate
