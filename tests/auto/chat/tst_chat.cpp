// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Relay and clients with real connections, over TCP on the host and over RDMA in the lab.

#include "client.h"
#include "protocol.h"
#include "relay.h"
#include "text.h"

#include "chattest.h"
#include "marked.h"

#include <QtRdma/RdmaStream>

#include <QCryptographicHash>
#include <QDir>
#include <QIODevice>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QtEndian>

using namespace Protocol;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// More bytes than a connection buffers: over RDMA the relay's backlog, and as much again.
static constexpr int MoreThanBuffers =
        (policy == Rdma::TransportPolicy::RdmaOnly ? 8 : 24) * 1024 * 1024;

// A client that notes what it is told.
class Person
{
public:
    Person(const char *name, const QString &downloads = {}, ClientOptions options = {})
    {
        options.name = text(name);
        options.downloadDirectory = downloads;
        options.firstDelay = 100ms;
        client = std::make_unique<Client>(policy, options);
        note(&Client::notice, [](const QString &what) -> QString { return u"! " + what; });
        note(&Client::joined, [](const QString &who) -> QString { return u"+ " + who; });
        note(&Client::failed, [](const QString &why) -> QString { return u"failed: " + why; });
        note(&Client::memberLeft, [](const QString &who, const QString &why) -> QString {
            return u"- " + who + (why.isEmpty() ? QString() : u' ' + why);
        });
        note(&Client::members,
             [](const QStringList &names) -> QString { return u"= " + names.join(u' '); });
        note(&Client::said,
             [](const QString &from, const QString &what, const QDateTime &,
                bool earlier) -> QString {
                 return (earlier ? text("(earlier) ") : QString()) + from + u": " + what;
             });
        note(&Client::whispered,
             [](const QString &from, const QString &to, const QString &what) -> QString {
                 return from + u" -> " + to + u": " + what;
             });
        note(&Client::fileEnded,
             [](const QString &, const QString &what) -> QString { return u"* " + what; });
        note(&Client::offerEnded,
             [](quint32, const QString &what) -> QString { return u"x " + what; });
        QObject::connect(client.get(), &Client::fileOffered, client.get(),
                         [this](quint32 id, const QString &what) {
                             offers.append(id);
                             log.append(u"? " + what);
                         });
        QObject::connect(client.get(), &Client::left, client.get(), [this] { hasLeft = true; });
    }

    void join(const Relay &relay)
    {
        client->connectToRelay(relay.serverAddress().toString(), relay.serverPort());
    }
    bool isPresent() const { return client->state() == Client::Present; }
    bool saw(const char *line) const { return log.contains(text(line)); }
    bool sawStart(const char *start) const
    {
        return !log.filter(QRegularExpression(u'^' + QRegularExpression::escape(text(start))))
                        .isEmpty();
    }

    std::unique_ptr<Client> client;
    QStringList log;
    QList<quint32> offers; // of files, that were told
    bool hasLeft = false;

private:
    template <typename Signal, typename Format>
    void note(Signal signal, Format format)
    {
        QObject::connect(client.get(), signal, client.get(),
                         [this, format](const auto &...arguments) { log += format(arguments...); });
    }
};

// A peer that does what no client would do.
class Peer : public QObject
{
    Q_OBJECT

public:
    explicit Peer(const Relay &relay) : connection(Transport::createConnection(policy, this))
    {
        connect(connection, &Connection::connected, this, [this] { connected = true; });
        connect(connection, &Connection::disconnected, this, [this] { disconnected = true; });
        connect(connection->device(), &QIODevice::readyRead, this, &Peer::read);
        connection->connectToHost(relay.serverAddress().toString(), relay.serverPort());
    }
    ~Peer() override { connection->disconnect(this); }

    void stopReading()
    {
        connection->setReadBufferSize(1024);
        reading = false;
    }
    // At most 64 KiB in a millisecond, and only counted.
    void readSlowly()
    {
        connection->setReadBufferSize(MaxPayload);
        reading = false;
        connect(&timer, &QTimer::timeout, this, [this] {
            for (int i = 0; i < 16 && reader.read(connection->device()) == FrameReader::Complete;
                 ++i)
                ++counted;
        });
        timer.start(1);
    }
    void write(const QByteArray &bytes) { connection->device()->write(bytes); }
    void send(const Message &message) { write(encode(message)); }

    template <typename T>
    const T *got() const
    {
        for (const Message &message : messages) {
            if (const T *found = std::get_if<T>(&message))
                return found;
        }
        return nullptr;
    }

    Connection *connection;
    FrameReader reader;
    QList<Message> messages;
    bool connected = false;
    bool disconnected = false;
    bool reading = true;
    int counted = 0;

private:
    void read()
    {
        while (reading && reader.read(connection->device()) == FrameReader::Complete)
            messages += reader.take();
    }

    QTimer timer;
};

