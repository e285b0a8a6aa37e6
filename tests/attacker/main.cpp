// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "attacks.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

// A client of an RdmaServer with bad intentions, for tests:
//
//   attacker MODE ADDRESS PORT     returns 0 if the attack was carried out, and prints what it saw
//   attacker --modes               prints the modes, one on each line

namespace {

int listModes()
{
    for (const Attack *attack = attacks; attack->mode; ++attack)
        std::puts(attack->mode);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 2 && std::strcmp(argv[1], "--modes") == 0)
        return listModes();
    const int port = argc == 4 ? std::atoi(argv[3]) : 0;
    if (port <= 0 || port > 65535) {
        std::fputs("Usage: attacker MODE ADDRESS PORT | --modes\n", stderr);
        return 2;
    }
    for (const Attack *attack = attacks; attack->mode; ++attack) {
        if (std::strcmp(attack->mode, argv[1]) == 0)
            return attack->run(argv[2], quint16(port)) ? 0 : 1;
    }
    std::fprintf(stderr, "attacker: no such mode: %s\n", argv[1]);
    return 2;
}
