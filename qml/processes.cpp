// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "processes.h"

#include <QtCore/qhash.h>
#include <QtCore/qmap.h>

namespace {

struct Holder
{
    ProcessRow row;
    QList<const ResourceRow *> objects;
};

QString groupOf(const ResourceRow &resource)
{
    return resource.device % u'/' % QString::number(resource.process) % u'/' % resource.owner;
}

int *countOf(ProcessRow *row, const QString &kind)
{
    static const QHash<QString, int ProcessRow::*> counts = {
        { QStringLiteral("QueuePair"), &ProcessRow::queuePairs },
        { QStringLiteral("CompletionQueue"), &ProcessRow::completionQueues },
        { QStringLiteral("MemoryRegion"), &ProcessRow::memoryRegions },
        { QStringLiteral("ProtectionDomain"), &ProcessRow::protectionDomains },
        { QStringLiteral("ConnectionId"), &ProcessRow::connectionIds },
        { QStringLiteral("SharedReceiveQueue"), &ProcessRow::sharedReceiveQueues },
        { QStringLiteral("Context"), &ProcessRow::contexts },
    };
    const auto found = counts.constFind(kind);
    return found != counts.cend() ? &(row->*found.value()) : nullptr;
}

ProcessRow ownerRow(const ResourceRow &resource)
{
    ProcessRow row;
    row.group = groupOf(resource);
    row.device = resource.device;
    row.owner = resource.owner;
    row.process = resource.process;
    row.inKernel = resource.inKernel;
    return row;
}

void count(const ResourceRow &resource, Holder *holder)
{
    if (int *number = countOf(&holder->row, resource.kind))
        ++*number;
    if (resource.kind == QLatin1String("MemoryRegion"))
        holder->row.lockedBytes += resource.size;
    holder->objects.append(&resource);
}

ProcessRow objectRow(const ProcessRow &process, const ResourceRow &object)
{
    ProcessRow row = process;
    row.depth = 1;
    row.kind = object.kind;
    row.number = object.number;
    row.state = object.state;
    row.size = object.size;
    return row;
}

} // namespace

QList<ProcessRow> processesOf(const Sample &sample, const QSet<QString> &expanded)
{
    QHash<QString, int> limits;
    for (const LimitRow &limit : sample.limits)
        limits.insert(limit.key(), limit.limit);
    QMap<QString, Holder> holders; // in an order that stays
    for (const ResourceRow &resource : sample.resources) {
        Holder &holder = holders[groupOf(resource)];
        if (holder.objects.isEmpty())
            holder.row = ownerRow(resource);
        count(resource, &holder);
    }
    QList<ProcessRow> rows;
    for (Holder &holder : holders) {
        ProcessRow &process = holder.row;
        process.expanded = expanded.contains(process.group);
        process.queuePairLimit = limits.value(process.device + QLatin1String("/QueuePair"));
        process.memoryRegionLimit = limits.value(process.device + QLatin1String("/MemoryRegion"));
        rows.append(process);
        for (const ResourceRow *object : std::as_const(holder.objects)) {
            if (process.expanded)
                rows.append(objectRow(process, *object));
        }
    }
    return rows;
}
