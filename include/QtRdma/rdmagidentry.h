// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAGIDENTRY_H
#define RDMAGIDENTRY_H

#include <QtRdma/rdma.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qshareddata.h>
#include <QtCore/qstring.h>
#include <QtNetwork/qhostaddress.h>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

namespace QtRdmaPrivate {
struct Access;
struct GidEntryData;
} // namespace QtRdmaPrivate

/// One GID of a port: an address of the device in the network.
class Q_RDMA_EXPORT RdmaGidEntry
{
    Q_GADGET
    Q_PROPERTY(int port READ port)
    Q_PROPERTY(int index READ index)
    Q_PROPERTY(QByteArray gid READ gid)
    Q_PROPERTY(Rdma::GidType type READ type)
    Q_PROPERTY(QString netdev READ netdev)
    Q_PROPERTY(QHostAddress ipv4 READ ipv4)
    Q_PROPERTY(bool usable READ isUsable)
    Q_PROPERTY(QString text READ toString)

public:
    RdmaGidEntry() noexcept;
    RdmaGidEntry(const RdmaGidEntry &other);
    RdmaGidEntry(RdmaGidEntry &&other) noexcept;
    RdmaGidEntry &operator=(const RdmaGidEntry &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaGidEntry)
    ~RdmaGidEntry();
    void swap(RdmaGidEntry &other) noexcept { d.swap(other.d); }

    /// The GID as eight groups of hexadecimal digits.
    QString toString() const;

    /// The number of the port; the first is 1.
    int port() const;
    /// The index in the table of the port.
    int index() const;
    /// The 16 bytes of the GID.
    QByteArray gid() const;
    /// The type of the entry.
    Rdma::GidType type() const;
    /// Returns the name of the type() as people write it: InfiniBand, RoCE v1, RoCE v2 or iWARP.
    QString typeName() const;
    /// The network interface of the entry; empty where it is in another network namespace, or none.
    QString netdev() const;
    /// The IPv4 address that the GID stands for; null unless it stands for one.
    QHostAddress ipv4() const;
    /// Whether this process can use the entry: its interface is here, up, and has the address.
    bool isUsable() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaGidEntry &a, const RdmaGidEntry &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaGidEntry &a, const RdmaGidEntry &b) noexcept
    {
        return !equals(a, b);
    }
    static bool equals(const RdmaGidEntry &a, const RdmaGidEntry &b) noexcept;

    QSharedDataPointer<QtRdmaPrivate::GidEntryData> d; // null: the default values
};

Q_DECLARE_SHARED(RdmaGidEntry)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaGidEntry &entry);
#endif

#endif // RDMAGIDENTRY_H
