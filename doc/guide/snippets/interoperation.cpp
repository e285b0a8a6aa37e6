// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QDataStream>
#include <QtCore/QDebug>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <cstring>

void takeBoth(RdmaServer &server)
{
    //! [server]
    server.setTransports(Rdma::StreamTransport::Rdma | Rdma::StreamTransport::Tcp);
    server.setWireFormats(Rdma::WireFormat::QtRdma | Rdma::WireFormat::Rsocket);
    //! [server]
}

void speakRsockets(RdmaStream *stream)
{
    //! [client]
    RdmaStreamOptions options;
    options.setWireFormat(Rdma::WireFormat::Rsocket);
    stream->setOptions(options);
    //! [client]
}

//! [rping]
// A client of "rping -s": the server reads 'sent' from here, and then writes the same to 'got'.
void ping(RdmaQueuePair *queuePair, const QHostAddress &address)
{
    QObject::connect(queuePair, &RdmaQueuePair::connected, queuePair, [queuePair] {
        const auto region = [queuePair](Rdma::AccessFlag right) {
            return RdmaMemoryRegion::allocate(queuePair->protectionDomain(), 64, right);
        };
        RdmaMemoryRegion sent = region(Rdma::AccessFlag::RemoteRead);
        RdmaMemoryRegion got = region(Rdma::AccessFlag::RemoteWrite);
        std::strcpy(sent.data(), "hello");
        // struct rping_rdma_info { __be64 buf; __be32 rkey; __be32 size; };
        const auto offer = [queuePair](const RdmaMemoryRegion &memory) {
            QByteArray message;
            QDataStream fields(&message, QIODevice::WriteOnly); // big-endian
            fields << memory.address() << memory.remoteKey() << quint32(memory.size());
            queuePair->postReceive(message.size()); // an answer of the same size
            queuePair->postSend(message);
        };
        QObject::connect(queuePair, &RdmaQueuePair::completed, queuePair,
                         [=, answers = 0](quint64, const RdmaCompletion &completion) mutable {
                             if (completion.opcode() != Rdma::Opcode::Receive)
                                 return;
                             if (++answers == 1)
                                 return offer(got);
                             qInfo() << (std::strcmp(got.data(), sent.data()) == 0);
                             queuePair->disconnectFromHost();
                         });
        offer(sent);
    });
    queuePair->connectToHost(address, 7174);
}
//! [rping]
