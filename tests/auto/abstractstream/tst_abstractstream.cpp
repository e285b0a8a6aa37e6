// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"
#include "../shared/testcertificates.h"

#include <QtRdma/RdmaAbstractStream>
#include <QtRdma/RdmaConnectionWatcher>
#include <QtRdma/RdmaReconnector>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaTlsServer>
#include <QtRdma/RdmaTlsStream>

#include <QtCore/qpointer.h>
#include <QtCore/qregularexpression.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <functional>
#include <memory>
#include <utility>

namespace {

constexpr int Patience = 60000; // the lab emulates: generous, and never a measurement

// Not aboutToClose(): QIODevice itself does not bear it.
template <auto Signal>
void connectTo(RdmaAbstractStream *stream, QObject *context, const std::function<void()> &slot)
{
    QObject::connect(stream, Signal, context, slot);
}

const struct
{
    const char *name;
    void (*connect)(RdmaAbstractStream *, QObject *, const std::function<void()> &);
} allSignals[] = {
    { "hostFound", connectTo<&RdmaAbstractStream::hostFound> },
    { "connected", connectTo<&RdmaAbstractStream::connected> },
    { "stateChanged", connectTo<&RdmaAbstractStream::stateChanged> },
    { "errorOccurred", connectTo<&RdmaAbstractStream::errorOccurred> },
    { "disconnected", connectTo<&RdmaAbstractStream::disconnected> },
    { "readyRead", connectTo<&RdmaAbstractStream::readyRead> },
    { "channelReadyRead", connectTo<&RdmaAbstractStream::channelReadyRead> },
    { "bytesWritten", connectTo<&RdmaAbstractStream::bytesWritten> },
    { "channelBytesWritten", connectTo<&RdmaAbstractStream::channelBytesWritten> },
    { "readChannelFinished", connectTo<&RdmaAbstractStream::readChannelFinished> },
    { "readBufferSizeChanged", connectTo<&RdmaAbstractStream::readBufferSizeChanged> },
    { "writeBufferSizeChanged", connectTo<&RdmaAbstractStream::writeBufferSizeChanged> },
};

} // namespace

// One program for both classes. What each class does beyond this is tested with tst_rdmastream and tst_rdmatlsstream.
class tst_AbstractStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void fresh_data() { kinds(); }
    void fresh();
    void echoes_data() { kinds(); }
    void echoes();
    void echoesWithoutLoop_data() { kinds(); }
    void echoesWithoutLoop();
    void knowsItsEndsUntilItHasEnded_data() { kinds(); }
    void knowsItsEndsUntilItHasEnded();
    void binds_data() { kinds(); }
    void binds();
    void halfClose_data() { kinds(); }
    void halfClose();
    void aborts_data() { kinds(); }
    void aborts();
    void nobodyListens_data() { kinds(); }
    void nobodyListens();
    void connectWhileBusy_data() { kinds(); }
    void connectWhileBusy();
    void limits_data() { kinds(); }
    void limits();
    void isWatched_data() { kinds(); }
    void isWatched();
    void deletedInItsSlots_data();
    void deletedInItsSlots();

    void encryptsLater();
    void closedBeforeItIsEncrypted();
    void reconnects_data() { kinds(); }
    void reconnects();
    void reconnectorGivesUp();
    void reconnectorNeedsAConfiguration();

private:
    static void kinds();
    std::unique_ptr<RdmaAbstractStream> makeStream() const;
    void connectTo(RdmaAbstractStream *stream, quint16 port) const;
    quint16 port() const;
    RdmaAbstractStream *accept();
    void connectPair();
    QSslConfiguration trusting() const { return RdmaTest::configurationTrusting(authority); }

    const RdmaTest::TestAuthority authority;
    RdmaTest::Identity identity;
    bool encrypted = false; // of this row
    std::unique_ptr<RdmaServer> plainServer;
    std::unique_ptr<RdmaTlsServer> tlsServer;
    std::unique_ptr<RdmaAbstractStream> client;
    std::unique_ptr<RdmaAbstractStream> accepted;
};

void tst_AbstractStream::kinds()
{
    QTest::addColumn<bool>("isEncrypted");
    QTest::newRow("plain") << false;
    QTest::newRow("encrypted") << true;
}

