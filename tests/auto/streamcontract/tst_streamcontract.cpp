// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "pattern.h"
#include "subject.h"

#include <QtCore/qcborstreamreader.h>
#include <QtCore/qcborstreamwriter.h>
#include <QtCore/qcryptographichash.h>
#include <QtCore/qdatastream.h>
#include <QtCore/qeventloop.h>
#include <QtCore/qpointer.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qtextstream.h>
#include <QtCore/qthread.h>
#include <QtCore/qtimer.h>
#include <QtCore/qxmlstream.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <array>
#include <memory>
#include <thread>

namespace {

constexpr int Patience = 30000; // the lab emulates: generous, and never a measurement

QStringList names(std::initializer_list<const char *> list)
{
    QStringList result;
    for (const char *name : list)
        result.append(QString::fromLatin1(name));
    return result;
}

} // namespace

// The contract of QTcpSocket, as its users rely on it. Not covered, for one machine cannot show it: time-outs of connecting
// (tst_badinput has them for RDMA); for it has no meaning here: descriptors, proxies.
class tst_StreamContract : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void fresh();
    void namesOfTheClass_data();
    void namesOfTheClass();
    void unconnectedCallsAreSilent();
    void connectOrder();
    void channelsAreThoseOfTheConnection();
    void writeBeforeConnected();
    void refused();
    void reasonIsKnownWithTheState();
    void attemptIsNoConnection();
    void connectWhileBusy();
    void closeWhileConnecting();
    void abortWhileConnecting();
    void waitForConnectedBeforeServerWasAsked();
    void waitForConnectedInSlot_data();
    void waitForConnectedInSlot();
    void waitForDataInSlotOfConnected_data();
    void waitForDataInSlotOfConnected();

    void readyReadOnlyForNewBytes();
    void readyReadIsNotRecursive();
    void waitForReadyReadInSlot();
    void channelsAreToldInSlots();
    void readReturnValues();
    void ungetAndPeekAndSkip();
    void skipBehindTheEnd();
    void lines();
    void writeOnlyDiscards();
    void readBufferHoldsBack();
    void peerCloseBehindFullBuffer();
    void peerCloseBehindJustFullBuffer();
    void writeToPeerGoneBehindFullBuffer();
    void raisedLimitInSlot();
    void slowReaderHoldsNobodyUp();
    void smallMessagesFillTheBuffer();
    void readsMoreThanTheBufferHolds();
    void waitingReadsBehindALimit();

    void writeIsBuffered();
    void bytesWrittenAddsUp();
    void flushReturns();
    void flushTakesWhatSlotsWrite();
    void writeWhileClosing();
    void writeUnconnected();

    void peerCloses();
    void disconnectFromHostOrder();
    void closeOrder();
    void closeWithPendingData();
    void endsWhenAllIsWritten_data();
    void endsWhenAllIsWritten();
    void closingStreamReadsNothing();
    void closingStreamIsBusy();
    void closesWhatIsClosing();
    void abortWhileClosing();
    void writesBeforeItHasClosed();
    void peerAbortsWhileClosing();
    void lastWordsToPeerWhoHasClosed();
    void closesBehindAFullBuffer();
    void isValidUntilItIsClosed();
    void closingKeepsWhatWasAnnounced();
    void closedBeforeConnected_data();
    void closedBeforeConnected();
    void abortOrder();
    void abortBehindTheEnd();
    void destructorSendsWhatWasFlushed();
    void manyMegabytesThenClose();
    void reconnect();
    void deleteLaterInSlot();

    void waitReturnValues();
    void waitsOfNoTimeLook();
    void waitsOfNoTimeSend();
    void waitsForWhatHappensWhileConnecting();
    void waitForConnectedWaitsForNoMore();
    void threadWithoutLoop();
    void nestedLoopInSlot();
    void nestedLoopThatWrites();
    void nestedLoopInBytesWritten();

    void serverBasics();
    void serverSignalOrder();
    void serverPauses();
    void serverPausedBeforeItListens();
    void serverResumesWithAllThatWait();
    void serverPausedIsWaitedFor();
    void serverMaxPending();
    void serverCloseKeepsTaken();
    void serverDeletedInNewConnection();
    void serverWaitTimesOut();

    void dataStreamTransactions();
    void textStream();
    void xmlReader();
    void cborReader();

private:
    void connectPair();

    std::unique_ptr<Server> server;
    std::unique_ptr<Stream> client;
    std::unique_ptr<Stream> peer;
};

