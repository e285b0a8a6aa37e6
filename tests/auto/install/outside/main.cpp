// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/QtRdma>

#include <cstdio>

int main()
{
    const RdmaServer server;
    const RdmaStream stream;
    const RdmaStream::SocketState state = stream.state();
    if (state == RdmaStream::UnconnectedState && !server.isListening())
        std::puts(qPrintable(Rdma::libraryVersion().toString()));
}
