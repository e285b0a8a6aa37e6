// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Server and clients of the key-value store, through the device.

#include "client.h"
#include "server.h"

#include "rdmatest.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace KeyValue;

// The lab's processor is emulated and shared; nothing takes this long unless it fails.
static constexpr int Patience = 60000;

static Result wait(const QFuture<Result> &future)
{
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, Patience)
        || future.resultCount() == 0) {
        Result none;
        none.status = Result::Status(-1);
        return none;
    }
    return future.result();
}

class tst_KeyValue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void putAndGet();

private:
    std::unique_ptr<Client> newClient(quint64 name = 0)
    {
        auto client = std::make_unique<Client>();
        if (name)
            client->setName(name);
        client->connectToServer(server->serverAddress(), server->serverPort());
        if (!QTest::qWaitFor([&client] { return client->isReady(); }, Patience))
            qWarning() << "not connected:" << client->errorString();
        return client;
    }

    std::unique_ptr<Server> server;
};

void tst_KeyValue::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_KeyValue::init()
{
    server = std::make_unique<Server>(ServerOptions());
    connect(server.get(), &Server::log, server.get(),
            [](const QString &line) { qInfo() << "server:" << line; });
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
}

void tst_KeyValue::cleanup()
{
    server.reset();
}

void tst_KeyValue::putAndGet()
{
    const auto client = newClient();
    QVERIFY(client->isReady());
    QCOMPARE(wait(client->get("nothing")).status, Result::NotFound);
    const Result put = wait(client->put("greeting", "hello"));
    QCOMPARE(put.status, Result::Done);
    Result got = wait(client->get("greeting"));
    QCOMPARE(got.status, Result::Done);
    QCOMPARE(got.value, QByteArray("hello"));
    QCOMPARE(got.version, put.version);
    QCOMPARE(client->usesImmediates(), !RdmaTest::isSiw());
    QCOMPARE(client->statistics().fetches, quint64(0)); // the server had no part in it
}

QTEST_GUILESS_MAIN(tst_KeyValue)
#include "tst_keyvalue.moc"
