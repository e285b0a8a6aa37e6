# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Symbols that Qt exports for its own builds only.
/^#include "private\/qhostinfo_p\.h"/d
/^ *qt_qhostinfo_(clear_cache|cache_inject)\(/d
# These name the base of both classes of Qt.
s/&QAbstractSocket::errorOccurred/\&SocketUnderTest::errorOccurred/
s/QAbstractSocket socket\(QAbstractSocket::TcpSocket, nullptr\);/SocketUnderTest socket;/
# A stream has no descriptor: these rows are of addresses and ports.
/^void tst_QTcpSocket::bind(ThenResolveHost)?\(\)/,/^\}/ {
    /fd = socket->socketDescriptor\(\);/d
    /QVERIFY\(fd != /d
    /QCOMPARE\(socket->socketDescriptor\(\), fd\);/d
}