class tst_Chat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void conversation();
    void privateMessages();
    void lateJoiner();
    void historyIsBounded();
    void refusedName_data();
    void refusedName();
    void roomIsFull();
    void languages();
#ifdef CHAT_TEST_RDMA
    void memberSpeaksRsockets();
#endif

    void badInput_data();
    void badInput();
    void faultArrivesThroughFlood();
    void noHello();
    void peerThatIsNoRelay();

    void fileToAll();
    void fileToOne();
    void fileRefused();
    void fileDeclined();
    void fileAsked();
    void fileOfferUnanswered();
    void fileOfferEnds_data();
    void fileOfferEnds();
    void fileWithWrongHash();
    void fileSenderLeaves();
    void fileSenderReadsTooSlowly();
    void filesCross();
    void emptyFile();
    void emptyFileInPieces();

    void slowReaderIsDropped();
    void stalledReaderHoldsNobodyUp();
    void flooderIsHeldBack();

    void reconnect();
    void seenHistoryIsNotRepeated();
    void ownGhost();
    void failsWithoutRelay();
    void leaveSendsEverything();

private:
    void startRelay(RelayLimits limits = {});
    QString makeFile(const char *name, qsizetype size);
    QString downloads(const char *name);
    static QByteArray contents(const QString &path);

    std::unique_ptr<Relay> relay;
    std::unique_ptr<QTemporaryDir> directory;
};

void tst_Chat::initTestCase()
{
    if (address().isNull())
        QSKIP("No RDMA address: run this in the lab or with --device");
}

void tst_Chat::init()
{
    if (!RdmaTest::isWorthIt({ "conversation", "memberSpeaksRsockets", "fileToAll",
                               "slowReaderIsDropped", "stalledReaderHoldsNobodyUp", "reconnect",
                               "leaveSendsEverything", "peerThatIsNoRelay" })) {
        QSKIP(RdmaTest::ToldByRoce);
    }
    directory = std::make_unique<QTemporaryDir>();
    startRelay();
}

void tst_Chat::cleanup()
{
    relay.reset();
    directory.reset();
}

void tst_Chat::startRelay(RelayLimits limits)
{
    limits.refusal = 200ms;
    relay.reset();
    relay = std::make_unique<Relay>(policy, limits);
    QVERIFY2(relay->listen(address(), 0), qPrintable(relay->errorString()));
    QVERIFY(relay->serverPort() != 0);
}

QString tst_Chat::makeFile(const char *name, qsizetype size)
{
    QByteArray data(size, Qt::Uninitialized);
    QRandomGenerator generator(quint32(size) + 1);
    for (char &byte : data)
        byte = char(generator());
    QFile file(directory->filePath(text(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(data) != size)
        qFatal("Cannot write a temporary file");
    return file.fileName();
}

QString tst_Chat::downloads(const char *name)
{
    QDir(directory->path()).mkdir(text(name));
    return directory->filePath(text(name));
}

QByteArray tst_Chat::contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
}

void tst_Chat::conversation()
{
    Person alice("alice"), bob("bob");
    alice.join(*relay);
    TRY_VERIFY(alice.isPresent());
    bob.join(*relay);
    TRY_VERIFY(alice.saw("+ bob"));
    alice.client->say(text("Grüße"));
    TRY_VERIFY(alice.saw("alice: Grüße") && bob.saw("alice: Grüße"));
    bob.client->askWho();
    TRY_VERIFY(bob.saw("= alice bob"));
    bob.client->leave();
    TRY_VERIFY(bob.hasLeft && alice.saw("- bob"));
    alice.client->askWho();
    TRY_VERIFY(alice.saw("= alice"));
    QCOMPARE(bob.log, QStringList({ text("alice: Grüße"), text("= alice bob") }));
}

void tst_Chat::privateMessages()
{
    Person alice("alice"), bob("bob"), carol("carol");
    for (Person *person : { &alice, &bob, &carol })
        person->join(*relay);
    TRY_VERIFY(alice.isPresent() && bob.isPresent() && carol.isPresent());
    alice.client->whisper(text("BOB"), text("secret"));
    TRY_VERIFY(bob.saw("alice -> bob: secret") && alice.saw("alice -> bob: secret"));
    alice.client->whisper(text("nobody"), text("hello"));
    TRY_VERIFY(alice.saw("! Nobody here is called nobody"));
    alice.client->whisper(QString(Text::MaxName + 1, u'a'), text("hello"));
    QVERIFY(alice.saw("! A name has at most 32 characters"));
    alice.client->say(text("done"));
    TRY_VERIFY(carol.saw("alice: done"));
    QVERIFY(carol.log.filter(text("secret")).isEmpty());
}

void tst_Chat::lateJoiner()
{
    Person alice("alice"), bob("bob");
    alice.join(*relay);
    TRY_VERIFY(alice.isPresent());
    alice.client->say(text("one"));
    alice.client->whisper(text("alice"), text("not history"));
    alice.client->say(text("two"));
    TRY_VERIFY(alice.saw("alice: two"));
    bob.join(*relay);
    TRY_COMPARE(bob.log,
                QStringList({ text("(earlier) alice: one"), text("(earlier) alice: two") }));
}

void tst_Chat::historyIsBounded()
{
    RelayLimits limits;
    limits.history = 3;
    startRelay(limits);
    Person alice("alice"), bob("bob");
    alice.join(*relay);
    TRY_VERIFY(alice.isPresent());
    for (int i = 0; i < 10; ++i)
        alice.client->say(QString::number(i));
    TRY_VERIFY(alice.saw("alice: 9"));
    bob.join(*relay);
    TRY_COMPARE(bob.log,
                QStringList({ text("(earlier) alice: 7"), text("(earlier) alice: 8"),
                              text("(earlier) alice: 9") }));
}

void tst_Chat::refusedName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("code");
    QTest::newRow("same") << text("alice") << int(Fault::NameTaken);
    QTest::newRow("other case") << text("ALICE") << int(Fault::NameTaken);
    QTest::newRow("empty") << QString() << int(Fault::BadName);
    QTest::newRow("escape") << text("a\x1b[2J") << int(Fault::BadName);
    QTest::newRow("too long") << QString(1000, u'a') << int(Fault::BadName);
}