void tst_StreamContract::initTestCase()
{
    if (testAddress().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_StreamContract::init()
{
    server = std::make_unique<Server>();
    QVERIFY2(server->listen(testAddress(), 0), qPrintable(server->errorString()));
    client = std::make_unique<Stream>();
}

void tst_StreamContract::cleanup()
{
    // What a test function connected uses its variables, which have gone.
    for (QObject *sender :
         { static_cast<QObject *>(peer.get()), static_cast<QObject *>(client.get()),
           static_cast<QObject *>(server.get()) }) {
        if (sender)
            sender->disconnect(this);
    }
    peer.reset();
    client.reset();
    server.reset();
}

void tst_StreamContract::connectPair()
{
    client->connectToHost(testAddress(), server->serverPort());
    QVERIFY2(client->waitForConnected(Patience), qPrintable(client->errorString()));
    QVERIFY(server->hasPendingConnections() || server->waitForNewConnection(Patience));
    peer.reset(server->nextPendingConnection());
    QVERIFY(peer);
    peer->setParent(nullptr);
    QCOMPARE(peer->state(), QAbstractSocket::ConnectedState);
}

// --- states and connecting ---

void tst_StreamContract::fresh()
{
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!client->isOpen());
    QVERIFY(client->isSequential());
    QVERIFY(!client->isValid());
    QCOMPARE(client->openMode(), QIODevice::NotOpen);
    QCOMPARE(client->bytesAvailable(), 0);
    QCOMPARE(client->bytesToWrite(), 0);
    QVERIFY(!client->canReadLine());
    QCOMPARE(client->localPort(), 0);
    QCOMPARE(client->peerPort(), 0);
    QVERIFY(client->peerAddress().isNull());
    QVERIFY(client->localAddress().isNull());
    QCOMPARE(client->error(), QAbstractSocket::UnknownSocketError);
    QCOMPARE(client->errorString(), QStringLiteral("Unknown error"));
    QVERIFY(client->atEnd());
    QVERIFY(!client->socketOption(QAbstractSocket::LowDelayOption).isValid());
    QCOMPARE(client->readBufferSize(), 0);
}

// What users of QTcpSocket write as its own.
void tst_StreamContract::namesOfTheClass_data()
{
    QTest::addColumn<int>("actual");
    QTest::addColumn<int>("expected");
#define ROW(name) QTest::newRow(#name) << int(Stream::name) << int(QAbstractSocket::name)
    ROW(UnconnectedState);
    ROW(HostLookupState);
    ROW(ConnectingState);
    ROW(ConnectedState);
    ROW(BoundState);
    ROW(ListeningState);
    ROW(ClosingState);
    ROW(ConnectionRefusedError);
    ROW(RemoteHostClosedError);
    ROW(HostNotFoundError);
    ROW(SocketAccessError);
    ROW(SocketResourceError);
    ROW(SocketTimeoutError);
    ROW(DatagramTooLargeError);
    ROW(NetworkError);
    ROW(AddressInUseError);
    ROW(SocketAddressNotAvailableError);
    ROW(UnsupportedSocketOperationError);
    ROW(UnfinishedSocketOperationError);
    ROW(ProxyAuthenticationRequiredError);
    ROW(SslHandshakeFailedError);
    ROW(ProxyConnectionRefusedError);
    ROW(ProxyConnectionClosedError);
    ROW(ProxyConnectionTimeoutError);
    ROW(ProxyNotFoundError);
    ROW(ProxyProtocolError);
    ROW(OperationError);
    ROW(SslInternalError);
    ROW(SslInvalidUserDataError);
    ROW(TemporaryError);
    ROW(UnknownSocketError);
    ROW(LowDelayOption);
    ROW(KeepAliveOption);
    ROW(MulticastTtlOption);
    ROW(MulticastLoopbackOption);
    ROW(TypeOfServiceOption);
    ROW(SendBufferSizeSocketOption);
    ROW(ReceiveBufferSizeSocketOption);
    ROW(PathMtuSocketOption);
#if QT_VERSION >= QT_VERSION_CHECK(6, 11, 0)
    ROW(KeepAliveIdleOption);
    ROW(KeepAliveIntervalOption);
    ROW(KeepAliveCountOption);
#endif
    ROW(IPv4Protocol);
    ROW(IPv6Protocol);
    ROW(AnyIPProtocol);
    ROW(UnknownNetworkLayerProtocol);
    ROW(DefaultForPlatform);
    ROW(ShareAddress);
    ROW(DontShareAddress);
    ROW(ReuseAddressHint);
#undef ROW
    static_assert(std::is_same_v<Stream::SocketState, QAbstractSocket::SocketState>);
    static_assert(std::is_same_v<Stream::SocketError, QAbstractSocket::SocketError>);
    static_assert(std::is_same_v<Stream::SocketOption, QAbstractSocket::SocketOption>);
    static_assert(
            std::is_same_v<Stream::NetworkLayerProtocol, QAbstractSocket::NetworkLayerProtocol>);
    static_assert(std::is_same_v<Stream::BindMode, QAbstractSocket::BindMode>);
}

void tst_StreamContract::namesOfTheClass()
{
    QFETCH(const int, actual);
    QTEST(actual, "expected");
    const Stream::SocketState state = client->state();
    switch (state) {
    case Stream::UnconnectedState:
        break;
    default:
        QFAIL("It is connected");
    }
}

void tst_StreamContract::unconnectedCallsAreSilent()
{
    Recorder recorder(client.get());
    client->close();
    client->abort();
    client->disconnectFromHost();
    client->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    QVERIFY(!client->flush());
    QVERIFY(!client->waitForConnected(0));
    QVERIFY(!client->waitForReadyRead(0));
    QCOMPARE(recorder.take(), QStringList());
}

void tst_StreamContract::connectOrder()
{
    Recorder recorder(client.get());
    client->connectToHost(testAddress().toString(), server->serverPort());
    QVERIFY(client->isOpen());
    QCOMPARE(client->openMode(), QIODevice::ReadWrite);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(recorder.take(),
             names({ "HostLookupState", "ConnectingState", "hostFound", "ConnectedState",
                     "connected" }));
    QCOMPARE(client->peerAddress(), testAddress());
    QCOMPARE(client->peerPort(), server->serverPort());
    QCOMPARE(client->localAddress(), testAddress());
    QVERIFY(client->localPort() != 0);
    QVERIFY(client->isValid());
}

void tst_StreamContract::channelsAreThoseOfTheConnection()
{
    const auto channels = [](const Stream &stream) {
        return qMakePair(stream.readChannelCount(), stream.writeChannelCount());
    };
    QCOMPARE(channels(*client), qMakePair(0, 0));
    client->connectToHost(testAddress(), server->serverPort());
    QVERIFY(client->isOpen());
    QCOMPARE(channels(*client), qMakePair(0, 0));
    QVERIFY2(client->waitForConnected(Patience), qPrintable(client->errorString()));
    QCOMPARE(channels(*client), qMakePair(1, 1));
    client->disconnectFromHost();
    QVERIFY(client->isOpen());
    QCOMPARE(channels(*client), qMakePair(1, 0)); // what has arrived can be read

    client->connectToHost(testAddress(), server->serverPort());
    QCOMPARE(channels(*client), qMakePair(0, 0));
    client->abort();
    QCOMPARE(channels(*client), qMakePair(0, 0));
}

void tst_StreamContract::writeBeforeConnected()
{
    Recorder recorder(client.get());
    client->connectToHost(testAddress(), server->serverPort());
    QCOMPARE(client->write("early"), 5);
    QCOMPARE(client->bytesToWrite(), 5);
    QCOMPARE(recorder.written, 0);
    QVERIFY(server->waitForNewConnection(Patience));
    peer.reset(server->nextPendingConnection());
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 5, Patience);
    QCOMPARE(peer->readAll(), "early");
    QCOMPARE(recorder.written, 5);
}

void tst_StreamContract::refused()
{
    const quint16 port = server->serverPort();
    server->close();
    Recorder recorder(client.get());
    client->connectToHost(testAddress().toString(), port);
    QTRY_COMPARE_WITH_TIMEOUT(client->error(), QAbstractSocket::ConnectionRefusedError, Patience);
    QCOMPARE(recorder.take(),
             names({ "HostLookupState", "ConnectingState", "hostFound", "UnconnectedState",
                     "ConnectionRefusedError in UnconnectedState" }));
    QVERIFY(client->isOpen());
    QVERIFY(!client->errorString().isEmpty());
}

void tst_StreamContract::reasonIsKnownWithTheState()
{
    const quint16 port = server->serverPort();
    server->close();
    QAbstractSocket::SocketError reason = QAbstractSocket::UnknownSocketError;
    connect(client.get(), &Stream::stateChanged, this, [&](QAbstractSocket::SocketState state) {
        if (state == QAbstractSocket::UnconnectedState)
            reason = client->error();
    });
    client->connectToHost(testAddress(), port);
    QTRY_COMPARE_WITH_TIMEOUT(client->error(), QAbstractSocket::ConnectionRefusedError, Patience);
    QCOMPARE(reason, QAbstractSocket::ConnectionRefusedError);
}

// Of which there would be an end to wait for.
void tst_StreamContract::attemptIsNoConnection()
{
    const quint16 port = server->serverPort();
    server->close();
    Recorder recorder(client.get());
    client->connectToHost(testAddress(), port);
    if (client->state() != QAbstractSocket::UnconnectedState)
        QVERIFY(!client->waitForDisconnected(Patience));
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(recorder.log.sliced(recorder.log.size() - 2),
             names({ "UnconnectedState", "ConnectionRefusedError in UnconnectedState" }));
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(QStringLiteral("not allowed in UnconnectedState")));
    QVERIFY(!client->waitForDisconnected(Patience));
}

void tst_StreamContract::connectWhileBusy()
{
    connectPair();
    Recorder recorder(client.get());
    QTest::ignoreMessage(
            QtWarningMsg,
            QRegularExpression(QStringLiteral("connectToHost\\(\\) called when already")));
    client->connectToHost(testAddress(), 1);
    QCOMPARE(recorder.take(), names({ "OperationError in ConnectedState" }));
    client->write("still there");
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 11, Patience);
}

