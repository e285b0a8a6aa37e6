// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Server and clients of the key-value store, through the device.

#include "client.h"
#include "server.h"

#include "rdmatest.h"
#include "waitfor.h"

#include <QEventLoop>
#include <QFutureWatcher>
#include <QProcess>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <functional>
#include <memory>

using namespace KeyValue;

// The lab's processor is emulated and shared; nothing takes this long unless it fails.
static constexpr int Patience = 60000;

static Result wait(const QFuture<Result> &future)
{
    QEventLoop loop;
    QFutureWatcher<Result> watcher;
    QTimer timer;
    QObject::connect(&watcher, &QFutureWatcherBase::finished, &loop, &QEventLoop::quit);
    QObject::connect(&timer, &QTimer::timeout, &loop, &QEventLoop::quit);
    watcher.setFuture(future);
    timer.start(Patience);
    if (!future.isFinished())
        loop.exec();
    Result none;
    none.status = Result::Status(-1);
    return future.isFinished() && future.resultCount() == 1 ? future.result() : none;
}

// A peer that knows the messages and keeps to nothing else.
class Stranger
{
public:
    bool connectTo(const Server &server, const QByteArray &privateData = greeting(),
                   int receives = 8)
    {
        QObject::connect(&queuePair, &RdmaQueuePair::completed, &queuePair,
                         [this](quint64, const RdmaCompletion &completion) {
                             const auto message = completion.isSuccess()
                                             && completion.opcode() == Rdma::Opcode::Receive
                                     ? decode(completion.data())
                                     : std::nullopt;
                             if (message)
                                 take(*message);
                         });
        options.setPrivateData(privateData);
        options.setSendDepth(512);
        for (int i = 0; i < receives; ++i)
            queuePair.postReceive(MessageSize);
        queuePair.connectToHost(server.serverAddress(), server.serverPort(), options);
        return RdmaTest::waitFor(
                       [this] {
                           return queuePair.state() == QAbstractSocket::ConnectedState
                                   || queuePair.state() == QAbstractSocket::UnconnectedState;
                       },
                       Patience)
                && queuePair.state() == QAbstractSocket::ConnectedState;
    }
    // As a good client begins.
    bool greet(const Server &server, quint64 name = 0)
    {
        if (!connectTo(server))
            return false;
        send(Hello{ name });
        if (!RdmaTest::waitFor([this] { return layout.number != 0; }, Patience))
            return false;
        send(LayoutSeen{ layout.number });
        return true;
    }
    void take(const Message &message)
    {
        if (const auto *said = std::get_if<Welcome>(&message))
            welcome = *said;
        else if (const auto *laid = std::get_if<Layout>(&message))
            layout = *laid;
        else if (const auto *goodbye = std::get_if<Goodbye>(&message))
            reason = goodbye->reason;
        else if (const auto *reply = std::get_if<Reply>(&message))
            replies.append(*reply);
    }
    bool send(const Message &message) { return queuePair.postSend(encode(message)) != 0; }
    bool write(const QByteArray &bytes, const RdmaRemoteMemory &to)
    {
        return queuePair.postWrite(bytes, to) != 0;
    }
    bool commit(quint32 slot)
    {
        return RdmaTest::isSiw()
                ? send(Commit{ slot })
                : queuePair.postWriteWithImmediate(QByteArray(), welcome.staging.slice(0, 0), slot)
                        != 0;
    }
    bool isGone()
    {
        return RdmaTest::waitFor(
                [this] { return queuePair.state() == QAbstractSocket::UnconnectedState; },
                Patience);
    }
    RdmaRemoteMemory staging(quint32 slot, qsizetype size) const
    {
        return welcome.staging.slice(quint64(slot) * welcome.slotSize, quint64(size));
    }

    RdmaConnectionOptions options;
    RdmaQueuePair queuePair;
    Welcome welcome;
    Layout layout;
    QByteArray reason;
    QList<Reply> replies;
};

class tst_KeyValue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void putAndGet();
    void removeAndList();
    void sizes_data();
    void sizes();
    void compareAndSwap();
    void racers();
    void lifetimes();
    void lifetimesAfterARestart();
    void metrics();
    void manyAtOnce();
    void growing();
    void domainsOfTheirOwn();
    void changesOfOthers_data();
    void changesOfOthers();
    void fullStore();
    void serverGoesAway();
    void abortedClient();
    void deletedInContinuation_data();
    void deletedInContinuation();
    void newerConnectionWins();
    void tooManyClients();
    void restart();
    void commandLine();
    void bytesOfAnyKind();
    void racesOfCommands();
    void keysOfABench();
    void oneServerForADatabase();
    void orderlyEnd();
    void endOnAFullDisk();
    void stressWithKills();

    void refusedGreeting();
    void serverWithControlSequences_data();
    void serverWithControlSequences();
    void badMessages_data();
    void badMessages();
    void badPieces_data();
    void badPieces();
    void badCommits_data();
    void badCommits();
    void writesWhereItMustNot_data();
    void writesWhereItMustNot();
    void takesNoReplies();
    void usesUpTheReceives();
    void randomNoise();

private:
    void startServer(const ServerOptions &options = {});
    void checkWitness();
    std::unique_ptr<Client> newClient(quint64 name = 0)
    {
        auto client = std::make_unique<Client>();
        if (name)
            client->setName(name);
        client->connectToServer(server->serverAddress(), server->serverPort());
        if (!RdmaTest::waitFor([&client] { return client->isReady(); }, Patience))
            qWarning() << "not connected:" << client->errorString();
        return client;
    }

    std::unique_ptr<Server> server;
    std::unique_ptr<Client> witness; // an innocent one
};

void tst_KeyValue::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_KeyValue::init()
{
    if (!RdmaTest::isWorthIt({ "putAndGet", "sizes", "compareAndSwap", "manyAtOnce", "growing",
                               "serverGoesAway", "abortedClient", "stressWithKills",
                               "writesWhereItMustNot", "takesNoReplies", "usesUpTheReceives" })) {
        QSKIP(RdmaTest::ToldByRoce);
    }
    startServer();
}

void tst_KeyValue::startServer(const ServerOptions &options)
{
    server = std::make_unique<Server>(options);
    connect(server.get(), &Server::log, server.get(),
            [](const QString &line) { qInfo() << "server:" << line; });
    QString problem;
    QVERIFY2(server->open(&problem), qPrintable(problem));
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
}

void tst_KeyValue::cleanup()
{
    witness.reset();
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
    if (RdmaTest::isSiw())
        QVERIFY(!server->sharesReceives()); // no memory windows
    if (RdmaTest::isRxe())
        QVERIFY(server->sharesReceives());
    QCOMPARE(client->statistics().fetches, quint64(0)); // the server had no part in it
}