void tst_Chat::refusedName()
{
    QFETCH(QString, name);
    QFETCH(int, code);
    Person alice("alice");
    alice.join(*relay);
    TRY_VERIFY(alice.isPresent());

    Peer peer(*relay);
    TRY_VERIFY(peer.connected);
    peer.send(Hello{ Version, name, 0, 0 });
    TRY_VERIFY(peer.disconnected);
    QVERIFY(peer.got<Fault>());
    QCOMPARE(int(peer.got<Fault>()->code), code);
    QVERIFY(!peer.got<Fault>()->text.isEmpty());
    QVERIFY(alice.isPresent());
    QVERIFY(alice.log.isEmpty());
}

void tst_Chat::roomIsFull()
{
    RelayLimits limits;
    limits.members = 1;
    startRelay(limits);
    Person alice("alice"), bob("bob");
    alice.join(*relay);
    TRY_VERIFY(alice.isPresent());
    bob.join(*relay);
    TRY_VERIFY(bob.saw("failed: The room is full"));
    alice.client->say(text("still here"));
    TRY_VERIFY(alice.saw("alice: still here"));
}

// Peers get texts in English. Whoever shows one translates it, and so does the log.
void tst_Chat::languages()
{
    QStringList log;
    connect(relay.get(), &Relay::log, this, [&log](const QString &line) { log += line; });
    Person alice("alice");
    alice.join(*relay);
    TRY_VERIFY(alice.isPresent());
    const RdmaTest::Marked marked("Relay");
    Peer peer(*relay);
    TRY_VERIFY(peer.connected);
    peer.send(Hello{ Version, text("mallory"), 0, 0 });
    TRY_VERIFY(peer.got<Welcome>());
    peer.send(Hello{ Version, text("mallory"), 0, 0 });
    TRY_VERIFY(peer.disconnected);
    QVERIFY(peer.got<Fault>());
    QCOMPARE(peer.got<Fault>()->text, u"The relay received a second hello"_s);
    TRY_VERIFY(alice.saw("- mallory [refused by the relay]"));
    QVERIFY(log.contains(u"[! Refused mallory: [The relay received [a second hello]]]"_s));
    QVERIFY(log.contains(u"[* mallory left ([refused by the relay])]"_s));
}

#ifdef CHAT_TEST_RDMA
void tst_Chat::memberSpeaksRsockets()
{
    Person alice("alice");
    alice.join(*relay);
    TRY_VERIFY(alice.isPresent());
    RdmaStreamOptions options;
    options.setWireFormat(Rdma::WireFormat::Rsocket);
    RdmaStream bob;
    bob.setOptions(options);
    bob.connectToHost(relay->serverAddress(), relay->serverPort());
    TRY_COMPARE(bob.state(), QAbstractSocket::ConnectedState);
    bob.write(encode(Hello{ Version, text("bob"), 0, 0 }));
    bob.write(encode(Say{ text("Grüße") }));
    TRY_VERIFY(alice.saw("bob: Grüße"));
    FrameReader reader;
    bool complete = false; // TRY_VERIFY asks again
    TRY_VERIFY((complete = complete || reader.read(&bob) == FrameReader::Complete));
    QVERIFY(std::holds_alternative<Welcome>(reader.take()));
}
#endif

static QByteArray frame(quint32 length, quint8 type, const QByteArray &payload)
{
    QByteArray bytes(4, '\0');
    qToBigEndian(length, bytes.data());
    return bytes + char(type) + payload;
}

