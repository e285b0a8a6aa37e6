// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RESTRACK_H
#define RESTRACK_H

#include <QtRdma/rdmaresourcereader.h>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qdebug.h>
#include <QtCore/qdir.h>
#include <QtCore/qlist.h>
#include <QtCore/qmap.h>
#include <QtCore/qstring.h>

#include <optional>

#include <dlfcn.h>

namespace RdmaTest {

// Counts the RDMA objects of a process in the kernel. They are found by the device context, whose
// first user must still exist. Ids of the connection manager belong to no context, and are found by
// the thread that has made them. The owners of other objects may have ended.
class Restrack
{
public:
    // Returns -1 if the kernel could not be asked. The result is one on which two readings agree:
    // the kernel hands out long lists in parts, and misses objects if others are removed between
    // two parts.
    int count(const QString &kind, qint64 pid)
    {
        if (const auto counted = countOfNullDevice(kind))
            return *counted;
        int result = countOnce(kind, pid);
        for (int again; (again = countOnce(kind, pid)) != result;)
            result = again;
        return result;
    }

    // The kernel knows nothing of the null device (tests/nullnic), which counts its objects itself.
    // No result: it is not loaded.
    static std::optional<int> countOfNullDevice(const QString &kind)
    {
        static const auto count =
                reinterpret_cast<int (*)(const char *)>(dlsym(RTLD_DEFAULT, "qtrdmanull_count"));
        return count ? std::optional(count(kind.toLatin1().constData())) : std::nullopt;
    }

private:
    using Numbers = QList<qint64>;

    int countOnce(const QString &kind, qint64 pid)
    {
        static const QMap<QString, RdmaResource::Kind> kinds = {
            { QStringLiteral("qp"), RdmaResource::Kind::QueuePair },
            { QStringLiteral("cq"), RdmaResource::Kind::CompletionQueue },
            { QStringLiteral("mr"), RdmaResource::Kind::MemoryRegion },
            { QStringLiteral("pd"), RdmaResource::Kind::ProtectionDomain },
            { QStringLiteral("srq"), RdmaResource::Kind::SharedReceiveQueue },
            { QStringLiteral("cm_id"), RdmaResource::Kind::ConnectionId },
        };
        if (!kinds.contains(kind)) {
            qWarning() << "no kind of RDMA object:" << kind;
            return -1;
        }
        const Numbers threads = threadsOf(pid);
        int result = 0;
        const QDir devices(QStringLiteral("/sys/class/infiniband"));
        for (const QString &device : devices.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            result += countOn(device, kinds.value(kind), threads);
        return m_worked ? result : -1;
    }

    int countOn(const QString &device, RdmaResource::Kind kind, const Numbers &threads)
    {
        if (kind == RdmaResource::Kind::ConnectionId)
            return int(select(device, kind, &RdmaResource::thread, threads).size());
        const Numbers contexts =
                select(device, RdmaResource::Kind::Context, &RdmaResource::thread, threads);
        if (kind == RdmaResource::Kind::ProtectionDomain
            || kind == RdmaResource::Kind::CompletionQueue)
            return int(select(device, kind, &RdmaResource::context, contexts).size());
        const Numbers domains = select(device, RdmaResource::Kind::ProtectionDomain,
                                       &RdmaResource::context, contexts);
        return int(select(device, kind, &RdmaResource::protectionDomain, domains).size());
    }

    // The numbers of the objects whose owner is one of these, each of them once: the kernel repeats
    // objects if others are added between two parts of its list.
    template <typename Number>
    Numbers select(const QString &device, RdmaResource::Kind kind,
                   Number (RdmaResource::*owner)() const, const Numbers &owners)
    {
        RdmaResourceReader reader(device, kind);
        reader.setOwnerLookupEnabled(false);
        Numbers result;
        for (const RdmaResource &resource : reader.readAll()) {
            if (owners.contains((resource.*owner)()) && !result.contains(resource.number()))
                result.append(resource.number());
        }
        // One that has gone since it was listed has no objects.
        if (reader.rdmaError().isError()
            && reader.rdmaError().category() != RdmaError::Category::Usage) {
            qWarning() << reader.rdmaError();
            m_worked = false;
        }
        return result;
    }

    static Numbers threadsOf(qint64 pid)
    {
        Numbers result;
        const QDir tasks(QStringLiteral("/proc/%1/task").arg(pid));
        for (const QString &task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            result.append(task.toUInt());
        return result;
    }

    bool m_worked = true;
};

inline int countResource(const QString &kind, qint64 pid = QCoreApplication::applicationPid())
{
    return Restrack().count(kind, pid);
}

} // namespace RdmaTest

#endif // RESTRACK_H
