// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "devicecontext_p.h"

#include "cmid_p.h"
#include "forkedchild_p.h"
#include "localaddresses_p.h"
#include "provider_p.h"
#include "../base/logging_p.h"
#include "verbscall_p.h"

#include <QtCore/qfile.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <mutex>
#include <unordered_map>

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

ContextPtr open(ibv_device *device, RdmaError *error = nullptr)
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

// Holds one id of the connection manager for each context that is in use, bound to an address of
// the device. librdmacm closes the context of a device that has gone, whatever was made on it,
// unless an id is bound to it.
class Holds
{
public:
    ContextPtr hold(ibv_context *context)
    {
        const std::lock_guard lock(m_mutex);
        std::shared_ptr<CmId> id = m_ids[context].lock();
        if (!id) {
            RdmaError error;
            if (!m_channel || refusesCommands(m_channel->fd))
                m_channel = makeCmChannel(&error);
            CmId bound = m_channel ? CmId::makeBound(m_channel, 0, context, &error) : CmId();
            if (!bound) {
                qCDebug(lcRdmaDevice) << "the device is not held:" << error;
                return {};
            }
            id = std::make_shared<CmId>(std::move(bound));
            m_ids[context] = id;
        }
        return ContextPtr(std::move(id), context);
    }

private:
    std::mutex m_mutex;
    CmChannelPtr m_channel; // never read: its events are destroyed with the ids
    std::unordered_map<const ibv_context *, std::weak_ptr<CmId>> m_ids;
};

// Never destroyed, because objects that hold a context may outlive the static objects of the
// program.
Holds &holds()
{
    static auto *instance = new Holds;
    return *instance;
}

// The contexts that librdmacm has open. Each context that is found shares the list, which keeps
// them open.
struct ConnectionContexts
{
    template <typename Matches>
    ContextPtr find(const Matches &matches) const
    {
        for (int i = 0; list && i < count; ++i) {
            if (matches(list.get()[i]))
                return ContextPtr(list, list.get()[i]);
        }
        return {};
    }

    int count = 0;
    const std::shared_ptr<ibv_context *> list{ rdma_get_devices(&count),
                                               [](ibv_context **contexts) {
                                                   if (contexts)
                                                       rdma_free_devices(contexts);
                                               } };
};

} // namespace

DeviceList deviceList(int *count)
{
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

ContextPtr connectionContext(const QString &name)
{
    if (isForkedChild())
        return {};
    markUse();
    const ConnectionContexts contexts;
    if (!contexts.list)
        return openDevice(name); // the kernel has no connection manager
    return contexts.find(
            [&name](const ibv_context *context) { return deviceName(context->device) == name; });
}

ContextPtr holdContext(ibv_context *context)
{
    if (ContextPtr held = holds().hold(context))
        return held;
    // The device has no address. The list of librdmacm opens all devices, which keeps software
    // devices from being removed.
    RdmaError unknown;
    if (Provider::query(context, &unknown).isSoftware())
        return ContextPtr(ContextPtr(), context);
    return ConnectionContexts().find([=](const ibv_context *other) { return other == context; });
}

ContextPtr openDevice(const QString &name)
{
    int count = 0;
    const DeviceList list = deviceList(&count);
    for (int i = 0; i < count; ++i) {
        if (listedName(list.get()[i]) == name)
            return open(list.get()[i]);
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

int deviceNumber(const QString &name)
{
    int count = 0;
    const DeviceList list = deviceList(&count);
    for (int i = 0; i < count; ++i) {
        if (listedName(list.get()[i]) == name)
            return ibv_get_device_index(list.get()[i]);
    }
    return -1;
}

QString deviceName(ibv_device *device)
{
    int count = 0;
    const DeviceList list = deviceList(&count);
    const ibv_device *listed = listedDevice(list, count, device);
    return listed ? listedName(listed) : QString::fromLatin1(device->name);
}

} // namespace QtRdmaPrivate
