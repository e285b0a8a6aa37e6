// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "pingpong.h"

#include <QtNetwork/qtcpserver.h>
#include <QtNetwork/qtcpsocket.h>

int main(int argc, char **argv)
{
    return PingPong::main<QTcpSocket, QTcpServer>(argc, argv);
}