void tst_KeyValue::removeAndList()
{
    const auto client = newClient();
    QList<QByteArray> all;
    for (int i = 0; i < 300; ++i) {
        all.append("a long name of a key, number " + QByteArray::number(1000 + i));
        QCOMPARE(wait(client->put(all.last(), "x")).status, Result::Done);
    }
    QList<QByteArray> listed;
    Result page;
    int pages = 0;
    do {
        page = wait(client->list(page.keys.isEmpty() ? QByteArray() : page.keys.last()));
        QCOMPARE(page.status, Result::Done);
        listed += page.keys;
        ++pages;
    } while (page.more);
    QCOMPARE(listed, all);
    QVERIFY(pages > 3);
    QCOMPARE(wait(client->list({}, "b")).keys.size(), qsizetype(0));
    QCOMPARE(wait(client->remove(all.first())).status, Result::Done);
    QCOMPARE(wait(client->remove(all.first())).status, Result::NotFound);
    QCOMPARE(wait(client->get(all.first())).status, Result::NotFound);
    QCOMPARE(wait(client->list()).keys.first(), all.at(1));
}

void tst_KeyValue::sizes_data()
{
    QTest::addColumn<int>("keySize");
    QTest::addColumn<int>("valueSize");
    QTest::newRow("nothing") << 1 << 0;
    QTest::newRow("one byte") << 1 << 1;
    QTest::newRow("odd") << 13 << 4097;
    QTest::newRow("two pieces") << 3 << 70000;
    QTest::newRow("a piece to its end") << 3 << int(PieceSize - SlotHeaderSize - 3);
    QTest::newRow("one byte in the last piece") << 3 << int(2 * PieceSize - SlotHeaderSize - 2);
    QTest::newRow("most") << int(MaxKeySize) << int(MaxValueSize);
}

void tst_KeyValue::sizes()
{
    QFETCH(int, keySize);
    QFETCH(int, valueSize);
    QByteArray pattern(4093, '\0'); // of no round number, so that pieces differ
    for (qsizetype i = 0; i < pattern.size(); ++i)
        pattern[i] = char(i * 7 + i / 256);
    const QByteArray value = pattern.repeated(valueSize / pattern.size() + 1).first(valueSize);
    const QByteArray key(keySize, 'k');
    const auto client = newClient();
    QCOMPARE(wait(client->put(key, value)).status, Result::Done);
    QCOMPARE(wait(client->get(key)).value, value);
    QCOMPARE(wait(client->put(key + QByteArray(256 - keySize, 'x'), value)).status,
             Result::TooLong);
    QCOMPARE(wait(client->put(key, QByteArray(MaxValueSize + 1, 'x'))).status, Result::TooLong);
    QCOMPARE(wait(client->put({}, value)).status, Result::TooLong);
    QCOMPARE(wait(client->get(key)).value, value);
}

static PutOptions ifVersion(quint64 version)
{
    PutOptions options;
    options.condition = version == 0 ? Condition::Absent : Condition::HasVersion;
    options.version = version;
    return options;
}

void tst_KeyValue::compareAndSwap()
{
    const auto client = newClient();
    const auto other = newClient();
    const Result first = wait(client->put("key", "one", ifVersion(0)));
    QCOMPARE(first.status, Result::Done);
    Result late = wait(other->put("key", "two", ifVersion(0)));
    QCOMPARE(late.status, Result::Conflict);
    QCOMPARE(late.version, first.version);
    const Result second = wait(other->put("key", "three", ifVersion(late.version)));
    QCOMPARE(second.status, Result::Done);
    late = wait(client->put("key", QByteArray(100000, 'x'), ifVersion(first.version)));
    QCOMPARE(late.status, Result::Conflict);
    QCOMPARE(late.version, second.version);
    QCOMPARE(wait(client->get("key")).value, QByteArray("three"));
    QCOMPARE(wait(client->remove("key")).status, Result::Done);
    late = wait(client->put("key", "four", ifVersion(second.version)));
    QCOMPARE(late.status, Result::Conflict);
    QCOMPARE(late.version, quint64(0));
    // In one turn: the second one meets what the first one has made.
    const QFuture<Result> put = client->put("key", "five", ifVersion(0));
    const QFuture<Result> again = client->put("key", "six", ifVersion(0));
    QCOMPARE(wait(put).status, Result::Done);
    QCOMPARE(wait(again).status, Result::Conflict);
    QCOMPARE(wait(client->get("key")).value, QByteArray("five"));
}

// Of those who start from the same version one wins.
void tst_KeyValue::racers()
{
    const std::unique_ptr<Client> clients[] = { newClient(), newClient(), newClient() };
    quint64 version = wait(clients[0]->put("key", "start")).version;
    for (int round = 0; round < 20; ++round) {
        QList<QFuture<Result>> futures;
        for (const auto &client : clients)
            futures.append(client->put("key", "x", ifVersion(version)));
        int winners = 0;
        for (const auto &future : std::as_const(futures)) {
            const Result result = wait(future);
            QVERIFY(result.status == Result::Done || result.status == Result::Conflict);
            winners += result.status == Result::Done ? 1 : 0;
            version = result.status == Result::Done ? result.version : version;
        }
        QCOMPARE(winners, 1);
    }
}

static PutOptions living(int milliseconds)
{
    PutOptions options;
    options.lifetime = std::chrono::milliseconds(milliseconds);
    return options;
}

void tst_KeyValue::lifetimes()
{
    const auto client = newClient();
    QCOMPARE(wait(client->put("short", "x", living(200))).status, Result::Done);
    QCOMPARE(wait(client->put("kept", "x", living(200))).status, Result::Done);
    QCOMPARE(wait(client->put("kept", "y")).status, Result::Done);
    QCOMPARE(wait(client->put("long", "x", living(3600 * 1000))).status, Result::Done);
    QTRY_COMPARE_WITH_TIMEOUT(wait(client->get("short")).status, Result::NotFound, Patience);
    QCOMPARE(wait(client->list()).keys, QList<QByteArray>({ "kept", "long" }));
    QCOMPARE(wait(client->get("kept")).value, QByteArray("y"));
    QCOMPARE(server->store().count(), qsizetype(2));
}

