// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmaleaks.h"
#include "../shared/rdmatest.h"
#include "../shared/streamrecorder.h"
#include "../shared/testcertificates.h"
#include "../shared/worker.h"
#include "tls/tlsengine_p.h"
#include "waitfor.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaTlsServer>
#include <QtRdma/RdmaTlsStream>

#include <QtCore/qdatastream.h>
#include <QtCore/qdebug.h>
#include <QtCore/qeventloop.h>
#include <QtCore/qfile.h>
#include <QtCore/qrandom.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qscopeguard.h>
#include <QtCore/qsemaphore.h>
#include <QtCore/qtemporarydir.h>
#include <QtCore/qtemporaryfile.h>
#include <QtCore/qthread.h>
#include <QtCore/qtimer.h>
#include <QtNetwork/qsslserver.h>
#include <QtNetwork/qsslsocket.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

using RdmaTest::TestAuthority;
using Recorder = RdmaTest::StreamRecorder<RdmaTlsStream>;

namespace {

constexpr int Patience = 60000; // the lab emulates: generous, and never a measurement

QByteArray randomBytes(qsizetype size)
{
    QByteArray data(size, Qt::Uninitialized);
    QRandomGenerator generator(quint32(size) + 1);
    for (char &byte : data)
        byte = char(generator.generate());
    return data;
}

// Waits for as much; QTRY_COMPARE would read twice.
bool reads(QIODevice *device, const QByteArray &expected)
{
    return RdmaTest::waitFor([&] { return device->bytesAvailable() >= expected.size(); }, Patience)
            && device->readAll() == expected;
}

// Not aboutToClose(): QIODevice itself does not bear it.
template <auto Signal>
void connectTo(RdmaTlsStream *stream, QObject *context, const std::function<void()> &slot)
{
    QObject::connect(stream, Signal, context, slot);
}

const struct
{
    const char *name;
    void (*connect)(RdmaTlsStream *, QObject *, const std::function<void()> &);
    bool ofClientsOnly;
} allSignals[] = {
    { "hostFound", connectTo<&RdmaTlsStream::hostFound>, true },
    { "connected", connectTo<&RdmaTlsStream::connected>, true },
    { "sslErrors", connectTo<&RdmaTlsStream::sslErrors>, true },
    { "modeChanged", connectTo<&RdmaTlsStream::modeChanged>, false },
    { "alertReceived", connectTo<&RdmaTlsStream::alertReceived>, false },
    { "peerVerifyError", connectTo<&RdmaTlsStream::peerVerifyError>, true },
    { "encryptedChanged", connectTo<&RdmaTlsStream::encryptedChanged>, false },
    { "encrypted", connectTo<&RdmaTlsStream::encrypted>, false },
    { "readyRead", connectTo<&RdmaTlsStream::readyRead>, false },
    { "channelReadyRead", connectTo<&RdmaTlsStream::channelReadyRead>, false },
    { "bytesWritten", connectTo<&RdmaTlsStream::bytesWritten>, false },
    { "channelBytesWritten", connectTo<&RdmaTlsStream::channelBytesWritten>, false },
    { "encryptedBytesWritten", connectTo<&RdmaTlsStream::encryptedBytesWritten>, false },
    { "stateChanged", connectTo<&RdmaTlsStream::stateChanged>, false },
    { "errorOccurred", connectTo<&RdmaTlsStream::errorOccurred>, false },
    { "readChannelFinished", connectTo<&RdmaTlsStream::readChannelFinished>, false },
    { "disconnected", connectTo<&RdmaTlsStream::disconnected>, false },
};

// A server that does with its connection what RdmaTlsStream never does.
class OddServer : public QObject, public QtRdmaPrivate::TlsTransport
{
public:
    explicit OddServer(const QSslConfiguration &configuration)
    {
        RdmaError failure;
        const auto context = QtRdmaPrivate::TlsContext::make(
                configuration, QtRdmaPrivate::TlsRole::Server, &failure);
        engine = std::make_unique<QtRdmaPrivate::TlsEngine>(context, this);
        connect(&server, &RdmaServer::newConnection, this, [this] {
            stream.reset(server.nextPendingConnection());
            connect(stream.get(), &QIODevice::channelReadyRead, this, [this] { pump(); });
            pump();
        });
        server.listen(RdmaTest::address());
    }
    qint64 takeRecords(char *data, qint64 size) override
    {
        return stream->bytesAvailable() > 0 ? stream->read(data, size) : 0;
    }
    bool putRecords(const char *data, qint64 size) override
    {
        return stream->write(data, size) == size;
    }
    // close_notify, and the stream stays as it is.
    void sayEnd(const char *lastWords)
    {
        engine->write(lastWords, qint64(qstrlen(lastWords)));
        engine->closeWriting();
        stream->flush();
    }
    bool isEncrypted() const { return engine->state() == QtRdmaPrivate::TlsEngine::Established; }

    RdmaServer server;
    std::unique_ptr<RdmaStream> stream;
    std::unique_ptr<QtRdmaPrivate::TlsEngine> engine;
    bool endsAtOnce = false;

private:
    void pump()
    {
        char data[1000];
        engine->handshake();
        while (engine->read(data, sizeof(data)) > 0) { }
        if (isEncrypted() && std::exchange(endsAtOnce, false))
            sayEnd("");
    }
};

// What the side that verifies tells of a handshake, in order, and whether a slot can see whose certificate it is.
template <typename Stream>
class JudgeRecorder : public QObject
{
public:
    JudgeRecorder(Stream *stream, bool ignores)
    {
        connect(stream, &Stream::peerVerifyError, this,
                [this](const QSslError &error) { verifyErrors.append(error); });
        connect(stream, &Stream::sslErrors, this, [=, this](const QList<QSslError> &errors) {
            log.append(QStringLiteral("sslErrors %1 of %2")
                               .arg(sorted(errors).join(u','), sorted(verifyErrors).join(u',')));
            noteChain(stream);
            if (ignores)
                stream->ignoreSslErrors();
        });
        connect(stream, &Stream::encrypted, this, [=, this] {
            log.append(QStringLiteral("encrypted"));
            noteChain(stream);
        });
        connect(stream, &Stream::errorOccurred, this, [=, this](auto error) {
            log.append(RdmaTest::enumName(error));
            noteChain(stream);
        });
        connect(stream, &Stream::disconnected, this, [=, this] {
            log.append(QStringLiteral("disconnected"));
            noteChain(stream);
        });
    }

    QStringList log;

private:
    static QStringList sorted(const QList<QSslError> &errors)
    {
        QStringList result;
        for (const QSslError &wrong : errors)
            result.append(QString::number(int(wrong.error())));
        std::sort(result.begin(), result.end());
        return result;
    }
    void noteChain(Stream *stream)
    {
        QStringList names;
        for (const QSslCertificate &certificate : stream->peerCertificateChain())
            names += certificate.subjectAlternativeNames().values();
        log.append(QStringLiteral("chain of ") + names.join(u','));
    }
    QList<QSslError> verifyErrors;
};

// What a program sets on its socket, in the words of QSslSocket, and gets back.
template <typename Stream>
QString configured(const QString &certificateFile, const QString &keyFile)
{
    Stream stream;
    QString result;
    QDebug told = QDebug(&result).nospace();
    told << stream.peerVerifyMode() << stream.peerVerifyDepth() << stream.protocol()
         << stream.localCertificate() << stream.privateKey().isNull() << stream.mode();
    const typename Stream::PeerVerifyMode mode = Stream::QueryPeer;
    stream.setPeerVerifyMode(mode);
    stream.setPeerVerifyDepth(3);
    stream.setPeerVerifyName(QStringLiteral("host.example"));
    stream.setProtocol(QSsl::TlsV1_3OrLater);
    stream.setLocalCertificate(certificateFile);
    stream.setPrivateKey(keyFile, QSsl::Ec);
    told << stream.peerVerifyMode() << stream.peerVerifyDepth() << stream.peerVerifyName()
         << stream.protocol() << stream.localCertificate().toPem() << stream.privateKey().toPem()
         << stream.localCertificateChain().size() << stream.sslConfiguration().peerVerifyMode();
    const QSslCertificate certificate = stream.localCertificate();
    stream.setLocalCertificateChain({ certificate, certificate });
    told << stream.localCertificateChain().size();
    stream.setLocalCertificate(certificate);
    stream.setPrivateKey(QSslKey());
    told << stream.localCertificateChain().size() << stream.privateKey().isNull();
    const typename Stream::SslMode unencrypted = Stream::UnencryptedMode;
    told << (stream.mode() == unencrypted) << stream.encryptedBytesAvailable()
         << stream.encryptedBytesToWrite();
    return result;
}

// One handshake over 'Stream', as the side that judges tells it.
template <typename Stream, typename Server>
QStringList judgement(const QHostAddress &address, const QSslConfiguration &clients,
                      const QSslConfiguration &servers, bool ofServer, bool ignores)
{
    Server server;
    server.setSslConfiguration(servers);
    std::unique_ptr<JudgeRecorder<Stream>> recorder;
    QObject::connect(&server, &Server::startedEncryptionHandshake, &server, [&](Stream *stream) {
        if (ofServer)
            recorder = std::make_unique<JudgeRecorder<Stream>>(stream, ignores);
    });
    if (!server.listen(address))
        return { QStringLiteral("no server") };
    Stream client;
    client.setSslConfiguration(clients);
    if (!ofServer)
        recorder = std::make_unique<JudgeRecorder<Stream>>(&client, ignores);
    client.connectToHostEncrypted(address.toString(), server.serverPort(),
                                  QStringLiteral("host.example"));
    const auto isSettled = [&recorder] {
        return recorder
                && (recorder->log.contains(QStringLiteral("encrypted"))
                    || recorder->log.contains(QStringLiteral("disconnected")));
    };
    if (!RdmaTest::waitFor(isSettled, Patience))
        recorder->log.append(QStringLiteral("no end"));
    const QStringList result = recorder->log;
    recorder.reset();
    return result;
}

QStringList names(std::initializer_list<const char *> list)
{
    QStringList result;
    for (const char *name : list)
        result.append(QString::fromLatin1(name));
    return result;
}

QStringList sorted(QStringList list)
{
    list.sort();
    return list;
}

// The signals of a connection that ends when its peer has answered.
QStringList wholeLife(const char *last = "disconnected")
{
    const QStringList all =
            names({ "HostLookupState", "ConnectingState", "hostFound", "ConnectedState",
                    "connected", "modeChanged", "encryptedChanged to true", "encrypted",
                    "bytesWritten", "readyRead", "RemoteHostClosedError in ConnectedState",
                    "ClosingState", "encryptedChanged to false", "UnconnectedState",
                    "readChannelFinished", "disconnected" });
    return all.first(all.indexOf(QLatin1String(last)) + 1);
}

class LifeRecorder : public Recorder
{
public:
    explicit LifeRecorder(RdmaTlsStream *stream) : Recorder(stream)
    {
        connect(stream, &RdmaTlsStream::modeChanged, this,
                [this] { note(QStringLiteral("modeChanged")); });
        connect(stream, &RdmaTlsStream::encryptedChanged, this, [this, stream](bool encrypted) {
            const bool isSo = stream->isEncrypted() == encrypted
                    && (stream->state() == QAbstractSocket::UnconnectedState) != encrypted;
            note(QLatin1String(!isSo               ? "encryptedChanged, and is not"
                                       : encrypted ? "encryptedChanged to true"
                                                   : "encryptedChanged to false"));
        });
        connect(stream, &RdmaTlsStream::encrypted, this,
                [this] { note(QStringLiteral("encrypted")); });
        connect(stream, &QIODevice::bytesWritten, this,
                [this] { note(QStringLiteral("bytesWritten")); });
        connect(stream, &RdmaTlsStream::sslErrors, this,
                [this] { note(QStringLiteral("sslErrors")); });
    }
};

// Until what can come has come, if the slot does not hold it up.
void waitForTheRest(RdmaTlsStream *stream, const QStringList &log)
{
    const QString slot = log.constLast();
    if (slot == QLatin1String("sslErrors")) {
        QVERIFY(!stream->waitForEncrypted(-1));
        return;
    }
    const bool isEnding = log.contains(QStringLiteral("RemoteHostClosedError in ConnectedState"));
    if (isEnding && stream->state() != QAbstractSocket::UnconnectedState)
        QVERIFY(!stream->waitForDisconnected(-1));
    if (isEnding)
        return;
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
}

} // namespace

