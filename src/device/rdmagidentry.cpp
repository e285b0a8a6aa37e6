// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmagidentry_p.h"

#include <QtCore/qdebug.h>
#include <QtCore/qstringlist.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaGidEntry
    \inmodule QtRdma
    \since 0.1
    \brief One GID of a port: an address of the device in the network.

    Values are shared: a copy costs no more than a pointer.
    \sa RdmaDevice::gids()
*/

/*! Constructs a value with nothing in it. A value that was moved from is the same. */
RdmaGidEntry::RdmaGidEntry() noexcept = default;
RdmaGidEntry::RdmaGidEntry(const RdmaGidEntry &other) = default;
RdmaGidEntry::RdmaGidEntry(RdmaGidEntry &&other) noexcept = default;
RdmaGidEntry &RdmaGidEntry::operator=(const RdmaGidEntry &other) = default;
RdmaGidEntry::~RdmaGidEntry() = default;

/*! \fn void RdmaGidEntry::swap(RdmaGidEntry &other)
    Swaps this value with \a other. This is fast and never fails.
*/

bool RdmaGidEntry::equals(const RdmaGidEntry &a, const RdmaGidEntry &b) noexcept
{
    return Access::equal(a, b);
}

/*!
    \property RdmaGidEntry::port
    \brief The number of the port; the first is 1.
*/

int RdmaGidEntry::port() const
{
    return Access::read(*this).port;
}

/*!
    \property RdmaGidEntry::index
    \brief The index in the table of the port.
*/

int RdmaGidEntry::index() const
{
    return Access::read(*this).index;
}

/*!
    \property RdmaGidEntry::gid
    \brief The 16 bytes of the GID.
*/

QByteArray RdmaGidEntry::gid() const
{
    return Access::read(*this).gid;
}

/*!
    \property RdmaGidEntry::type
    \brief The type of the entry.
*/

Rdma::GidType RdmaGidEntry::type() const
{
    return Access::read(*this).type;
}

/*!
    Returns the name of the type() as people write it: InfiniBand, RoCE v1, RoCE v2 or iWARP.

    \since 0.1
*/
QString RdmaGidEntry::typeName() const
{
    switch (type()) {
    case Rdma::GidType::RoceV1:
        return QStringLiteral("RoCE v1");
    case Rdma::GidType::RoceV2:
        return QStringLiteral("RoCE v2");
    case Rdma::GidType::Iwarp:
        return QStringLiteral("iWARP");
    case Rdma::GidType::InfiniBand:
        break;
    }
    return QStringLiteral("InfiniBand");
}

/*!
    \property RdmaGidEntry::netdev
    \brief The network interface of the entry; empty where it is in another network namespace, or
    none.
*/

QString RdmaGidEntry::netdev() const
{
    return Access::read(*this).netdev;
}

/*!
    \property RdmaGidEntry::ipv4
    \brief The IPv4 address that the GID stands for; null unless it stands for one.
*/

QHostAddress RdmaGidEntry::ipv4() const
{
    return Access::read(*this).ipv4;
}

/*!
    \property RdmaGidEntry::usable
    \brief Whether this process can use the entry: its interface is here, up, and has the address.
*/

bool RdmaGidEntry::isUsable() const
{
    return Access::read(*this).usable;
}

/*!
    \property RdmaGidEntry::text
    \brief The GID as eight groups of hexadecimal digits.
*/

QString RdmaGidEntry::toString() const
{
    const QByteArray bytes = gid();
    QStringList groups;
    for (qsizetype i = 0; i + 1 < bytes.size(); i += 2)
        groups.append(QString::fromLatin1(bytes.mid(i, 2).toHex()));
    return groups.join(u':');
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaGidEntry &entry)
{
    const QDebugStateSaver saver(debug);
    debug.nospace().noquote() << "RdmaGidEntry(" << entry.port() << '/' << entry.index() << ", "
                              << entry.toString() << ", " << entry.type() << ", " << entry.netdev()
                              << (entry.isUsable() ? ")" : ", not usable)");
    return debug;
}
#endif
