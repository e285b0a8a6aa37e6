// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "pingpong.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <cstring>

namespace {

class RsocketStream : public RdmaStream
{
public:
    RsocketStream()
    {
        RdmaStreamOptions options;
        options.setWireFormat(Rdma::WireFormat::Rsocket);
        setOptions(options);
    }
};

class RsocketServer : public RdmaServer
{
public:
    RsocketServer() { setWireFormats(Rdma::WireFormat::Rsocket); }
};

} // namespace

// With --rsockets before the address in the format of rsockets.
int main(int argc, char **argv)
{
    if (argc > 1 && std::strcmp(argv[1], "--rsockets") == 0) {
        argv[1] = argv[0];
        return PingPong::main<RsocketStream, RsocketServer>(argc - 1, argv + 1);
    }
    return PingPong::main<RdmaStream, RdmaServer>(argc, argv);
}
