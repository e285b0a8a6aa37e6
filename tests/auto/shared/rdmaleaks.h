// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMALEAKS_H
#define RDMALEAKS_H

#include <QtCore/qcoreapplication.h>
#include <QtCore/qdebug.h>
#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qprocess.h>
#include <QtTest/qtest.h>

namespace RdmaTest {

// What the kernel holds for this process, as `rdma resource show` tells it. A count of -1 means that
// it could not be asked, which equals nothing that was counted.
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

// So that a failing QCOMPARE prints both.
inline char *toString(const Resources &resources)
{
    return QTest::toString(resources.describe());
}

// How many objects of this kind ("qp", "cm_id", …) the process has.
inline int countResource(const QString &kind, qint64 pid = QCoreApplication::applicationPid())
{
    QProcess rdma;
    rdma.start(QStringLiteral("rdma"),
               { QStringLiteral("-j"), QStringLiteral("resource"), QStringLiteral("show"), kind });
    if (!rdma.waitForFinished() || rdma.exitCode() != 0) {
        qWarning() << "rdma resource show" << kind << rdma.errorString()
                   << rdma.readAllStandardError();
        return -1;
    }
    const QByteArray output = rdma.readAllStandardOutput().trimmed();
    if (output.isEmpty())
        return 0;
    QJsonParseError error;
    const QJsonArray objects = QJsonDocument::fromJson(output, &error).array();
    if (error.error != QJsonParseError::NoError) {
        qWarning() << "rdma resource show" << kind << error.errorString() << output;
        return -1;
    }
    int count = 0;
    for (const QJsonValue &object : objects) {
        // The kernel's own objects have no pid.
        if (object[QLatin1String("pid")].toInteger(-1) == pid)
            ++count;
    }
    return count;
}

inline Resources resources(qint64 pid = QCoreApplication::applicationPid())
{
    return {
        countResource(QStringLiteral("qp"), pid),  countResource(QStringLiteral("cq"), pid),
        countResource(QStringLiteral("mr"), pid),  countResource(QStringLiteral("pd"), pid),
        countResource(QStringLiteral("srq"), pid), countResource(QStringLiteral("cm_id"), pid)
    };
}

} // namespace RdmaTest

#endif // RDMALEAKS_H
