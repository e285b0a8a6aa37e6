// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACOMPLETION_H
#define RDMACOMPLETION_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdma.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qmetatype.h>
#include <QtCore/qobjectdefs.h>

class Q_RDMA_EXPORT RdmaCompletion
{
    Q_GADGET
    Q_PROPERTY(quint64 wrId MEMBER wrId)
    Q_PROPERTY(Rdma::Opcode opcode MEMBER opcode)
    Q_PROPERTY(Rdma::CompletionStatus status MEMBER status)
    Q_PROPERTY(quint32 vendorError MEMBER vendorError)
    Q_PROPERTY(quint32 byteLength MEMBER byteLength)
    Q_PROPERTY(bool hasImmediate MEMBER hasImmediate)
    Q_PROPERTY(quint32 immediate MEMBER immediate)
    Q_PROPERTY(bool hasInvalidatedKey MEMBER hasInvalidatedKey)
    Q_PROPERTY(quint32 invalidatedKey MEMBER invalidatedKey)
    Q_PROPERTY(qint64 timestamp MEMBER timestamp)
    Q_PROPERTY(quint64 originalValue MEMBER originalValue)
    Q_PROPERTY(QByteArray data MEMBER data)
    Q_PROPERTY(RdmaError error READ error)

public:
    bool isSuccess() const { return status == Rdma::CompletionStatus::Success; }
    RdmaError error() const;

    quint64 wrId = 0;
    Rdma::Opcode opcode = Rdma::Opcode::Send;
    Rdma::CompletionStatus status = Rdma::CompletionStatus::Success;
    quint32 vendorError = 0;
    quint32 byteLength = 0;
    quint32 immediate = 0;
    quint32 invalidatedKey = 0;
    bool hasImmediate = false;
    bool hasInvalidatedKey = false;
    qint64 timestamp = -1;
    quint64 originalValue = 0;
    QByteArray data;
    RdmaError refusal;
};

Q_DECLARE_METATYPE(RdmaCompletion)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaCompletion &completion);
#endif

#endif // RDMACOMPLETION_H
