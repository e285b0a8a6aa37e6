// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <RdmaTlsServer>
#include <QtRdma/RdmaTlsStream>

#include <QtCore/QCoreApplication>

#include <cstdio>

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const RdmaTlsStream stream;
    const RdmaTlsServer server;
    if (stream.state() == RdmaTlsStream::UnconnectedState && !server.isListening())
        std::puts(stream.isEncrypted() ? "encrypted" : "not encrypted");
}
