// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAPORTATTRIBUTES_H
#define RDMAPORTATTRIBUTES_H

#include <QtRdma/rdma.h>

#include <QtCore/qshareddata.h>
#include <QtCore/qstring.h>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

namespace QtRdmaPrivate {
struct Access;
struct PortAttributesData;
} // namespace QtRdmaPrivate

// The fields of ibv_port_attr by their names. MTUs are in bytes.
class Q_RDMA_EXPORT RdmaPortAttributes
{
    Q_GADGET
    Q_PROPERTY(int number READ number)
    Q_PROPERTY(QString netdev READ netdev)
    Q_PROPERTY(Rdma::PortState state READ state)
    Q_PROPERTY(int maxMtu READ maxMtu)
    Q_PROPERTY(int activeMtu READ activeMtu)
    Q_PROPERTY(int gidTblLen READ gidTblLen)
    Q_PROPERTY(quint32 portCapFlags READ portCapFlags)
    Q_PROPERTY(quint32 maxMsgSz READ maxMsgSz)
    Q_PROPERTY(quint32 badPkeyCntr READ badPkeyCntr)
    Q_PROPERTY(quint32 qkeyViolCntr READ qkeyViolCntr)
    Q_PROPERTY(quint32 pkeyTblLen READ pkeyTblLen)
    Q_PROPERTY(quint32 lid READ lid)
    Q_PROPERTY(quint32 smLid READ smLid)
    Q_PROPERTY(quint32 lmc READ lmc)
    Q_PROPERTY(quint32 maxVlNum READ maxVlNum)
    Q_PROPERTY(quint32 smSl READ smSl)
    Q_PROPERTY(quint32 subnetTimeout READ subnetTimeout)
    Q_PROPERTY(quint32 initTypeReply READ initTypeReply)
    Q_PROPERTY(quint32 activeWidth READ activeWidth)
    Q_PROPERTY(quint32 activeSpeed READ activeSpeed)
    Q_PROPERTY(int physState READ physState)
    Q_PROPERTY(Rdma::LinkLayer linkLayer READ linkLayer)
    Q_PROPERTY(quint32 flags READ flags)
    Q_PROPERTY(quint32 portCapFlags2 READ portCapFlags2)
    Q_PROPERTY(double speed READ speed)
    Q_PROPERTY(QString speedName READ speedName)
    Q_PROPERTY(QString widthName READ widthName)
    Q_PROPERTY(double effectiveSpeed READ effectiveSpeed)

public:
    RdmaPortAttributes() noexcept;
    RdmaPortAttributes(const RdmaPortAttributes &other);
    RdmaPortAttributes(RdmaPortAttributes &&other) noexcept;
    RdmaPortAttributes &operator=(const RdmaPortAttributes &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaPortAttributes)
    ~RdmaPortAttributes();
    void swap(RdmaPortAttributes &other) noexcept { d.swap(other.d); }

    bool isActive() const { return state() == Rdma::PortState::Active; }
    double speed() const;
    QString speedName() const;
    QString widthName() const;
    double effectiveSpeed() const;

    int number() const;
    QString netdev() const;
    Rdma::PortState state() const;
    int maxMtu() const;
    int activeMtu() const;
    int gidTblLen() const;
    quint32 portCapFlags() const;
    quint32 maxMsgSz() const;
    quint32 badPkeyCntr() const;
    quint32 qkeyViolCntr() const;
    quint32 pkeyTblLen() const;
    quint32 lid() const;
    quint32 smLid() const;
    quint32 lmc() const;
    quint32 maxVlNum() const;
    quint32 smSl() const;
    quint32 subnetTimeout() const;
    quint32 initTypeReply() const;
    quint32 activeWidth() const;
    quint32 activeSpeed() const;
    int physState() const;
    Rdma::LinkLayer linkLayer() const;
    quint32 flags() const;
    quint32 portCapFlags2() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaPortAttributes &a, const RdmaPortAttributes &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaPortAttributes &a, const RdmaPortAttributes &b) noexcept
    {
        return !equals(a, b);
    }
    static bool equals(const RdmaPortAttributes &a, const RdmaPortAttributes &b) noexcept;

    QSharedDataPointer<QtRdmaPrivate::PortAttributesData> d; // null: the default values
};

Q_DECLARE_SHARED(RdmaPortAttributes)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaPortAttributes &attributes);
#endif

#endif // RDMAPORTATTRIBUTES_H
