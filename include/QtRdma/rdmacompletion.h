// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACOMPLETION_H
#define RDMACOMPLETION_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qmetatype.h>
#include <QtCore/qobjectdefs.h>

class Q_RDMA_EXPORT RdmaCompletion
{
    Q_GADGET
    Q_PROPERTY(quint64 wrId MEMBER wrId)
    Q_PROPERTY(Operation operation MEMBER operation)
    Q_PROPERTY(int status MEMBER status)
    Q_PROPERTY(quint32 byteLength MEMBER byteLength)
    Q_PROPERTY(QByteArray data MEMBER data)

public:
    enum Operation { Send, Receive };
    Q_ENUM(Operation)

    bool isSuccess() const { return status == 0; }
    RdmaError error() const;

    quint64 wrId = 0;
    Operation operation = Send;
    int status = 0;
    quint32 vendorError = 0;
    quint32 byteLength = 0;
    QByteArray data;
};

Q_DECLARE_METATYPE(RdmaCompletion)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaCompletion &completion);
#endif

#endif // RDMACOMPLETION_H