// What the handshake accepts and refuses is tested with tlsengine; here is what becomes of it on a connection.
class tst_RdmaTlsStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();

    void fresh();
    void connectOrder();
    void writtenBeforeEncrypted();
    void bulkBothWays();
    void sendsFiles();
    void fileBecomesShorter_data();
    void fileBecomesShorter();
    void fileOfDeletedStream();
    void dataStream();
    void lines();
    void linesInTextMode();
    void waitsWithoutLoop();
    void leavesBeforeTheThreadBlocks_data();
    void leavesBeforeTheThreadBlocks();
    void notifiesEncrypted();
    void connectsAgain();
    void childOfFork();
    void manyClients();
    void upgradesAStream();
    void settersOfQSslSocket();
    void setOnTheStream();
    void nextProtocol();
    void writeOnlyDiscards();

    void wrongHostName();
    void peerNameGiven();
    void untrustedServer();
    void errorsIgnored_data();
    void errorsIgnored();
    void judgesAsQSslSocket_data();
    void judgesAsQSslSocket();
    void pinnedCertificate();
    void knowsWhomItRefused_data();
    void knowsWhomItRefused();
    void wrongConfiguration();
    void unusableConfigurationEndsIt_data();
    void unusableConfigurationEndsIt();
    void clientCertificate_data();
    void clientCertificate();

    void plainClient();
    void plainServer();
    void silentServer();
    void silentClient();
    void clientVanishesInHandshake();
    void serverVanishesInHandshake();
    void nobodyListens();
    void garbageInTheStream();

    void peerCloses();
    void halfClose();
    void closeWithPendingData();
    void closedAndDeleted();
    void waitsForItsClose();
    void onlySaysItsEnd();
    void onlySaysItsEndWithoutLoop();
    void closeWhileConnecting();
    void abortIsATruncation();
    void flushThenDelete();
    void nobodyTakesTheConnection();
    void silentPeersMakeWay();
    void truncation_data();
    void truncation();
    void ownTimeOutIsNoTruncation();

    void slowReaderIsBounded();
    void writeBufferIsFull();
    void endBehindAFullBuffer();
    void closedBeforeAFullBuffer();
    void nestedLoops();
    void waitInSlot();
    void deletedInItsSlots_data();
    void deletedInItsSlots();
    void actsInItsSlots_data();
    void actsInItsSlots();
    void endsInTheSlotOfItsError_data();
    void endsInTheSlotOfItsError();
    void waitedForInSlotOfModeChanged();
    void waitsForEncryptedInItsSlots_data();
    void waitsForEncryptedInItsSlots();
    void waitsForTheEndOfAnAttempt();
    void serverDeletedInItsSlots_data();
    void serverDeletedInItsSlots();
    void handshakesAreLimited();
    void refusedHandshakesAreForgotten();
    void waitsForWhatComesWithTheHandshake();
    void movedToAnotherThread_data();
    void movedToAnotherThread();

private:
    QSslConfiguration trusting() const { return RdmaTest::configurationTrusting(authority); }
    QSslConfiguration serving() const { return RdmaTest::configurationOf(identity); }
    QString host() const { return RdmaTest::address().toString(); }
    void connectClient();
    void connectPair();
    void connectPlain(RdmaStream *plain);
    QSignalSpy &serverErrors() { return *failures; }

    QTemporaryDir directory;
    const TestAuthority authority;
    const TestAuthority stranger{ "Somebody's CA" };
    RdmaTest::Identity identity;
    std::unique_ptr<RdmaTlsServer> server;
    std::unique_ptr<QSignalSpy> failures;
    std::unique_ptr<RdmaTlsStream> client;
    std::unique_ptr<RdmaTlsStream> accepted;
};

void tst_RdmaTlsStream::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    const QByteArray subjects = "IP:" + host().toLatin1() + ",DNS:host.example";
    identity = authority.issue(subjects.constData());
    const auto save = [this](const char *name, const QByteArray &content) {
        QFile file(directory.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
    };
    QVERIFY(save("certificate.pem", identity.certificate.toPem()));
    QVERIFY(save("key.pem", identity.key.toPem()));
}

void tst_RdmaTlsStream::init()
{
    if (!RdmaTest::isWorthIt({ "connectOrder", "bulkBothWays", "waitsWithoutLoop",
                               "leavesBeforeTheThreadBlocks", "closedAndDeleted",
                               "clientVanishesInHandshake", "serverVanishesInHandshake",
                               "peerCloses", "halfClose", "closeWithPendingData",
                               "abortIsATruncation", "flushThenDelete", "slowReaderIsBounded" })) {
        QSKIP(RdmaTest::ToldByRoce);
    }
    server = std::make_unique<RdmaTlsServer>();
    server->setSslConfiguration(serving());
    server->setHandshakeTimeout(Patience);
    failures = std::make_unique<QSignalSpy>(server.get(), &RdmaTlsServer::errorOccurred);
    QVERIFY2(server->listen(RdmaTest::address(), 0), qPrintable(server->errorString()));
    client = std::make_unique<RdmaTlsStream>();
    client->setSslConfiguration(trusting());
}

void tst_RdmaTlsStream::cleanup()
{
    accepted.reset();
    client.reset();
    failures.reset();
    server.reset();
}

void tst_RdmaTlsStream::cleanupTestCase()
{
    if (!RdmaTest::address().isNull())
        QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResource(QStringLiteral("qp")), 0, Patience);
}

void tst_RdmaTlsStream::connectClient()
{
    client->connectToHostEncrypted(host(), server->serverPort());
}

void tst_RdmaTlsStream::connectPair()
{
    connectClient();
    QTRY_VERIFY2_WITH_TIMEOUT(client->isEncrypted(), qPrintable(client->errorString()), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    QVERIFY(accepted);
    accepted->setParent(nullptr);
    QVERIFY(accepted->isEncrypted());
}

void tst_RdmaTlsStream::connectPlain(RdmaStream *plain)
{
    plain->connectToHost(RdmaTest::address(), server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(plain->state(), QAbstractSocket::ConnectedState, Patience);
}

// --- what works ---

void tst_RdmaTlsStream::fresh()
{
    RdmaTlsStream stream;
    QCOMPARE(stream.state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!stream.isOpen());
    QVERIFY(stream.isSequential());
    QVERIFY(!stream.isEncrypted());
    QCOMPARE(stream.bytesAvailable(), 0);
    QCOMPARE(stream.bytesToWrite(), 0);
    QVERIFY(!stream.canReadLine());
    QVERIFY(stream.atEnd());
    QCOMPARE(stream.error(), QAbstractSocket::UnknownSocketError);
    QCOMPARE(stream.sessionProtocol(), QSsl::UnknownProtocol);
    QVERIFY(stream.peerCertificate().isNull());
    QVERIFY(!stream.flush());
    QVERIFY(!stream.waitForEncrypted(0));
    QVERIFY(!stream.waitForReadyRead(0));
    stream.close();
    stream.abort();
    stream.disconnectFromHost();
    QCOMPARE(stream.handshakeTimeout(), 30000);
    QCOMPARE(RdmaTlsServer().handshakeTimeout(), 5000);
}

void tst_RdmaTlsStream::connectOrder()
{
    Recorder recorder(client.get());
    connect(client.get(), &RdmaTlsStream::encrypted, &recorder,
            [&recorder] { recorder.log.append(QStringLiteral("encrypted")); });
    connectClient();
    QVERIFY(client->isOpen());
    QTRY_VERIFY2_WITH_TIMEOUT(client->isEncrypted(), qPrintable(client->errorString()), Patience);
    QCOMPARE(recorder.take(),
             names({ "HostLookupState", "ConnectingState", "hostFound", "ConnectedState",
                     "connected", "encrypted" }));
    QCOMPARE(client->peerAddress(), RdmaTest::address());
    QCOMPARE(client->peerPort(), server->serverPort());
    QCOMPARE(client->peerCertificate(), identity.certificate);
    QCOMPARE(client->sessionProtocol(), QSsl::TlsV1_3);
    QVERIFY(client->sessionCipher().name().startsWith(QLatin1String("TLS_")));
    QVERIFY(client->sslHandshakeErrors().isEmpty());
    QCOMPARE(client->stream()->deviceName().isEmpty(), RdmaTest::isTcp());
}

void tst_RdmaTlsStream::writtenBeforeEncrypted()
{
    QSignalSpy raw(client.get(), &RdmaTlsStream::encryptedBytesWritten);
    connectClient();
    QCOMPARE(client->write("early"), 5);
    QCOMPARE(client->bytesToWrite(), 5);
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 5, Patience);
    QCOMPARE(accepted->readAll(), "early");
    QCOMPARE(client->bytesToWrite(), 0);
    QVERIFY(raw.size() > 0);
}

void tst_RdmaTlsStream::bulkBothWays()
{
    connectPair();
    const QByteArray there = randomBytes(2 * 1024 * 1024 + 17);
    const QByteArray back = randomBytes(2 * 1024 * 1024 + 18);
    QByteArray arrivedThere;
    QByteArray arrivedBack;
    qint64 written = 0;
    connect(accepted.get(), &QIODevice::readyRead, accepted.get(),
            [&] { arrivedThere += accepted->readAll(); });
    connect(client.get(), &QIODevice::readyRead, client.get(),
            [&] { arrivedBack += client->readAll(); });
    connect(client.get(), &QIODevice::bytesWritten, client.get(),
            [&](qint64 size) { written += size; });
    client->write(there);
    accepted->write(back);
    QTRY_COMPARE_WITH_TIMEOUT(arrivedThere.size(), there.size(), 2 * Patience);
    QTRY_COMPARE_WITH_TIMEOUT(arrivedBack.size(), back.size(), 2 * Patience);
    QVERIFY(arrivedThere == there);
    QVERIFY(arrivedBack == back);
    QCOMPARE(written, there.size());
}

// In the order of all that is written, and one of them empty.
void tst_RdmaTlsStream::sendsFiles()
{
    connectPair();
    const QByteArray data = randomBytes(1'000'003);
    QTemporaryFile file;
    QVERIFY(file.open());
    QCOMPARE(file.write(data), data.size());
    qint64 written = 0;
    connect(client.get(), &QIODevice::bytesWritten, client.get(),
            [&](qint64 size) { written += size; });
    QSignalSpy sent(client.get(), &RdmaTlsStream::fileSent);
    client->write("first");
    QCOMPARE(client->sendFile(&file), data.size());
    client->write("between");
    QCOMPARE(client->sendFile(&file, 1000, 0), 0);
    QCOMPARE(client->sendFile(&file, 1000, 20'000), 20'000);
    client->write("last");
    const QByteArray all = "first" + data + "between" + data.mid(1000, 20'000) + "last";
    QCOMPARE(client->bytesToWrite(), all.size());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), all.size(), Patience);
    QVERIFY(accepted->readAll() == all);
    QTRY_COMPARE_WITH_TIMEOUT(sent.count(), 3, Patience);
    const qint64 expected[] = { data.size(), 0, 20'000 };
    for (int i = 0; i < sent.count(); ++i)
        QCOMPARE(sent.at(i).constFirst().toLongLong(), expected[i]);
    QCOMPARE(written, all.size());
    QCOMPARE(client->sendFile(-1, 0, 1), -1);
    QCOMPARE(client->rdmaError().code(), EBADF);
    client->closeWriteChannel();
    QCOMPARE(client->sendFile(&file), -1);
}

void tst_RdmaTlsStream::fileBecomesShorter_data()
{
    QTest::addColumn<bool>("closes");
    QTest::newRow("more follows") << false;
    QTest::newRow("the end follows") << true;
}

void tst_RdmaTlsStream::fileBecomesShorter()
{
    if (RdmaTest::isTcp())
        QSKIP("The buffers of the kernel take all of it");
    QFETCH(const bool, closes);
    connectPair();
    accepted->setReadBufferSize(1000); // two to three megabytes are on the way then
    const QByteArray data = randomBytes(4'000'000);
    QTemporaryFile file;
    QVERIFY(file.open());
    QCOMPARE(file.write(data), data.size());
    QSignalSpy sent(client.get(), &RdmaTlsStream::fileSent);
    QCOMPARE(client->sendFile(&file), data.size());
    client->write("behind");
    if (closes)
        client->disconnectFromHost();
    QTRY_VERIFY_WITH_TIMEOUT(accepted->bytesAvailable() >= 1000, Patience);
    QVERIFY(file.resize(3'000'000));
    accepted->setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(sent.count(), 1, Patience);
    QCOMPARE(sent.constFirst().constFirst().toLongLong(), 3'000'000);
    if (!closes) {
        QCOMPARE(client->rdmaError().call(), QStringLiteral("pread"));
        QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 3'000'006, Patience);
        QVERIFY(accepted->readAll() == data.left(3'000'000) + "behind");
    } else {
        QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
        QVERIFY(!accepted->endedCleanly());
    }
}

// The rest of the file would have to be encrypted by somebody. The peer notices that it is missing.
void tst_RdmaTlsStream::fileOfDeletedStream()
{
    connectPair();
    accepted->setReadBufferSize(1000);
    QTemporaryFile file;
    QVERIFY(file.open());
    QVERIFY(file.resize(4'000'000));
    QCOMPARE(client->sendFile(&file), 4'000'000);
    client->disconnectFromHost();
    client.reset();
    accepted->setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!accepted->endedCleanly());
}

