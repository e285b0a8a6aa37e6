// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../../../doc/guide/snippets/porting/fortunes.h"
#include "../../../doc/guide/snippets/porting/workers.h"
#include "../shared/rdmatest.h"

#include <QtRdma/RdmaTcpServer>
#include <QtRdma/RdmaTcpSocket>

#include <QtTest/qtest.h>

#include <memory>

// A thread with an event loop and an object in it.
class WorkerThread : public QThread
{
public:
    WorkerThread()
    {
        setObjectName(QStringLiteral("worker"));
        object.moveToThread(this);
        start();
    }
    ~WorkerThread() override
    {
        quit();
        wait();
    }

    QObject object;
};

// The programs of doc/guide/porting.md, before and after they were ported. The client blocks a
// thread of its own.
class tst_Porting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void sockets();
    void streams();
    void compat();
    void threadedSockets();
    void threadedStreams();
    void workerOfSockets();
    void workerOfStreams();

private:
    template <typename Socket>
    void fetches(const QHostAddress &address, quint16 port, const QString &expected = fortune());
};

void tst_Porting::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("no address of a device in the environment");
}

template <typename Socket>
void tst_Porting::fetches(const QHostAddress &address, quint16 port, const QString &expected)
{
    QString text;
    const std::unique_ptr<QThread> client(QThread::create([&] {
        Socket socket;
        text = fetch(&socket, address.toString(), port);
    }));
    client->start();
    QTRY_VERIFY_WITH_TIMEOUT(client->isFinished(), 60000);
    QCOMPARE(text, expected);
}

void tst_Porting::sockets()
{
    QTcpServer server;
    serve(&server);
    QVERIFY(server.listen(QHostAddress::LocalHost));
    fetches<QTcpSocket>(server.serverAddress(), server.serverPort());
}

void tst_Porting::streams()
{
    RdmaServer server;
    serve(&server);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    fetches<RdmaStream>(RdmaTest::address(), server.serverPort());
}

void tst_Porting::compat()
{
    RdmaTcpServer server;
    serve(&server);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    fetches<RdmaTcpSocket>(RdmaTest::address(), server.serverPort());
}

void tst_Porting::threadedSockets()
{
    ThreadedTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    fetches<QTcpSocket>(server.serverAddress(), server.serverPort());
    QTRY_VERIFY(server.findChildren<QThread *>().isEmpty());
}

void tst_Porting::threadedStreams()
{
    ThreadedRdmaServer server;
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    fetches<RdmaStream>(RdmaTest::address(), server.serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(server.findChildren<QThread *>().isEmpty(), 60000);
}

void tst_Porting::workerOfSockets()
{
    WorkerThread worker;
    QTcpServer server;
    serveFrom(&server, &worker.object);
    QVERIFY(server.listen(QHostAddress::LocalHost));
    fetches<QTcpSocket>(server.serverAddress(), server.serverPort(), worker.objectName());
}

void tst_Porting::workerOfStreams()
{
    WorkerThread worker;
    WorkerServer server(&worker.object);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    fetches<RdmaStream>(RdmaTest::address(), server.serverPort(), worker.objectName());
}

QTEST_MAIN(tst_Porting)

#include "tst_porting.moc"
