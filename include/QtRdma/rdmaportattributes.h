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
/// The state of one port of a device: the fields of `ibv_port_attr`, by their names.
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

    /// Returns whether the port can be used: the state is Rdma::PortState::Active.
    bool isActive() const { return state() == Rdma::PortState::Active; }
    /// The signalling rate of the port in Gbit/s, all lanes together.
    double speed() const;
    /// The name of the activeSpeed of a lane: SDR (2.5 Gbit/s), DDR (5), QDR and FDR10 (10), FDR
    /// (14), EDR (25), HDR (50), NDR (100) or XDR (200).
    QString speedName() const;
    /// The name of the activeWidth, which tells the number of lanes: 1x, 2x, 4x, 8x or 12x.
    QString widthName() const;
    /// The rate in Gbit/s that can be used at this port, which may be another one than speed:
    /// several ports that are bonded have more, a virtual function may have less.
    double effectiveSpeed() const;

    /// The number of the port; the first is 1.
    int number() const;
    /// The network interface of the port, as far as it is in this network namespace.
    QString netdev() const;
    /// The field `state` of `ibv_port_attr`.
    Rdma::PortState state() const;
    /// The field `max_mtu` of `ibv_port_attr`, in bytes.
    int maxMtu() const;
    /// The field `active_mtu` of `ibv_port_attr`, in bytes.
    int activeMtu() const;
    /// The field `gid_tbl_len` of `ibv_port_attr`.
    int gidTblLen() const;
    /// The field `port_cap_flags` of `ibv_port_attr`.
    quint32 portCapFlags() const;
    /// The field `max_msg_sz` of `ibv_port_attr`.
    quint32 maxMsgSz() const;
    /// The field `bad_pkey_cntr` of `ibv_port_attr`.
    quint32 badPkeyCntr() const;
    /// The field `qkey_viol_cntr` of `ibv_port_attr`.
    quint32 qkeyViolCntr() const;
    /// The field `pkey_tbl_len` of `ibv_port_attr`.
    quint32 pkeyTblLen() const;
    /// The field `lid` of `ibv_port_attr`.
    quint32 lid() const;
    /// The field `sm_lid` of `ibv_port_attr`.
    quint32 smLid() const;
    /// The field `lmc` of `ibv_port_attr`.
    quint32 lmc() const;
    /// The field `max_vl_num` of `ibv_port_attr`.
    quint32 maxVlNum() const;
    /// The field `sm_sl` of `ibv_port_attr`.
    quint32 smSl() const;
    /// The field `subnet_timeout` of `ibv_port_attr`: 4.096 µs times two to that power.
    quint32 subnetTimeout() const;
    /// The field `init_type_reply` of `ibv_port_attr`.
    quint32 initTypeReply() const;
    /// The field `active_width` of `ibv_port_attr`.
    quint32 activeWidth() const;
    /// The field `active_speed_ex` of `ibv_port_attr`, or `active_speed` where that is 0 or
    /// rdma-core has no such field.
    quint32 activeSpeed() const;
    /// The field `phys_state` of `ibv_port_attr`.
    int physState() const;
    /// The field `link_layer` of `ibv_port_attr`.
    Rdma::LinkLayer linkLayer() const;
    /// The field `flags` of `ibv_port_attr`.
    quint32 flags() const;
    /// The field `port_cap_flags2` of `ibv_port_attr`.
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