void tst_RdmaTlsStream::dataStream()
{
    connectPair();
    QDataStream out(client.get());
    const QString text = QString(100000, QLatin1Char('q'));
    for (int i = 0; i < 3; ++i)
        out << i << text;
    QDataStream in(accepted.get());
    int next = 0;
    const auto read = [&] {
        for (;;) {
            in.startTransaction();
            int number = -1;
            QString arrived;
            in >> number >> arrived;
            if (!in.commitTransaction())
                return;
            QCOMPARE(number, next++);
            QCOMPARE(arrived, text);
        }
    };
    connect(accepted.get(), &QIODevice::readyRead, accepted.get(), read);
    QTRY_COMPARE_WITH_TIMEOUT(next, 3, Patience);
}

void tst_RdmaTlsStream::lines()
{
    connectPair();
    client->write("one\ntwo\nthr");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 11, Patience);
    QVERIFY(accepted->canReadLine());
    QCOMPARE(accepted->readLine(), "one\n");
    QCOMPARE(accepted->peek(3), "two");
    QVERIFY(accepted->canReadLine());
    QCOMPARE(accepted->skip(4), 4);
    QVERIFY(!accepted->canReadLine());
    client->write("ee\n");
    QTRY_VERIFY_WITH_TIMEOUT(accepted->canReadLine(), Patience);
    QCOMPARE(accepted->readLine(), "three\n");
    QCOMPARE(accepted->read(1), QByteArray());
}

// Longer than a record is, too.
void tst_RdmaTlsStream::linesInTextMode()
{
    connectPair();
    const QByteArray half(20000, 'l');
    accepted->setTextModeEnabled(true);
    client->write(half + '\r' + half + "\r\nrest");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 40007, Patience);
    QByteArray buffer(50000, '\0');
    const qint64 size = accepted->readLine(buffer.data(), buffer.size());
    QVERIFY(buffer.left(size) == half + '\r' + half + '\n');
    QCOMPARE(accepted->readLine(), QByteArray("rest"));
}

void tst_RdmaTlsStream::waitsWithoutLoop()
{
    connect(server.get(), &RdmaTlsServer::newConnection, this, [this] {
        accepted.reset(server->nextPendingConnection());
        connect(accepted.get(), &QIODevice::readyRead, accepted.get(),
                [this] { accepted->write(accepted->readAll()); });
    });
    QString failure;
    const QByteArray data = randomBytes(300000);
    const auto talk = [&, port = server->serverPort()] {
        RdmaTlsStream stream;
        stream.setSslConfiguration(trusting());
        stream.connectToHostEncrypted(host(), port);
        if (!stream.waitForEncrypted(Patience)) {
            failure = QStringLiteral("encrypted: ") + stream.errorString();
            return;
        }
        stream.write(data);
        while (stream.bytesToWrite() > 0) {
            if (!stream.waitForBytesWritten(Patience)) {
                failure = QStringLiteral("written: ") + stream.errorString();
                return;
            }
        }
        QByteArray answer;
        while (answer.size() < data.size()) {
            if (!stream.waitForReadyRead(Patience)) {
                failure = QStringLiteral("read: ") + stream.errorString();
                return;
            }
            answer += stream.readAll();
        }
        if (answer != data)
            failure = QStringLiteral("another answer");
        if (stream.waitForReadyRead(10))
            failure = QStringLiteral("an answer too many");
        if (stream.error() != QAbstractSocket::SocketTimeoutError || !stream.isEncrypted())
            failure = QStringLiteral("no time-out");
        stream.write("bye");
        stream.disconnectFromHost();
        if (stream.state() != QAbstractSocket::UnconnectedState
            && !stream.waitForDisconnected(Patience))
            failure = QStringLiteral("disconnected: ") + stream.errorString();
    };
    {
        const Worker worker(talk);
        QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), 4 * Patience);
    }
    QCOMPARE(failure, QString());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(accepted->endedCleanly());
}

void tst_RdmaTlsStream::leavesBeforeTheThreadBlocks_data()
{
    QTest::addColumn<QString>("how");
    for (const char *how : { "waitForEncrypted", "waitForBytesWritten", "waitForReadyRead", "flush",
                             "close, delete" })
        QTest::newRow(how) << QString::fromLatin1(how);
}

// Nothing here turns an event loop, and the thread goes on to something else that takes its time.
void tst_RdmaTlsStream::leavesBeforeTheThreadBlocks()
{
    QFETCH(QString, how);
    const QByteArray data = randomBytes(1000); // not more than the peer has room for at first
    QByteArray arrived;
    connect(server.get(), &RdmaTlsServer::newConnection, this, [this, &arrived] {
        accepted.reset(server->nextPendingConnection());
        accepted->write("welcome");
        connect(accepted.get(), &QIODevice::readyRead, accepted.get(),
                [this, &arrived] { arrived += accepted->readAll(); });
        arrived += accepted->readAll();
    });
    QSemaphore blocked;
    const Worker worker([&, port = server->serverPort()] {
        auto stream = std::make_unique<RdmaTlsStream>();
        stream->setSslConfiguration(trusting());
        stream->connectToHostEncrypted(host(), port);
        if (how == QLatin1String("waitForEncrypted"))
            stream->write(data);
        if (!stream->waitForEncrypted(Patience))
            return;
        if (how == QLatin1String("waitForReadyRead")) { // what has come already ends the next one
            stream->setReadBufferSize(1);
            stream->waitForReadyRead(Patience);
            stream->read(1);
        }
        if (how != QLatin1String("waitForEncrypted"))
            stream->write(data);
        if (how == QLatin1String("waitForReadyRead"))
            stream->waitForReadyRead(Patience);
        else if (how == QLatin1String("flush"))
            stream->flush();
        while (how == QLatin1String("waitForBytesWritten") && stream->bytesToWrite() > 0)
            stream->waitForBytesWritten(Patience);
        if (how == QLatin1String("close, delete")) {
            stream->close();
            stream.reset();
        }
        blocked.acquire();
    });
    const auto unblock = qScopeGuard([&blocked] { blocked.release(); });
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), data.size(), Patience);
    QCOMPARE(arrived, data);
}

void tst_RdmaTlsStream::notifiesEncrypted()
{
    const QMetaObject *const meta = client->metaObject();
    const QMetaProperty property = meta->property(meta->indexOfProperty("encrypted"));
    QVERIFY(property.hasNotifySignal());
    QList<bool> values;
    QList<bool> told;
    const QByteArray signature = "2" + property.notifySignal().methodSignature();
    QSignalSpy notified(client.get(), signature.constData());
    connect(client.get(), &RdmaTlsStream::encryptedChanged, this, [&](bool now) {
        values.append(property.read(client.get()).toBool());
        told.append(now);
    });
    for (int round = 0; round < 3; ++round) {
        connectPair();
        if (round == 0)
            client->disconnectFromHost();
        else if (round == 1)
            client->abort();
        else
            accepted->disconnectFromHost();
        QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    }
    QCOMPARE(values, (QList<bool>{ true, false, true, false, true, false }));
    QCOMPARE(told, values);
    QCOMPARE(notified.size(), values.size());
}

void tst_RdmaTlsStream::connectsAgain()
{
    for (int round = 0; round < 3; ++round) {
        connectPair();
        client->write("hello");
        QVERIFY(reads(accepted.get(), "hello"));
        accepted->write("unread");
        QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
        accepted->disconnectFromHost();
        QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
        QCOMPARE(client->bytesAvailable(), 6);
    }
}

// The stream below is unconnected there: nothing is sent.
void tst_RdmaTlsStream::childOfFork()
{
    connectPair();
    const pid_t child = ::fork();
    if (child == 0) {
        client->write("of the child");
        QCoreApplication::processEvents();
        const bool isCut = client->stream()->state() == QAbstractSocket::UnconnectedState
                && !client->waitForReadyRead(10);
        client.reset();
        accepted.reset();
        server.reset();
        ::_exit(isCut ? 0 : 1);
    }
    int status = -1;
    QVERIFY(QTest::qWaitFor([&] { return ::waitpid(child, &status, WNOHANG) == child; }, Patience));
    QCOMPARE(status, 0);
    client->write("of the parent");
    QVERIFY(reads(accepted.get(), "of the parent"));
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
}

