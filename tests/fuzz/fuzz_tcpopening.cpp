// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "stream/tcp/tcpopening_p.h"

using namespace QtRdmaPrivate;

using Role = StreamAuthentication::Role;

// The first bytes of a stranger over TCP, in pieces of any size. He begins as somebody would who has the key, or not.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input(data, size);
    const quint8 choice = input.byte();
    const Role role = choice & 1 ? Role::Client : Role::Server;
    const Role other = choice & 1 ? Role::Server : Role::Client;
    TcpOpening self(TcpHello{ role, Rdma::TransportPolicy::PreferRdma, Rdma::StreamTransport::Tcp },
                    "secret");
    QByteArray bytes;
    if (choice & 2)
        bytes = TcpHello{ other, Rdma::TransportPolicy::TcpOnly, Rdma::StreamTransport::Tcp }
                        .toBytes();
    while (self.state() == TcpOpening::State::Proving && (!bytes.isEmpty() || !input.atEnd())) {
        bytes += input.bytes(input.byte() % 128);
        const qint64 taken = self.received(bytes.constData(), bytes.size());
        require(taken >= 0 && taken <= bytes.size(), "it takes what there is");
        require(self.takeMessage().size() <= 128, "what it sends is bounded");
        bytes = bytes.mid(taken);
        if (taken == 0 && input.atEnd())
            break;
    }
    require(self.state() != TcpOpening::State::Proved, "who has no key is not believed");
    return 0;
}
