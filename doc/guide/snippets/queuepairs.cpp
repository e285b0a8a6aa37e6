// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QDataStream>
#include <QtCore/QDebug>
#include <QtCore/QFuture>
#include <QtRdma/RdmaCompletion>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaRemoteMemory>

void share(RdmaQueuePair *queuePair)
{
    //! [share]
    const RdmaMemoryRegion region = RdmaMemoryRegion::allocate(
            queuePair->protectionDomain(), 1 << 20, Rdma::AccessFlag::RemoteWrite);
    QByteArray message;
    QDataStream stream(&message, QIODevice::WriteOnly);
    stream << region.remoteMemory();
    queuePair->postSend(message);
    //! [share]
}

void write(RdmaQueuePair *queuePair, const QByteArray &data, const RdmaRemoteMemory &theirMemory)
{
    //! [write]
    queuePair->whenCompleted(queuePair->postWrite(data, theirMemory.slice(0, data.size())))
            .then([](const RdmaCompletion &done) { qInfo() << done; });
    //! [write]
}