void tst_RdmaTlsStream::manyClients()
{
    constexpr int Count = 20;
    int echoed = 0;
    connect(server.get(), &RdmaTlsServer::newConnection, server.get(), [this] {
        while (RdmaTlsStream *const stream = server->nextPendingConnection()) {
            connect(stream, &QIODevice::readyRead, stream,
                    [stream] { stream->write(stream->readAll()); });
            stream->write(stream->readAll());
        }
    });
    std::vector<std::unique_ptr<RdmaTlsStream>> clients;
    for (int i = 0; i < Count; ++i) {
        clients.push_back(std::make_unique<RdmaTlsStream>());
        RdmaTlsStream *const stream = clients.back().get();
        stream->setSslConfiguration(trusting());
        connect(stream, &RdmaTlsStream::encrypted, stream, [stream] { stream->write("hello"); });
        connect(stream, &QIODevice::readyRead, stream,
                [&echoed, stream] { echoed += int(stream->readAll().size()); });
        stream->connectToHostEncrypted(host(), server->serverPort());
    }
    QTRY_COMPARE_WITH_TIMEOUT(echoed, Count * 5, 2 * Patience);
}

// STARTTLS: a few words in the clear, then encryption on the same stream.
void tst_RdmaTlsStream::upgradesAStream()
{
    RdmaServer plainServer;
    QVERIFY(plainServer.listen(RdmaTest::address()));
    auto *plainClient = new RdmaStream;
    plainClient->connectToHost(RdmaTest::address(), plainServer.serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(plainServer.hasPendingConnections(), Patience);
    RdmaStream *const plainPeer = plainServer.nextPendingConnection();
    QTRY_COMPARE_WITH_TIMEOUT(plainClient->state(), QAbstractSocket::ConnectedState, Patience);
    plainClient->write("STARTTLS\n");
    QVERIFY(reads(plainPeer, "STARTTLS\n"));

    client = std::make_unique<RdmaTlsStream>(plainClient);
    accepted = std::make_unique<RdmaTlsStream>(plainPeer);
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
    client->setSslConfiguration(trusting());
    client->setPeerVerifyName(QStringLiteral("host.example"));
    accepted->setSslConfiguration(serving());
    client->write("secret"); // not before there is encryption
    accepted->startServerEncryption();
    client->startClientEncryption();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 6, Patience);
    QCOMPARE(accepted->readAll(), "secret");
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(QStringLiteral("encryption can be started once")));
    client->startClientEncryption();
    QCOMPARE(client->error(), QAbstractSocket::OperationError);
    QVERIFY(client->isEncrypted());
}

void tst_RdmaTlsStream::settersOfQSslSocket()
{
    const QString certificateFile = directory.filePath(QStringLiteral("certificate.pem"));
    const QString keyFile = directory.filePath(QStringLiteral("key.pem"));
    const QString told = configured<RdmaTlsStream>(certificateFile, keyFile);
    QCOMPARE(told, configured<QSslSocket>(certificateFile, keyFile));
    QVERIFY(told.contains(QString::fromLatin1(identity.certificate.toPem().mid(30, 60))));

    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("setPrivateKey.*nokey")));
    client->setPrivateKey(QStringLiteral("/nokey"));
    QVERIFY(client->privateKey().isNull());
}

// All that the two sides know is set on them, and they tell what becomes of it.
void tst_RdmaTlsStream::setOnTheStream()
{
    connect(server.get(), &RdmaTlsServer::startedEncryptionHandshake, this, [this](auto *stream) {
        stream->setSslConfiguration(trusting());
        stream->setLocalCertificate(directory.filePath(QStringLiteral("certificate.pem")));
        stream->setPrivateKey(directory.filePath(QStringLiteral("key.pem")), QSsl::Ec);
        stream->setPeerVerifyMode(RdmaTlsStream::VerifyPeer);
    });
    const RdmaTest::Identity own = authority.issue("DNS:client.example", "clientAuth");
    client->setSslConfiguration(QSslConfiguration());
    client->setPeerVerifyMode(RdmaTlsStream::QueryPeer);
    client->setLocalCertificate(own.certificate);
    client->setPrivateKey(own.key);
    client->setPeerVerifyName(QStringLiteral("somebody.else"));
    QSignalSpy modes(client.get(), &RdmaTlsStream::modeChanged);
    connectPair();
    QCOMPARE(client->peerCertificate(), identity.certificate);
    QVERIFY(!client->sslHandshakeErrors().isEmpty());
    QCOMPARE(accepted->peerCertificate(), own.certificate);
    QCOMPARE(client->mode(), RdmaTlsStream::SslClientMode);
    QCOMPARE(accepted->mode(), RdmaTlsStream::SslServerMode);
    QCOMPARE(modes.size(), 1);

    QSignalSpy sent(client.get(), &RdmaTlsStream::alertSent);
    QSignalSpy received(accepted.get(), &RdmaTlsStream::alertReceived);
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(sent.size(), 1);
    QCOMPARE(received.size(), 1);
    QCOMPARE(received.at(0).at(1).value<QSsl::AlertType>(), QSsl::AlertType::CloseNotify);
}

void tst_RdmaTlsStream::nextProtocol()
{
    QSslConfiguration configuration = serving();
    configuration.setAllowedNextProtocols({ "chat/2", "chat/1" });
    server->setSslConfiguration(configuration);
    configuration = trusting();
    configuration.setAllowedNextProtocols({ "chat/1" });
    client->setSslConfiguration(configuration);
    connectPair();
    QCOMPARE(client->nextNegotiatedProtocol(), "chat/1");
    QCOMPARE(accepted->nextNegotiatedProtocol(), "chat/1");
}

void tst_RdmaTlsStream::writeOnlyDiscards()
{
    client->connectToHostEncrypted(host(), server->serverPort(), QIODevice::WriteOnly);
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    QSignalSpy spy(client.get(), &QIODevice::readyRead);
    accepted->write("not wanted");
    accepted->flush();
    client->write("wanted");
    QVERIFY(reads(accepted.get(), "wanted"));
    accepted->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(spy.size(), 0);
    QCOMPARE(client->bytesAvailable(), 0);
}

// --- certificates ---