void tst_KeyValue::lifetimesAfterARestart()
{
    const QTemporaryDir directory;
    ServerOptions options;
    options.database = directory.filePath(QStringLiteral("store.sqlite"));
    QString problem;
    if (!Server(options).open(&problem))
        QSKIP(qPrintable(problem));
    startServer(options);
    {
        const auto client = newClient();
        QCOMPARE(wait(client->put("short", "x", living(2000))).status, Result::Done);
        QCOMPARE(wait(client->put("long", "x", living(3600 * 1000))).status, Result::Done);
    }
    server.reset();
    startServer(options);
    const auto client = newClient();
    QTRY_COMPARE_WITH_TIMEOUT(wait(client->get("short")).status, Result::NotFound, Patience);
    QCOMPARE(wait(client->get("long")).status, Result::Done);
    QCOMPARE(server->store().nextEnd().has_value(), true);
}

void tst_KeyValue::metrics()
{
    const auto client = newClient();
    QCOMPARE(wait(client->put("key", "value")).status, Result::Done);
    QCOMPARE(wait(client->put("key", "other", ifVersion(0))).status, Result::Conflict);
    QCOMPARE(wait(client->get("key")).status, Result::Done);
    QCOMPARE(wait(client->get("nothing")).status, Result::NotFound);
    const Result result = wait(client->metrics());
    QCOMPARE(result.status, Result::Done);
    for (const char *line :
         { "requests_total{kind=\"put\"} 1", "requests_total{kind=\"cas\"} 1", "conflicts_total 1",
           "gets_total{result=\"hit\"} 1", "gets_total{result=\"miss\"} 1", "read_bytes_total 5",
           "written_bytes_total 10", "clients 1", "keys 1", "memory_limit_bytes 268435456" }) {
        const QByteArray whole = QByteArray("\nkeyvalue_") + line + '\n';
        QVERIFY2(result.value.contains(whole), result.value.constData());
    }
}

void tst_KeyValue::manyAtOnce()
{
    const auto client = newClient();
    QList<QFuture<Result>> futures;
    for (int i = 0; i < 500; ++i)
        futures.append(client->put("k" + QByteArray::number(i), QByteArray(i, char('a' + i % 26))));
    for (const auto &future : std::as_const(futures))
        QCOMPARE(wait(future).status, Result::Done);
    futures.clear();
    for (int i = 0; i < 500; ++i)
        futures.append(client->get("k" + QByteArray::number(i)));
    for (int i = 0; i < 500; ++i)
        QCOMPARE(wait(futures.at(i)).value, QByteArray(i, char('a' + i % 26)));
}

// The index is replaced and chunks are added while clients read.
void tst_KeyValue::growing()
{
    const auto writer = newClient();
    const auto reader = newClient();
    QCOMPARE(wait(writer->put("first", "1")).status, Result::Done);
    const quint32 before = server->store().layout();
    QList<QFuture<Result>> writes;
    int reads = 0;
    for (int i = 0; i < 1500; ++i)
        writes.append(writer->put("grow" + QByteArray::number(i), QByteArray(2000, 'g')));
    while (!writes.last().isFinished()) {
        QCOMPARE(wait(reader->get("first")).value, QByteArray("1"));
        ++reads;
    }
    for (const auto &write : std::as_const(writes))
        QVERIFY2(wait(write).status == Result::Done, qPrintable(writer->errorString()));
    QVERIFY(server->store().layout() > before + 3);
    QVERIFY(server->store().chunks().size() > 1);
    QVERIFY(reads > 0);
    QCOMPARE(wait(reader->get("grow1499")).value, QByteArray(2000, 'g'));
}

// Where clients share receives and one domain, the other way is tested here.
void tst_KeyValue::domainsOfTheirOwn()
{
    ServerOptions options;
    options.shareReceives = false;
    startServer(options);
    growing();
    QVERIFY(!server->sharesReceives());
    Stranger victim;
    Stranger stranger;
    QVERIFY(victim.greet(*server));
    QVERIFY(stranger.greet(*server));
    QVERIFY(stranger.write("forbidden", victim.staging(0, 9)));
    QVERIFY(stranger.isGone());
    const quint64 read = victim.queuePair.postRead(victim.staging(0, 9));
    const QFuture<RdmaCompletion> future = victim.queuePair.whenCompleted(read);
    QVERIFY(RdmaTest::waitFor([&future] { return future.isFinished(); }, Patience));
    QCOMPARE(future.result().data(), QByteArray(9, '\0'));
}

void tst_KeyValue::changesOfOthers_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("count");
    QTest::newRow("small") << 4000 << 300;
    QTest::newRow("in pieces") << 150000 << 60;
}

// One writes, one reads the same key: never a mixture, never back in time.
void tst_KeyValue::changesOfOthers()
{
    const auto writer = newClient();
    const auto reader = newClient();
    QFETCH(const int, size);
    QFETCH(const int, count);
    const auto valueOf = [size](int number) -> QByteArray {
        return QByteArray::number(number)
                + QByteArray(size + number % 7 * 1000, char(number % 251));
    };
    QCOMPARE(wait(writer->put("key", valueOf(0))).status, Result::Done);
    int written = 0;
    int seen = 0;
    bool failed = false;
    std::function<void(const Result &)> next = [&](const Result &result) {
        failed = failed || result.status != Result::Done;
        if (++written < count && !failed)
            writer->put("key", valueOf(written)).then(writer.get(), next);
    };
    writer->put("key", valueOf(1)).then(writer.get(), next);
    while (written < count && !failed) {
        const Result got = wait(reader->get("key"));
        QCOMPARE(got.status, Result::Done);
        int found = -1;
        for (int i = seen; i <= written + 1 && found < 0; ++i) {
            if (got.value == valueOf(i))
                found = i;
        }
        QVERIFY2(found >= 0, qPrintable(QStringLiteral("torn, or older than %1").arg(seen)));
        seen = found;
    }
    QVERIFY(!failed);
}

void tst_KeyValue::fullStore()
{
    ServerOptions options;
    options.limits.bytes = 1 << 20;
    options.limits.keys = 20;
    startServer(options);
    const auto client = newClient();
    for (int i = 0; i < 20; ++i)
        QCOMPARE(wait(client->put(QByteArray::number(i), "x")).status, Result::Done);
    QCOMPARE(wait(client->put("one more", "x")).status, Result::Full);
    Result result;
    for (int i = 0; i < 20 && result.status != Result::Full; ++i)
        result = wait(client->put(QByteArray::number(i), QByteArray(64 * 1024, 'x')));
    QCOMPARE(result.status, Result::Full);
    for (int i = 0; i < 20; ++i)
        QCOMPARE(wait(client->remove(QByteArray::number(i))).status, Result::Done);
    QCOMPARE(wait(client->put("one more", "x")).status, Result::Done);
}

