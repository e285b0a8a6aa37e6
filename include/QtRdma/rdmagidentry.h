// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAGIDENTRY_H
#define RDMAGIDENTRY_H

#include <QtRdma/rdma.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qmetatype.h>
#include <QtCore/qstring.h>
#include <QtNetwork/qhostaddress.h>

class Q_RDMA_EXPORT RdmaGidEntry
{
    Q_GADGET
    Q_PROPERTY(int port MEMBER port)
    Q_PROPERTY(int index MEMBER index)
    Q_PROPERTY(QByteArray gid MEMBER gid)
    Q_PROPERTY(QString text READ toString)
    Q_PROPERTY(Rdma::GidType type MEMBER type)
    Q_PROPERTY(QString netdev MEMBER netdev)
    Q_PROPERTY(QHostAddress ipv4 MEMBER ipv4)
    Q_PROPERTY(bool usable MEMBER usable)

public:
    QString toString() const; // as eight groups of hexadecimal digits

    int port = 0;
    int index = 0;
    QByteArray gid; // 16 bytes
    Rdma::GidType type = Rdma::GidType::InfiniBand;
    QString netdev; // empty where it is in another network namespace, or none
    QHostAddress ipv4; // null unless the GID stands for one
    bool usable = false; // from this process: its interface is here, up, and has the address
};

Q_DECLARE_METATYPE(RdmaGidEntry)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaGidEntry &entry);
#endif

#endif // RDMAGIDENTRY_H
