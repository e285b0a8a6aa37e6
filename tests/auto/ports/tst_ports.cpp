// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The connection manager's ports are not those of the sockets, but iWARP takes both. Here are so few that some meet.

#include "rdmaleaks.h"
#include "rdmatest.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qfile.h>
#include <QtNetwork/qtcpserver.h>
#include <QtTest/qtest.h>

#include <memory>
#include <utility>
#include <vector>

namespace {

constexpr int Patience = 60000;
constexpr quint16 First = 45000;
constexpr quint16 Taken = 7; // by TCP servers, from the first on: as many as are tried in vain
constexpr quint16 Ports = 64;

bool limitPorts()
{
    QFile file(QStringLiteral("/proc/sys/net/ipv4/ip_local_port_range"));
    const QByteArray range =
            QByteArray::number(First) + ' ' + QByteArray::number(First + Ports - 1);
    return file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)
            && file.write(range) == range.size();
}

} // namespace

class tst_Ports : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void anyPort();
    void givenPort();
    void noneLeft();

private:
    QTcpServer m_sockets[Taken];
};

void tst_Ports::initTestCase()
{
    if (qEnvironmentVariableIsEmpty("QTRDMA_LAB"))
        QSKIP("The ports of this machine are not to be touched: run in the lab");
    QVERIFY(limitPorts());
    for (quint16 i = 0; i < Taken; ++i)
        QVERIFY(m_sockets[i].listen(QHostAddress::Any, First + i));
}

// Servers and clients that leave the choice to the machine meet none of the sockets.
void tst_Ports::anyPort()
{
    for (int i = 0; i < 40; ++i) {
        // Ids are destroyed later; until then they have their ports.
        if (i % 10 == 0)
            QTRY_VERIFY_WITH_TIMEOUT(RdmaTest::countResource(QStringLiteral("cm_id")) < 10,
                                     Patience);
        RdmaServer server;
        QVERIFY2(server.listen(i % 2 ? QHostAddress(QHostAddress::Any) : RdmaTest::address()),
                 qPrintable(server.errorString()));
        RdmaStream stream;
        stream.connectToHost(RdmaTest::address(), server.serverPort());
        QVERIFY2(stream.waitForConnected(Patience), qPrintable(stream.errorString()));
        if (RdmaTest::isSiw()) {
            QVERIFY(server.serverPort() >= First + Taken);
            QVERIFY(stream.localPort() >= First + Taken);
        }
        QVERIFY(server.hasPendingConnections() || server.waitForNewConnection(Patience));
        const std::unique_ptr<RdmaStream> there(server.nextPendingConnection());
        QCOMPARE(there->peerPort(), stream.localPort());
        stream.write("through");
        QTRY_COMPARE_WITH_TIMEOUT(there->bytesAvailable(), 7, Patience);
        stream.disconnectFromHost();
        QTRY_COMPARE_WITH_TIMEOUT(stream.state(), QAbstractSocket::UnconnectedState, Patience);
    }
}

// Who wants a certain port is told that it is not to be had.
void tst_Ports::givenPort()
{
    if (!RdmaTest::isSiw())
        QSKIP("Only iWARP shares its ports with TCP");
    RdmaServer server;
    QVERIFY(!server.listen(RdmaTest::address(), First));
    QCOMPARE(server.serverError(), QAbstractSocket::AddressInUseError);
    QVERIFY(server.listen(RdmaTest::address()));
    RdmaStream stream;
    QVERIFY(stream.bind(RdmaTest::address(), First));
    stream.connectToHost(RdmaTest::address(), server.serverPort());
    QVERIFY(!stream.waitForConnected(Patience));
    QCOMPARE(stream.error(), QAbstractSocket::AddressInUseError);
}

// Who leaves the choice to the machine is told when it has none.
void tst_Ports::noneLeft()
{
    for (QTcpServer &socket : m_sockets)
        socket.close();
    std::vector<std::unique_ptr<RdmaServer>> servers;
    auto late = std::make_unique<RdmaServer>();
    while (late->listen(RdmaTest::address())) {
        servers.push_back(std::exchange(late, std::make_unique<RdmaServer>()));
        QVERIFY(servers.size() <= Ports);
    }
    QCOMPARE(late->serverError(), QAbstractSocket::SocketResourceError);
    QVERIFY2(late->errorString().contains(u"No port is free"), qPrintable(late->errorString()));
    QVERIFY(!late->listen(QHostAddress::Any));
    QVERIFY2(late->errorString().contains(u"No port is free"), qPrintable(late->errorString()));

    // RoCE's ports are taken for each other end anew.
    std::vector<std::unique_ptr<RdmaStream>> clients;
    auto stream = std::make_unique<RdmaStream>();
    const auto connects = [&] {
        stream->connectToHost(RdmaTest::address(), servers.front()->serverPort());
        return stream->waitForConnected(Patience);
    };
    while (connects()) {
        clients.push_back(std::exchange(stream, std::make_unique<RdmaStream>()));
        QVERIFY(clients.size() <= Ports);
    }
    QCOMPARE(stream->error(), QAbstractSocket::SocketResourceError);
    QVERIFY2(stream->errorString().contains(u"No port is free"), qPrintable(stream->errorString()));

    servers.resize(servers.size() - 2); // the kernel does not give the last one again at once
    QTRY_VERIFY_WITH_TIMEOUT(late->isListening() || late->listen(QHostAddress::Any), Patience);
}

QTEST_GUILESS_MAIN(tst_Ports)
#include "tst_ports.moc"