void tst_KeyValue::serverGoesAway()
{
    const auto client = newClient();
    QSignalSpy gone(client.get(), &Client::disconnected);
    QCOMPARE(wait(client->put("a", "x")).status, Result::Done);
    server.reset();
    const QFuture<Result> late = client->put("b", "x");
    QCOMPARE(wait(late).status, Result::Disconnected);
    QTRY_COMPARE_WITH_TIMEOUT(gone.count(), 1, Patience);
    QVERIFY(!client->errorString().isEmpty());
    startServer();
    client->connectToServer(server->serverAddress(), server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(client->isReady(), Patience);
    QCOMPARE(wait(client->put("a", "again")).status, Result::Done);
    QCOMPARE(wait(client->get("a")).value, QByteArray("again"));
}

void tst_KeyValue::abortedClient()
{
    const auto other = newClient();
    const auto valueOf = [](char letter) { // some in pieces
        return QByteArray((letter % 2 == 0 ? 1 : 3) * 64 * 1024, letter);
    };
    for (int round = 0; round < 5; ++round) {
        auto client = newClient();
        QList<QFuture<Result>> futures;
        for (int i = 0; i < 30; ++i)
            futures.append(client->put("k" + QByteArray::number(i), valueOf(char('a' + round))));
        wait(futures.first());
        client.reset();
        for (const auto &future : std::as_const(futures))
            QVERIFY(future.isFinished());
        for (int i = 0; i < 30; ++i) {
            const Result got = wait(other->get("k" + QByteArray::number(i)));
            if (got.status == Result::Done)
                QCOMPARE(got.value, valueOf(got.value.at(0)));
            if (futures.at(i).result().status == Result::Done)
                QCOMPARE(got.value, valueOf(char('a' + round)));
        }
    }
    QTRY_COMPARE_WITH_TIMEOUT(server->clients(), qsizetype(1), Patience);
}

void tst_KeyValue::deletedInContinuation_data()
{
    QTest::addColumn<bool>("answered");
    QTest::newRow("by the answer") << true;
    QTest::newRow("by the end of the connection") << false;
}

void tst_KeyValue::deletedInContinuation()
{
    QFETCH(const bool, answered);
    auto client = newClient();
    QCOMPARE(wait(client->put("a", "x")).status, Result::Done);
    Result first;
    client->get("a").then([&](const Result &result) {
        first = result;
        client.reset();
    });
    QList<QFuture<Result>> others;
    for (int i = 0; i < 40; ++i) // more than are under way at once
        others.append(client->get("a"));
    if (!answered)
        client->abort();
    QTRY_VERIFY_WITH_TIMEOUT(!client, Patience);
    QCOMPARE(first.status, answered ? Result::Done : Result::Disconnected);
    for (const auto &future : std::as_const(others)) {
        QVERIFY(future.isFinished());
        QCOMPARE(future.resultCount(), 1);
    }
}

void tst_KeyValue::newerConnectionWins()
{
    const auto older = newClient(77);
    QSignalSpy gone(older.get(), &Client::disconnected);
    const auto newer = newClient(77);
    QTRY_COMPARE_WITH_TIMEOUT(gone.count(), 1, Patience);
    QVERIFY(older->errorString().contains(u"newer connection"));
    QCOMPARE(wait(older->put("a", "x")).status, Result::Disconnected);
    QCOMPARE(wait(newer->put("a", "y")).status, Result::Done);
}

void tst_KeyValue::tooManyClients()
{
    ServerOptions options;
    options.maxClients = 1;
    startServer(options);
    auto first = newClient();
    QVERIFY(first->isReady());
    Client second;
    QSignalSpy gone(&second, &Client::disconnected);
    second.connectToServer(server->serverAddress(), server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(gone.count(), 1, Patience);
    QVERIFY2(second.errorString().endsWith(u"this client: too many clients"),
             qPrintable(second.errorString()));
    first.reset();
    QTRY_COMPARE_WITH_TIMEOUT(server->clients(), qsizetype(0), Patience);
    QVERIFY(newClient()->isReady());
}

void tst_KeyValue::restart()
{
    const QTemporaryDir directory;
    ServerOptions options;
    options.database = directory.filePath(QStringLiteral("store.sqlite"));
    QString problem;
    if (!Server(options).open(&problem))
        QSKIP(qPrintable(problem));
    startServer(options);
    {
        const auto client = newClient();
        QList<QFuture<Result>> futures;
        for (int i = 0; i < 100; ++i)
            futures.append(client->put("k" + QByteArray::number(i), QByteArray(i * 10, 'x')));
        for (const auto &future : std::as_const(futures))
            QCOMPARE(wait(future).status, Result::Done);
        QCOMPARE(wait(client->remove("k5")).status, Result::Done);
        QCOMPARE(wait(client->put("k6", "six")).status, Result::Done);
    }
    server.reset();
    startServer(options);
    const auto client = newClient();
    QCOMPARE(server->store().count(), qsizetype(99));
    QCOMPARE(wait(client->get("k5")).status, Result::NotFound);
    QCOMPARE(wait(client->get("k6")).value, QByteArray("six"));
    QCOMPARE(wait(client->get("k0")).status, Result::Done);
    QCOMPARE(wait(client->get("k99")).value, QByteArray(990, 'x'));
}

// The programs, and a server that is killed: what it acknowledged is on the disk.
void tst_KeyValue::commandLine()
{
    const QTemporaryDir directory;
    const QString address = RdmaTest::address().toString() + QStringLiteral(":4999");
    const QStringList arguments = { QStringLiteral("--listen"), address,
                                    QStringLiteral("--database"),
                                    directory.filePath(QStringLiteral("store.sqlite")) };
    const auto run = [&address](const QStringList &words) -> QByteArray {
        QProcess process;
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(QStringLiteral(KEYVALUE_PROGRAM),
                      QStringList{ QStringLiteral("--connect"), address } + words);
        process.waitForFinished(Patience);
        return QByteArray::number(process.exitCode()) + ' ' + process.readAllStandardOutput();
    };
    for (int round = 0; round < 2; ++round) {
        QProcess serving;
        serving.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        serving.start(QStringLiteral(KEYVALUE_PROGRAM), arguments);
        QVERIFY(serving.waitForReadyRead(Patience));
        const QByteArray ready = serving.readAllStandardOutput();
        if (round == 0) {
            QVERIFY(ready.startsWith("* 0 keys"));
            QCOMPARE(run({ QStringLiteral("put"), QStringLiteral("a"), QStringLiteral("one") }),
                     QByteArray("0 "));
            QCOMPARE(run({ QStringLiteral("put"), QStringLiteral("b"), QStringLiteral("two") }),
                     QByteArray("0 "));
            QCOMPARE(run({ QStringLiteral("del"), QStringLiteral("a") }), QByteArray("0 "));
        }
        QVERIFY2(round == 0 || ready.startsWith("* 1 keys"), ready.constData());
        QCOMPARE(run({ QStringLiteral("get"), QStringLiteral("a") }), QByteArray("1 "));
        QCOMPARE(run({ QStringLiteral("get"), QStringLiteral("b") }), QByteArray("0 two"));
        QCOMPARE(run({ QStringLiteral("ls") }), QByteArray("0 b\n"));
        const QString evil = QStringLiteral("evil\x1b]0;pwned\x07");
        QCOMPARE(run({ QStringLiteral("put"), evil, QStringLiteral("x") }), QByteArray("0 "));
        QCOMPARE(run({ QStringLiteral("ls") }), QByteArray("0 b\nevil\\x1b]0;pwned\\x07\n"));
        QCOMPARE(run({ QStringLiteral("del"), evil }), QByteArray("0 "));
        if (round == 1) {
            QVERIFY(run({ QStringLiteral("bench"), QStringLiteral("50") })
                            .contains("put: 50 of 1024"));
            QCOMPARE(run({ QStringLiteral("nonsense") }), QByteArray("2 "));
        }
        serving.kill();
        QVERIFY(serving.waitForFinished(Patience));
    }
}

// Runs the words in a shell, where $kv is the client of that server, and returns what they print.
static QByteArray shell(const Server &server, const QString &directory, const QString &words)
{
    const QString client =
            QStringLiteral("%1 --connect %2:%3")
                    .arg(QStringLiteral(KEYVALUE_PROGRAM), server.serverAddress().toString())
                    .arg(server.serverPort());
    QProcess process;
    process.setWorkingDirectory(directory);
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(QStringLiteral("sh"),
                  { QStringLiteral("-ec"), QStringLiteral("kv='%1'; %2").arg(client, words) });
    RdmaTest::waitFor([&process] { return process.state() == QProcess::NotRunning; }, Patience);
    return process.readAllStandardOutput();
}

// Keys and values are bytes, and no command changes one of them.
void tst_KeyValue::bytesOfAnyKind()
{
    const QTemporaryDir directory;
    const auto run = [&](const char *words) {
        return shell(*server, directory.path(), QString::fromLatin1(words));
    };
    run("$kv put $(printf '\\377\\376') one; $kv put $(printf '\\376\\377') two");
    QCOMPARE(run("$kv get $(printf '\\377\\376')"), QByteArray("one"));
    QCOMPARE(run("$kv ls"), QByteArray("\\xfe\\xff\n\\xff\\xfe\n"));
    QCOMPARE(run("$kv ls -0"), QByteArray("\xfe\xff\0\xff\xfe\0", 6));
    run("head -c 60000 /dev/urandom > sent; $kv put f --file sent; $kv put i - < sent");
    QCOMPARE(run("$kv get f | cmp - sent && $kv get i --file got && cmp got sent && echo same"),
             QByteArray("same\n"));
    QCOMPARE(run("$kv put f other; $kv get f --file got || echo $?; cmp got sent && echo same"),
             QByteArray("1\nsame\n"));
    QCOMPARE(run("$kv get f --file got --overwrite; cat got"), QByteArray("other"));
    QCOMPARE(run("$kv get f > /dev/full || echo $?"), QByteArray("1\n"));
    run("head -c 1000000 /dev/urandom > large; $kv put l - < large");
    QCOMPARE(run("$kv get l | cmp - large && echo same"), QByteArray("same\n"));
    QCOMPARE(run("$kv put f a b || echo $?; $kv ls --overwrite || echo $?"), QByteArray("2\n2\n"));
}

void tst_KeyValue::racesOfCommands()
{
    const QTemporaryDir directory;
    const auto run = [&](const char *words) {
        return shell(*server, directory.path(), QString::fromLatin1(words));
    };
    QCOMPARE(run("$kv cas k one --expect ABSENT > v; $kv cas k two --expect ABSENT || echo $?"),
             QByteArray("3\n"));
    QCOMPARE(run("$kv cas k two --expect $(cat v) > w; $kv get k"), QByteArray("two"));
    QCOMPARE(run("$kv version k | cmp - w && echo same"), QByteArray("same\n"));
    QCOMPARE(run("$kv cas k x || echo $?; $kv put k x --ttl 0 || echo $?; "
                 "$kv get k --ttl 1 || echo $?"),
             QByteArray("2\n2\n2\n"));
    QCOMPARE(run("$kv stats | grep '^keyvalue_keys '"), QByteArray("keyvalue_keys 1\n"));
}

// They go when a get fails, and end by themselves when the bench is killed.
void tst_KeyValue::keysOfABench()
{
    const auto client = newClient();
    const auto start = [this](QProcess *bench, const QString &count) {
        const QString address = QStringLiteral("%1:%2")
                                        .arg(server->serverAddress().toString())
                                        .arg(server->serverPort());
        bench->start(QStringLiteral(KEYVALUE_PROGRAM),
                     { QStringLiteral("--connect"), address, QStringLiteral("bench"), count,
                       QStringLiteral("0") });
        return RdmaTest::waitFor([this] { return server->store().count() > 0; }, Patience);
    };
    QProcess failing;
    QVERIFY(start(&failing, QStringLiteral("1000")));
    const QList<QByteArray> keys = wait(client->list({}, "bench-")).keys;
    QVERIFY(!keys.isEmpty());
    QCOMPARE(wait(client->remove(keys.constFirst())).status, Result::Done);
    QVERIFY(RdmaTest::waitFor([&] { return failing.state() == QProcess::NotRunning; }, Patience));
    QCOMPARE(failing.exitCode(), 1);
    QCOMPARE(failing.readAllStandardError(), "keyvalue: " + keys.constFirst() + ": no such key\n");
    QCOMPARE(server->store().count(), qsizetype(0));

    QProcess killed;
    QVERIFY(start(&killed, QStringLiteral("1000000")));
    killed.kill();
    QVERIFY(RdmaTest::waitFor([&] { return killed.state() == QProcess::NotRunning; }, Patience));
    const qsizetype left = server->store().count();
    QVERIFY(left > 0);
    const qint64 never = std::numeric_limits<qint64>::max();
    QCOMPARE(server->store().endedBefore(never, left + 1).size(), left);
}

static QStringList serverArguments(const QString &database)
{
    return { QStringLiteral("--listen"), RdmaTest::address().toString() + QStringLiteral(":4998"),
             QStringLiteral("--database"), database };
}

void tst_KeyValue::oneServerForADatabase()
{
    const QTemporaryDir directory;
    const QString database = directory.filePath(QStringLiteral("store.sqlite"));
    QProcess first;
    first.start(QStringLiteral(KEYVALUE_PROGRAM), serverArguments(database));
    QVERIFY(first.waitForReadyRead(Patience));
    QProcess second;
    second.start(QStringLiteral(KEYVALUE_PROGRAM), serverArguments(database));
    QVERIFY(second.waitForFinished(Patience));
    QCOMPARE(second.exitCode(), 1);
    QVERIFY(second.readAllStandardError().contains(database.toUtf8()));
    first.kill();
    QVERIFY(first.waitForFinished(Patience));
}

// A client is told, and the one file of the database has everything.
void tst_KeyValue::orderlyEnd()
{
    const QTemporaryDir directory;
    const QString database = directory.filePath(QStringLiteral("store.sqlite"));
    QProcess serving;
    serving.start(QStringLiteral(KEYVALUE_PROGRAM), serverArguments(database));
    QVERIFY(serving.waitForReadyRead(Patience));
    Client client;
    QSignalSpy gone(&client, &Client::disconnected);
    client.connectToServer(RdmaTest::address(), 4998);
    QTRY_VERIFY_WITH_TIMEOUT(client.isReady(), Patience);
    QCOMPARE(wait(client.put("a", "x")).status, Result::Done);
    serving.terminate();
    QTRY_COMPARE_WITH_TIMEOUT(gone.count(), 1, Patience);
    QVERIFY2(client.errorString().contains(u"the server is stopped"),
             qPrintable(client.errorString()));
    QTRY_COMPARE_WITH_TIMEOUT(serving.state(), QProcess::NotRunning, Patience);
    QCOMPARE(serving.exitStatus(), QProcess::NormalExit);
    QCOMPARE(serving.exitCode(), 0);
    const QString copy = directory.filePath(QStringLiteral("copy.sqlite"));
    QVERIFY(QFile::copy(database, copy));
    ServerOptions options;
    options.database = copy;
    startServer(options);
    QCOMPARE(server->store().count(), qsizetype(1));
}

// The limit of the size of files lets the log grow, and not the database, which is larger already.
// A person who copies the database has to know of the second file.
void tst_KeyValue::endOnAFullDisk()
{
    const QTemporaryDir directory;
    const QString database = directory.filePath(QStringLiteral("store.sqlite"));
    const QString limits[] = { QStringLiteral("unlimited"), QStringLiteral("1000") };
    const qsizetype sizes[] = { 2000000, 20000 };
    for (int i = 0; i < 2; ++i) {
        QProcess serving;
        const QString command =
                QStringLiteral("trap '' XFSZ; ulimit -f %1; exec \"$@\"").arg(limits[i]);
        serving.start(QStringLiteral("sh"),
                      QStringList{ QStringLiteral("-c"), command, QStringLiteral("sh"),
                                   QStringLiteral(KEYVALUE_PROGRAM) }
                              + serverArguments(database));
        QVERIFY(serving.waitForReadyRead(Patience));
        Client client;
        client.connectToServer(RdmaTest::address(), 4998);
        QTRY_VERIFY_WITH_TIMEOUT(client.isReady(), Patience);
        const QByteArray value(sizes[i], 'x');
        QCOMPARE(wait(client.put(QByteArray::number(i), value)).status, Result::Done);
        serving.terminate();
        QTRY_COMPARE_WITH_TIMEOUT(serving.state(), QProcess::NotRunning, Patience);
        QCOMPARE(serving.exitCode(), i);
        QCOMPARE(serving.readAllStandardError().contains("store.sqlite-wal"), i == 1);
    }
}

void tst_KeyValue::stressWithKills()
{
    QProcess stress;
    stress.setProcessChannelMode(QProcess::MergedChannels);
    stress.start(QStringLiteral(KEYVALUE_STRESS),
                 { QStringLiteral("--address"), RdmaTest::address().toString(),
                   QStringLiteral("--clients"), QStringLiteral("4"), QStringLiteral("--seconds"),
                   QString::number(RdmaTest::rounds(4, 20)) });
    QVERIFY(stress.waitForFinished(4 * Patience));
    const QByteArray output = stress.readAllStandardOutput();
    QVERIFY2(stress.exitStatus() == QProcess::NormalExit && stress.exitCode() == 0,
             output.constData());
    QVERIFY2(output.contains(" 0 differences"), output.constData());
    QVERIFY2(!output.contains(" 0 kills"), output.constData());
}

// --- What a hostile client sends

void tst_KeyValue::checkWitness()
{
    if (!witness) {
        witness = newClient();
        QCOMPARE(wait(witness->put("witness", QByteArray(5000, 'w'))).status, Result::Done);
        return;
    }
    QVERIFY(witness->isReady());
    QCOMPARE(wait(witness->get("witness")).value, QByteArray(5000, 'w'));
    QCOMPARE(wait(witness->put("witness too", QByteArray(5000, 'v'))).status, Result::Done);
    QCOMPARE(wait(witness->list()).keys, QList<QByteArray>({ "witness", "witness too" }));
}

void tst_KeyValue::refusedGreeting()
{
    Stranger stranger;
    QVERIFY(!stranger.connectTo(*server, "something else"));
    QVERIFY(stranger.queuePair.peerPrivateData().startsWith("not a client"));
    Stranger older;
    QVERIFY(!older.connectTo(*server, "QtRdma-keyvalue-1"));
    QVERIFY(older.queuePair.peerPrivateData().startsWith("server and client are of different"));
    QCOMPARE(server->clients(), qsizetype(0));
}

// A server that has nothing but an insult for its clients.
class RudeServer : public RdmaServer
{
public:
    explicit RudeServer(bool accepts) : m_accepts(accepts)
    {
        setAcceptPolicy(AcceptPolicy::Deferred);
    }

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        const QByteArray words = "go\x1b]0;pwned\x07 away\x1b[31m";
        if (!m_accepts) {
            request.reject(words);
            return;
        }
        auto *end = new RdmaQueuePair(this);
        connect(end, &RdmaQueuePair::connected, end,
                [end, words] { end->postSend(encode(Goodbye{ words })); });
        end->postReceive(MessageSize);
        end->accept(request);
    }

private:
    bool m_accepts;
};

void tst_KeyValue::serverWithControlSequences_data()
{
    QTest::addColumn<bool>("accepts");
    QTest::newRow("refusal") << false;
    QTest::newRow("goodbye") << true;
}

void tst_KeyValue::serverWithControlSequences()
{
    QFETCH(bool, accepts);
    RudeServer rude(accepts);
    QVERIFY(rude.listen(RdmaTest::address()));
    Client client;
    const QSignalSpy gone(&client, &Client::disconnected);
    client.connectToServer(rude.serverAddress(), rude.serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(gone.count(), 1, Patience);
    QVERIFY2(client.errorString().endsWith(u": go away"), qPrintable(client.errorString()));
}

void tst_KeyValue::badMessages_data()
{
    QTest::addColumn<bool>("greet");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("reason");
    const QByteArray longKey(256, 'k');
    const auto row = [](const char *name, bool greet, const QByteArray &bytes, const char *reason) {
        QTest::newRow(name) << greet << bytes << QByteArray(reason);
    };
    row("nothing", true, "", "not a message");
    row("no type", true, "\x77", "not a message");
    row("too short", true, encode(Commit{ 1 }).chopped(1), "not a message");
    row("too long", true, encode(Commit{ 1 }) + 'x', "not a message");
    row("server's", true, encode(Reply()), "a message of the server");
    row("before hello", false, encode(Remove{ 0, "witness" }), "no hello");
    row("commit before hello", false, encode(Commit{ 0 }), "no hello");
    row("second hello", true, encode(Hello()), "second hello");
    row("no slot", true, encode(Remove{ 200, "x" }), "no such slot");
    row("no key", true, encode(Remove{ 1, "" }), "bad key");
    row("long key", true, encode(Remove{ 1, longKey }), "bad key");
    row("fetch no key", true, encode(Fetch{ 1, "" }), "bad key");
    row("no condition", true, encode(Commit{ 0, 3, 0, 0 }), "a condition or a lifetime");
    row("long lifetime", true, encode(Commit{ 0, 0, 0, ~quint64(0) }), "a condition or a lifetime");
    row("piece of no slot", true, encode(Piece{ 200 }), "no such slot");
    row("piece of nothing", true, encode(Piece{ 0 }), "malformed slot");
    row("metrics of no slot", true, encode(Metrics{ 200 }), "no such slot");
    row("layout", true, encode(LayoutSeen{ 4000 }), "a layout that was not sent");
    row("key of 4 GiB", true, QByteArray::fromHex("0500000001fffffff0"), "not a message");
}

void tst_KeyValue::badMessages()
{
    QFETCH(bool, greet);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, reason);
    checkWitness();
    Stranger stranger;
    QVERIFY(greet ? stranger.greet(*server) : stranger.connectTo(*server));
    QVERIFY(stranger.queuePair.postSend(bytes));
    QVERIFY(stranger.isGone());
    QVERIFY2(!stranger.reason.isEmpty() && stranger.reason.startsWith(reason),
             stranger.reason.constData());
    QTRY_COMPARE_WITH_TIMEOUT(server->clients(), qsizetype(1), Patience);
    checkWitness();
}

void tst_KeyValue::badPieces_data()
{
    QTest::addColumn<qsizetype>("valueSize");
    QTest::addColumn<QList<quint32>>("requests");
    QTest::addColumn<QByteArray>("reason");
    const qsizetype large = MaxValueSize;
    QTest::newRow("two at a time")
            << large << QList<quint32>{ 0, 1 } << QByteArray("two large values at a time");
    QTest::newRow("of another number")
            << large << QList<quint32>{ 0, 256 } << QByteArray("two large values at a time");
    QTest::newRow("too many") << PieceSize << QList<quint32>{ 0, 0 }
                              << QByteArray("a piece too many");
    QTest::newRow("not large") << qsizetype(100) << QList<quint32>{ 0 }
                               << QByteArray("a piece too many");
    QTest::newRow("committed too early")
            << large << QList<quint32>{ 0 } << QByteArray("malformed slot");
    QTest::newRow("torn") << PieceSize << QList<quint32>{ 0 } << QByteArray("malformed slot");
}

// None of them leaves memory behind that nobody can use.
void tst_KeyValue::badPieces()
{
    QFETCH(const qsizetype, valueSize);
    QFETCH(const QList<quint32>, requests);
    QFETCH(const QByteArray, reason);
    ServerOptions options;
    options.limits.bytes = 64 << 20; // room for two
    options.limits.quarantine = 0;
    startServer(options);
    checkWitness();
    const quint64 used = server->store().usedBytes();
    for (int round = 0; round < 4; ++round) {
        Stranger stranger;
        QVERIFY(stranger.greet(*server));
        QByteArray header(SlotHeaderSize, '\0');
        SlotHeader claimed;
        claimed.version = 1; // request 0
        claimed.keyLength = 3;
        claimed.valueLength = quint32(valueSize);
        claimed.store(header.data());
        QVERIFY(stranger.write(header, stranger.staging(0, header.size())));
        for (const quint32 request : requests) {
            const qsizetype answers = stranger.replies.size();
            QVERIFY(stranger.send(Piece{ request }));
            QVERIFY(RdmaTest::waitFor(
                    [&] {
                        return stranger.replies.size() > answers
                                || stranger.queuePair.state() != QAbstractSocket::ConnectedState;
                    },
                    Patience));
        }
        if (reason == "malformed slot")
            QVERIFY(stranger.commit(0));
        QVERIFY(stranger.isGone());
        QCOMPARE(stranger.reason, reason);
    }
    QTRY_COMPARE_WITH_TIMEOUT(server->clients(), qsizetype(1), Patience);
    QCOMPARE(server->store().usedBytes(), used);
    checkWitness();
}

void tst_KeyValue::badCommits_data()
{
    QTest::addColumn<QByteArray>("image");
    QTest::addColumn<quint32>("slot");
    QTest::addColumn<int>("times");
    QTest::addColumn<QByteArray>("reason");
    QByteArray good(SlotHeaderSize + 8, '\0');
    writeSlot(good.data(), 1, "key", "value"); // request 0, of slot 0
    QByteArray torn = good;
    torn[SlotHeaderSize + 4] = 'x';
    QByteArray longer = good;
    longer.replace(16, 4, "\xff\xff\xff\x7f");
    QByteArray ofAnother(SlotHeaderSize + 8, '\0');
    writeSlot(ofAnother.data(), 2 * 3 + 1, "key", "value");
    const auto row = [](const char *name, const QByteArray &image, quint32 slot, int times,
                        const char *reason) {
        QTest::newRow(name) << image << slot << times << QByteArray(reason);
    };
    row("torn", torn, 0, 1, "malformed slot");
    row("too long", longer, 0, 1, "malformed slot");
    row("nothing", QByteArray(1, '\0'), 1, 1, "malformed slot");
    row("wrong slot", ofAnother, 0, 1, "a request of another slot");
    row("no such slot", good, 16, 1, "no such slot");
    row("far slot", good, 0xffffffff, 1, "no such slot");
    row("twice", good, 0, 2, "slot is busy");
}

void tst_KeyValue::badCommits()
{
    QFETCH(QByteArray, image);
    QFETCH(quint32, slot);
    QFETCH(int, times);
    QFETCH(QByteArray, reason);
    checkWitness();
    Stranger stranger;
    QVERIFY(stranger.greet(*server));
    QVERIFY(stranger.write(image, stranger.staging(0, image.size())));
    for (int i = 0; i < times; ++i)
        QVERIFY(stranger.commit(slot));
    if (times > 1) {
        // Whether the server is busy with the first when the second comes is a matter of luck.
        for (int i = 0; i < 200 && stranger.queuePair.state() == QAbstractSocket::ConnectedState;
             ++i) {
            stranger.commit(slot);
            QTest::qWait(0);
        }
        stranger.queuePair.abort();
    }
    QVERIFY(stranger.isGone());
    if (times == 1)
        QCOMPARE(stranger.reason, reason);
    else
        QVERIFY(stranger.reason.isEmpty() || stranger.reason == reason);
    QTRY_COMPARE_WITH_TIMEOUT(server->clients(), qsizetype(1), Patience);
    if (times > 1) {
        const Result result = wait(witness->remove("key"));
        QVERIFY(result.status == Result::Done || result.status == Result::NotFound);
    }
    checkWitness();
}

void tst_KeyValue::writesWhereItMustNot_data()
{
    QTest::addColumn<int>("where");
    QTest::newRow("index") << 0;
    QTest::newRow("chunk") << 1;
    QTest::newRow("behind its staging memory") << 2;
    QTest::newRow("another client's staging memory") << 3;
    QTest::newRow("random key") << 4;
    QTest::newRow("atomic on the index") << 5;
    QTest::newRow("reads another client's staging memory") << 6;
    QTest::newRow("reads with a random key") << 7;
}

void tst_KeyValue::writesWhereItMustNot()
{
    QFETCH(int, where);
    checkWitness();
    Stranger victim;
    Stranger stranger;
    QVERIFY(victim.greet(*server));
    QVERIFY(stranger.greet(*server));
    RdmaRemoteMemory to = stranger.layout.index;
    if (where == 1)
        to = stranger.layout.chunks.first();
    if (where == 2) {
        to = stranger.welcome.staging;
        to.setAddress(to.address() + to.length());
    }
    if (where == 3 || where == 6)
        to = victim.welcome.staging;
    if (where == 4 || where == 7)
        to.setKey(to.key() ^ 0x5a5a00);
    to.setLength(4096);
    if (where == 5) {
        if (RdmaTest::isSiw())
            QSKIP("iWARP has no atomics");
        QVERIFY(stranger.queuePair.postFetchAndAdd(to.slice(0, 8), 1));
    } else if (where >= 6) {
        QVERIFY(stranger.queuePair.postRead(to));
    } else {
        QVERIFY(stranger.write(QByteArray(4096, '\xee'), to));
    }
    QVERIFY(stranger.isGone());
    QCOMPARE(victim.queuePair.state(), QAbstractSocket::ConnectedState);
    // What the victim has staged is as it was.
    const quint64 read = victim.queuePair.postRead(victim.staging(0, 4096));
    const QFuture<RdmaCompletion> future = victim.queuePair.whenCompleted(read);
    QVERIFY(RdmaTest::waitFor([&future] { return future.isFinished(); }, Patience));
    QCOMPARE(future.result().data(), QByteArray(4096, '\0'));
    QTRY_COMPARE_WITH_TIMEOUT(server->clients(), qsizetype(2), Patience);
    checkWitness();
}

void tst_KeyValue::takesNoReplies()
{
    checkWitness();
    Stranger stranger;
    QVERIFY(stranger.connectTo(*server, greeting(), 0)); // no receives
    stranger.send(Hello());
    for (quint32 i = 0; i < 300; ++i)
        stranger.send(List{ i % 16, {}, {} });
    QVERIFY(stranger.isGone());
    QTRY_COMPARE_WITH_TIMEOUT(server->clients(), qsizetype(1), Patience);
    checkWitness();
}

// The clients share them: those that one takes after its session has ended must come back, too.
void tst_KeyValue::usesUpTheReceives()
{
    ServerOptions options;
    options.maxClients = 2;
    startServer(options);
    Stranger stranger;
    // The server's Goodbye finds no receive, and is repeated until the server gives up.
    stranger.options.setRnrRetryCount(7);
    stranger.options.setMinimumRnrTimer(0);
    QVERIFY(stranger.connectTo(*server, greeting(), 0));
    QSignalSpy ended(server.get(), &Server::log);
    QVERIFY(stranger.send(LayoutSeen()));
    QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), Patience);
    for (int i = 0; i < 200; ++i)
        stranger.queuePair.postSend("x");
    QTRY_VERIFY_WITH_TIMEOUT(stranger.queuePair.sendsInFlight() == 0
                                     || stranger.queuePair.state()
                                             == QAbstractSocket::UnconnectedState,
                             Patience);
    const auto client = newClient();
    QVERIFY(client->isReady());
    QCOMPARE(wait(client->put("a", "x")).status, Result::Done);
}

