// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMADEVICE_H
#define RDMADEVICE_H

#include <QtRdma/rdma.h>
#include <QtRdma/rdmadeviceattributes.h>
#include <QtRdma/rdmaerror.h>
#include <QtRdma/rdmagidentry.h>
#include <QtRdma/rdmaportattributes.h>
#include <QtRdma/rdmaprotectiondomain.h>

#include <QtCore/qlist.h>
#include <QtCore/qshareddata.h>

struct ibv_context;

namespace QtRdmaPrivate {
struct Access;
struct DeviceData;
} // namespace QtRdmaPrivate

/// One RDMA device of this machine: what it is, what it can do, its ports and its GIDs.
class Q_RDMA_EXPORT RdmaDevice
{
    Q_GADGET
    Q_PROPERTY(QString name READ name)
    Q_PROPERTY(Rdma::NodeType nodeType READ nodeType)
    Q_PROPERTY(Rdma::Transport transport READ transport)
    Q_PROPERTY(bool software READ isSoftware)

public:
    RdmaDevice() noexcept;
    RdmaDevice(const RdmaDevice &other);
    RdmaDevice(RdmaDevice &&other) noexcept;
    RdmaDevice &operator=(const RdmaDevice &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaDevice)
    ~RdmaDevice();
    void swap(RdmaDevice &other) noexcept { d.swap(other.d); }

    /// The names of all devices, without opening them.
    static QStringList names(RdmaError *error = nullptr);
    /// All devices that can be opened.
    static QList<RdmaDevice> devices(RdmaError *error = nullptr);
    /// The device with `name`, "mlx5_0" for example.
    static RdmaDevice fromName(const QString &name, RdmaError *error = nullptr);
    /// The device whose node has the GUID `nodeGuid`, in host order; not valid where none has.
    static RdmaDevice fromGuid(quint64 nodeGuid);
    /// The device that has `gid` (16 bytes) in the table of one of its ports.
    static RdmaDevice fromGid(const QByteArray &gid);
    /// The device that `localAddress` belongs to.
    static RdmaDevice fromAddress(const QHostAddress &localAddress, RdmaError *error = nullptr);
    /// The device by which packets to `peer` leave, as the routing table has it.
    static RdmaDevice fromRoute(const QHostAddress &peer, RdmaError *error = nullptr);

    /// Returns whether there is a device behind this handle.
    bool isValid() const noexcept { return bool(d); }
    /// The name of the device, as it is now: an administrator can change it.
    QString name() const;
    /// The GUID of the node, in host order.
    quint64 guid() const;
    /// The kind of node.
    Rdma::NodeType nodeType() const;
    /// What the device speaks: InfiniBand, which RoCE is a form of, iWARP, or something else.
    Rdma::Transport transport() const;
    /// Whether the kernel does the work of the device, as with rxe and siw.
    bool isSoftware() const;

    /// Returns what the device can do (`ibv_query_device_ex(3)`).
    RdmaDeviceAttributes attributes(RdmaError *error = nullptr) const;
    /// Returns the number of ports; they count from 1.
    int portCount() const;
    /// The state of port `number`; the first is 1.
    RdmaPortAttributes port(int number, RdmaError *error = nullptr) const;
    /// The GIDs in use, of all ports, ordered by port and index.
    QList<RdmaGidEntry> gids() const;
    QList<RdmaGidEntry> gids(int port) const;
    /// A protection domain on this device, for memory, shared receive queues and queue pairs that
    /// connect.
    RdmaProtectionDomain allocateProtectionDomain(RdmaError *error = nullptr) const;
    /// The `ibv_context` of this handle.
    ibv_context *nativeHandle() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaDevice &a, const RdmaDevice &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaDevice &a, const RdmaDevice &b) noexcept { return !(a == b); }
    static bool equals(const RdmaDevice &a, const RdmaDevice &b) noexcept;
    friend size_t qHash(const RdmaDevice &device, size_t seed = 0) noexcept
    {
        return hash(device, seed);
    }
    static size_t hash(const RdmaDevice &device, size_t seed) noexcept;

    QExplicitlySharedDataPointer<QtRdmaPrivate::DeviceData> d; // null: invalid
};

Q_DECLARE_SHARED(RdmaDevice)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaDevice &device);
#endif

#endif // RDMADEVICE_H
