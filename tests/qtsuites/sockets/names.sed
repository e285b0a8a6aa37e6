# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# For all files: their sockets and servers are those under test.
1i #include "undertest.h"
/^#/!{
    s/\bQTcpSocket\b/SocketUnderTest/g
    s/\bQTcpServer\b/ServerUnderTest/g
    s/\bQHostAddress::LocalHost\b/localHostUnderTest()/g
    s/connectToHost\("127\.0\.0\.1"/connectToHost(localHostUnderTest().toString()/
}
# A server gets a connection by its descriptor from Qt, and by a request here.
s/incomingConnection\(qintptr /incomingConnection(IncomingUnderTest /
s/QList<qintptr>/QList<std::decay_t<IncomingUnderTest>>/