void tst_Chat::badInput_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("asMember");

    const QByteArray longLine = encode(Say{ QString(Text::MaxLine + 1, u'x') });
    QTest::newRow("huge length") << frame(0xffffffff, 4, {}) << true;
    QTest::newRow("length over the limit") << frame(MaxPayload + 1, 4, {}) << true;
    QTest::newRow("unknown type") << frame(0, 255, {}) << true;
    QTest::newRow("short payload") << frame(2, 4, "ab") << true;
    QTest::newRow("payload with a tail") << frame(6, 4, QByteArray("\0\0\0\1ab", 6)) << true;
    QTest::newRow("invalid UTF-8") << frame(6, 4, QByteArray("\0\0\0\2\xc3\x28", 6)) << true;
    QTest::newRow("overlong line") << longLine << true;
    QTest::newRow("empty line") << encode(Say{}) << true;
    // A frame of 64 KiB; with the words around it the name would make an answer that is too long.
    QTest::newRow("overlong name") << encode(Whisper{ QString(65527, u'a'), text("x") }) << true;
    QTest::newRow("overlong name for a file")
            << encode(FileOffer{ 1, {}, QString(65510, u'a'), text("f"), 3 }) << true;
    QTest::newRow("second hello") << encode(Hello{ Version, text("x"), 0, 0 }) << true;
    QTest::newRow("relay's message") << encode(Joined{ text("x") }) << true;
    QTest::newRow("more of a file")
            << encode(FileOffer{ 1, {}, {}, text("f"), 3 }) + encode(FileChunk{ 1, "abcd" })
            << true;
    QTest::newRow("less of a file")
            << encode(FileOffer{ 1, {}, {}, text("f"), 3 }) + encode(FileEnd{ 1, "abcd" }) << true;
    QTest::newRow("one number, two files") << encode(FileOffer{ 1, {}, {}, text("f"), 3 })
                    + encode(FileOffer{ 1, {}, {}, text("f"), 3 })
                                           << true;
    QTest::newRow("no hello") << encode(Say{ text("x") }) << false;
    QTest::newRow("other version") << encode(Hello{ 99, text("x"), 0, 0 }) << false;
    QTest::newRow("HTTP") << QByteArray("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") << false;
}

void tst_Chat::badInput()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, asMember);
    Person alice("alice"), bob("bob");
    alice.join(*relay);
    bob.join(*relay);
    TRY_VERIFY(alice.isPresent() && bob.isPresent());

    Peer peer(*relay);
    TRY_VERIFY(peer.connected);
    if (asMember) {
        peer.send(Hello{ Version, text("mallory"), 0, 0 });
        TRY_VERIFY(peer.got<Welcome>());
    }
    peer.write(bytes);
    TRY_VERIFY(peer.disconnected);
    QVERIFY(peer.got<Fault>());
    QVERIFY(!peer.got<Fault>()->text.isEmpty());

    alice.client->say(text("nothing else happened"));
    TRY_VERIFY(bob.saw("alice: nothing else happened"));
    QCOMPARE(alice.saw("- mallory refused by the relay"), asMember);
    QVERIFY(alice.isPresent() && bob.isPresent());
}

// The relay has said what is wrong; megabytes on their way to it must not keep that from arriving.
void tst_Chat::faultArrivesThroughFlood()
{
    Peer peer(*relay);
    TRY_VERIFY(peer.connected);
    peer.write(frame(0xffffffff, 0, {}) + QByteArray(4 * 1024 * 1024, 'x'));
    TRY_VERIFY(peer.disconnected);
    QVERIFY(peer.got<Fault>());
}

void tst_Chat::noHello()
{
    RelayLimits limits;
    limits.hello = 200ms;
    limits.stall = 800ms;
    startRelay(limits);
    Peer peer(*relay);
    TRY_VERIFY(peer.disconnected);
    QVERIFY(peer.got<Fault>());
}

void tst_Chat::peerThatIsNoRelay()
{
    std::unique_ptr<Listener> listener(Transport::createListener(policy, nullptr));
    QVERIFY(listener->listen(address(), 0));
    QObject::connect(listener.get(), &Listener::accepted, listener.get(),
                     [](Connection *connection) {
                         connection->device()->write("220 mail.example.org ESMTP ready\r\n");
                     });
    Person alice("alice");
    alice.client->connectToRelay(listener->serverAddress().toString(), listener->serverPort());
    TRY_VERIFY(alice.sawStart("failed: The relay sent a message of more than"));
    QCOMPARE(alice.client->state(), Client::Unconnected);
}

void tst_Chat::fileToAll()
{
    const QString path = makeFile("photo.bin", 3 * 1024 * 1024 + 17);
    Person alice("alice"), bob("bob", downloads("bob")), carol("carol", downloads("carol"));
    for (Person *person : { &alice, &bob, &carol })
        person->join(*relay);
    TRY_VERIFY(alice.isPresent() && bob.isPresent() && carol.isPresent());
    double part = 0;
    connect(alice.client.get(), &Client::fileProgress, this,
            [&part](const QString &, const QString &, double now) {
                QVERIFY(now >= part);
                part = now;
            });
    alice.client->sendFile(path, {});
    TRY_VERIFY(alice.saw("* Sent photo.bin, verified by bob, carol"));
    QCOMPARE(part, 1.0);
    for (const char *who : { "bob", "carol" }) {
        const QDir got(downloads(who));
        QCOMPARE(got.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList(text("photo.bin")));
        QVERIFY(contents(got.filePath(text("photo.bin"))) == contents(path));
    }
}