void tst_AbstractStream::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    const QByteArray subject = "IP:" + RdmaTest::address().toString().toLatin1();
    identity = authority.issue(subject.constData());
}

void tst_AbstractStream::init()
{
    encrypted = true;
    if (!QByteArray(QTest::currentDataTag()).isEmpty()) {
        QFETCH(const bool, isEncrypted);
        encrypted = isEncrypted;
    }
    plainServer = std::make_unique<RdmaServer>();
    QVERIFY2(plainServer->listen(RdmaTest::address()), qPrintable(plainServer->errorString()));
    tlsServer = std::make_unique<RdmaTlsServer>();
    tlsServer->setSslConfiguration(RdmaTest::configurationOf(identity));
    tlsServer->setHandshakeTimeout(Patience);
    QVERIFY2(tlsServer->listen(RdmaTest::address()), qPrintable(tlsServer->errorString()));
    client = makeStream();
}

void tst_AbstractStream::cleanup()
{
    client.reset();
    accepted.reset();
    plainServer.reset();
    tlsServer.reset();
}

std::unique_ptr<RdmaAbstractStream> tst_AbstractStream::makeStream() const
{
    if (!encrypted)
        return std::make_unique<RdmaStream>();
    auto stream = std::make_unique<RdmaTlsStream>();
    stream->setSslConfiguration(trusting());
    return stream;
}

void tst_AbstractStream::connectTo(RdmaAbstractStream *stream, quint16 port) const
{
    const QString host = RdmaTest::address().toString();
    if (auto *tls = qobject_cast<RdmaTlsStream *>(stream))
        tls->connectToHostEncrypted(host, port);
    else
        stream->connectToHost(host, port);
}

quint16 tst_AbstractStream::port() const
{
    return encrypted ? tlsServer->serverPort() : plainServer->serverPort();
}

RdmaAbstractStream *tst_AbstractStream::accept()
{
    RdmaAbstractStream *stream = nullptr;
    if (encrypted)
        stream = tlsServer->nextPendingConnection();
    else
        stream = plainServer->nextPendingConnection();
    if (stream)
        stream->setParent(nullptr);
    return stream;
}

void tst_AbstractStream::connectPair()
{
    connectTo(client.get(), port());
    QTRY_VERIFY2_WITH_TIMEOUT(accepted || (accepted.reset(accept()), accepted),
                              qPrintable(client->errorString()), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
}

void tst_AbstractStream::fresh()
{
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(client->error(), QAbstractSocket::UnknownSocketError);
    QVERIFY(!client->rdmaError().isError());
    QVERIFY(client->isSequential());
    QVERIFY(!client->isValid());
    QVERIFY(!client->endedCleanly());
    QVERIFY(!client->isReadChannelFinished());
    QVERIFY(client->peerAddress().isNull());
    QVERIFY(client->deviceName().isEmpty());
    QCOMPARE(client->localPort(), quint16(0));
    QCOMPARE(client->readBufferSize(), 0);
    QCOMPARE(client->writeBufferSize(), 0);
    QVERIFY(!client->flush());
    QVERIFY(!client->socketOption(QAbstractSocket::KeepAliveOption).isValid());
    client->disconnectFromHost();
    client->closeWriteChannel();
    client->abort();
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
}

void tst_AbstractStream::echoes()
{
    connectPair();
    QVERIFY(client->isValid());
    QCOMPARE(client->peerName(), RdmaTest::address().toString());
    client->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    QCOMPARE(client->socketOption(QAbstractSocket::KeepAliveOption).toInt(), 1);
    QObject::connect(accepted.get(), &RdmaAbstractStream::readyRead, accepted.get(),
                     [this] { accepted->write(accepted->readAll()); });
    QSignalSpy arrivals(client.get(), &RdmaAbstractStream::readyRead);
    QSignalSpy departures(client.get(), &RdmaAbstractStream::bytesWritten);
    QCOMPARE(client->write("hello\nyou\n"), 10);
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 10, Patience);
    QVERIFY(client->canReadLine());
    QCOMPARE(client->readLine(), "hello\n");
    QCOMPARE(client->skip(1), 1);
    QCOMPARE(client->readAll(), "ou\n");
    QVERIFY(!arrivals.isEmpty());
    QVERIFY(!departures.isEmpty());
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(accepted->endedCleanly());
    QVERIFY(accepted->isReadChannelFinished());
    QCOMPARE(accepted->error(), QAbstractSocket::RemoteHostClosedError);
}

