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

    QString toString() const;

    int port() const;
    int index() const;
    QByteArray gid() const;
    Rdma::GidType type() const;
    QString typeName() const;
    QString netdev() const;
    QHostAddress ipv4() const;
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
