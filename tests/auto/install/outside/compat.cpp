// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A program with the library QtRdmaCompat, which prints what sort of socket it has.

#include <QtRdma/QtRdmaCompat>

#include <cstdio>

int main()
{
    RdmaTcpSocket socket;
    QTcpSocket *base = &socket;
    std::puts(base->socketType() == QAbstractSocket::TcpSocket ? "TCP" : "another");
    return base->state();
}