void tst_AbstractStream::echoesWithoutLoop()
{
    connectPair();
    client->write("hello");
    QVERIFY(client->waitForBytesWritten(Patience));
    QVERIFY(accepted->waitForReadyRead(Patience));
    QCOMPARE(accepted->readAll(), "hello");
    accepted->disconnectFromHost();
    accepted->waitForDisconnected(Patience);
    QVERIFY(client->waitForDisconnected(Patience));
    QVERIFY(client->endedCleanly());
}

void tst_AbstractStream::knowsItsEndsUntilItHasEnded()
{
    connectPair();
    QCOMPARE(client->peerAddress(), RdmaTest::address());
    QCOMPARE(client->peerPort(), port());
    QCOMPARE(client->localPort(), accepted->peerPort());
    QCOMPARE(client->localAddress(), accepted->peerAddress());
    QCOMPARE(client->deviceName().isEmpty(), RdmaTest::isTcp());
    QCOMPARE(client->deviceName(), accepted->deviceName());
    quint16 portAtTheEnd = 0;
    QObject::connect(client.get(), &RdmaAbstractStream::disconnected, client.get(),
                     [&] { portAtTheEnd = client->peerPort(); });
    accepted->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(portAtTheEnd, port());
    QCOMPARE(client->peerPort(), quint16(0));
    QVERIFY(client->peerAddress().isNull());
    QCOMPARE(client->peerName(), RdmaTest::address().toString());
}

void tst_AbstractStream::binds()
{
    // Over RDMA this is found out when connecting.
    const bool boundToAnother = client->bind(QHostAddress(QStringLiteral("198.51.100.1")));
    QCOMPARE(boundToAnother, !RdmaTest::isTcp());
    if (!boundToAnother)
        QCOMPARE(client->error(), QAbstractSocket::SocketAddressNotAvailableError);
    QVERIFY(client->bind(RdmaTest::address()));
    if (RdmaTest::isTcp()) {
        QCOMPARE(client->state(), QAbstractSocket::BoundState);
        const quint16 port = client->localPort();
        QVERIFY(port != 0);
        QVERIFY(!client->bind(RdmaTest::address()));
        client->close();
        QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
        QCOMPARE(client->localPort(), 0);
        QVERIFY(client->bind(RdmaTest::address(), port)); // nobody has it any more
    }
    connectPair();
    QVERIFY(!client->bind());
    QCOMPARE(client->localAddress(), RdmaTest::address());
}

void tst_AbstractStream::halfClose()
{
    if (RdmaTest::isTcp())
        QSKIP("TCP does not tell a half-close from a close: tst_tcpstream has both");
    connectPair();
    QSignalSpy ends(accepted.get(), &RdmaAbstractStream::readChannelFinished);
    client->write("question");
    client->closeWriteChannel();
    QCOMPARE(client->write("more"), -1);
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QVERIFY(accepted->isReadChannelFinished());
    QCOMPARE(accepted->readAll(), "question");
    QCOMPARE(accepted->state(), QAbstractSocket::ConnectedState);
    accepted->write("answer");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
    QCOMPARE(client->readAll(), "answer");
}

void tst_AbstractStream::aborts()
{
    connectPair();
    QSignalSpy ends(client.get(), &RdmaAbstractStream::disconnected);
    QSignalSpy errors(client.get(), &RdmaAbstractStream::errorOccurred);
    client->abort();
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(ends.count(), 1);
    QCOMPARE(errors.count(), 0);
    QVERIFY(!client->isValid());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(accepted->error(), QAbstractSocket::RemoteHostClosedError);
}

void tst_AbstractStream::nobodyListens()
{
    const quint16 closed = port();
    plainServer->close();
    tlsServer->close();
    QSignalSpy errors(client.get(), &RdmaAbstractStream::errorOccurred);
    QSignalSpy ends(client.get(), &RdmaAbstractStream::disconnected);
    connectTo(client.get(), closed);
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(client->error(), QAbstractSocket::ConnectionRefusedError);
    QCOMPARE(client->rdmaError().socketError(), QAbstractSocket::ConnectionRefusedError);
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!client->waitForConnected(0));
    QCOMPARE(ends.count(), 0);
}

