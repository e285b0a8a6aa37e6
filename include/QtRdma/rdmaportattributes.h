// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAPORTATTRIBUTES_H
#define RDMAPORTATTRIBUTES_H

#include <QtRdma/rdma.h>

#include <QtCore/qmetatype.h>
#include <QtCore/qstring.h>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

// The fields of ibv_port_attr by their names; MTUs in bytes.
class Q_RDMA_EXPORT RdmaPortAttributes
{
    Q_GADGET
    Q_PROPERTY(int number MEMBER number)
    Q_PROPERTY(QString netdev MEMBER netdev)
    Q_PROPERTY(double speed READ speed)
    Q_PROPERTY(Rdma::PortState state MEMBER state)
    Q_PROPERTY(int maxMtu MEMBER maxMtu)
    Q_PROPERTY(int activeMtu MEMBER activeMtu)
    Q_PROPERTY(int gidTblLen MEMBER gidTblLen)
    Q_PROPERTY(quint32 portCapFlags MEMBER portCapFlags)
    Q_PROPERTY(quint32 maxMsgSz MEMBER maxMsgSz)
    Q_PROPERTY(quint32 badPkeyCntr MEMBER badPkeyCntr)
    Q_PROPERTY(quint32 qkeyViolCntr MEMBER qkeyViolCntr)
    Q_PROPERTY(quint32 pkeyTblLen MEMBER pkeyTblLen)
    Q_PROPERTY(quint32 lid MEMBER lid)
    Q_PROPERTY(quint32 smLid MEMBER smLid)
    Q_PROPERTY(quint32 lmc MEMBER lmc)
    Q_PROPERTY(quint32 maxVlNum MEMBER maxVlNum)
    Q_PROPERTY(quint32 smSl MEMBER smSl)
    Q_PROPERTY(quint32 subnetTimeout MEMBER subnetTimeout)
    Q_PROPERTY(quint32 initTypeReply MEMBER initTypeReply)
    Q_PROPERTY(quint32 activeWidth MEMBER activeWidth)
    Q_PROPERTY(quint32 activeSpeed MEMBER activeSpeed)
    Q_PROPERTY(int physState MEMBER physState)
    Q_PROPERTY(Rdma::LinkLayer linkLayer MEMBER linkLayer)
    Q_PROPERTY(quint32 flags MEMBER flags)
    Q_PROPERTY(quint32 portCapFlags2 MEMBER portCapFlags2)

public:
    bool isActive() const { return state == Rdma::PortState::Active; }
    double speed() const; // Gbit/s, all lanes; 0 when it is not known

    int number = 0;
    QString netdev; // the network interface of the port, as far as it is in this namespace
    Rdma::PortState state = Rdma::PortState::NoChange;
    int maxMtu = 0;
    int activeMtu = 0;
    int gidTblLen = 0;
    quint32 portCapFlags = 0;
    quint32 maxMsgSz = 0;
    quint32 badPkeyCntr = 0;
    quint32 qkeyViolCntr = 0;
    quint32 pkeyTblLen = 0;
    quint32 lid = 0;
    quint32 smLid = 0;
    quint32 lmc = 0;
    quint32 maxVlNum = 0;
    quint32 smSl = 0;
    quint32 subnetTimeout = 0;
    quint32 initTypeReply = 0;
    quint32 activeWidth = 0;
    quint32 activeSpeed = 0;
    int physState = 0;
    Rdma::LinkLayer linkLayer = Rdma::LinkLayer::Unspecified;
    quint32 flags = 0;
    quint32 portCapFlags2 = 0;
};

Q_DECLARE_METATYPE(RdmaPortAttributes)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaPortAttributes &attributes);
#endif

#endif // RDMAPORTATTRIBUTES_H