void tst_StreamContract::closeWhileConnecting()
{
    Recorder recorder(client.get());
    client->connectToHost(testAddress().toString(), server->serverPort());
    client->write("last words");
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(recorder.take(),
             names({ "HostLookupState", "ConnectingState", "hostFound", "ConnectedState",
                     "connected", "ClosingState", "UnconnectedState", "readChannelFinished",
                     "disconnected" }));
    QVERIFY(server->hasPendingConnections() || server->waitForNewConnection(Patience));
    peer.reset(server->nextPendingConnection());
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 10, Patience);
    QCOMPARE(peer->readAll(), "last words");
}

void tst_StreamContract::abortWhileConnecting()
{
    Recorder recorder(client.get());
    client->connectToHost(testAddress().toString(), server->serverPort());
    client->abort();
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!recorder.log.contains(QStringLiteral("disconnected")));
    QVERIFY(!client->isOpen());
}

void tst_StreamContract::waitForConnectedBeforeServerWasAsked()
{
    client->connectToHost(testAddress(), server->serverPort());
    QVERIFY2(client->waitForConnected(Patience), qPrintable(client->errorString()));
    QVERIFY(!server->hasPendingConnections()); // its signals come in its own turn
    QSignalSpy spy(server.get(), &Server::newConnection);
    QVERIFY(spy.wait(Patience));
    QVERIFY(server->hasPendingConnections());
}

// In a slot of whatever is emitted on the way there.
void tst_StreamContract::waitForConnectedInSlot_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("signal");
    for (const QString &host : { testAddress().toString(), testName() }) {
        for (const char *signal : { "HostLookupState", "ConnectingState", "hostFound" }) {
            QTest::addRow("%s of %s", signal, qPrintable(host))
                    << host << QString::fromLatin1(signal);
        }
    }
}

void tst_StreamContract::waitForConnectedInSlot()
{
    QFETCH(const QString, host);
    QFETCH(const QString, signal);
    if (host.isEmpty())
        QSKIP("Only the lab has names for its devices");
    QList<bool> waited;
    const auto wait = [&] { waited.append(client->waitForConnected(Patience)); };
    if (signal == QLatin1String("hostFound"))
        connect(client.get(), &Stream::hostFound, this, wait);
    connect(client.get(), &Stream::stateChanged, this, [&](QAbstractSocket::SocketState state) {
        if (RdmaTest::enumName(state) == signal)
            wait();
    });
    QSignalSpy connections(client.get(), &Stream::connected);
    QSignalSpy errors(client.get(), &Stream::errorOccurred);
    client->connectToHost(host, server->serverPort(), QIODevice::ReadWrite,
                          QAbstractSocket::IPv4Protocol);
    QTRY_COMPARE_WITH_TIMEOUT(connections.size(), 1, Patience);
    QCOMPARE(waited, QList<bool>{ true });
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(errors.size(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    peer.reset(server->nextPendingConnection());
    client->write("works");
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 5, Patience);
}

void tst_StreamContract::waitForDataInSlotOfConnected_data()
{
    QTest::addColumn<bool>("byState");
    QTest::newRow("stateChanged") << true;
    QTest::newRow("connected") << false;
}

// A question is asked and its answer awaited before the slot returns, of a server in another thread.
void tst_StreamContract::waitForDataInSlotOfConnected()
{
    QFETCH(const bool, byState);
    const quint16 port = server->serverPort();
    QByteArray answer;
    std::thread asking([&] {
        Stream stream;
        const auto ask = [&] {
            stream.write("question");
            while (stream.bytesToWrite() > 0 && stream.waitForBytesWritten(Patience)) { }
            while (answer.size() < 6 && stream.waitForReadyRead(Patience))
                answer += stream.readAll();
        };
        if (byState) {
            connect(&stream, &Stream::stateChanged, &stream,
                    [&](QAbstractSocket::SocketState state) {
                        if (state == QAbstractSocket::ConnectedState)
                            ask();
                    });
        } else {
            connect(&stream, &Stream::connected, &stream, ask);
        }
        stream.connectToHost(testAddress(), port);
        stream.waitForConnected(Patience);
    });
    const bool arrived = server->waitForNewConnection(Patience);
    if (arrived) {
        peer.reset(server->nextPendingConnection());
        while (peer->bytesAvailable() < 8 && peer->waitForReadyRead(Patience)) { }
        peer->write("answer");
        peer->waitForBytesWritten(Patience);
    }
    asking.join();
    QVERIFY(arrived);
    QCOMPARE(answer, "answer");
}

// --- reading ---

void tst_StreamContract::readyReadOnlyForNewBytes()
{
    connectPair();
    QSignalSpy spy(peer.get(), &Stream::readyRead);
    client->write("one");
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 3, Patience);
    QCOMPARE(spy.size(), 1);
    QCoreApplication::processEvents();
    QCOMPARE(spy.size(), 1); // what lies there is not announced again
    QVERIFY(!peer->waitForReadyRead(20));
    client->write("two");
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 6, Patience);
    QCOMPARE(spy.size(), 2);
}

void tst_StreamContract::readyReadIsNotRecursive()
{
    connectPair();
    int depth = 0;
    int deepest = 0;
    connect(peer.get(), &Stream::readyRead, this, [&] {
        deepest = qMax(deepest, ++depth);
        if (peer->bytesAvailable() < 6) {
            client->write("two");
            client->flush();
            QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 6, Patience);
        }
        --depth;
    });
    client->write("one");
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 6, Patience);
    QCOMPARE(deepest, 1);
}

void tst_StreamContract::waitForReadyReadInSlot()
{
    connectPair();
    int emissions = 0;
    bool waited = false;
    connect(peer.get(), &Stream::readyRead, this, [&] {
        if (++emissions > 1)
            return;
        client->write("two");
        client->flush();
        waited = peer->waitForReadyRead(Patience);
    });
    client->write("one");
    QTRY_VERIFY_WITH_TIMEOUT(waited, Patience);
    QCOMPARE(peer->bytesAvailable(), 6);
    QCoreApplication::processEvents();
    QCOMPARE(emissions, 1);
}

// readyRead() is not recursive; what counts channels is told all the same.
void tst_StreamContract::channelsAreToldInSlots()
{
    connectPair();
    int emissions = 0;
    QSignalSpy channels(peer.get(), &Stream::channelReadyRead);
    QSignalSpy written(client.get(), &Stream::channelBytesWritten);
    connect(peer.get(), &Stream::readyRead, this, [&] {
        ++emissions;
        client->write("two");
        client->flush();
        peer->waitForReadyRead(Patience);
    });
    client->write("one");
    QTRY_COMPARE_WITH_TIMEOUT(channels.count(), 2, Patience);
    QCOMPARE(emissions, 1);
    QCOMPARE(written.count(), 2);
    QCOMPARE(written.last(), QVariantList({ 0, 3 }));
}

void tst_StreamContract::readReturnValues()
{
    connectPair();
    char buffer[8];
    QCOMPARE(peer->read(buffer, 8), 0);
    client->write("abc");
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 3, Patience);
    client->close();
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(peer->read(buffer, 2), 2); // stays readable behind the end
    QCOMPARE(peer->readAll(), "c");
    QCOMPARE(peer->read(buffer, 8), -1);
}