void tst_RdmaTlsStream::wrongHostName()
{
    Recorder recorder(client.get());
    QSignalSpy encrypted(client.get(), &RdmaTlsStream::encrypted);
    client->connectToHostEncrypted(host(), server->serverPort(), QStringLiteral("other.example"));
    client->write("secret");
    QTRY_COMPARE_WITH_TIMEOUT(client->error(), QAbstractSocket::SslHandshakeFailedError, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(recorder.take(),
             names({ "HostLookupState", "ConnectingState", "hostFound", "ConnectedState",
                     "connected", "SslHandshakeFailedError in ConnectedState", "ClosingState",
                     "UnconnectedState", "readChannelFinished", "disconnected" }));
    QCOMPARE(encrypted.size(), 0);
    QCOMPARE(client->sslHandshakeErrors().constFirst().error(), QSslError::HostNameMismatch);
    QVERIFY(!client->rdmaError().hint().isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(serverErrors().size(), 1, Patience);
    QVERIFY(!server->hasPendingConnections());
}

void tst_RdmaTlsStream::peerNameGiven()
{
    client->connectToHostEncrypted(host(), server->serverPort(), QStringLiteral("host.example"));
    QTRY_VERIFY2_WITH_TIMEOUT(client->isEncrypted(), qPrintable(client->errorString()), Patience);
}

void tst_RdmaTlsStream::untrustedServer()
{
    client->setSslConfiguration(RdmaTest::configurationTrusting(stranger));
    QSignalSpy errors(client.get(), &RdmaTlsStream::sslErrors);
    connectClient();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->error(), QAbstractSocket::SslHandshakeFailedError);
    QCOMPARE(errors.size(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(serverErrors().size(), 1, Patience);
    QCOMPARE(serverErrors().at(0).at(1).value<QAbstractSocket::SocketError>(),
             QAbstractSocket::SslHandshakeFailedError);
}

void tst_RdmaTlsStream::errorsIgnored_data()
{
    QTest::addColumn<QString>("how");
    QTest::newRow("in the slot") << QStringLiteral("slot");
    QTest::newRow("in the slot, after a loop of its own") << QStringLiteral("loop");
    QTest::newRow("these, beforehand") << QStringLiteral("list");
}

void tst_RdmaTlsStream::errorsIgnored()
{
    QFETCH(QString, how);
    client->setSslConfiguration(RdmaTest::configurationTrusting(stranger));
    QList<QSslError> seen;
    QObject context;
    connect(client.get(), &RdmaTlsStream::sslErrors, &context, [&](const auto &errors) {
        seen = errors;
        if (how == QLatin1String("loop")) {
            QEventLoop loop;
            QTimer::singleShot(200, &loop, &QEventLoop::quit);
            loop.exec();
        }
        if (how != QLatin1String("list"))
            client->ignoreSslErrors();
    });
    if (how == QLatin1String("list")) {
        connectClient();
        QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
        QVERIFY(!seen.isEmpty());
        client->ignoreSslErrors(seen);
    }
    connectPair();
    QVERIFY(!seen.isEmpty());
    QCOMPARE(client->sslHandshakeErrors(), seen);
    client->write("hello");
    QVERIFY(reads(accepted.get(), "hello"));
}

void tst_RdmaTlsStream::judgesAsQSslSocket_data()
{
    QTest::addColumn<bool>("ofServer");
    QTest::addColumn<bool>("anyAuthority");
    QTest::addColumn<bool>("queries");
    QTest::addColumn<bool>("ignores");
    for (const bool ofServer : { false, true }) {
        const char *const judge = ofServer ? "server" : "client";
        QTest::addRow("%s refuses", judge) << ofServer << true << false << false;
        QTest::addRow("%s ignores", judge) << ofServer << true << false << true;
        QTest::addRow("%s queries", judge) << ofServer << true << true << false;
        QTest::addRow("%s without CA refuses", judge) << ofServer << false << false << false;
        QTest::addRow("%s without CA ignores", judge) << ofServer << false << false << true;
    }
}

void tst_RdmaTlsStream::judgesAsQSslSocket()
{
    QFETCH(bool, ofServer);
    QFETCH(bool, anyAuthority);
    QFETCH(bool, queries);
    QFETCH(bool, ignores);
    const TestAuthority &ofServers = ofServer ? authority : stranger;
    QSslConfiguration clients = RdmaTest::configurationOf(stranger.issue("DNS:c", "clientAuth"));
    QSslConfiguration servers = RdmaTest::configurationOf(ofServers.issue("DNS:host.example"));
    clients.setCaCertificates({ ofServers.certificate() });
    QSslConfiguration &judge = ofServer ? servers : clients;
    judge.setPeerVerifyMode(queries ? QSslSocket::QueryPeer : QSslSocket::VerifyPeer);
    judge.setCaCertificates(anyAuthority ? QList{ authority.certificate() }
                                         : QList<QSslCertificate>());
    const QStringList expected = judgement<QSslSocket, QSslServer>(QHostAddress::LocalHost, clients,
                                                                   servers, ofServer, ignores);
    QCOMPARE((judgement<RdmaTlsStream, RdmaTlsServer>(RdmaTest::address(), clients, servers,
                                                      ofServer, ignores)),
             expected);
    QCOMPARE(expected.contains(QStringLiteral("encrypted")), ignores || queries);
    QVERIFY(!expected.contains(QStringLiteral("chain of ")));
}

// As everybody writes it: nobody is trusted but the certificate that is known.
void tst_RdmaTlsStream::pinnedCertificate()
{
    client->setSslConfiguration(QSslConfiguration());
    const QByteArray pin = identity.certificate.digest();
    connect(client.get(), &RdmaTlsStream::sslErrors, client.get(), [this, &pin] {
        if (client->peerCertificate().digest() == pin)
            client->ignoreSslErrors();
    });
    connectPair();
    client->abort();
    client->connectToHostEncrypted(host(), server->serverPort(), QStringLiteral("other.example"));
    QTRY_VERIFY_WITH_TIMEOUT(client->isEncrypted(), Patience);

    server->setSslConfiguration(RdmaTest::configurationOf(authority.issue("DNS:impostor")));
    client->abort();
    connectClient();
    QTRY_COMPARE_WITH_TIMEOUT(client->error(), QAbstractSocket::SslHandshakeFailedError, Patience);
}

void tst_RdmaTlsStream::knowsWhomItRefused_data()
{
    QTest::addColumn<bool>("asked");
    QTest::newRow("in the handshake") << false;
    QTest::newRow("when asked") << true;
}

// By the signals of the server.
void tst_RdmaTlsStream::knowsWhomItRefused()
{
    QFETCH(bool, asked);
    QSslConfiguration demanding = serving();
    demanding.setPeerVerifyMode(QSslSocket::VerifyPeer);
    demanding.setCaCertificates({ authority.certificate() });
    server->setSslConfiguration(demanding);
    const RdmaTest::Identity own = stranger.issue("DNS:client.example", "clientAuth");
    QSslConfiguration configuration = RdmaTest::configurationOf(own);
    configuration.setCaCertificates({ authority.certificate() });
    client->setSslConfiguration(configuration);
    QList<QSslError> seen;
    QList<QSslError> verifyErrors;
    QList<QSslCertificate> refused;
    QObject context;
    if (asked) {
        connect(server.get(), &RdmaTlsServer::sslErrors, &context,
                [&](RdmaTlsStream *stream, const QList<QSslError> &errors) {
                    seen = errors;
                    refused.append(stream->peerCertificate());
                });
        connect(server.get(), &RdmaTlsServer::peerVerifyError, &context,
                [&](RdmaTlsStream *, const QSslError &error) { verifyErrors.append(error); });
    }
    connect(server.get(), &RdmaTlsServer::errorOccurred, &context,
            [&](RdmaTlsStream *stream) { refused.append(stream->peerCertificate()); });
    connectClient();
    QTRY_COMPARE_WITH_TIMEOUT(serverErrors().size(), 1, Patience);
    QCOMPARE(refused, QList<QSslCertificate>(asked ? 2 : 1, own.certificate));
    QCOMPARE(seen.isEmpty(), !asked);
    QCOMPARE(verifyErrors, seen);
    QVERIFY(!server->hasPendingConnections());
}

void tst_RdmaTlsStream::unusableConfigurationEndsIt_data()
{
    QTest::addColumn<bool>("isServer");
    QTest::addColumn<QString>("what");
    for (const bool isServer : { false, true }) {
        for (const char *what : { "no key", "other key", "old protocol" }) {
            QTest::addRow("%s, %s", isServer ? "server" : "client", what)
                    << isServer << QString::fromLatin1(what);
        }
    }
}

// Of a stream that is connected already: both sides come to know, and at once.
void tst_RdmaTlsStream::unusableConfigurationEndsIt()
{
    QFETCH(bool, isServer);
    QFETCH(QString, what);
    RdmaServer plainServer;
    QVERIFY(plainServer.listen(RdmaTest::address()));
    auto *plainClient = new RdmaStream(this);
    plainClient->connectToHost(RdmaTest::address(), plainServer.serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(plainServer.hasPendingConnections(), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(plainClient->state(), QAbstractSocket::ConnectedState, Patience);
    client = std::make_unique<RdmaTlsStream>(plainClient);
    accepted = std::make_unique<RdmaTlsStream>(plainServer.nextPendingConnection());
    client->setSslConfiguration(trusting());
    client->setPeerVerifyName(QStringLiteral("host.example"));
    accepted->setSslConfiguration(serving());

    RdmaTlsStream *const faulty = isServer ? accepted.get() : client.get();
    RdmaTlsStream *const other = isServer ? client.get() : accepted.get();
    QSslConfiguration unusable = serving();
    if (what == QLatin1String("no key"))
        unusable.setPrivateKey({});
    else if (what == QLatin1String("other key"))
        unusable.setPrivateKey(stranger.issue("DNS:x").key);
    else
        unusable.setProtocol(QSsl::TlsV1_2);
    faulty->setSslConfiguration(unusable);
    other->setHandshakeTimeout(-1);
    Recorder recorder(faulty);
    if (isServer) {
        other->startClientEncryption();
        faulty->startServerEncryption();
    } else {
        other->startServerEncryption();
        faulty->startClientEncryption();
    }
    QCOMPARE(recorder.take(),
             names({ "SslInvalidUserDataError in ConnectedState", "ClosingState",
                     "UnconnectedState", "readChannelFinished", "disconnected" }));
    QTRY_COMPARE_WITH_TIMEOUT(other->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(other->error(), QAbstractSocket::RemoteHostClosedError);
}

void tst_RdmaTlsStream::wrongConfiguration()
{
    QSslConfiguration older = trusting();
    older.setProtocol(QSsl::TlsV1_2);
    client->setSslConfiguration(older);
    connectClient();
    QCOMPARE(client->error(), QAbstractSocket::SslInvalidUserDataError);
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(client->errorString().contains(QStringLiteral("does not include TLS 1.3")));

    client->setSslConfiguration(QSslConfiguration()); // trusts nobody
    connectClient();
    QTRY_COMPARE_WITH_TIMEOUT(client->error(), QAbstractSocket::SslHandshakeFailedError, Patience);
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(client->errorString().contains(QStringLiteral("setCaCertificates")));

    RdmaTlsServer second;
    QVERIFY(!second.listen(RdmaTest::address()));
    QCOMPARE(second.serverError(), QAbstractSocket::SslInvalidUserDataError);
    QVERIFY(second.errorString().contains(QStringLiteral("certificate")));
    second.setSslConfiguration(serving());
    QVERIFY(!second.listen(RdmaTest::address(), server->serverPort()));
    QCOMPARE(second.serverError(), QAbstractSocket::AddressInUseError);

    client->setSslConfiguration(trusting());
    connectPair();
}

void tst_RdmaTlsStream::clientCertificate_data()
{
    QTest::addColumn<QString>("whose");
    QTest::newRow("none") << QString();
    QTest::newRow("of another authority") << QStringLiteral("stranger");
    QTest::newRow("the right one") << QStringLiteral("authority");
}

void tst_RdmaTlsStream::clientCertificate()
{
    QFETCH(QString, whose);
    QSslConfiguration demanding = serving();
    demanding.setPeerVerifyMode(QSslSocket::VerifyPeer);
    demanding.setCaCertificates({ authority.certificate() });
    server->setSslConfiguration(demanding);
    const TestAuthority &issuer = whose == QLatin1String("stranger") ? stranger : authority;
    const RdmaTest::Identity own = issuer.issue("DNS:client.example", "clientAuth");
    if (!whose.isEmpty()) {
        QSslConfiguration configuration = RdmaTest::configurationOf(own);
        configuration.setCaCertificates({ authority.certificate() });
        client->setSslConfiguration(configuration);
    }
    if (whose == QLatin1String("authority")) {
        connectPair();
        QCOMPARE(accepted->peerCertificate(), own.certificate);
        return;
    }
    connectClient();
    QTRY_COMPARE_WITH_TIMEOUT(serverErrors().size(), 1, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->error(), QAbstractSocket::SslHandshakeFailedError);
    QVERIFY(!server->hasPendingConnections());
    QVERIFY2(client->errorString().contains(QStringLiteral("certificate")),
             qPrintable(client->errorString()));
}

// --- peers that do not speak TLS ---

void tst_RdmaTlsStream::plainClient()
{
    RdmaStream plain;
    connectPlain(&plain);
    plain.write("hello, is anybody there?\n");
    QTRY_COMPARE_WITH_TIMEOUT(serverErrors().size(), 1, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(plain.state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!server->hasPendingConnections());
    connectPair(); // and nobody else is concerned
}

void tst_RdmaTlsStream::plainServer()
{
    RdmaServer plain;
    connect(&plain, &RdmaServer::newConnection, &plain,
            [&plain] { plain.nextPendingConnection()->write("220 welcome\r\n"); });
    QVERIFY(plain.listen(RdmaTest::address()));
    client->connectToHostEncrypted(host(), plain.serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->error(), QAbstractSocket::SslHandshakeFailedError);
    QVERIFY2(client->errorString().contains(QStringLiteral("does not speak TLS")),
             qPrintable(client->errorString()));
}

void tst_RdmaTlsStream::silentServer()
{
    RdmaServer plain;
    QVERIFY(plain.listen(RdmaTest::address()));
    client->setHandshakeTimeout(300);
    client->connectToHostEncrypted(host(), plain.serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client->error(), QAbstractSocket::SocketTimeoutError, Patience);
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(client->rdmaError().category(), RdmaError::Category::Timeout);
    QCOMPARE(client->rdmaError().call(), QStringLiteral("SSL_do_handshake"));
}

void tst_RdmaTlsStream::silentClient()
{
    server->setHandshakeTimeout(300);
    RdmaStream plain;
    connectPlain(&plain);
    QTRY_COMPARE_WITH_TIMEOUT(serverErrors().size(), 1, Patience);
    QCOMPARE(serverErrors().at(0).at(1).value<QAbstractSocket::SocketError>(),
             QAbstractSocket::SocketTimeoutError);
    QTRY_COMPARE_WITH_TIMEOUT(plain.state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_RdmaTlsStream::clientVanishesInHandshake()
{
    {
        RdmaStream plain;
        connectPlain(&plain);
        plain.write("\x16\x03\x01\x02"); // and no more of the ClientHello
        plain.flush();
    }
    QTRY_COMPARE_WITH_TIMEOUT(serverErrors().size(), 1, Patience);
    QCOMPARE(serverErrors().at(0).at(1).value<QAbstractSocket::SocketError>(),
             QAbstractSocket::RemoteHostClosedError);
    connectPair();
}

void tst_RdmaTlsStream::serverVanishesInHandshake()
{
    RdmaServer plain;
    connect(&plain, &RdmaServer::newConnection, &plain, [&plain] {
        RdmaStream *const stream = plain.nextPendingConnection();
        connect(stream, &QIODevice::readyRead, stream, &QObject::deleteLater);
    });
    QVERIFY(plain.listen(RdmaTest::address()));
    client->connectToHostEncrypted(host(), plain.serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->error(), QAbstractSocket::RemoteHostClosedError);
    QVERIFY(client->errorString().contains(QStringLiteral("handshake")));
    QVERIFY(!client->endedCleanly());
}

void tst_RdmaTlsStream::nobodyListens()
{
    const quint16 port = server->serverPort();
    server->close();
    Recorder recorder(client.get());
    client->connectToHostEncrypted(host(), port);
    QTRY_COMPARE_WITH_TIMEOUT(client->error(), QAbstractSocket::ConnectionRefusedError, Patience);
    QCOMPARE(recorder.take(),
             names({ "HostLookupState", "ConnectingState", "hostFound", "UnconnectedState",
                     "ConnectionRefusedError in UnconnectedState" }));
}

// Somebody who can put bytes into the connection below.
void tst_RdmaTlsStream::garbageInTheStream()
{
    connectPair();
    accepted->write("genuine");
    accepted->flush();
    accepted->stream()->write(QByteArray("\x17\x03\x03\x00\x20", 5) + QByteArray(32, 'x'));
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->error(), QAbstractSocket::SslInternalError);
    QCOMPARE(client->readAll(), "genuine");
    QVERIFY(!client->endedCleanly());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
}

// --- ends ---

void tst_RdmaTlsStream::peerCloses()
{
    connectPair();
    Recorder recorder(client.get());
    accepted->write("last words");
    accepted->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(recorder.take(),
             names({ "readyRead", "RemoteHostClosedError in ConnectedState", "ClosingState",
                     "UnconnectedState", "readChannelFinished", "disconnected" }));
    QVERIFY(client->endedCleanly());
    QCOMPARE(client->readAll(), "last words");
    QCOMPARE(client->read(1), QByteArray());
    QCOMPARE(client->peerCertificate(), identity.certificate);
}

void tst_RdmaTlsStream::halfClose()
{
    if (RdmaTest::isTcp())
        QSKIP("TCP does not tell a half-close from a close: tst_tcpstream has both");
    connectPair();
    Recorder recorder(accepted.get());
    client->write("question");
    client->closeWriteChannel();
    QTRY_VERIFY_WITH_TIMEOUT(accepted->isReadChannelFinished(), Patience);
    QCOMPARE(recorder.take(), names({ "readyRead", "readChannelFinished" }));
    QCOMPARE(accepted->state(), QAbstractSocket::ConnectedState);
    for (const QTimer *const timer : accepted->findChildren<QTimer *>())
        QVERIFY(!timer->isActive()); // the end that follows a close_notify has come
    QCOMPARE(accepted->readAll(), "question");
    QCOMPARE(client->write("more"), -1);
    const QByteArray answer = randomBytes(200000);
    accepted->write(answer);
    accepted->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(client->endedCleanly());
    QVERIFY(client->readAll() == answer);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(accepted->endedCleanly());
}

void tst_RdmaTlsStream::closeWithPendingData()
{
    connectPair();
    const QByteArray data = randomBytes(5 * 1024 * 1024);
    client->write(data);
    client->close();
    QVERIFY(!client->isOpen());
    QByteArray arrived;
    connect(accepted.get(), &QIODevice::readyRead, accepted.get(),
            [&] { arrived += accepted->readAll(); });
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, 2 * Patience);
    QVERIFY(arrived == data);
    QVERIFY(accepted->endedCleanly());
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
}

// More than is encrypted ahead, and the peer does not read yet: all of it counts.
void tst_RdmaTlsStream::closedAndDeleted()
{
    connectPair();
    const QByteArray data = randomBytes(5 * 1024 * 1024);
    client->write(data);
    client->close();
    client.reset();
    QByteArray arrived;
    connect(accepted.get(), &QIODevice::readyRead, accepted.get(),
            [&] { arrived += accepted->readAll(); });
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, 2 * Patience);
    QVERIFY(arrived == data);
    QVERIFY(accepted->endedCleanly());
}

// As with QSslSocket: what was written is on its way when disconnectFromHost() returns, and can be waited for.
void tst_RdmaTlsStream::waitsForItsClose()
{
    connectPair();
    client->write("last words");
    client->disconnectFromHost();
    QCOMPARE(client->state(), QAbstractSocket::ClosingState);
    QVERIFY(client->waitForDisconnected(Patience));
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(accepted->readAll(), "last words");
    QVERIFY(accepted->endedCleanly());
}

// A peer that says close_notify and keeps its stream open is not waited for without end.
void tst_RdmaTlsStream::onlySaysItsEnd()
{
    OddServer odd(serving());
    client->connectToHostEncrypted(host(), odd.server.serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(client->isEncrypted() && odd.isEncrypted(), Patience);
    Recorder recorder(client.get());
    client->setHandshakeTimeout(300);
    odd.sayEnd("last words");
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(recorder.take(),
             names({ "readyRead", "RemoteHostClosedError in ConnectedState", "ClosingState",
                     "UnconnectedState", "readChannelFinished", "disconnected" }));
    QVERIFY(client->endedCleanly());
    QCOMPARE(client->readAll(), "last words");
    QTRY_COMPARE_WITH_TIMEOUT(odd.stream->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(odd.engine->peerClosed()); // and was told as well
}

void tst_RdmaTlsStream::onlySaysItsEndWithoutLoop()
{
    OddServer odd(serving());
    odd.endsAtOnce = true;
    QString failure;
    {
        const Worker worker([&, port = odd.server.serverPort()] {
            RdmaTlsStream stream;
            stream.setSslConfiguration(trusting());
            stream.setHandshakeTimeout(300); // of the handshake nobody measures it without a loop
            stream.connectToHostEncrypted(host(), port);
            if (!stream.waitForEncrypted(Patience))
                failure = QStringLiteral("encrypted: ") + stream.errorString();
            if (stream.waitForReadyRead(Patience)
                || stream.error() == QAbstractSocket::SocketTimeoutError)
                failure = QStringLiteral("waited for more");
            if (stream.state() != QAbstractSocket::UnconnectedState
                && !stream.waitForDisconnected(Patience))
                failure = QStringLiteral("no end");
            if (stream.error() != QAbstractSocket::RemoteHostClosedError || !stream.endedCleanly())
                failure = QStringLiteral("another end: ") + stream.errorString();
        });
        QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), 2 * Patience);
    }
    QCOMPARE(failure, QString());
}

void tst_RdmaTlsStream::closeWhileConnecting()
{
    connectClient();
    client->write("last words");
    client->disconnectFromHost();
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    accepted.reset(server->nextPendingConnection());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(accepted->readAll(), "last words");
    QVERIFY(accepted->endedCleanly());
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);

    connectClient();
    client->abort();
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!client->isOpen());
}

// What the program has dropped must not look like a whole message.
void tst_RdmaTlsStream::abortIsATruncation()
{
    connectPair();
    client->write(randomBytes(6 * 1024 * 1024));
    client->flush();
    client->abort();
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    connect(accepted.get(), &QIODevice::readyRead, accepted.get(),
            [this] { accepted->skip(accepted->bytesAvailable()); });
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!accepted->endedCleanly());
    QCOMPARE(accepted->error(), QAbstractSocket::RemoteHostClosedError);
}

void tst_RdmaTlsStream::writeBufferIsFull()
{
    if (RdmaTest::isTcp())
        QSKIP("The buffers of the kernel take all of it");
    connectPair();
    accepted->setReadBufferSize(1000);
    client->setWriteBufferSize(5000);
    const QByteArray data = randomBytes(4 * 1024 * 1024);
    qint64 written = 0;
    const auto writeMore = [&] {
        qint64 taken = 1;
        while (taken > 0 && written < data.size()) {
            taken = client->write(data.constData() + written,
                                  qMin(data.size() - written, qint64(3000)));
            written += qMax(taken, qint64(0));
            QVERIFY(taken >= 0 && client->bytesToWrite() <= 5000);
        }
    };
    connect(client.get(), &RdmaTlsStream::bytesWritten, this, writeMore);
    writeMore();
    QCOMPARE(written, 5000);
    QTest::qWait(500);
    QVERIFY(written < data.size()); // nobody reads
    accepted->setReadBufferSize(0);
    QByteArray received;
    const auto hasAll = [&] { return (received += accepted->readAll()).size() == data.size(); };
    QTRY_VERIFY_WITH_TIMEOUT(hasAll(), Patience);
    QVERIFY(received == data);
}

void tst_RdmaTlsStream::flushThenDelete()
{
    connectPair();
    const QByteArray data = randomBytes(100000);
    client->write(data);
    QVERIFY(client->flush());
    QCOMPARE(client->bytesToWrite(), 0);
    client.reset();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(accepted->readAll() == data);
    QVERIFY(accepted->endedCleanly());
}

void tst_RdmaTlsStream::ownTimeOutIsNoTruncation()
{
    RdmaStreamOptions options;
    options.setIdleTimeout(1000);
    client->stream()->setOptions(options);
    connectPair();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(client->error(), QAbstractSocket::SocketTimeoutError);
    QCOMPARE(client->rdmaError().cause(), RdmaError::Cause::IdleTimeout);
}

// A stranger with a right certificate, or any where none is asked for, cannot fill the memory of a server that does not look.
void tst_RdmaTlsStream::nobodyTakesTheConnection()
{
    if (RdmaTest::isTcp())
        QSKIP("The buffers of the kernel take all of it");
    constexpr qint64 Much = 4 * 1024 * 1024;
    QSignalSpy available(server.get(), &RdmaTlsServer::pendingConnectionAvailable);
    client->connectToHostEncrypted(host(), server->serverPort());
    client->write(QByteArray(Much, 'x'));
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    QCOMPARE(available.size(), 1);
    const auto *waiting = server->findChild<RdmaTlsStream *>();
    QVERIFY(waiting);
    QTRY_COMPARE_WITH_TIMEOUT(waiting->bytesAvailable(), 64 * 1024, Patience);
    qint64 before = 0;
    do {
        before = client->bytesToWrite();
        QTest::qWait(500);
    } while (client->bytesToWrite() < before);
    QCOMPARE(waiting->bytesAvailable(), 64 * 1024);
    QVERIFY2(before > Much / 4, qPrintable(QString::number(before)));
    accepted.reset(server->nextPendingConnection());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), Much, 2 * Patience);
}

// They take up all handshakes, which may last as long as this test.
void tst_RdmaTlsStream::silentPeersMakeWay()
{
    constexpr int Backlog = 2;
    server->close();
    server->setListenBacklogSize(Backlog);
    server->setHandshakeTimeout(-1);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    std::vector<std::unique_ptr<RdmaStream>> strangers;
    for (int i = 0; i < 3 * Backlog; ++i) {
        strangers.push_back(std::make_unique<RdmaStream>());
        strangers.back()->connectToHost(host(), server->serverPort());
        QTRY_COMPARE_WITH_TIMEOUT(strangers.back()->state(), QAbstractSocket::ConnectedState,
                                  Patience);
    }
    client->connectToHostEncrypted(host(), server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(client->isEncrypted(), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections(), Patience);
    QVERIFY(serverErrors().size() >= 2 * Backlog);
    QCOMPARE(serverErrors().first().at(1).value<QAbstractSocket::SocketError>(),
             QAbstractSocket::SocketResourceError);
    QTRY_COMPARE_WITH_TIMEOUT(strangers.front()->state(), QAbstractSocket::UnconnectedState,
                              Patience);
}

void tst_RdmaTlsStream::truncation_data()
{
    QTest::addColumn<bool>("half");
    QTest::newRow("full close below") << false;
    QTest::newRow("half-close below") << true;
}

// Whoever can end the connection below cannot make it look complete.
void tst_RdmaTlsStream::truncation()
{
    QFETCH(bool, half);
    connectPair();
    Recorder recorder(accepted.get());
    client->write("amount: 10");
    QVERIFY(client->flush());
    if (half)
        client->stream()->closeWriteChannel();
    else
        client->stream()->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(recorder.take(),
             names({ "readyRead", "RemoteHostClosedError in ConnectedState", "ClosingState",
                     "UnconnectedState", "readChannelFinished", "disconnected" }));
    QVERIFY(!accepted->endedCleanly());
    QCOMPARE(accepted->rdmaError().category(), RdmaError::Category::Protocol);
    QVERIFY(accepted->errorString().contains(QStringLiteral("close_notify")));
    QCOMPARE(accepted->readAll(), "amount: 10");
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
}

// --- limits ---

void tst_RdmaTlsStream::slowReaderIsBounded()
{
    constexpr qint64 Limit = 10000;
    connectPair();
    accepted->setReadBufferSize(Limit);
    const QByteArray data = randomBytes(6 * 1024 * 1024);
    client->write(data);
    // Until nothing moves any more: everything on the way is full.
    qint64 before = -1;
    const auto stands = [&] {
        const qint64 left = client->bytesToWrite() + client->encryptedBytesToWrite();
        return std::exchange(before, left) == left && accepted->bytesAvailable() == Limit;
    };
    while (!stands())
        QTest::qWait(500);
    QVERIFY(client->bytesToWrite() > 0);
    QVERIFY(client->encryptedBytesToWrite() < 512 * 1024);
    QCOMPARE(accepted->bytesAvailable(), Limit);
    QVERIFY(accepted->stream()->bytesAvailable() <= 64 * 1024);
    QByteArray arrived;
    while (arrived.size() < data.size()) {
        QVERIFY(accepted->bytesAvailable() <= Limit);
        const QByteArray part = accepted->read(7001);
        arrived += part;
        if (part.isEmpty())
            QTRY_VERIFY_WITH_TIMEOUT(accepted->bytesAvailable() > 0, Patience);
    }
    QVERIFY(arrived == data);
}

void tst_RdmaTlsStream::endBehindAFullBuffer()
{
    connectPair();
    accepted->setReadBufferSize(4);
    Recorder recorder(accepted.get());
    client->write("12345678");
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 4, Patience);
    QTest::qWait(200);
    QCOMPARE(accepted->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(accepted->readAll(), "1234");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 4, Patience);
    QCOMPARE(accepted->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(accepted->readAll(), "5678");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(accepted->endedCleanly());
    QCOMPARE(recorder.take(),
             names({ "readyRead", "readyRead", "RemoteHostClosedError in ConnectedState",
                     "ClosingState", "UnconnectedState", "readChannelFinished", "disconnected" }));
}

// The peer has gone, which the buffer hides: whoever closes does not wait for it.
void tst_RdmaTlsStream::closedBeforeAFullBuffer()
{
    connectPair();
    accepted->setReadBufferSize(4);
    client->write("12345678");
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 4, Patience);
    const auto *stream = accepted->findChild<RdmaStream *>();
    QVERIFY(stream);
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(accepted->state(), QAbstractSocket::ConnectedState);
    QSignalSpy ends(accepted.get(), &RdmaTlsStream::disconnected);
    accepted->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(ends.count(), 1);
}

void tst_RdmaTlsStream::nestedLoops()
{
    connectPair();
    connect(accepted.get(), &QIODevice::readyRead, accepted.get(),
            [this] { accepted->write(accepted->readAll()); });
    int depth = 0;
    int deepest = 0;
    bool done = false;
    QObject context;
    connect(client.get(), &QIODevice::readyRead, &context, [&] {
        deepest = qMax(deepest, ++depth);
        if (client->bytesAvailable() < 10) {
            client->write("again");
            QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 10, Patience);
            done = true;
        }
        --depth;
    });
    client->write("first");
    QTRY_VERIFY_WITH_TIMEOUT(done, 2 * Patience);
    QCOMPARE(deepest, 1);
    QCOMPARE(client->readAll(), "firstagain");
}

