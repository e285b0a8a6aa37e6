// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../../../doc/guide/snippets/porting/rsockets.h"
#include "../shared/rdmatest.h"

#include <QtCore/qendian.h>
#include <QtCore/qthread.h>
#include <QtTest/qtest.h>

#include <memory>

// The programs of doc/guide/from-rsockets.md, before and after they were ported, and one of each
// with the other. Clients block a thread of their own.
class tst_PortingRsockets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void rsockets();
    void streams();
    void clientBefore();
    void serverBefore();

private:
    template <typename Ask>
    void asks(Ask ask);
};

namespace {

constexpr int Patience = 60000; // ms

const QByteArray question(10000, 'q');

sockaddr_in addressOf(quint16 port)
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = qToBigEndian(port);
    address.sin_addr.s_addr = qToBigEndian(RdmaTest::address().toIPv4Address());
    return address;
}

// The server with rsockets, in a thread, for one client.
class ServerBefore
{
public:
    ServerBefore() : m_listener(listenAt(addressOf(0)))
    {
        m_thread.reset(QThread::create([this] { echo(m_listener, 1); }));
        m_thread->start();
    }
    ~ServerBefore()
    {
        m_thread->wait();
        rclose(m_listener);
    }

    quint16 port() const
    {
        sockaddr_in address = {};
        socklen_t size = sizeof address;
        rgetsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &size);
        return qFromBigEndian(address.sin_port);
    }

private:
    const int m_listener;
    std::unique_ptr<QThread> m_thread;
};

const char *whyNotBefore()
{
    if (RdmaTest::isNull() || RdmaTest::isTcp())
        return "librdmacm's rsockets need a device of the kernel";
    if (RdmaTest::isSiw())
        return "siw can overlook the first message of a connection: doc/rsockets.md";
    return nullptr;
}

} // namespace

void tst_PortingRsockets::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("no address of a device in the environment");
}

template <typename Ask>
void tst_PortingRsockets::asks(Ask ask)
{
    QByteArray answer;
    const std::unique_ptr<QThread> client(QThread::create([&] { answer = ask(); }));
    client->start();
    QTRY_VERIFY_WITH_TIMEOUT(client->isFinished(), Patience);
    QCOMPARE(answer, question);
}

void tst_PortingRsockets::rsockets()
{
    if (const char *const reason = whyNotBefore())
        QSKIP(reason);
    const ServerBefore server;
    asks([&] {
        return QByteArray::fromStdString(ask(addressOf(server.port()), question.toStdString()));
    });
}

void tst_PortingRsockets::streams()
{
    RdmaServer server;
    echo(&server);
    QVERIFY(listenAt(&server, RdmaTest::address()));
    asks([&] { return ask(RdmaTest::address(), server.serverPort(), question); });
}

void tst_PortingRsockets::clientBefore()
{
    if (const char *const reason = whyNotBefore())
        QSKIP(reason);
    RdmaServer server;
    takeBoth(&server);
    echo(&server);
    QVERIFY(listenAt(&server, RdmaTest::address()));
    asks([port = server.serverPort()] {
        return QByteArray::fromStdString(ask(addressOf(port), question.toStdString()));
    });
}

void tst_PortingRsockets::serverBefore()
{
    if (const char *const reason = whyNotBefore())
        QSKIP(reason);
    const ServerBefore server;
    RdmaStream stream;
    speakRsockets(&stream);
    stream.connectToHost(RdmaTest::address(), server.port());
    QVERIFY2(stream.waitForConnected(), qPrintable(stream.errorString()));
    stream.write(question);
    stream.closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(stream.state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(stream.readAll(), question);
}

QTEST_MAIN(tst_PortingRsockets)

#include "tst_portingrsockets.moc"