void tst_StreamContract::ungetAndPeekAndSkip()
{
    connectPair();
    client->write("0123456789");
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 10, Patience);
    QCOMPARE(peer->peek(3), "012");
    QCOMPARE(peer->read(2), "01");
    peer->ungetChar('x');
    QCOMPARE(peer->bytesAvailable(), 9);
    QCOMPARE(peer->read(2), "x2");
    QCOMPARE(peer->skip(4), 4);
    QCOMPARE(peer->readAll(), "789");
}

void tst_StreamContract::skipBehindTheEnd()
{
    connectPair();
    client->write("abc");
    client->close();
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(peer->skip(0), 0);
    QCOMPARE(peer->skip(8), 3);
    QCOMPARE(peer->skip(8), -1);
}

void tst_StreamContract::lines()
{
    connectPair();
    client->write("first\nsec");
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 9, Patience);
    QVERIFY(peer->canReadLine());
    QCOMPARE(peer->readLine(), "first\n");
    QVERIFY(!peer->canReadLine());
    client->write("ond\n");
    QTRY_VERIFY_WITH_TIMEOUT(peer->canReadLine(), Patience);
    QCOMPARE(peer->readLine(), "second\n");
}

void tst_StreamContract::writeOnlyDiscards()
{
    client->connectToHost(testAddress(), server->serverPort(), QIODevice::WriteOnly);
    QVERIFY(client->waitForConnected(Patience));
    QVERIFY(server->waitForNewConnection(Patience));
    peer.reset(server->nextPendingConnection());
    QSignalSpy spy(client.get(), &Stream::readyRead);
    peer->write("unheard");
    QVERIFY(peer->waitForBytesWritten(Patience));
    client->write("heard");
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 5, Patience);
    QCOMPARE(spy.size(), 0);
    QCOMPARE(client->bytesAvailable(), 0);
}

void tst_StreamContract::readBufferHoldsBack()
{
    connectPair();
    peer->setReadBufferSize(100);
    client->write(RdmaTest::pattern(1000, 1));
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 100, Patience);
    QByteArray all;
    while (all.size() < 1000) {
        QTRY_VERIFY_WITH_TIMEOUT(peer->bytesAvailable() > 0, Patience);
        QVERIFY(peer->bytesAvailable() <= 100);
        all += peer->readAll();
    }
    QCOMPARE(all, RdmaTest::pattern(1000, 1));
}

// A read of more than there can be goes through QIODevice's own buffer.
void tst_StreamContract::readsMoreThanTheBufferHolds()
{
    connectPair();
    peer->setReadBufferSize(10);
    QByteArray got;
    connect(peer.get(), &Stream::readyRead, this, [&] {
        char bytes[100];
        while (const qint64 count = peer->read(bytes, sizeof(bytes))) {
            if (count < 0)
                return;
            got.append(bytes, qsizetype(count));
        }
    });
    client->write("twenty-five bytes of data");
    QTRY_COMPARE_WITH_TIMEOUT(got, QByteArray("twenty-five bytes of data"), Patience);
}

void tst_StreamContract::peerCloseBehindFullBuffer()
{
    connectPair();
    peer->setReadBufferSize(10);
    client->write(RdmaTest::pattern(25, 2));
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 10, Patience);
    QCOMPARE(peer->state(), QAbstractSocket::ConnectedState);
    QByteArray all;
    connect(peer.get(), &Stream::readyRead, this, [&] { all += peer->readAll(); });
    all += peer->readAll();
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    all += peer->readAll();
    QCOMPARE(all, RdmaTest::pattern(25, 2));
}

// Who only writes would else wait for ever.
void tst_StreamContract::writeToPeerGoneBehindFullBuffer()
{
    connectPair();
    peer->setReadBufferSize(10);
    client->write(RdmaTest::pattern(25, 2));
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 10, Patience);
    QSignalSpy written(peer.get(), &Stream::bytesWritten);
    QCOMPARE(peer->write("lost"), 4);
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesToWrite(), 0, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(written.size(), 1, Patience);
    QCOMPARE(peer->state(), QAbstractSocket::ConnectedState);
    peer->setReadBufferSize(0);
    QByteArray all = peer->readAll();
    connect(peer.get(), &Stream::readyRead, this, [&] { all += peer->readAll(); });
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(all + peer->readAll(), RdmaTest::pattern(25, 2));
}

// Also when nothing is left behind it.
void tst_StreamContract::peerCloseBehindJustFullBuffer()
{
    connectPair();
    peer->setReadBufferSize(10);
    client->write(RdmaTest::pattern(10, 2));
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 10, Patience);
    QTest::qWait(50);
    QCOMPARE(peer->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(peer->readAll(), RdmaTest::pattern(10, 2));
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_StreamContract::raisedLimitInSlot()
{
    connectPair();
    peer->setReadBufferSize(10);
    int emissions = 0;
    connect(peer.get(), &Stream::readyRead, this, [&] {
        ++emissions;
        peer->setReadBufferSize(peer->readBufferSize() + 10);
    });
    client->write(RdmaTest::pattern(50, 3));
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 50, Patience);
    QVERIFY(emissions > 1);
}

// A reader that waits for the rest of a message before it reads at all.
void tst_StreamContract::slowReaderHoldsNobodyUp()
{
    connectPair();
    qint64 sum = 0;
    const auto sent = [&](qint64 size) {
        client->write(RdmaTest::pattern(size, 4));
        client->flush();
        sum += size;
    };
    for (const qint64 size : { 244, 16659, 13303, 3000, 5000, 13303, 100, 2048, 40000, 5000 }) {
        sent(size);
        QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), sum, Patience);
        sum -= peer->skip(1629);
    }
    for (int i = 0; i < 40; ++i) {
        sent(i * 100 + 1);
        QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), sum, Patience);
    }
}

// The limit counts bytes, not messages.
void tst_StreamContract::smallMessagesFillTheBuffer()
{
    connectPair();
    peer->setReadBufferSize(10000);
    for (int i = 0; i < 101; ++i) {
        client->write(RdmaTest::pattern(100, i));
        client->flush();
    }
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 10000, Patience);
    QCOMPARE(peer->readAll().size(), 10000);
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 100, Patience);
}

void tst_StreamContract::waitingReadsBehindALimit()
{
    connectPair();
    peer->setReadBufferSize(5);
    QByteArray all;
    connect(peer.get(), &Stream::readyRead, this, [&] { all += peer->readAll(); });
    client->write(RdmaTest::pattern(50, 5));
    client->flush();
    client->close();
    QVERIFY(peer->waitForDisconnected(Patience));
    QCOMPARE(all, RdmaTest::pattern(50, 5));
}

// --- writing ---

void tst_StreamContract::writeIsBuffered()
{
    connectPair();
    Recorder recorder(client.get());
    for (int i = 0; i < 7; ++i)
        QCOMPARE(client->write("small"), 5);
    QCOMPARE(client->bytesToWrite(), 35);
    QCOMPARE(recorder.written, 0);
    QSignalSpy spy(client.get(), &Stream::bytesWritten);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.written, 35, Patience);
    QCOMPARE(spy.size(), 1); // merged
    QCOMPARE(client->bytesToWrite(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 35, Patience);
}