void tst_AbstractStream::connectWhileBusy()
{
    connectPair();
    QSignalSpy errors(client.get(), &RdmaAbstractStream::errorOccurred);
    QTest::ignoreMessage(
            QtWarningMsg,
            QRegularExpression(QStringLiteral("called when already looking up or connecting")));
    connectTo(client.get(), port());
    QCOMPARE(errors.count(), 1);
    QCOMPARE(client->error(), QAbstractSocket::OperationError);
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
}

void tst_AbstractStream::limits()
{
    connectPair();
    QSignalSpy readLimits(accepted.get(), &RdmaAbstractStream::readBufferSizeChanged);
    QSignalSpy writeLimits(client.get(), &RdmaAbstractStream::writeBufferSizeChanged);
    accepted->setReadBufferSize(4);
    accepted->setReadBufferSize(4);
    client->setWriteBufferSize(6);
    client->setWriteBufferSize(6);
    QCOMPARE(readLimits.count(), 1);
    QCOMPARE(accepted->readBufferSize(), 4);
    QCOMPARE(writeLimits.count(), 1);
    QCOMPARE(client->property("writeBufferSize").toInt(), 6);
    QCOMPARE(client->write("0123456789"), 6);
    QCOMPARE(client->write("x"), 0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 4, Patience);
    QVERIFY(accepted->setProperty("readBufferSize", 0));
    QCOMPARE(readLimits.count(), 2);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 6, Patience);
    QCOMPARE(accepted->readAll(), "012345");
}

// An encrypted stream is one connection, and known as what it is.
void tst_AbstractStream::isWatched()
{
    connectPair();
    RdmaConnectionWatcher watcher;
    QSignalSpy answers(&watcher, &RdmaConnectionWatcher::updated);
    watcher.requestUpdate();
    QTRY_COMPARE_WITH_TIMEOUT(answers.count(), 1, Patience);
    const auto statuses = answers.first().first().value<QList<RdmaConnectionStatus>>();
    QCOMPARE(statuses.size(), 2);
    for (const RdmaConnectionStatus &status : statuses) {
        QCOMPARE(status.kind(),
                 encrypted ? RdmaConnectionStatus::Kind::TlsStream
                           : RdmaConnectionStatus::Kind::Stream);
        QCOMPARE(status.state(), QAbstractSocket::ConnectedState);
        QCOMPARE(status.deviceName(), client->deviceName());
    }
}

void tst_AbstractStream::deletedInItsSlots_data()
{
    QTest::addColumn<bool>("isEncrypted");
    QTest::addColumn<int>("signal");
    for (const bool isEncrypted : { false, true }) {
        for (qsizetype i = 0; i < qsizetype(std::size(allSignals)); ++i)
            QTest::addRow("%s, %s", isEncrypted ? "encrypted" : "plain", allSignals[i].name)
                    << isEncrypted << int(i);
    }
}

