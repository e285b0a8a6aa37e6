# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# services.py has the services of Qt's test server.
s/return serverLocalName\(\) \+ .*/return QStringLiteral("localhost");/
# RdmaStream is not a QAbstractSocket.
s/static QByteArray msgSocketError\(const QAbstractSocket &/template <class Socket>\n    static QByteArray msgSocketError(const Socket \&/
