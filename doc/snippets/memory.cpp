// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QDataStream>
#include <QtCore/QDebug>
#include <QtNetwork/QHostAddress>
#include <QtRdma/RdmaBufferPool>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaMemorySlice>
#include <QtRdma/RdmaMemoryWindow>
#include <QtRdma/RdmaProtectionDomain>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaRemoteMemory>
#include <QtRdma/RdmaWorkRequest>

#include <algorithm>

using namespace Qt::StringLiterals;

RdmaMemoryRegion registerMemory()
{
    //! [domain]
    RdmaError error;
    const auto domain = RdmaProtectionDomain::allocate(QHostAddress(u"10.77.0.1"_s), &error);
    const auto region = RdmaMemoryRegion::allocate(domain, 4096, {}, &error);
    if (!region.isValid())
        qWarning() << error;
    //! [domain]
    return region;
}

void share(RdmaQueuePair *queuePair)
{
    RdmaError error;
    //! [region]
    const auto region = RdmaMemoryRegion::allocate(queuePair->protectionDomain(), 1 << 20,
                                                   Rdma::AccessFlag::RemoteRead, &error);
    QByteArray message;
    QDataStream stream(&message, QIODevice::WriteOnly);
    stream << region.remoteMemory();
    queuePair->postSend(message);
    //! [region]
}

void fillAndSend(RdmaQueuePair *queuePair, const QByteArray &image)
{
    //! [pool]
    RdmaBufferPool pool(queuePair->protectionDomain());
    RdmaMemoryRegion buffer = pool.take(image.size());
    std::copy(image.begin(), image.end(), buffer.data());
    queuePair->postSend({ buffer, 0, image.size() }); // the pool gets it back when it is sent
    //! [pool]
}

void sendParts(RdmaQueuePair *queuePair, const RdmaMemoryRegion &headers,
               const RdmaMemoryRegion &image)
{
    //! [slice]
    const RdmaMemorySlice header(headers, 256, 64); // 64 bytes, from byte 256 on
    queuePair->post(RdmaWorkRequest::send({ header, image })); // one message of both
    //! [slice]
}

void openWindow(RdmaQueuePair *queuePair, const RdmaMemoryRegion &region)
{
    //! [window]
    const auto window = RdmaMemoryWindow::allocate(queuePair->protectionDomain());
    queuePair->postBindMemoryWindow(window, { region, 0, 4096 }, Rdma::AccessFlag::RemoteWrite);
    // when that has completed, send window.remoteMemory() to the peer
    //! [window]
}

QByteArray describe(const RdmaMemoryRegion &region)
{
    //! [remote here]
    QByteArray message;
    QDataStream stream(&message, QIODevice::WriteOnly);
    stream << region.remoteMemory(); // and send the message
    //! [remote here]
    return message;
}

void readThere(RdmaQueuePair *queuePair, const QByteArray &message)
{
    //! [remote there]
    RdmaRemoteMemory memory;
    QDataStream stream(message);
    stream >> memory;
    if (stream.status() == QDataStream::Ok)
        queuePair->postRead(memory.slice(0, 4096)); // completed() has the bytes
    //! [remote there]
}