// A connection that ends when its peer has answered, and whose limits change, emits every signal.
void tst_AbstractStream::deletedInItsSlots()
{
    QFETCH(const int, signal);
    const QPointer<RdmaAbstractStream> stream = client.release();
    bool isDeleted = false; // the destructor emits signals, too
    const auto deleteIt = [&] {
        if (!std::exchange(isDeleted, true))
            delete stream;
    };
    allSignals[signal].connect(stream, this, deleteIt);
    QObject::connect(stream, &RdmaAbstractStream::connected, stream, [&stream] {
        stream->write("hello");
        if (stream)
            stream->setReadBufferSize(100000);
        if (stream)
            stream->setWriteBufferSize(100000);
    });
    connectTo(stream, port());
    const auto serve = [this] {
        if (!accepted)
            accepted.reset(accept());
        if (accepted && accepted->bytesAvailable() > 0) {
            accepted->write(accepted->readAll());
            accepted->disconnectFromHost();
        }
        return accepted != nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT((serve(), !stream), Patience);
}

// --- of one kind only ---

void tst_AbstractStream::encryptsLater()
{
    auto *tls = qobject_cast<RdmaTlsStream *>(client.get());
    RdmaAbstractStream *const base = client.get();
    bool wasPlain = false;
    QObject::connect(base, &RdmaAbstractStream::connected, tls, [&] {
        wasPlain = tls->mode() == RdmaTlsStream::UnencryptedMode && !tls->isEncrypted();
        tls->write("first");
        tls->startClientEncryption();
    });
    base->connectToHost(RdmaTest::address(), port());
    QTRY_VERIFY2_WITH_TIMEOUT(tls->isEncrypted(), qPrintable(tls->errorString()), Patience);
    QVERIFY(wasPlain);
    QTRY_VERIFY_WITH_TIMEOUT(accepted || (accepted.reset(accept()), accepted), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 5, Patience);
    QCOMPARE(accepted->readAll(), "first");
}

// Nothing has left in the clear, and the end is told.
void tst_AbstractStream::closedBeforeItIsEncrypted()
{
    QSignalSpy connections(client.get(), &RdmaAbstractStream::connected);
    QSignalSpy ends(client.get(), &RdmaAbstractStream::disconnected);
    client->connectToHost(RdmaTest::address(), plainServer->serverPort());
    client->write("secret");
    client->disconnectFromHost();
    QCOMPARE(client->state(), QAbstractSocket::ConnectingState);
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QCOMPARE(connections.count(), 1);
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QTRY_VERIFY_WITH_TIMEOUT(plainServer->hasPendingConnections(), Patience);
    const std::unique_ptr<RdmaStream> peer(plainServer->nextPendingConnection());
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(peer->bytesAvailable(), 0);
}

// The server ends each connection, once a byte has come over it.
void tst_AbstractStream::reconnects()
{
    RdmaReconnector reconnector(client.get());
    QCOMPARE(reconnector.stream(), client.get());
    reconnector.setInitialDelay(1);
    reconnector.setMaxDelay(1);
    reconnector.setJitter(0);
    QObject::connect(client.get(), &RdmaAbstractStream::connected, client.get(),
                     [this] { client->write("x"); });
    int served = 0;
    const auto serve = [&] {
        if (!accepted)
            accepted.reset(accept());
        if (accepted && accepted->bytesAvailable() > 0) {
            ++served;
            accepted.reset();
        }
        return served >= 3;
    };
    reconnector.connectToHost(RdmaTest::address(), port());
    QTRY_VERIFY_WITH_TIMEOUT(serve(), Patience);
    QVERIFY(reconnector.isActive());
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
    client->close();
    QTRY_VERIFY_WITH_TIMEOUT(!reconnector.isActive(), Patience);
}

// A server that this side does not trust.
void tst_AbstractStream::reconnectorGivesUp()
{
    auto *tls = qobject_cast<RdmaTlsStream *>(client.get());
    tls->setSslConfiguration(QSslConfiguration::defaultConfiguration());
    RdmaReconnector reconnector(client.get());
    reconnector.setInitialDelay(1);
    reconnector.setMaxAttempts(2);
    QSignalSpy ends(&reconnector, &RdmaReconnector::gaveUp);
    QSignalSpy pauses(&reconnector, &RdmaReconnector::waiting);
    reconnector.connectToHost(RdmaTest::address(), port());
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QCOMPARE(pauses.count(), 1);
    QCOMPARE(client->error(), QAbstractSocket::SslHandshakeFailedError);
    QVERIFY(!reconnector.isActive());
}

void tst_AbstractStream::reconnectorNeedsAConfiguration()
{
    auto *tls = qobject_cast<RdmaTlsStream *>(client.get());
    tls->setProtocol(QSsl::TlsV1_2);
    RdmaReconnector reconnector(client.get());
    QSignalSpy ends(&reconnector, &RdmaReconnector::gaveUp);
    QSignalSpy pauses(&reconnector, &RdmaReconnector::waiting);
    reconnector.connectToHost(RdmaTest::address(), port());
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QCOMPARE(pauses.count(), 0);
    QCOMPARE(client->error(), QAbstractSocket::SslInvalidUserDataError);

    // With one that can be used it connects.
    tls->setSslConfiguration(trusting());
    reconnector.connectToHost(RdmaTest::address(), port());
    QTRY_VERIFY_WITH_TIMEOUT(tls->isEncrypted(), Patience);
    QCOMPARE(ends.count(), 1);
}

QTEST_GUILESS_MAIN(tst_AbstractStream)
#include "tst_abstractstream.moc"
