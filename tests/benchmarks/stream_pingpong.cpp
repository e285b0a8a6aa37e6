// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "pingpong.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

int main(int argc, char **argv)
{
    return PingPong::main<RdmaStream, RdmaServer>(argc, argv);
}