void tst_StreamContract::bytesWrittenAddsUp()
{
    connectPair();
    const QByteArray data = RdmaTest::pattern(2 * 1024 * 1024 + 5, 4);
    qint64 written = 0;
    int depth = 0;
    connect(client.get(), &Stream::bytesWritten, this, [&](qint64 size) {
        QCOMPARE(++depth, 1);
        written += size;
        QCOMPARE(client->bytesToWrite(), data.size() - written);
        client->flush();
        --depth;
    });
    QByteArray all;
    connect(peer.get(), &Stream::readyRead, this, [&] { all += peer->readAll(); });
    client->write(data);
    QTRY_COMPARE_WITH_TIMEOUT(all.size(), data.size(), Patience);
    QVERIFY(all == data);
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesToWrite(), 0, Patience);
}

void tst_StreamContract::flushReturns()
{
    connectPair();
    QVERIFY(!client->flush());
    client->write("now");
    QVERIFY(client->flush());
    QCOMPARE(client->bytesToWrite(), 0);
    QVERIFY(!client->flush());
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 3, Patience);
}

void tst_StreamContract::flushTakesWhatSlotsWrite()
{
    connectPair();
    connect(client.get(), &Stream::bytesWritten, client.get(), &Stream::close);
    connect(client.get(), &Stream::aboutToClose, this, [this] { client->write(" last"); });
    client->write("first");
    QVERIFY(client->flush());
    QCOMPARE(client->bytesToWrite(), 0);
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(peer->readAll(), "first last");
}

void tst_StreamContract::writeWhileClosing()
{
    connectPair();
    peer->setReadBufferSize(1000);
    const QByteArray data = RdmaTest::pattern(MoreThanBuffers, 5);
    client->write(data);
    client->disconnectFromHost();
    QCOMPARE(client->state(), QAbstractSocket::ClosingState);
    QCOMPARE(client->write("and this"), 8);
    QByteArray all;
    connect(peer.get(), &Stream::readyRead, this, [&] { all += peer->readAll(); });
    peer->setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, 4 * Patience);
    QVERIFY(all == data + "and this");
}

void tst_StreamContract::writeUnconnected()
{
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(QStringLiteral("QIODevice::write.*device not open")));
    QCOMPARE(client->write("x"), -1);
    connectPair();
    peer->close();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    Recorder recorder(client.get());
    QCOMPARE(client->write("x"), -1);
    QCOMPARE(client->error(), QAbstractSocket::UnknownSocketError);
    QCOMPARE(recorder.take(), QStringList());
}

// --- the end ---

void tst_StreamContract::peerCloses()
{
    connectPair();
    Recorder recorder(client.get());
    peer->write("bye");
    peer->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(recorder.take(),
             names({ "readyRead", "RemoteHostClosedError in ConnectedState", "ClosingState",
                     "UnconnectedState", "readChannelFinished", "disconnected" }));
    QVERIFY(client->isOpen());
    QCOMPARE(client->readAll(), "bye");
}

