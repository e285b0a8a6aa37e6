// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef BRIDGEENDPOINT_P_H
#define BRIDGEENDPOINT_P_H

#include <QtRdma/rdmaerror.h>

#include <QtCore/qstring.h>
#include <QtNetwork/qhostaddress.h>

#include <sys/socket.h>

#include <optional>

namespace QtRdmaPrivate {

// The address of a socket as the kernel has it. Its length is 0 where there is none.
struct SocketAddress
{
    static SocketAddress ofHost(const QHostAddress &address, quint16 port);
    static SocketAddress ofPath(const QString &path);
    static SocketAddress ofSocket(int descriptor); // its own end

    const sockaddr *data() const { return reinterpret_cast<const sockaddr *>(&storage); }
    sockaddr *data() { return reinterpret_cast<sockaddr *>(&storage); }
    sa_family_t family() const { return storage.ss_family; }

    sockaddr_storage storage = {};
    socklen_t length = 0;
};

// An end of a bridge, as people write it.
struct BridgeEndpoint
{
    enum class Kind : quint8 { Tcp, Unix, Rdma };

    // Nothing if the text is no endpoint.
    static std::optional<BridgeEndpoint> fromString(const QString &text);
    static RdmaError problemOf(const QString &text); // that is none
    static BridgeEndpoint of(const SocketAddress &address);

    bool isLocal() const { return kind != Kind::Rdma; }
    // Where to listen. Null if the host is a name.
    QHostAddress address() const;
    QString toString() const;

    Kind kind = Kind::Tcp;
    QString host; // of Unix: the path
    quint16 port = 0;
};

} // namespace QtRdmaPrivate

#endif // BRIDGEENDPOINT_P_H
