// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "loops.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

//   PROGRAM LOOP MESSAGES
//
// count.py counts the instructions of the loop alone.

namespace {

template <typename Loops, typename Function>
void forEach(const Loops &loops, Function function)
{
    for (const Loop &loop : loops)
        function(loop);
}

int usage()
{
    std::fputs("usage: loops LOOP MESSAGES\nLOOP is one of\n", stderr);
    const auto print = [](const Loop &loop) { std::fprintf(stderr, "    %s\n", loop.name); };
    forEach(queuePairLoops, print);
    forEach(handlerLoops, print);
    forEach(streamLoops, print);
    return 2;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3)
        return usage();
    const QCoreApplication application(argc, argv);
    const QHostAddress address(qEnvironmentVariable("QTRDMA_NULL_ADDRESS"));
    const long messages = std::atol(argv[2]);
    int status = 2;
    const auto runIfNamed = [&](const Loop &loop) {
        if (std::strcmp(argv[1], loop.name) == 0)
            status = loop.run(address, messages) ? 0 : 1;
    };
    forEach(queuePairLoops, runIfNamed);
    forEach(handlerLoops, runIfNamed);
    forEach(streamLoops, runIfNamed);
    return status == 2 ? usage() : status;
}
