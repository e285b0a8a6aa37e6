// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "transportchoice_p.h"

#include "../base/translate_p.h"
#include "../verbs/socketaddress_p.h"

#include <QtNetwork/qnetworkinterface.h>

#include <sys/socket.h>
#include <unistd.h>

namespace QtRdmaPrivate {

namespace {

// The interface by which packets to the address leave; empty if there is none. Nothing is sent.
QString interfaceTo(const QHostAddress &address)
{
    sockaddr_storage storage;
    const int length = toSockaddr(address, 9, &storage);
    const int probe = length > 0 ? ::socket(storage.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1;
    if (probe < 0)
        return {};
    socklen_t ownLength = sizeof(storage);
    auto *const sockets = reinterpret_cast<sockaddr *>(&storage);
    const bool isReached = ::connect(probe, sockets, socklen_t(length)) == 0
            && ::getsockname(probe, sockets, &ownLength) == 0;
    ::close(probe);
    const QHostAddress own = isReached ? fromSockaddr(sockets) : QHostAddress();
    const QList<QNetworkInterface> interfaces = QNetworkInterface::allInterfaces();
    for (const QNetworkInterface &each : interfaces) {
        const QList<QNetworkAddressEntry> entries = each.addressEntries();
        for (const QNetworkAddressEntry &entry : entries) {
            if (isReached && entry.ip().isEqual(own))
                return each.name();
        }
    }
    return {};
}

bool isWithoutDevice(const RdmaError &failure)
{
    return failure.socketError() == QAbstractSocket::SocketAddressNotAvailableError;
}

} // namespace

// Time that RDMA does not need is TCP's.
int TransportChoice::share(const QDeadlineTimer &end)
{
    if (end.isForever())
        return -1;
    const qint64 left = end.remainingTime();
    m_reserved = hasNext() ? left / 2 : 0;
    return int(left - m_reserved);
}

bool TransportChoice::isShareOver(const QDeadlineTimer &end) const
{
    return !end.isForever() && end.remainingTime() <= m_reserved;
}

// Another transport does not help against options that are wrong, and against a peer that has not
// the same key.
bool TransportChoice::takeNext(const RdmaError &failure)
{
    const bool isForBoth = failure.category() == RdmaError::Category::Usage
            || failure.cause() == RdmaError::Cause::AuthenticationFailed;
    if (!hasNext() || isForBoth)
        return false;
    m_transport = Rdma::StreamTransport::Tcp;
    return true;
}

QString reasonForTcp(const QHostAddress &address, const RdmaError &failure)
{
    const QString interface = isWithoutDevice(failure) ? interfaceTo(address) : QString();
    return interface.isEmpty() ? failure.text()
                               : tr("%1 is reached through %2, which has no RDMA device")
                                         .arg(address.toString(), interface);
}

} // namespace QtRdmaPrivate
