// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"
#include "../shared/testcertificates.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaTlsServer>
#include <QtRdma/RdmaTlsStream>

#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <functional>
#include <memory>
#include <vector>

using RdmaTest::TestAuthority;

namespace {

constexpr int Patience = 60000;
constexpr int Backlog = 2;

} // namespace

// A server of encrypted connections all of whose handshakes are taken up by clients who say nothing, and others that come after them.
class tst_TlsNewcomers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void deadOnesDropNobody();
    void deletedWhereItMakesWay_data();
    void deletedWhereItMakesWay();

private:
    void takeAllHandshakes();
    void connectPlain(RdmaStream *stream);
    QList<RdmaStream *> heldStreams() const;
    int waitingStreams() const;

    const TestAuthority authority;
    std::unique_ptr<RdmaTlsServer> server;
    std::unique_ptr<QSignalSpy> failures;
    std::vector<std::unique_ptr<RdmaStream>> silent;
};

void tst_TlsNewcomers::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_TlsNewcomers::init()
{
    const QByteArray subject = "IP:" + RdmaTest::address().toString().toLatin1();
    server = std::make_unique<RdmaTlsServer>();
    server->setSslConfiguration(RdmaTest::configurationOf(authority.issue(subject.constData())));
    server->setListenBacklogSize(Backlog);
    server->setHandshakeTimeout(-1);
    failures = std::make_unique<QSignalSpy>(server.get(), &RdmaTlsServer::errorOccurred);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
}

void tst_TlsNewcomers::cleanup()
{
    silent.clear();
    failures.reset();
    server.reset();
}

void tst_TlsNewcomers::connectPlain(RdmaStream *stream)
{
    stream->connectToHost(RdmaTest::address(), server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::ConnectedState, Patience);
}

void tst_TlsNewcomers::takeAllHandshakes()
{
    QSignalSpy started(server.get(), &RdmaTlsServer::startedEncryptionHandshake);
    for (int i = 0; i < Backlog; ++i) {
        silent.push_back(std::make_unique<RdmaStream>());
        connectPlain(silent.back().get());
        QTRY_COMPARE_WITH_TIMEOUT(started.size(), i + 1, Patience);
    }
}

// Two that nobody has taken leave no room. Of the next ones the first gets the first place, and the second has gone by then: it needs none.
void tst_TlsNewcomers::deadOnesDropNobody()
{
    std::vector<std::unique_ptr<RdmaTlsStream>> finished;
    QSignalSpy ready(server.get(), &RdmaTlsServer::newConnection);
    for (int i = 0; i < Backlog; ++i) {
        finished.push_back(std::make_unique<RdmaTlsStream>());
        finished.back()->setSslConfiguration(RdmaTest::configurationTrusting(authority));
        finished.back()->connectToHostEncrypted(RdmaTest::address().toString(),
                                                server->serverPort());
        QTRY_COMPARE_WITH_TIMEOUT(ready.size(), i + 1, Patience);
    }
    RdmaStream first;
    connectPlain(&first);
    QTRY_COMPARE_WITH_TIMEOUT(waitingStreams(), 1, Patience);
    RdmaStream second;
    connectPlain(&second);
    QTRY_COMPARE_WITH_TIMEOUT(waitingStreams(), 2, Patience);
    second.abort();
    QTRY_COMPARE_WITH_TIMEOUT(waitingStreams(), 1, Patience);
    delete server->nextPendingConnection();
    QTRY_VERIFY_WITH_TIMEOUT(heldStreams().isEmpty(), Patience);
    QCOMPARE(failures->size(), 0);
    QCOMPARE(first.state(), QAbstractSocket::ConnectedState);
}

// Those that have no handshake yet: others belong to an RdmaTlsStream.
QList<RdmaStream *> tst_TlsNewcomers::heldStreams() const
{
    return server->findChildren<RdmaStream *>(QString(), Qt::FindDirectChildrenOnly);
}

// Counts those of heldStreams() that are still connected.
int tst_TlsNewcomers::waitingStreams() const
{
    int connected = 0;
    const auto streams = heldStreams();
    for (const RdmaStream *stream : streams)
        connected += stream->state() == QAbstractSocket::ConnectedState ? 1 : 0;
    return connected;
}

void tst_TlsNewcomers::deletedWhereItMakesWay_data()
{
    QTest::addColumn<std::function<void(RdmaTlsStream *)>>("kill");
    QTest::addColumn<int>("told");
    QTest::addColumn<bool>("servedOn");
    const auto row = [](const char *name, const std::function<void(RdmaTlsStream *)> &kill,
                        int told,
                        bool servedOn) { QTest::newRow(name) << kill << told << servedOn; };
    row(
            "the stream", [](RdmaTlsStream *stream) { delete stream; }, 0, true);
    row(
            "the server", [this](RdmaTlsStream *) { server.reset(); }, 0, false);
    row(
            "the server closes", [this](RdmaTlsStream *) { server->close(); }, 1, false);
}

// The slot hears of the stream itself, before the server tells of it; where it is no more, there is nothing left to tell.
void tst_TlsNewcomers::deletedWhereItMakesWay()
{
    QFETCH(const std::function<void(RdmaTlsStream *)>, kill);
    QFETCH(const int, told);
    QFETCH(const bool, servedOn);
    int killed = 0;
    connect(server.get(), &RdmaTlsServer::startedEncryptionHandshake, this,
            [&](RdmaTlsStream *stream) {
                connect(stream, &RdmaTlsStream::errorOccurred, this, [&killed, &kill, stream] {
                    ++killed;
                    kill(stream);
                });
            });
    takeAllHandshakes();
    RdmaTlsStream client;
    client.setSslConfiguration(RdmaTest::configurationTrusting(authority));
    client.connectToHostEncrypted(RdmaTest::address().toString(), server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(killed, 1, Patience);
    QCOMPARE(failures->size(), told);
    QTRY_COMPARE_WITH_TIMEOUT(silent.front()->state(), QAbstractSocket::UnconnectedState, Patience);
    if (servedOn)
        QTRY_VERIFY_WITH_TIMEOUT(client.isEncrypted(), Patience);
    else
        QTRY_COMPARE_WITH_TIMEOUT(client.state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(killed, 1);
}

QTEST_GUILESS_MAIN(tst_TlsNewcomers)
#include "tst_tlsnewcomers.moc"