void tst_Chat::fileToOne()
{
    const QString path = makeFile("photo.bin", 100000);
    Person alice("alice"), bob("bob", downloads("bob")), carol("carol", downloads("carol"));
    for (Person *person : { &alice, &bob, &carol })
        person->join(*relay);
    TRY_VERIFY(alice.isPresent() && bob.isPresent() && carol.isPresent());
    alice.client->sendFile(path, text("bob"));
    TRY_VERIFY(alice.saw("* Sent photo.bin, verified by bob"));
    QVERIFY(contents(downloads("bob") + text("/photo.bin")) == contents(path));
    QVERIFY(QDir(downloads("carol")).isEmpty());
}

void tst_Chat::fileRefused()
{
    RelayLimits limits;
    limits.fileSize = 1000;
    startRelay(limits);
    Person alice("alice"), bob("bob", downloads("bob"));
    alice.join(*relay);
    TRY_VERIFY(alice.isPresent());
    alice.client->sendFile(makeFile("small", 10), {});
    TRY_VERIFY(alice.saw("* small was not sent: Nobody else is here"));
    bob.join(*relay);
    TRY_VERIFY(bob.isPresent());
    alice.client->sendFile(makeFile("large", 1001), {});
    TRY_VERIFY(alice.sawStart("* large was not sent: The file has"));
    alice.client->sendFile(makeFile("small", 10), text("dave"));
    TRY_VERIFY(alice.saw("* small was not sent: Nobody else here is called dave"));
    alice.client->sendFile(makeFile("small", 10), QString(Text::MaxName + 1, u'a'));
    QVERIFY(alice.saw("! A name has at most 32 characters"));
    alice.client->sendFile(directory->filePath(text("none")), {});
    TRY_VERIFY(alice.sawStart("! Cannot send"));
    QVERIFY(alice.isPresent());
}

void tst_Chat::fileDeclined()
{
    ClientOptions small;
    small.fileSize = 10;
    Person alice("alice"), bob("bob"), carol("carol", downloads("carol"), small);
    for (Person *person : { &alice, &bob, &carol })
        person->join(*relay);
    TRY_VERIFY(alice.isPresent() && bob.isPresent() && carol.isPresent());
    alice.client->sendFile(makeFile("photo.bin", 2000000), {});
    TRY_VERIFY(alice.sawStart("* Sent photo.bin, not received by bob (takes no files), carol (takes"
                              " at most"));
    QVERIFY(bob.sawStart("! Declined photo.bin"));
    QVERIFY(QDir(downloads("carol")).isEmpty());
}

// A person answers: nothing of the file is here before.
void tst_Chat::fileAsked()
{
    const QString path = makeFile("photo.bin", 1000);
    ClientOptions options;
    options.asks = true;
    Person alice("alice"), bob("bob", downloads("bob"), options),
            carol("carol", downloads("carol"), options);
    for (Person *person : { &alice, &bob, &carol })
        person->join(*relay);
    TRY_VERIFY(alice.isPresent() && bob.isPresent() && carol.isPresent());
    alice.client->sendFile(path, {});
    TRY_VERIFY(bob.offers.size() == 1 && carol.offers.size() == 1);
    QVERIFY(bob.saw("? photo.bin (1000 bytes) from alice"));
    bob.client->answerOffer(bob.offers.constFirst(), true);
    bob.client->answerOffer(bob.offers.constFirst(), false); // nobody answers twice
    alice.client->say(text("meanwhile"));
    TRY_VERIFY(bob.saw("alice: meanwhile"));
    QVERIFY(!QDir(downloads("bob")).exists(text("photo.bin")));
    carol.client->answerOffer(carol.offers.constFirst(), false);
    TRY_VERIFY(alice.saw("* Sent photo.bin, verified by bob, not received by carol (declined)"));
    QVERIFY(QDir(downloads("bob")).exists(text("photo.bin")));
    QVERIFY(QDir(downloads("carol")).isEmpty());
}

// The others do not wait for ever.
void tst_Chat::fileOfferUnanswered()
{
    RelayLimits limits;
    limits.answer = 1ms;
    startRelay(limits);
    const QString path = makeFile("photo.bin", 1000);
    ClientOptions options;
    options.asks = true;
    Person alice("alice"), bob("bob", downloads("bob"), options),
            carol("carol", downloads("carol"));
    for (Person *person : { &alice, &bob, &carol })
        person->join(*relay);
    TRY_VERIFY(alice.isPresent() && bob.isPresent() && carol.isPresent());
    alice.client->sendFile(path, {});
    TRY_VERIFY(alice.sawStart("* Sent photo.bin, "));
    QVERIFY(!alice.log.filter(text("bob (has not answered)")).isEmpty());
    QCOMPARE(bob.offers.size(), 1);
    bob.client->answerOffer(bob.offers.constFirst(), true); // too late, and no harm
    alice.client->say(text("still here"));
    TRY_VERIFY(bob.saw("alice: still here"));
}