void tst_RdmaTlsStream::waitInSlot()
{
    connectPair();
    int emissions = 0;
    bool waited = false;
    connect(accepted.get(), &QIODevice::readyRead, accepted.get(), [&] {
        if (++emissions > 1)
            return;
        client->write("two");
        client->flush();
        waited = accepted->waitForReadyRead(Patience);
    });
    client->write("one");
    QTRY_VERIFY_WITH_TIMEOUT(waited, Patience);
    QCOMPARE(accepted->bytesAvailable(), 6);
    QCOMPARE(emissions, 1);
}

void tst_RdmaTlsStream::deletedInItsSlots_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("isServer");
    for (int i = 0; i < int(std::size(allSignals)); ++i) {
        QTest::addRow("client, %s", allSignals[i].name) << i << false;
        if (!allSignals[i].ofClientsOnly)
            QTest::addRow("server, %s", allSignals[i].name) << i << true;
    }
}

void tst_RdmaTlsStream::deletedInItsSlots()
{
    QFETCH(int, index);
    QFETCH(bool, isServer);
    const QByteArray signal = allSignals[index].name;
    bool doomed = false;
    bool deleted = false;
    auto context = std::make_unique<QObject>();
    // Both write, and the one that lives closes when it has read.
    const auto lead = [&](RdmaTlsStream *stream, bool dies) {
        connect(stream, &RdmaTlsStream::encrypted, stream, [stream] { stream->write("x"); });
        if (!dies) {
            connect(stream, &QIODevice::readyRead, stream, &RdmaTlsStream::disconnectFromHost);
            return;
        }
        doomed = true;
        allSignals[index].connect(stream, context.get(), [&deleted, stream] {
            if (!std::exchange(deleted, true)) // its destructor emits some of them again
                delete stream;
        });
    };
    connect(server.get(), &RdmaTlsServer::startedEncryptionHandshake, context.get(),
            [&](RdmaTlsStream *stream) { lead(stream, isServer); });
    connect(server.get(), &RdmaTlsServer::newConnection, context.get(),
            [this] { (void)server->nextPendingConnection(); });
    auto *const stream = new RdmaTlsStream(context.get());
    const bool errs = signal == "sslErrors" || signal == "peerVerifyError";
    stream->setSslConfiguration(errs ? RdmaTest::configurationTrusting(stranger) : trusting());
    lead(stream, !isServer);
    stream->connectToHostEncrypted(host(), server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(doomed && deleted, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 0, Patience);
    context.reset();
    connectPair();
}

void tst_RdmaTlsStream::actsInItsSlots_data()
{
    QTest::addColumn<QString>("slot");
    QTest::addColumn<QString>("action");
    const auto add = [](const QStringList &slots, const QStringList &actions) {
        for (const QString &slot : slots) {
            for (const QString &action : actions)
                QTest::addRow("%s, %s", qPrintable(slot), qPrintable(action)) << slot << action;
        }
    };
    const QStringList all = names({ "close", "abort", "wait", "reconnect" });
    // What goes on when the slot has returned cannot be waited for.
    add(names({ "ConnectingState", "ConnectedState", "modeChanged", "encryptedChanged to true" }),
        names({ "close", "reconnect" }));
    add(names({ "encrypted", "bytesWritten", "readyRead", "sslErrors" }), all);
    const QStringList ends = names({ "RemoteHostClosedError in ConnectedState", "ClosingState",
                                     "encryptedChanged to false", "UnconnectedState",
                                     "readChannelFinished", "disconnected" });
    add(ends, all);
    // Which deletedInItsSlots() does not reach.
    add(ends.sliced(1, 3), names({ "delete", "deleteLater" }));
}

// Everything is told once, and of the connection that it is true of.
void tst_RdmaTlsStream::actsInItsSlots()
{
    QFETCH(const QString, slot);
    QFETCH(const QString, action);
    const bool isRefused = slot == QLatin1String("sslErrors");
    // The server ends what says "end".
    connect(server.get(), &RdmaTlsServer::newConnection, this, [this] {
        RdmaTlsStream *const peer = server->nextPendingConnection();
        connect(peer, &QIODevice::readyRead, peer, [peer] {
            const QByteArray said = peer->readAll();
            peer->write(said);
            if (said == "end")
                peer->disconnectFromHost();
        });
    });
    const QPointer<RdmaTlsStream> stream = client.release();
    const auto deletion = qScopeGuard([&stream] { delete stream; });
    if (isRefused)
        stream->setSslConfiguration(RdmaTest::configurationTrusting(stranger));
    QByteArray word = "end";
    connect(stream, &RdmaTlsStream::encrypted, stream, [&] {
        if (stream->isWritable())
            stream->write(word);
    });
    LifeRecorder recorder(stream);
    bool isDone = false;
    const auto act = [&] {
        if (action == QLatin1String("close")) {
            stream->close();
        } else if (action == QLatin1String("abort")) {
            stream->abort();
        } else if (action == QLatin1String("deleteLater")) {
            stream->deleteLater();
        } else if (action == QLatin1String("delete")) {
            delete stream;
        } else if (action == QLatin1String("wait")) {
            waitForTheRest(stream, recorder.log);
        } else {
            stream->abort();
            recorder.take();
            word = "stay";
            stream->setSslConfiguration(trusting());
            stream->connectToHostEncrypted(host(), server->serverPort());
        }
        isDone = true;
    };
    bool acted = false;
    recorder.told = [&](const QString &what) {
        if (what == slot && !std::exchange(acted, true))
            act();
    };
    stream->connectToHostEncrypted(host(), server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(isDone, Patience);
    if (action.startsWith(QLatin1String("delete"))) {
        QTRY_VERIFY_WITH_TIMEOUT(!stream, Patience);
    } else if (action == QLatin1String("reconnect")) {
        QTRY_VERIFY_WITH_TIMEOUT(stream->bytesAvailable() == 4, Patience);
        QVERIFY(!stream->isReadChannelFinished());
        QVERIFY(!stream->endedCleanly());
        QCOMPARE(stream->error(), QAbstractSocket::UnknownSocketError);
        QCOMPARE(recorder.log, wholeLife("readyRead"));
        QVERIFY(stream->isEncrypted());
        return;
    } else {
        QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
    }
    QCoreApplication::processEvents(); // what comes too late would come now
    for (const QString &what : std::as_const(recorder.log))
        QVERIFY2(recorder.log.count(what) == 1, qPrintable(recorder.log.join(u' ')));
    if (action == QLatin1String("wait") && !isRefused) {
        QCOMPARE(sorted(recorder.log), sorted(wholeLife()));
        QVERIFY(stream->endedCleanly());
    }
}

void tst_RdmaTlsStream::endsInTheSlotOfItsError_data()
{
    QTest::addColumn<QString>("action");
    for (const QString &action : names({ "close", "abort", "deleteLater", "delete", "reconnect" }))
        QTest::addRow("%s", qPrintable(action)) << action;
}

// Before there is any encryption.
void tst_RdmaTlsStream::endsInTheSlotOfItsError()
{
    QFETCH(const QString, action);
    auto *const plain = new RdmaStream;
    connectPlain(plain);
    const QPointer<RdmaTlsStream> stream = new RdmaTlsStream(plain);
    const auto deletion = qScopeGuard([&stream] { delete stream; });
    Recorder recorder(stream);
    recorder.told = [&](const QString &what) {
        if (what != QLatin1String("SslInvalidUserDataError in ConnectedState"))
            return;
        if (action == QLatin1String("close")) {
            stream->close();
        } else if (action == QLatin1String("abort")) {
            stream->abort();
        } else if (action == QLatin1String("deleteLater")) {
            stream->deleteLater();
        } else if (action == QLatin1String("delete")) {
            delete stream;
        } else {
            stream->abort();
            recorder.take();
            stream->setSslConfiguration(trusting());
            stream->connectToHostEncrypted(host(), server->serverPort());
        }
    };
    QSslConfiguration unusable = trusting();
    unusable.setProtocol(QSsl::UnknownProtocol);
    stream->setSslConfiguration(unusable);
    stream->startClientEncryption();
    if (action.startsWith(QLatin1String("delete"))) {
        QTRY_VERIFY_WITH_TIMEOUT(!stream, Patience);
    } else if (action == QLatin1String("reconnect")) {
        QTRY_VERIFY_WITH_TIMEOUT(stream->isEncrypted(), Patience);
        QCOMPARE(recorder.log,
                 names({ "HostLookupState", "ConnectingState", "hostFound", "ConnectedState",
                         "connected" }));
    } else {
        QCOMPARE(stream->state(), QAbstractSocket::UnconnectedState);
        QCOMPARE(recorder.log.count(QStringLiteral("UnconnectedState")), 1);
        QCOMPARE(recorder.log.count(QStringLiteral("disconnected")), 1);
    }
}

// It is encrypted when the slot returns: nothing limits the time that it is then connected, and an end that nobody has announced
// stays a truncation.
void tst_RdmaTlsStream::waitedForInSlotOfModeChanged()
{
    connect(server.get(), &RdmaTlsServer::startedEncryptionHandshake, this, [](auto *stream) {
        connect(stream, &RdmaTlsStream::modeChanged, stream, [stream] {
            QTRY_VERIFY_WITH_TIMEOUT(stream->isEncrypted(), Patience);
            stream->setHandshakeTimeout(50);
        });
    });
    connectPair();
    bool isOver = false;
    QTimer::singleShot(200, this, [&isOver] { isOver = true; });
    QTRY_VERIFY_WITH_TIMEOUT(isOver, Patience);
    QVERIFY(!accepted->endedCleanly());
    QCOMPARE(accepted->state(), QAbstractSocket::ConnectedState);
    client->stream()->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!accepted->endedCleanly());
}

void tst_RdmaTlsStream::waitsForEncryptedInItsSlots_data()
{
    QTest::addColumn<QString>("slot");
    for (const QString &slot : names({ "ConnectedState", "connected", "modeChanged" }))
        QTest::addRow("%s", qPrintable(slot)) << slot;
}

void tst_RdmaTlsStream::waitsForEncryptedInItsSlots()
{
    QFETCH(const QString, slot);
    QStringList told;
    bool waited = false;
    {
        const Worker worker([&, port = server->serverPort()] {
            RdmaTlsStream stream;
            stream.setSslConfiguration(trusting());
            LifeRecorder recorder(&stream);
            recorder.told = [&](const QString &what) {
                if (what == slot)
                    waited = stream.waitForEncrypted(Patience);
            };
            stream.connectToHostEncrypted(host(), port);
            if (!stream.waitForEncrypted(Patience))
                recorder.note(stream.errorString());
            told = recorder.take();
        });
        QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), 2 * Patience);
    }
    QVERIFY2(waited, qPrintable(told.join(u' ')));
    QCOMPARE(sorted(told), sorted(wholeLife("encrypted")));
}

