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

    static QStringList names(RdmaError *error = nullptr);
    static QList<RdmaDevice> devices(RdmaError *error = nullptr);
    static RdmaDevice fromName(const QString &name, RdmaError *error = nullptr);
    static RdmaDevice fromGuid(quint64 nodeGuid);
    static RdmaDevice fromGid(const QByteArray &gid);
    static RdmaDevice fromAddress(const QHostAddress &localAddress, RdmaError *error = nullptr);
    static RdmaDevice fromRoute(const QHostAddress &peer, RdmaError *error = nullptr);

    bool isValid() const noexcept { return bool(d); }
    QString name() const;
    quint64 guid() const;
    Rdma::NodeType nodeType() const;
    Rdma::Transport transport() const;
    bool isSoftware() const;

    RdmaDeviceAttributes attributes(RdmaError *error = nullptr) const;
    int portCount() const;
    RdmaPortAttributes port(int number, RdmaError *error = nullptr) const;
    QList<RdmaGidEntry> gids() const;
    QList<RdmaGidEntry> gids(int port) const;
    RdmaProtectionDomain allocateProtectionDomain(RdmaError *error = nullptr) const;
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
