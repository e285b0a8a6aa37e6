// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMALEAKS_H
#define RDMALEAKS_H

#include "restrack.h"

#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtTest/qtest.h>

namespace RdmaTest {

// What the kernel holds for a process. A count of -1 means that the kernel could not be asked; it
// equals no real count.
struct Resources
{
    int queuePairs = 0;
    int completionQueues = 0;
    int memoryRegions = 0;
    int protectionDomains = 0;
    int sharedReceiveQueues = 0;
    int connectionIds = 0;

    friend bool operator==(const Resources &a, const Resources &b)
    {
        return a.queuePairs == b.queuePairs && a.completionQueues == b.completionQueues
                && a.memoryRegions == b.memoryRegions && a.protectionDomains == b.protectionDomains
                && a.sharedReceiveQueues == b.sharedReceiveQueues
                && a.connectionIds == b.connectionIds;
    }
    friend bool operator!=(const Resources &a, const Resources &b) { return !(a == b); }

    QByteArray describe() const
    {
        return "qp " + QByteArray::number(queuePairs) + " cq "
                + QByteArray::number(completionQueues) + " mr " + QByteArray::number(memoryRegions)
                + " pd " + QByteArray::number(protectionDomains) + " srq "
                + QByteArray::number(sharedReceiveQueues) + " cm_id "
                + QByteArray::number(connectionIds);
    }
};

// Makes a failing QCOMPARE print both values.
inline char *toString(const Resources &resources)
{
    return QTest::toString(resources.describe());
}

inline QList<int> countResources(const QStringList &kinds,
                                 qint64 pid = QCoreApplication::applicationPid())
{
    Restrack restrack;
    QList<int> counts;
    for (const QString &kind : kinds)
        counts.append(restrack.count(kind, pid));
    return counts;
}

inline Resources resources(qint64 pid = QCoreApplication::applicationPid())
{
    const QList<int> counts =
            countResources({ QStringLiteral("qp"), QStringLiteral("cq"), QStringLiteral("mr"),
                             QStringLiteral("pd"), QStringLiteral("srq"), QStringLiteral("cm_id") },
                           pid);
    return { counts.at(0), counts.at(1), counts.at(2), counts.at(3), counts.at(4), counts.at(5) };
}

// How many descriptors this process has, including the one that is used to count them.
inline int openFiles()
{
    return int(QDir(QStringLiteral("/proc/self/fd"))
                       .entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)
                       .size());
}

// How much memory this process has registered, in KiB, as the kernel counts it.
inline qint64 pinnedMemory()
{
    if (const auto counted = Restrack::countOfNullDevice(QStringLiteral("pinned")))
        return *counted;
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return -1;
    const QList<QByteArray> lines = status.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith("VmPin:"))
            return line.mid(6).chopped(2).trimmed().toLongLong();
    }
    return -1;
}

} // namespace RdmaTest

#endif // RDMALEAKS_H
