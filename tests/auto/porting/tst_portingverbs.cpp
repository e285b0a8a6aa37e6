// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../../../doc/guide/snippets/porting/verbs.h"
#include "../shared/rdmatest.h"

#include <QtCore/qendian.h>
#include <QtCore/qthread.h>
#include <QtTest/qtest.h>

#include <memory>

// The client of doc/guide/from-verbs.md, before and after it was ported, with the same server.
class tst_PortingVerbs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void verbs();
    void queuePair();

private:
    std::unique_ptr<AnswerServer> server;
};

constexpr int Patience = 60000; // ms

void tst_PortingVerbs::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("no address of a device in the environment");
}

void tst_PortingVerbs::init()
{
    server = std::make_unique<AnswerServer>();
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
}

void tst_PortingVerbs::verbs()
{
    if (RdmaTest::isSiw())
        QSKIP("siw can overlook the first message of a connection: doc/verbs.md");
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = qToBigEndian(server->serverPort());
    address.sin_addr.s_addr = qToBigEndian(RdmaTest::address().toIPv4Address());
    std::string answer;
    const std::unique_ptr<QThread> client(QThread::create([&] { answer = ask(address, "why"); }));
    client->start();
    QTRY_VERIFY_WITH_TIMEOUT(client->isFinished(), Patience);
    QCOMPARE(answer, std::string("WHY"));
}

void tst_PortingVerbs::queuePair()
{
    QByteArray answer;
    RdmaQueuePair client;
    ask(&client, RdmaTest::address(), server->serverPort(), "why",
        [&answer](const QByteArray &told) { answer = told; });
    QTRY_COMPARE_WITH_TIMEOUT(answer, QByteArray("WHY"), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), QAbstractSocket::UnconnectedState, Patience);
}

QTEST_MAIN(tst_PortingVerbs)

#include "tst_portingverbs.moc"
