// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/Rdma>

#include <cstdio>

int main()
{
    std::puts(qPrintable(Rdma::libraryVersion().toString()));
}
