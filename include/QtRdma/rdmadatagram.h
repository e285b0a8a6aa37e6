// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMADATAGRAM_H
#define RDMADATAGRAM_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdmaendpoint.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qmetatype.h>
#include <QtCore/qobjectdefs.h>
#include <QtNetwork/qhostaddress.h>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

class Q_RDMA_EXPORT RdmaDatagram
{
    Q_GADGET
    Q_PROPERTY(QByteArray data MEMBER data)
    Q_PROPERTY(RdmaEndpoint sender MEMBER sender)
    Q_PROPERTY(QHostAddress group MEMBER group)
    Q_PROPERTY(bool hasImmediate MEMBER hasImmediate)
    Q_PROPERTY(quint32 immediate MEMBER immediate)

public:
    bool isValid() const { return sender.isValid(); }

    QByteArray data;
    RdmaEndpoint sender;
    QHostAddress group;
    quint32 immediate = 0;
    bool hasImmediate = false;
};

Q_DECLARE_METATYPE(RdmaDatagram)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaDatagram &datagram);
#endif

#endif // RDMADATAGRAM_H
