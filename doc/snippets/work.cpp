// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/RdmaMemorySlice>
#include <QtRdma/RdmaPostBuilder>
#include <QtRdma/RdmaPreparedRequest>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaRemoteMemory>
#include <QtRdma/RdmaWorkRequest>

void writeRows(RdmaQueuePair *queuePair, const RdmaMemorySlice &image,
               const RdmaRemoteMemory &window, qsizetype rows, qsizetype width, qsizetype stride)
{
    //! [prepared]
    const auto write = queuePair->prepare(RdmaWorkRequest::write({ image }, window));
    RdmaPostBuilder builder(queuePair);
    for (qsizetype row = 0; row < rows; ++row)
        builder.add(write, row * width, width, row * stride, quint64(row));
    //! [prepared]
}

void commit(RdmaQueuePair *queuePair, const RdmaMemorySlice &value, const RdmaRemoteMemory &room,
            const RdmaMemorySlice &header, const RdmaRemoteMemory &slot, quint32 index)
{
    //! [request]
    auto commit = RdmaWorkRequest::write({ header }, slot);
    commit.setImmediate(index); // now it also takes a receive of the peer and tells it
    commit.setFlags(Rdma::SendFlag::Fenced | Rdma::SendFlag::Solicited);
    queuePair->postBatch({ RdmaWorkRequest::write({ value }, room), commit });
    //! [request]
}
