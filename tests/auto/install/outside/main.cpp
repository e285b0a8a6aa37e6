// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/Rdma>
#include <QtRdma/RdmaStream>

#include <cstdio>

int main()
{
    RdmaStream stream;
    if (stream.state() == QAbstractSocket::UnconnectedState)
        std::puts(qPrintable(Rdma::libraryVersion().toString()));
}