void tst_StreamContract::disconnectFromHostOrder()
{
    connectPair();
    Recorder recorder(client.get());
    client->disconnectFromHost();
    QCOMPARE(recorder.take(),
             names({ "ClosingState", "UnconnectedState", "readChannelFinished", "disconnected" }));
    QVERIFY(client->isOpen());
    QCOMPARE(client->peerPort(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_StreamContract::closeOrder()
{
    connectPair();
    peer->write("unread");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
    Recorder recorder(client.get());
    client->close();
    QCOMPARE(recorder.take(),
             names({ "aboutToClose", "ClosingState", "UnconnectedState", "readChannelFinished",
                     "disconnected" }));
    QCOMPARE(client->bytesAvailable(), 0);
    QVERIFY(!client->isOpen());
}

void tst_StreamContract::closeWithPendingData()
{
    connectPair();
    const QByteArray data = RdmaTest::pattern(300000, 6);
    QByteArray all;
    connect(peer.get(), &Stream::readyRead, this, [&] { all += peer->readAll(); });
    client->write(data);
    client->close();
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(all == data);
}

void tst_StreamContract::endsWhenAllIsWritten_data()
{
    QTest::addColumn<bool>("closes");
    QTest::addColumn<QString>("by");
    for (const bool closes : { false, true }) {
        for (const char *by : { "loop", "flush", "waitForBytesWritten", "waitForDisconnected" }) {
            QTest::addRow("%s, %s", closes ? "close" : "disconnectFromHost", by)
                    << closes << QString::fromLatin1(by);
        }
    }
}

void tst_StreamContract::endsWhenAllIsWritten()
{
    QFETCH(const bool, closes);
    QFETCH(const QString, by);
    connectPair();
    Recorder recorder(client.get());
    client->write("hello");
    if (closes)
        client->close();
    else
        client->disconnectFromHost();
    QStringList begin = names({ "ClosingState" });
    if (closes)
        begin.prepend(QStringLiteral("aboutToClose"));
    QCOMPARE(recorder.take(), begin);
    QCOMPARE(client->state(), QAbstractSocket::ClosingState);
    QCOMPARE(client->bytesToWrite(), 5);
    QCOMPARE(client->isOpen(), !closes);
    QVERIFY(client->isValid());
    QCOMPARE(client->peerPort(), server->serverPort());
    if (by == QLatin1String("loop"))
        QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    else if (by == QLatin1String("flush"))
        QVERIFY(client->flush());
    else if (by == QLatin1String("waitForBytesWritten"))
        QVERIFY(client->waitForBytesWritten(Patience));
    else
        QVERIFY(client->waitForDisconnected(Patience));
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(recorder.take(), names({ "UnconnectedState", "readChannelFinished", "disconnected" }));
    QCOMPARE(recorder.written, 5);
    QCOMPARE(client->bytesToWrite(), 0);
    QCOMPARE(client->peerPort(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(peer->readAll(), "hello");
}

void tst_StreamContract::closingStreamReadsNothing()
{
    connectPair();
    peer->write("unread");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
    client->write("hello");
    client->disconnectFromHost();
    QCOMPARE(client->readAll(), "unread");
    Recorder recorder(client.get());
    char byte = 0;
    QCOMPARE(client->read(&byte, 1), -1);
    QCOMPARE(client->skip(1), -1);
    QVERIFY(!client->waitForReadyRead(Patience)); // at once
    QCOMPARE(client->state(), QAbstractSocket::ClosingState);
    QCOMPARE(recorder.take(), QStringList());
}

void tst_StreamContract::closingStreamIsBusy()
{
    connectPair();
    client->write("hello");
    client->disconnectFromHost();
    Recorder recorder(client.get());
    QTest::ignoreMessage(
            QtWarningMsg,
            QRegularExpression(QStringLiteral("connectToHost\\(\\) called when already")));
    client->connectToHost(testAddress(), server->serverPort());
    QCOMPARE(recorder.take(), names({ "OperationError in ClosingState" }));
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(peer->readAll(), "hello");
    connectPair();
}

void tst_StreamContract::closesWhatIsClosing()
{
    connectPair();
    Recorder recorder(client.get());
    client->write("hello");
    client->disconnectFromHost();
    client->disconnectFromHost();
    client->close();
    QCOMPARE(recorder.take(), names({ "ClosingState", "aboutToClose" }));
    QCOMPARE(client->bytesToWrite(), 5);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(recorder.take(), names({ "UnconnectedState", "readChannelFinished", "disconnected" }));
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(peer->readAll(), "hello");
}

void tst_StreamContract::abortWhileClosing()
{
    connectPair();
    Recorder recorder(client.get());
    client->write("dropped");
    client->disconnectFromHost();
    client->abort();
    QCOMPARE(recorder.take(),
             names({ "ClosingState", "aboutToClose", "UnconnectedState", "readChannelFinished",
                     "disconnected" }));
    QCOMPARE(recorder.written, 0);
    QCOMPARE(client->bytesToWrite(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(peer->bytesAvailable(), 0);
}

// Also in a slot of bytesWritten(), when nothing else is left.
void tst_StreamContract::writesBeforeItHasClosed()
{
    connectPair();
    connect(client.get(), &Stream::bytesWritten, this, [this](qint64 bytes) {
        if (bytes == 9)
            client->write(" last");
    });
    client->write("first");
    client->disconnectFromHost();
    QCOMPARE(client->write(" two"), 4);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(peer->readAll(), "first two last");
}

// Something is lost, and that is told.
void tst_StreamContract::peerAbortsWhileClosing()
{
    connectPair();
    peer->setReadBufferSize(10);
    client->write(RdmaTest::pattern(MoreThanBuffers, 1));
    client->disconnectFromHost();
    peer->abort();
    Recorder recorder(client.get());
    QVERIFY(client->waitForDisconnected(Patience));
    QCOMPARE(recorder.take(),
             names({ "RemoteHostClosedError in ClosingState", "UnconnectedState",
                     "readChannelFinished", "disconnected" }));
    QVERIFY(recorder.written < MoreThanBuffers);
    QCOMPARE(client->bytesToWrite(), 0);
}

// The end of the peer was hidden there.
// The peer has said all and waits for nothing: that it does not hear the answer is no error.
void tst_StreamContract::lastWordsToPeerWhoHasClosed()
{
    connectPair();
    Recorder recorder(client.get());
    connect(client.get(), &Stream::readyRead, client.get(), &Stream::close);
    connect(client.get(), &Stream::aboutToClose, this, [this] { client->write("last"); });
    peer->write("bye");
    peer->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(recorder.take(),
             names({ "readyRead", "aboutToClose", "ClosingState", "UnconnectedState",
                     "readChannelFinished", "disconnected" }));
    QCOMPARE(client->bytesToWrite(), 0);
}

void tst_StreamContract::closesBehindAFullBuffer()
{
    connectPair();
    peer->setReadBufferSize(10);
    client->write(RdmaTest::pattern(25, 2));
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 10, Patience);
    QTest::qWait(50);
    peer->write("lost");
    peer->disconnectFromHost();
    QCOMPARE(peer->state(), QAbstractSocket::ClosingState);
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(peer->readAll().size(), 10);
}

void tst_StreamContract::isValidUntilItIsClosed()
{
    connectPair();
    peer->write("unread");
    peer->close();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(client->isValid());
    client->close();
    QVERIFY(!client->isValid());
}

void tst_StreamContract::closingKeepsWhatWasAnnounced()
{
    connectPair();
    peer->setReadBufferSize(1);
    peer->write("unread");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
    client->write(RdmaTest::pattern(MoreThanBuffers, 1));
    client->disconnectFromHost();
    QCOMPARE(client->state(), QAbstractSocket::ClosingState);
    peer->write("late");
    peer->flush();
    // What lets the client go on comes behind it.
    connect(peer.get(), &Stream::readyRead, this, [this] { peer->readAll(); });
    peer->setReadBufferSize(0);
    peer->readAll();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->readAll(), QByteArray("unread"));
}

void tst_StreamContract::closedBeforeConnected_data()
{
    QTest::addColumn<QString>("wait");
    for (const char *wait : { "connected", "disconnected", "bytesWritten" })
        QTest::newRow(wait) << QString::fromLatin1(wait);
}

void tst_StreamContract::closedBeforeConnected()
{
    QFETCH(const QString, wait);
    QSignalSpy errors(client.get(), &Stream::errorOccurred);
    client->connectToHost(testAddress(), server->serverPort());
    client->write("all");
    client->disconnectFromHost();
    if (wait == QLatin1String("connected"))
        QVERIFY(client->waitForConnected(Patience));
    else if (wait == QLatin1String("disconnected"))
        QVERIFY(client->waitForDisconnected(Patience));
    else
        QVERIFY(client->waitForBytesWritten(Patience));
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    peer.reset(server->nextPendingConnection());
    peer->setParent(nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 3, Patience);
    QVERIFY(errors.isEmpty());
}

void tst_StreamContract::abortOrder()
{
    connectPair();
    Recorder recorder(client.get());
    client->write("dropped");
    client->abort();
    QCOMPARE(recorder.take(),
             names({ "aboutToClose", "UnconnectedState", "readChannelFinished", "disconnected" }));
    QCOMPARE(client->bytesToWrite(), 0);
    QCOMPARE(recorder.written, 0);
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(peer->bytesAvailable(), 0);
}

// The device stays open when the peer has closed, and what it sent stays readable, until somebody closes or aborts it.
void tst_StreamContract::abortBehindTheEnd()
{
    connectPair();
    peer->write("unread");
    peer->close();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->bytesAvailable(), 6);
    Recorder recorder(client.get());
    client->abort();
    QCOMPARE(recorder.take(), names({ "aboutToClose" }));
    QVERIFY(!client->isOpen());
    QCOMPARE(client->bytesAvailable(), 0);
}

void tst_StreamContract::destructorSendsWhatWasFlushed()
{
    connectPair();
    const QByteArray data = RdmaTest::pattern(200000, 7);
    QByteArray all;
    connect(peer.get(), &Stream::readyRead, this, [&] { all += peer->readAll(); });
    client->write(data);
    while (client->bytesToWrite() > 0 && client->flush()) { }
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesToWrite(), 0, Patience);
    client.reset();
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(all == data);
}

void tst_StreamContract::manyMegabytesThenClose()
{
    connectPair();
    const QByteArray data = RdmaTest::pattern(5 * 1024 * 1024 + 3, 8);
    QByteArray all;
    QByteArray back;
    connect(peer.get(), &Stream::readyRead, this, [&] { all += peer->readAll(); });
    connect(client.get(), &Stream::readyRead, this, [&] { back += client->readAll(); });
    peer->write(data);
    client->write(data);
    QTRY_COMPARE_WITH_TIMEOUT(back.size(), data.size(), 2 * Patience);
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, 2 * Patience);
    QVERIFY(all == data);
    QVERIFY(back == data);
}

void tst_StreamContract::reconnect()
{
    for (int round = 0; round < 3; ++round) {
        connectPair();
        client->write("again");
        QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 5, Patience);
        QCOMPARE(peer->readAll(), "again");
        if (round == 0)
            client->disconnectFromHost();
        else if (round == 1)
            client->abort();
        else
            peer->close();
        QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
        peer.reset();
    }
}

void tst_StreamContract::deleteLaterInSlot()
{
    connectPair();
    const QPointer<Stream> watched = peer.release();
    connect(watched, &Stream::readyRead, watched, [watched] {
        watched->deleteLater();
        QEventLoop loop;
        QTimer::singleShot(0, &loop, &QEventLoop::quit);
        loop.exec();
    });
    client->write("x");
    QTRY_VERIFY_WITH_TIMEOUT(!watched, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
}

// --- waiting ---

void tst_StreamContract::waitReturnValues()
{
    QTest::ignoreMessage(
            QtWarningMsg,
            QRegularExpression(QStringLiteral("waitForBytesWritten\\(\\) is not allowed")));
    QVERIFY(!client->waitForBytesWritten(0));
    QTest::ignoreMessage(
            QtWarningMsg,
            QRegularExpression(QStringLiteral("waitForDisconnected\\(\\) is not allowed")));
    QVERIFY(!client->waitForDisconnected(0));
    connectPair();
    QVERIFY(client->waitForConnected(0));
    QVERIFY(!client->waitForBytesWritten(0)); // nothing to write
    Recorder recorder(client.get());
    QVERIFY(!client->waitForReadyRead(10));
    QCOMPARE(recorder.take(), names({ "SocketTimeoutError in ConnectedState" }));
    QVERIFY(!client->waitForDisconnected(10));
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
    client->write("x");
    QVERIFY(client->waitForBytesWritten(Patience));
    QVERIFY(peer->waitForReadyRead(Patience));
    QCOMPARE(peer->readAll(), "x");
    peer->disconnectFromHost();
    QVERIFY(client->waitForDisconnected(Patience));
    QCOMPARE(client->error(), QAbstractSocket::RemoteHostClosedError);
    QVERIFY(!client->waitForReadyRead(0));
}

// As a thread without an event loop polls: a wait of no time looks once at what is there.
void tst_StreamContract::waitsOfNoTimeLook()
{
    connectPair();
    peer->write("x");
    QVERIFY(peer->flush());
    QDeadlineTimer deadline(Patience);
    while (!client->waitForReadyRead(0) && !deadline.hasExpired()) { }
    QCOMPARE(client->readAll(), "x");
    client->disconnectFromHost();
    while (!peer->waitForDisconnected(0) && !deadline.hasExpired()) { }
    QCOMPARE(peer->state(), QAbstractSocket::UnconnectedState);
}

// That is no time-out.
void tst_StreamContract::waitsOfNoTimeSend()
{
    connectPair();
    Recorder recorder(client.get());
    client->write("x");
    QVERIFY(!client->waitForReadyRead(0));
    QCOMPARE(recorder.written, 1);
    QCOMPARE(recorder.take(), QStringList());
    QCOMPARE(client->error(), QAbstractSocket::UnknownSocketError);
    QVERIFY(!client->waitForReadyRead(0)); // with nothing to do it is one
    QCOMPARE(recorder.take(), names({ "SocketTimeoutError in ConnectedState" }));
    client->write("y");
    QVERIFY(client->waitForBytesWritten(0));
    QCOMPARE(recorder.take(), QStringList());
}

void tst_StreamContract::waitsForWhatHappensWhileConnecting()
{
    QSignalSpy errors(client.get(), &Stream::errorOccurred);
    client->connectToHost(testAddress(), server->serverPort());
    client->write("early");
    QVERIFY(client->waitForBytesWritten(Patience));
    QCOMPARE(client->bytesToWrite(), 0);
    QVERIFY(errors.isEmpty());
}

// What was written before leaves when the stream closes already.
void tst_StreamContract::waitForConnectedWaitsForNoMore()
{
    QList<QAbstractSocket::SocketState> written;
    connect(client.get(), &Stream::bytesWritten, this,
            [this, &written] { written.append(client->state()); });
    client->connectToHost(testAddress(), server->serverPort());
    client->write("early");
    client->disconnectFromHost();
    QVERIFY(client->waitForConnected(Patience));
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(written, { QAbstractSocket::ClosingState });
}

void tst_StreamContract::threadWithoutLoop()
{
    const quint16 port = server->serverPort();
    QByteArray answer;
    std::thread thread([port, &answer] {
        Stream stream;
        stream.connectToHost(testAddress(), port);
        if (!stream.waitForConnected(Patience))
            return;
        stream.write("question");
        while (stream.bytesToWrite() > 0 && stream.waitForBytesWritten(Patience)) { }
        while (answer.size() < 6 && stream.waitForReadyRead(Patience))
            answer += stream.readAll();
    });
    const bool arrived = server->waitForNewConnection(Patience);
    if (arrived) {
        peer.reset(server->nextPendingConnection());
        while (peer->bytesAvailable() < 8 && peer->waitForReadyRead(Patience)) { }
        peer->write("answer");
        peer->waitForBytesWritten(Patience);
    }
    thread.join();
    QVERIFY(arrived);
    QCOMPARE(peer->readAll(), "question");
    QCOMPARE(answer, "answer");
}

void tst_StreamContract::nestedLoopInSlot()
{
    connectPair();
    connect(peer.get(), &Stream::readyRead, peer.get(), [this] { peer->write(peer->readAll()); });
    QByteArray inside;
    QObject context;
    connect(client.get(), &Stream::readyRead, &context, [&] {
        if (!inside.isEmpty())
            return;
        inside = client->readAll();
        client->write("second");
        QEventLoop loop;
        connect(peer.get(), &Stream::bytesWritten, &loop, &QEventLoop::quit);
        loop.exec(); // what was written before must leave although this slot has not returned
    });
    client->write("first");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
    QCOMPARE(inside, "first");
}

void tst_StreamContract::nestedLoopThatWrites()
{
    connectPair();
    connect(peer.get(), &Stream::readyRead, peer.get(), [this] { peer->write(peer->readAll()); });
    QByteArray inside;
    QObject context;
    connect(client.get(), &Stream::readyRead, &context, [&] {
        if (!inside.isEmpty())
            return;
        inside = client->readAll();
        QEventLoop loop;
        connect(peer.get(), &Stream::bytesWritten, &loop, &QEventLoop::quit);
        // The loop has begun: only what is written asks it for another turn.
        QTimer::singleShot(0, &loop,
                           [&] { QTimer::singleShot(0, &loop, [&] { client->write("second"); }); });
        loop.exec();
    });
    client->write("first");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
    QCOMPARE(inside, "first");
}

// A proxy: what comes from one side is written to the other, and the slot waits for the answer.
void tst_StreamContract::nestedLoopInBytesWritten()
{
    connectPair();
    bool forwarded = false;
    bool answered = false;
    connect(peer.get(), &Stream::readyRead, peer.get(), [&] {
        Stream *const to = std::exchange(forwarded, true) ? peer.get() : client.get();
        to->write(peer->readAll());
    });
    QObject context;
    connect(client.get(), &Stream::bytesWritten, &context, [&] {
        if (!forwarded || answered)
            return;
        QEventLoop loop;
        connect(client.get(), &Stream::readyRead, &loop, [&] {
            answered = true;
            loop.quit();
        });
        QTimer::singleShot(Patience, &loop, &QEventLoop::quit);
        loop.exec();
    });
    client->write("x");
    QTRY_VERIFY_WITH_TIMEOUT(answered, 2 * Patience);
}

// --- server ---

void tst_StreamContract::serverBasics()
{
    QVERIFY(server->isListening());
    QVERIFY(server->serverPort() != 0);
    QCOMPARE(server->serverAddress(), testAddress());
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(QStringLiteral("called when already listening")));
    QVERIFY(!server->listen(testAddress(), 0));
    Server second;
    QVERIFY(!second.listen(testAddress(), server->serverPort()));
    QCOMPARE(second.serverError(), QAbstractSocket::AddressInUseError);
    QVERIFY(!second.errorString().isEmpty());
    const quint16 port = server->serverPort();
    server->close();
    QVERIFY(!server->isListening());
    QCOMPARE(server->serverPort(), 0);
    QVERIFY(server->serverAddress().isNull());
    QVERIFY2(server->listen(testAddress(), port), qPrintable(server->errorString()));
    QCOMPARE(server->serverPort(), port);
    QCOMPARE(server->nextPendingConnection(), nullptr);
}

void tst_StreamContract::serverSignalOrder()
{
    QStringList log;
    connect(server.get(), &Server::pendingConnectionAvailable, this,
            [&] { log.append(QStringLiteral("available")); });
    connect(server.get(), &Server::newConnection, this, [&] {
        log.append(server->hasPendingConnections() ? QStringLiteral("new")
                                                   : QStringLiteral("new, but none"));
    });
    client->connectToHost(testAddress(), server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    QCOMPARE(log, names({ "available", "new" }));
    peer.reset(server->nextPendingConnection());
    QCOMPARE(peer->parent(), server.get());
    QCOMPARE(peer->state(), QAbstractSocket::ConnectedState);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(peer->peerPort(), client->localPort());
}

void tst_StreamContract::serverPauses()
{
    server->pauseAccepting();
    client->connectToHost(testAddress(), server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    QCoreApplication::processEvents();
    QVERIFY(!server->hasPendingConnections());
    server->resumeAccepting();
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
}

void tst_StreamContract::serverPausedBeforeItListens()
{
    server->pauseAccepting();
    server->close();
    QVERIFY(server->listen(testAddress()));
    connectPair();
}

// At once, however long their slots take: none is left for another turn of the event loop.
void tst_StreamContract::serverResumesWithAllThatWait()
{
    server->pauseAccepting();
    std::array<Stream, 5> clients;
    for (Stream &each : clients) {
        each.connectToHost(testAddress(), server->serverPort());
        each.write("x");
    }
    for (const Stream &each : clients) {
        QTRY_COMPARE_WITH_TIMEOUT(each.state(), QAbstractSocket::ConnectedState, Patience);
        QTRY_COMPARE_WITH_TIMEOUT(each.bytesToWrite(), 0, Patience);
    }
    QCoreApplication::processEvents(); // what they have sent is taken in
    connect(server.get(), &Server::newConnection, this, [] { QThread::msleep(2); });
    QSignalSpy connections(server.get(), &Server::newConnection);
    server->resumeAccepting();
    QVERIFY(connections.wait(Patience));
    QCOMPARE(connections.count(), qsizetype(clients.size()));
}

// It goes on with its pause, unless a slot ends that.
void tst_StreamContract::serverPausedIsWaitedFor()
{
    server->pauseAccepting();
    client->connectToHost(testAddress(), server->serverPort());
    QVERIFY(server->waitForNewConnection(Patience));
    Stream second;
    connect(server.get(), &Server::newConnection, this, [this] { server->resumeAccepting(); });
    second.connectToHost(testAddress(), server->serverPort());
    QVERIFY(server->waitForNewConnection(Patience));
    Stream third;
    third.connectToHost(testAddress(), server->serverPort());
    QSignalSpy connections(server.get(), &Server::newConnection);
    QTRY_COMPARE_WITH_TIMEOUT(connections.count(), 1, Patience);
}

void tst_StreamContract::serverMaxPending()
{
    server->setMaxPendingConnections(1);
    Stream second;
    client->connectToHost(testAddress(), server->serverPort());
    second.connectToHost(testAddress(), server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(second.state(), QAbstractSocket::ConnectedState, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    const std::unique_ptr<Stream> first(server->nextPendingConnection());
    QVERIFY(!server->hasPendingConnections());
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
}

void tst_StreamContract::serverCloseKeepsTaken()
{
    connectPair();
    server->close();
    client->write("alive");
    QTRY_COMPARE_WITH_TIMEOUT(peer->bytesAvailable(), 5, Patience);
    QCOMPARE(peer->readAll(), "alive");
    server.reset();
    peer->write("still");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 5, Patience);
    QCOMPARE(client->readAll(), "still");
}

void tst_StreamContract::serverDeletedInNewConnection()
{
    connect(server.get(), &Server::newConnection, this, [this] { server.reset(); });
    client->connectToHost(testAddress(), server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(!server, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_StreamContract::serverWaitTimesOut()
{
    bool timedOut = false;
    QVERIFY(!server->waitForNewConnection(10, &timedOut));
    QVERIFY(timedOut);
    QCOMPARE(server->serverError(), QAbstractSocket::SocketTimeoutError);
    server->close();
    QVERIFY(!server->waitForNewConnection(10));
}

// --- what is built on QIODevice ---

void tst_StreamContract::dataStreamTransactions()
{
    connectPair();
    QByteArray message;
    QDataStream out(&message, QIODevice::WriteOnly);
    out << QStringLiteral("a map") << QVariantMap{ { QStringLiteral("k"), 42 } };
    QDataStream in(peer.get());
    int incomplete = 0;
    QString text;
    QVariantMap map;
    bool done = false;
    connect(peer.get(), &Stream::readyRead, this, [&] {
        in.startTransaction();
        in >> text >> map;
        done = in.commitTransaction();
        incomplete += done ? 0 : 1;
    });
    for (const char byte : std::as_const(message)) {
        client->write(&byte, 1);
        client->flush();
        QCoreApplication::processEvents();
    }
    QTRY_VERIFY_WITH_TIMEOUT(done, Patience);
    QCOMPARE(text, QStringLiteral("a map"));
    QCOMPARE(map.value(QStringLiteral("k")).toInt(), 42);
    QCOMPARE(peer->bytesAvailable(), 0);
}

void tst_StreamContract::textStream()
{
    connectPair();
    QTextStream out(client.get());
    out << "x " << 17 << Qt::endl;
    QTRY_VERIFY_WITH_TIMEOUT(peer->canReadLine(), Patience);
    QTextStream in(peer.get());
    QCOMPARE(in.readLine(), QStringLiteral("x 17"));
}

void tst_StreamContract::xmlReader()
{
    connectPair();
    const QByteArray document = "<list><item>one</item><item>two</item></list>";
    QXmlStreamReader reader(peer.get());
    QStringList items;
    const auto parse = [&] {
        while (!reader.atEnd()) {
            if (reader.readNext() == QXmlStreamReader::Characters)
                items.append(reader.text().toString());
        }
    };
    connect(peer.get(), &Stream::readyRead, this, parse);
    for (qsizetype i = 0; i < document.size(); i += 7) {
        client->write(document.mid(i, 7));
        client->flush();
        QCoreApplication::processEvents();
    }
    QTRY_COMPARE_WITH_TIMEOUT(reader.tokenType(), QXmlStreamReader::EndDocument, Patience);
    QCOMPARE(items.join(QString()), QStringLiteral("onetwo"));
}

void tst_StreamContract::cborReader()
{
    connectPair();
    QByteArray bytes;
    QCborStreamWriter writer(&bytes);
    writer.startArray(2);
    writer.append(7);
    writer.append(QStringLiteral("seven"));
    writer.endArray();
    QCborStreamReader reader(peer.get());
    connect(peer.get(), &Stream::readyRead, this, [&] { reader.reparse(); });
    client->write(bytes);
    QTRY_VERIFY_WITH_TIMEOUT(reader.isArray(), Patience);
    QVERIFY(reader.enterContainer());
    QCOMPARE(reader.toInteger(), 7);
    QVERIFY(reader.next());
    QCOMPARE(reader.readString().data, QStringLiteral("seven"));
}

QTEST_GUILESS_MAIN(tst_StreamContract)
#include "tst_streamcontract.moc"
