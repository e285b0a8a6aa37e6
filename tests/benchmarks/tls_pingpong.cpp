// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "pingpong.h"

#include "../auto/shared/testcertificates.h"

#include <QtRdma/RdmaTlsServer>
#include <QtRdma/RdmaTlsStream>

namespace {

// Made before the server's process is: both know it.
const RdmaTest::TestAuthority &authority()
{
    static const RdmaTest::TestAuthority made;
    return made;
}

// With the names that the ping-pong knows from sockets.
class TlsSocket : public RdmaTlsStream
{
public:
    TlsSocket() { setSslConfiguration(RdmaTest::configurationTrusting(authority())); }

    using RdmaTlsStream::connectToHost;
    void connectToHost(const QString &hostName, quint16 port, OpenMode mode,
                       QAbstractSocket::NetworkLayerProtocol protocol) override
    {
        connectToHostEncrypted(hostName, port, QStringLiteral("host.example"), mode, protocol);
    }
    bool waitForConnected(int msecs) { return waitForEncrypted(msecs); }
};

class TlsServer : public RdmaTlsServer
{
public:
    TlsServer()
    {
        setSslConfiguration(RdmaTest::configurationOf(authority().issue("DNS:host.example")));
    }
};

} // namespace

int main(int argc, char **argv)
{
    (void)authority();
    return PingPong::main<TlsSocket, TlsServer>(argc, argv);
}