void tst_Chat::fileOfferEnds_data()
{
    QTest::addColumn<bool>("bySender");
    QTest::newRow("the sender leaves") << true;
    QTest::newRow("the relay has gone") << false;
}

void tst_Chat::fileOfferEnds()
{
    QFETCH(bool, bySender);
    ClientOptions options;
    options.asks = true;
    Person bob("bob", downloads("bob"), options);
    bob.join(*relay);
    Peer peer(*relay);
    TRY_VERIFY(bob.isPresent() && peer.connected);
    peer.send(Hello{ Version, text("mallory"), 0, 0 });
    peer.send(FileOffer{ 1, {}, {}, text("half"), 100 });
    TRY_VERIFY(bob.offers.size() == 1);
    if (bySender)
        peer.connection->disconnectFromHost();
    else
        relay.reset();
    TRY_VERIFY(bob.sawStart("x half (100 bytes) from mallory will not come"));
}

void tst_Chat::fileWithWrongHash()
{
    Person bob("bob", downloads("bob"));
    bob.join(*relay);
    Peer peer(*relay);
    TRY_VERIFY(bob.isPresent() && peer.connected);
    peer.send(Hello{ Version, text("mallory"), 0, 0 });
    peer.send(FileOffer{ 7, text("alice"), {}, text("../../evil"), 4 });
    TRY_VERIFY(peer.got<FileReady>());
    peer.send(FileChunk{ 7, "evil" });
    peer.send(FileEnd{ 7, QByteArray(32, 'x') });
    TRY_VERIFY(peer.got<FileResult>());
    QVERIFY(!peer.got<FileResult>()->good);
    TRY_VERIFY(bob.sawStart("* Receiving evil failed: The SHA-256 differs"));
    QVERIFY(QDir(downloads("bob")).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void tst_Chat::fileSenderLeaves()
{
    Person bob("bob", downloads("bob"));
    bob.join(*relay);
    TRY_VERIFY(bob.isPresent());
    Peer peer(*relay);
    TRY_VERIFY(peer.connected);
    peer.send(Hello{ Version, text("mallory"), 0, 0 });
    peer.send(FileOffer{ 1, {}, {}, text("half"), 100 });
    TRY_VERIFY(peer.got<FileReady>());
    peer.send(FileChunk{ 1, "half of it" });
    peer.connection->disconnectFromHost();
    TRY_VERIFY(bob.saw("* half will not come: mallory left"));
    QVERIFY(QDir(downloads("bob")).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

static bool isCancelled(const QList<Message> &messages, quint32 file)
{
    return std::any_of(messages.begin(), messages.end(), [file](const Message &message) {
        const auto *cancel = std::get_if<FileCancel>(&message);
        return cancel && cancel->id == file;
    });
}

// What its sender is told of a file may be what it no longer takes: then nobody waits for that file.
void tst_Chat::fileSenderReadsTooSlowly()
{
    RelayLimits limits;
    limits.backlog = 1000; // three lists of the receivers in one turn
    limits.filesPerMember = 10;
    startRelay(limits);
    std::vector<std::unique_ptr<Peer>> receivers;
    for (int i = 0; i < 10; ++i) {
        receivers.push_back(std::make_unique<Peer>(*relay));
        Peer &receiver = *receivers.back();
        TRY_VERIFY(receiver.connected);
        receiver.send(Hello{ Version, QString(Text::MaxName, QChar(u'a' + i)), 0, 0 });
        TRY_VERIFY(receiver.got<Welcome>());
    }
    Peer sender(*relay);
    TRY_VERIFY(sender.connected);
    sender.send(Hello{ Version, text("mallory"), 0, 0 });
    TRY_VERIFY(sender.got<Welcome>());
    QByteArray offers;
    for (quint32 id = 1; id <= 5; ++id)
        offers += encode(FileOffer{ id, {}, {}, text("f"), 3 });
    sender.write(offers);
    QByteArray accepts;
    for (quint32 id = 1; id <= 5; ++id)
        accepts += encode(FileAccept{ id });
    for (const auto &receiver : receivers) {
        TRY_VERIFY(receiver->got<FileOffer>());
        receiver->write(accepts);
    }
    for (const auto &receiver : receivers) {
        TRY_VERIFY(receiver->got<Left>());
        receiver->send(Who{});
        TRY_VERIFY(receiver->got<Members>()); // so all is here that was sent before
        QVERIFY(receiver->got<FileOffer>());
        for (qsizetype i = 0; i < receiver->messages.size(); ++i) {
            if (const auto *offer = std::get_if<FileOffer>(&receiver->messages.at(i)))
                QVERIFY(isCancelled(receiver->messages.mid(i), offer->id));
        }
    }
}

// Each holds the other back, and both must get through.
void tst_Chat::filesCross()
{
    const QString path = makeFile("large.bin", 5 * 1024 * 1024);
    Person alice("alice", downloads("alice")), bob("bob", downloads("bob"));
    alice.join(*relay);
    bob.join(*relay);
    TRY_VERIFY(alice.isPresent() && bob.isPresent());
    alice.client->sendFile(path, {});
    bob.client->sendFile(path, {});
    alice.client->say(text("meanwhile"));
    TRY_VERIFY(bob.saw("alice: meanwhile"));
    TRY_VERIFY(alice.saw("* Sent large.bin, verified by bob"));
    TRY_VERIFY(bob.saw("* Sent large.bin, verified by alice"));
    for (const char *who : { "alice", "bob" })
        QVERIFY(contents(downloads(who) + text("/large.bin")) == contents(path));
}

void tst_Chat::emptyFile()
{
    Person alice("alice"), bob("bob", downloads("bob"));
    alice.join(*relay);
    bob.join(*relay);
    TRY_VERIFY(alice.isPresent() && bob.isPresent());
    alice.client->sendFile(makeFile("empty", 0), {});
    TRY_VERIFY(alice.saw("* Sent empty, verified by bob"));
    QCOMPARE(contents(downloads("bob") + text("/empty")), QByteArray());
}

// A relay may send pieces without bytes of a file without bytes: that is progress of a known size.
void tst_Chat::emptyFileInPieces()
{
    const std::unique_ptr<Listener> listener(Transport::createListener(policy, nullptr));
    QObject::connect(listener.get(), &Listener::accepted, listener.get(),
                     [](Connection *connection) {
                         connection->device()->write(
                                 encode(Welcome{ 1, text("bob"), { text("bob") } })
                                 + encode(FileOffer{ 1, text("alice"), {}, text("f"), 0 })
                                 + encode(FileChunk{ 1, {} }));
                     });
    QVERIFY(listener->listen(address(), 0));
    Person bob("bob", downloads("bob"));
    const QSignalSpy progress(bob.client.get(), &Client::fileProgress);
    bob.client->connectToRelay(listener->serverAddress().toString(), listener->serverPort());
    TRY_COMPARE(progress.size(), 1);
    QCOMPARE(progress.at(0).at(2).toDouble(), 1.0);
}

// High-water mark and backlog are separate limits. With the first out of the way the second must
// hold by itself.
void tst_Chat::slowReaderIsDropped()
{
    RelayLimits limits;
    limits.highWater = 64 * 1024 * 1024;
    limits.backlog = 512 * 1024;
    startRelay(limits);
    Person bob("bob");
    bob.join(*relay);
    Peer slow(*relay), talker(*relay);
    TRY_VERIFY(bob.isPresent() && slow.connected && talker.connected);
    slow.send(Hello{ Version, text("slow"), 0, 0 });
    TRY_VERIFY(slow.got<Welcome>());
    slow.stopReading();
    talker.send(Hello{ Version, text("talker"), 0, 0 });
    const QByteArray whisper = encode(Whisper{ text("slow"), QString(Text::MaxLine, u'x') });
    for (int i = 0; i < 5000 && !bob.saw("- slow read too slowly"); ++i) {
        talker.write(whisper);
        QTest::qWait(0);
    }
    TRY_VERIFY(bob.saw("- slow read too slowly"));
    QVERIFY(bob.isPresent());
    QVERIFY(!talker.disconnected);
}

void tst_Chat::stalledReaderHoldsNobodyUp()
{
    RelayLimits limits;
    limits.stall = 2s;
    startRelay(limits);
    const QString path = makeFile("large.bin", MoreThanBuffers);
    Person alice("alice"), bob("bob", downloads("bob"));
    alice.join(*relay);
    bob.join(*relay);
    Peer stalled(*relay);
    TRY_VERIFY(alice.isPresent() && bob.isPresent() && stalled.connected);
    stalled.send(Hello{ Version, text("stalled"), 0, 0 });
    TRY_VERIFY(stalled.got<Welcome>());
    alice.client->sendFile(path, {});
    TRY_VERIFY(stalled.got<FileOffer>());
    stalled.stopReading();
    stalled.send(FileAccept{ stalled.got<FileOffer>()->id });
    TRY_VERIFY(bob.saw("- stalled stopped reading"));
    TRY_VERIFY(alice.saw("* Sent large.bin, verified by bob, not received by stalled (left)"));
    QVERIFY(contents(downloads("bob") + text("/large.bin")) == contents(path));
}

// One who talks without end is read no faster than the other reads, so nobody is dropped for it.
void tst_Chat::flooderIsHeldBack()
{
    RelayLimits limits;
    limits.backlog = 512 * 1024;
    startRelay(limits);
    Peer slow(*relay), flooder(*relay);
    TRY_VERIFY(slow.connected && flooder.connected);
    slow.send(Hello{ Version, text("slow"), 0, 0 });
    TRY_VERIFY(slow.got<Welcome>());
    slow.readSlowly();
    flooder.send(Hello{ Version, text("flooder"), 0, 0 });
    TRY_VERIFY(flooder.got<Welcome>());

    const QByteArray line = encode(Whisper{ text("slow"), QString(Text::MaxLine, u'x') });
    constexpr int Lines = 2000;
    for (int i = 0; i < Lines; ++i)
        flooder.write(line);
    TRY_COMPARE(slow.counted, Lines + 1); // and that the flooder joined
    QVERIFY(!slow.disconnected && !flooder.disconnected);
}

void tst_Chat::reconnect()
{
    Person alice("alice");
    alice.join(*relay);
    TRY_VERIFY(alice.isPresent());
    const quint16 port = relay->serverPort();
    QList<qint64> delays;
    connect(alice.client.get(), &Client::lost, this,
            [&delays](const QString &, std::chrono::milliseconds delay) {
                delays += delay.count();
            });
    relay.reset();
    alice.client->say(text("into the void"));
    TRY_VERIFY(delays.size() >= 5);
    QVERIFY(!alice.isPresent());
    // Half of the whole delay at least, and the whole one doubles: 100, 200, 400 ms...
    for (qsizetype i = 0; i < delays.size(); ++i) {
        QVERIFY(delays.at(i) >= 50 << i);
        QVERIFY(delays.at(i) <= 100 << i);
    }

    relay = std::make_unique<Relay>(policy);
    TRY_VERIFY(relay->serverPort() == port || relay->listen(address(), port));
    TRY_VERIFY(alice.isPresent());
    alice.client->say(text("back"));
    TRY_VERIFY(alice.saw("alice: back"));
    QVERIFY(!alice.saw("alice: into the void"));
}

void tst_Chat::seenHistoryIsNotRepeated()
{
    Person alice("alice");
    alice.join(*relay);
    TRY_VERIFY(alice.isPresent());
    alice.client->say(text("one"));
    alice.client->say(text("two"));
    TRY_VERIFY(alice.saw("alice: two"));

    Peer peer(*relay);
    TRY_VERIFY(peer.connected);
    peer.send(Hello{ Version, text("bob"), 0, 0 });
    TRY_VERIFY(peer.messages.size() >= 3);
    const quint64 id = peer.got<Welcome>()->relay;
    QCOMPARE(peer.got<Said>()->text, text("one"));
    const quint64 seen = peer.got<Said>()->number;
    Peer again(*relay);
    TRY_VERIFY(again.connected);
    again.send(Hello{ Version, text("bob2"), id, seen });
    TRY_VERIFY(again.got<Said>());
    QCOMPARE(again.got<Said>()->text, text("two"));
}

// The relay has not noticed yet that a client is gone when the client is back.
void tst_Chat::ownGhost()
{
    Person alice("alice");
    alice.join(*relay);
    TRY_VERIFY(alice.isPresent());
    const quint16 port = relay->serverPort();
    relay.reset();
    TRY_COMPARE(alice.client->state(), Client::Waiting);

    relay = std::make_unique<Relay>(policy);
    TRY_VERIFY(relay->serverPort() == port || relay->listen(address(), port));
    // Somebody with her name, there first or second: she goes on trying until it is free.
    auto ghost = std::make_unique<Peer>(*relay);
    TRY_VERIFY(ghost->connected);
    ghost->send(Hello{ Version, text("alice"), 0, 0 });
    TRY_VERIFY(ghost->got<Welcome>() || ghost->got<Fault>());
    ghost.reset();
    TRY_VERIFY(alice.isPresent());
    QVERIFY(!alice.sawStart("failed"));
}

void tst_Chat::failsWithoutRelay()
{
    const quint16 port = relay->serverPort();
    relay.reset();
    Person alice("alice");
    alice.client->connectToRelay(address().toString(), port);
    TRY_VERIFY(alice.sawStart("failed: Cannot connect to"));
    QCOMPARE(alice.client->state(), Client::Unconnected);
}

void tst_Chat::leaveSendsEverything()
{
    const QString path = makeFile("photo.bin", 2 * 1024 * 1024);
    Person alice("alice"), bob("bob", downloads("bob"));
    alice.join(*relay);
    bob.join(*relay);
    TRY_VERIFY(alice.isPresent() && bob.isPresent());
    alice.client->sendFile(path, {});
    for (int i = 0; i < 500; ++i)
        alice.client->say(QString::number(i));
    alice.client->leave();
    TRY_VERIFY(alice.hasLeft && bob.saw("- alice"));
    QCOMPARE(bob.log.filter(text("alice: ")).size(), 500);
    QVERIFY(contents(downloads("bob") + text("/photo.bin")) == contents(path));
}

QTEST_GUILESS_MAIN(tst_Chat)

#include "tst_chat.moc"
