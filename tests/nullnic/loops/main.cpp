// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "loops.h"

#include <QtRdma/RdmaEventDispatcher>

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
    const Loop *chosen = nullptr;
    const auto chooseIfNamed = [&](const Loop &loop) {
        if (argc == 3 && std::strcmp(argv[1], loop.name) == 0)
            chosen = &loop;
    };
    forEach(queuePairLoops, chooseIfNamed);
    forEach(handlerLoops, chooseIfNamed);
    forEach(streamLoops, chooseIfNamed);
    if (!chosen)
        return usage();
    if (chosen->dispatcher == Loop::Dispatcher::QtRdmas)
        QCoreApplication::setEventDispatcher(new RdmaEventDispatcher);
    const QCoreApplication application(argc, argv);
    const QHostAddress address(qEnvironmentVariable("QTRDMA_NULL_ADDRESS"));
    return chosen->run(address, std::atol(argv[2])) ? 0 : 1;
}
