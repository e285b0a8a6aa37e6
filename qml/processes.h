// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PROCESSES_H
#define PROCESSES_H

#include "rows.h"

#include <QtCore/qset.h>

// A process, or a module of the kernel, with the number of objects that it has on a device; or, one
// level deeper, one of these objects. An object has the numbers of its process, too, so that it
// stays below it in any order.
struct ProcessRow
{
    Q_GADGET
    Q_PROPERTY(QString group MEMBER group)
    Q_PROPERTY(int depth MEMBER depth)
    Q_PROPERTY(bool expanded MEMBER expanded)
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(QString owner MEMBER owner)
    Q_PROPERTY(quint32 process MEMBER process)
    Q_PROPERTY(bool inKernel MEMBER inKernel)
    Q_PROPERTY(int queuePairs MEMBER queuePairs)
    Q_PROPERTY(int completionQueues MEMBER completionQueues)
    Q_PROPERTY(int memoryRegions MEMBER memoryRegions)
    Q_PROPERTY(quint64 lockedBytes MEMBER lockedBytes)
    Q_PROPERTY(int protectionDomains MEMBER protectionDomains)
    Q_PROPERTY(int connectionIds MEMBER connectionIds)
    Q_PROPERTY(int sharedReceiveQueues MEMBER sharedReceiveQueues)
    Q_PROPERTY(int contexts MEMBER contexts)
    Q_PROPERTY(int queuePairLimit MEMBER queuePairLimit)
    Q_PROPERTY(int memoryRegionLimit MEMBER memoryRegionLimit)
    Q_PROPERTY(QString kind MEMBER kind)
    Q_PROPERTY(quint32 number MEMBER number)
    Q_PROPERTY(QString state MEMBER state)
    Q_PROPERTY(quint64 size MEMBER size)

public:
    QString key() const
    {
        return depth == 0 ? group : group % u'/' % kind % u'/' % QString::number(number);
    }
    auto fields() const
    {
        return std::tie(group, depth, expanded, device, owner, process, inKernel, queuePairs,
                        completionQueues, memoryRegions, lockedBytes, protectionDomains,
                        connectionIds, sharedReceiveQueues, contexts, queuePairLimit,
                        memoryRegionLimit, kind, number, state, size);
    }

    QString group; // tells processes apart
    int depth = 0; // 0: a process, 1: an object
    bool expanded = false;
    QString device;
    QString owner;
    quint32 process = 0;
    bool inKernel = false;
    int queuePairs = 0;
    int completionQueues = 0;
    int memoryRegions = 0;
    quint64 lockedBytes = 0; // the sizes of the memory regions together
    int protectionDomains = 0;
    int connectionIds = 0;
    int sharedReceiveQueues = 0;
    int contexts = 0;
    int queuePairLimit = 0; // of the device, for all processes; 0 where it is not known
    int memoryRegionLimit = 0;
    QString kind; // of an object, like the next ones
    quint32 number = 0;
    QString state;
    quint64 size = 0;
};

// Takes time in proportion to the number of rows in the sample. The objects of a process follow it
// if its group is among 'expanded'.
QList<ProcessRow> processesOf(const Sample &sample, const QSet<QString> &expanded);

#endif // PROCESSES_H
