// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Connects twice over loopback where rdma-core is not installed, and lets callgrind count the second
// time: by QTcpSocket ("tcp") or by an RdmaStream that prefers RDMA ("stream"). The kernel takes the
// connections. connectcost.py runs it.

#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qeventloop.h>
#include <QtNetwork/qtcpserver.h>
#include <QtNetwork/qtcpsocket.h>

#include <dlfcn.h>

#include <cstring>

#if __has_include(<valgrind/callgrind.h>)
#  include <valgrind/callgrind.h>
#else
#  define CALLGRIND_TOGGLE_COLLECT
#endif

extern "C" void *dlopen(const char *file, int flags) noexcept
{
    static const auto next =
            reinterpret_cast<void *(*)(const char *, int)>(dlsym(RTLD_NEXT, "dlopen"));
    const bool isAbsent =
            file && (std::strstr(file, "libibverbs.so") || std::strstr(file, "librdmacm.so"));
    return next(isAbsent ? "an absent library" : file, flags);
}

namespace {

template <typename Socket>
bool connectOnce(Socket *socket, quint16 port)
{
    QEventLoop loop;
    QObject::connect(socket, &Socket::connected, &loop, &QEventLoop::quit);
    QObject::connect(socket, &Socket::errorOccurred, &loop, &QEventLoop::quit);
    socket->connectToHost(QStringLiteral("127.0.0.1"), port);
    loop.exec();
    return socket->state() == QAbstractSocket::ConnectedState;
}

template <typename Socket>
bool connectTwice(Socket *first, Socket *second, quint16 port)
{
    if (!connectOnce(first, port))
        return false;
    CALLGRIND_TOGGLE_COLLECT;
    const bool isConnected = connectOnce(second, port);
    CALLGRIND_TOGGLE_COLLECT;
    return isConnected;
}

bool byTcp(quint16 port)
{
    QTcpSocket first;
    QTcpSocket second;
    return connectTwice(&first, &second, port);
}

bool byStream(quint16 port)
{
    RdmaStreamOptions options;
    options.setTransport(Rdma::TransportPolicy::PreferRdma);
    RdmaStream first;
    RdmaStream second;
    first.setOptions(options);
    second.setOptions(options);
    return connectTwice(&first, &second, port) && second.transport() == Rdma::StreamTransport::Tcp;
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    QTcpServer server;
    if (!server.listen(QHostAddress::LocalHost))
        return 1;
    server.pauseAccepting();
    const bool isStream = argc > 1 && std::strcmp(argv[1], "stream") == 0;
    return (isStream ? byStream(server.serverPort()) : byTcp(server.serverPort())) ? 0 : 1;
}