void tst_KeyValue::randomNoise()
{
    checkWitness();
    QRandomGenerator random(11);
    for (int round = 0; round < 20; ++round) {
        Stranger stranger;
        QVERIFY(stranger.greet(*server));
        for (int i = 0; i < 30; ++i) {
            QByteArray bytes(random.bounded(1, 200), '\0');
            for (char &byte : bytes)
                byte = char(random.generate());
            const quint32 dice = random.bounded(6);
            RdmaRemoteMemory to = stranger.welcome.staging;
            if (dice == 0)
                to.setKey(random.generate());
            if (dice == 1)
                to.setAddress(to.address() + random.bounded(1 << 30));
            if (dice <= 2 || random.bounded(2) == 0)
                stranger.write(bytes, to);
            else if (dice == 3)
                stranger.queuePair.postSend(bytes);
            else
                stranger.commit(dice == 4 ? random.generate() : random.bounded(16));
            if (random.bounded(4) == 0)
                QTest::qWait(0);
        }
        if (round % 2 == 0)
            stranger.queuePair.abort();
        QVERIFY(stranger.isGone());
    }
    QTRY_COMPARE_WITH_TIMEOUT(server->clients(), qsizetype(1), Patience);
    checkWitness();
}

QTEST_GUILESS_MAIN(tst_KeyValue)
#include "tst_keyvalue.moc"