// As with QSslSocket.
void tst_RdmaTlsStream::waitsForTheEndOfAnAttempt()
{
    const quint16 port = server->serverPort();
    server->close();
    client->connectToHostEncrypted(host(), port);
    QVERIFY(!client->waitForDisconnected(Patience));
    QCOMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(client->error(), QAbstractSocket::ConnectionRefusedError);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("not allowed")));
    QVERIFY(!client->waitForDisconnected(Patience));
}

void tst_RdmaTlsStream::serverDeletedInItsSlots_data()
{
    QTest::addColumn<QString>("signal");
    QTest::newRow("newConnection") << QStringLiteral("newConnection");
    QTest::newRow("startedEncryptionHandshake") << QStringLiteral("startedEncryptionHandshake");
    QTest::newRow("errorOccurred") << QStringLiteral("errorOccurred");
}

void tst_RdmaTlsStream::serverDeletedInItsSlots()
{
    QFETCH(QString, signal);
    const auto kill = [this] {
        failures.reset();
        server.reset();
    };
    if (signal == QLatin1String("newConnection"))
        connect(server.get(), &RdmaTlsServer::newConnection, this, kill);
    else if (signal == QLatin1String("startedEncryptionHandshake"))
        connect(server.get(), &RdmaTlsServer::startedEncryptionHandshake, this, kill);
    else
        connect(server.get(), &RdmaTlsServer::errorOccurred, this, kill);
    if (signal == QLatin1String("errorOccurred"))
        client->setSslConfiguration(RdmaTest::configurationTrusting(stranger));
    connectClient();
    QTRY_VERIFY_WITH_TIMEOUT(!server, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
}

// Strangers that say nothing take their places, and only for a time.
void tst_RdmaTlsStream::handshakesAreLimited()
{
    constexpr int Backlog = 2;
    server->close();
    server->setListenBacklogSize(Backlog);
    server->setHandshakeTimeout(3000); // the client, too, has to keep within it
    QVERIFY(server->listen(RdmaTest::address()));
    int going = 0;
    int most = 0;
    connect(server.get(), &RdmaTlsServer::startedEncryptionHandshake, server.get(),
            [&] { most = qMax(most, ++going); });
    connect(server.get(), &RdmaTlsServer::errorOccurred, server.get(), [&] { --going; });
    std::vector<std::unique_ptr<RdmaStream>> silent;
    for (int i = 0; i < 2 * Backlog; ++i) {
        silent.push_back(std::make_unique<RdmaStream>());
        connectPlain(silent.back().get());
    }
    connectClient();
    QTRY_VERIFY2_WITH_TIMEOUT(client->isEncrypted(), qPrintable(client->errorString()), Patience);
    QCOMPARE(most, Backlog);
    QTRY_COMPARE_WITH_TIMEOUT(serverErrors().size(), 2 * Backlog, Patience);
}

// As many as may be going on, which the program ends itself.
void tst_RdmaTlsStream::refusedHandshakesAreForgotten()
{
    constexpr int Backlog = 2;
    server->close();
    server->setListenBacklogSize(Backlog);
    QVERIFY(server->listen(RdmaTest::address()));
    int refused = 0;
    connect(server.get(), &RdmaTlsServer::startedEncryptionHandshake, server.get(),
            [&](RdmaTlsStream *stream) {
                if (++refused <= 2 * Backlog)
                    QMetaObject::invokeMethod(
                            stream, [stream] { stream->abort(); }, Qt::QueuedConnection);
            });
    std::vector<std::unique_ptr<RdmaStream>> strangers;
    for (int i = 0; i < 2 * Backlog; ++i) {
        strangers.push_back(std::make_unique<RdmaStream>());
        strangers.back()->connectToHost(RdmaTest::address(), server->serverPort());
        QTRY_COMPARE_WITH_TIMEOUT(refused, i + 1, Patience);
    }
    connectClient();
    QTRY_VERIFY2_WITH_TIMEOUT(client->isEncrypted(), qPrintable(client->errorString()), Patience);
}

// The last message of the handshake and the first data come together.
void tst_RdmaTlsStream::waitsForWhatComesWithTheHandshake()
{
    RdmaServer plain;
    QVERIFY(plain.listen(RdmaTest::address()));
    const Worker worker([port = plain.serverPort(), configuration = client->sslConfiguration()] {
        RdmaTlsStream stream;
        stream.setSslConfiguration(configuration);
        stream.connectToHostEncrypted(RdmaTest::address().toString(), port);
        stream.write("early");
        stream.waitForEncrypted(Patience);
        stream.waitForDisconnected(Patience);
    });
    QVERIFY(plain.waitForNewConnection(Patience));
    RdmaTlsStream stream(plain.nextPendingConnection());
    stream.setSslConfiguration(server->sslConfiguration());
    stream.startServerEncryption();
    QVERIFY(stream.waitForReadyRead(Patience));
    QCOMPARE(stream.readAll(), QByteArray("early"));
    stream.disconnectFromHost();
}

void tst_RdmaTlsStream::movedToAnotherThread_data()
{
    QTest::addColumn<bool>("hasLoop");
    QTest::newRow("with an event loop") << true;
    QTest::newRow("without") << false;
}

// The stream below ends at once; this one, its state too, hears of it in the other thread.
void tst_RdmaTlsStream::movedToAnotherThread()
{
    QFETCH(const bool, hasLoop);
    connectPair();
    QStringList told;
    QByteArray unread;
    bool ended = false;
    std::atomic_bool done = false; // the thread sanitizer sees nothing else of how Qt waits
    RdmaTlsStream *const stream = client.get();
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        if (hasLoop) {
            QEventLoop loop;
            connect(stream, &RdmaTlsStream::disconnected, &loop, &QEventLoop::quit);
            loop.exec();
        } else {
            ended = stream->waitForDisconnected(Patience);
        }
        ended = stream->state() == QAbstractSocket::UnconnectedState && ended == !hasLoop;
        unread = stream->readAll();
        done = true;
    }));
    const auto listen = [&](const char *name) {
        for (const auto &known : allSignals) {
            if (qstrcmp(known.name, name) != 0)
                continue;
            known.connect(stream, stream, [&told, name, in = thread.get()] {
                told += QLatin1String(name)
                        + QLatin1String(QThread::currentThread() == in ? "" : ", too early");
            });
        }
    };
    accepted->write("unread");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
    for (const char *name : { "encryptedChanged", "stateChanged", "errorOccurred",
                              "readChannelFinished", "disconnected" })
        listen(name);
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(QStringLiteral("AcceptPolicy::Deferred")));
    client->moveToThread(thread.get());
    QCOMPARE(told, QStringList());
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
    thread->start();
    QTRY_VERIFY_WITH_TIMEOUT(done, Patience);
    QVERIFY(thread->wait(Patience));
    QVERIFY(ended);
    QCOMPARE(told.join(u' '),
             QStringLiteral("errorOccurred stateChanged encryptedChanged stateChanged "
                            "readChannelFinished disconnected"));
    QCOMPARE(client->error(), QAbstractSocket::OperationError);
    QCOMPARE(client->rdmaError().category(), RdmaError::Category::Usage);
    QCOMPARE(unread, "unread");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!accepted->endedCleanly());
}

QTEST_GUILESS_MAIN(tst_RdmaTlsStream)
#include "tst_rdmatlsstream.moc"
