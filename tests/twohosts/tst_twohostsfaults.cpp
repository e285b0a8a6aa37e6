// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "machines.h"
#include "rdmaleaks.h"
#include "streampeer.h"
#include "transfer.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qelapsedtimer.h>
#include <QtCore/qendian.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qtimer.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <memory>
#include <utility>

using Machines::isClient;
using Machines::Patience;
using Machines::peerAddress;
using Machines::Port;

namespace {

constexpr int KeepAlive = 1000;
// Two intervals of the keepalive are 2 s; the rest is for machines that emulate.
constexpr int NoticeLimit = 20000;
constexpr qint64 Started = 16 * 1024;

// What is done to the network or to a machine, on both machines or by the first, and how it is undone.
struct Fault
{
    QString begin;
    QString end;
    bool everywhere = false;
    int msecs = 0; // 0: until the end of the row
};

constexpr char NoFault[] = "corrupt 0% rate 0bit"; // the two that netem keeps unless it is told

// The queue takes all that is under way: its usual thousand packets may be fewer.
QString netemCommand(const char *verb, const char *what)
{
    const QString interface = RdmaTest::isSiw() ? QStringLiteral("eth1") : QStringLiteral("eth0");
    return QStringLiteral("tc qdisc %1 dev %2 root netem limit 100000 %3")
            .arg(QLatin1String(verb), interface, QLatin1String(what));
}

// initTestCase() adds the queue, and a row only changes it. While the kernel puts one queue in the place of another it drops packets,
// and rxe of Linux 6.12 gives up a connection when the interface does not take its packet (doc/verbs.md).
Fault netem(const char *what)
{
    return { netemCommand("change", what), netemCommand("change", NoFault), true, 0 };
}

Fault control(const char *begin, const char *end, int msecs)
{
    const QString tool = QStringLiteral("lab-control ");
    return { tool + QLatin1String(begin), tool + QLatin1String(end), false, msecs };
}

// One end of a connection: keeps what has come, and notices how it ends.
class Party
{
public:
    explicit Party(std::unique_ptr<RdmaStream> connected) : stream(std::move(connected))
    {
        RdmaStream *const object = stream.get();
        QObject::connect(object, &RdmaStream::readyRead, object, [this] { take(); });
        QObject::connect(object, &RdmaStream::errorOccurred, object, [this] {
            ++errors;
            error = stream->rdmaError();
        });
        QObject::connect(object, &RdmaStream::disconnected, object, [this] {
            take();
            ++ends;
            noticed = sinceFault.elapsed();
        });
        take();
    }

    // Sends back what comes, from the first byte on.
    void echo()
    {
        RdmaStream *const object = stream.get();
        QObject::connect(object, &RdmaStream::readChannelFinished, object, [this] {
            take();
            stream->disconnectFromHost();
        });
        echoes = true;
        stream->write(received);
    }

    QByteArray happened() const
    {
        if (stream->endedCleanly())
            return "recovered";
        const auto categories = QMetaEnum::fromType<RdmaError::Category>();
        return categories.valueToKey(int(error.category()));
    }

    const std::unique_ptr<RdmaStream> stream;
    QByteArray received;
    QElapsedTimer sinceFault;
    qint64 noticed = 0; // milliseconds
    RdmaError error;
    int errors = 0;
    int ends = 0;

private:
    void take()
    {
        const QByteArray data = stream->readAll();
        received += data;
        if (echoes && stream->state() == QAbstractSocket::ConnectedState)
            stream->write(data);
    }

    bool echoes = false;
};

// Registered memory is kept for reuse: 2 MiB in slabs of 256 KiB, and one slab of each of the twelve sizes of buffers. The
// bystander uses two.
RdmaTest::Resources resources()
{
    constexpr int Slabs = 2 * 1024 / 256 + 12 + 2;
    RdmaTest::Resources result = RdmaTest::resources();
    if (result.memoryRegions >= 0 && result.memoryRegions <= Slabs)
        result.memoryRegions = 0;
    return result;
}

// A connection within the machine, over the same device: numbers go to and fro through all faults.
class Bystander : public QObject
{
public:
    bool start()
    {
        connect(&server, &RdmaServer::newConnection, this, [this] {
            RdmaStream *peer = server.nextPendingConnection();
            connect(peer, &RdmaStream::readyRead, peer, [peer] { peer->write(peer->readAll()); });
        });
        connect(&stream, &RdmaStream::readyRead, this, [this] { answered(); });
        connect(&pause, &QTimer::timeout, this, [this] { ask(); });
        pause.setSingleShot(true);
        if (!server.listen(RdmaTest::address()))
            return false;
        stream.connectToHost(RdmaTest::address(), server.serverPort());
        if (!stream.waitForConnected(Patience))
            return false;
        ask();
        return true;
    }

    quint64 answers() const { return number; }
    bool isWell() const
    {
        return !wrong && stream.state() == QAbstractSocket::ConnectedState
                && !stream.rdmaError().isError();
    }

private:
    void ask()
    {
        const quint64 wire = qToBigEndian(number + 1);
        stream.write(reinterpret_cast<const char *>(&wire), sizeof(wire));
    }

    void answered()
    {
        if (stream.bytesAvailable() < qint64(sizeof(quint64)))
            return;
        const QByteArray answer = stream.readAll();
        ++number;
        wrong = wrong || answer.size() != sizeof(number)
                || qFromBigEndian<quint64>(answer.constData()) != number;
        pause.start(100);
    }

    RdmaServer server;
    RdmaStream stream;
    QTimer pause;
    quint64 number = 0;
    bool wrong = false;
};

} // namespace

Q_DECLARE_METATYPE(Fault)

// What happens to a connection of two machines when the network or one of them fails. The client writes, the server sends it back. A
// fault begins amid the transfer; the client has more to write before, during and after the command that begins it.
class tst_TwoHostsFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void survives_data();
    void survives();
    void ends_data();
    void ends();
    void peerProcessKilled();
    void peerMachineKilled();

private:
    // Where the machines meet in each row.
    enum Place { Listening, UnderWay, Over, Places };

    bool meet(Place place);
    bool listen(int keepAlive = 0);
    bool accept();
    bool connectParties(int keepAlive = 0);
    bool begin(const Fault &fault);
    void undo();
    qsizetype rightBytes() const;
    void report(const char *name) const;
    void compareEnd() const;

    std::unique_ptr<Bystander> m_bystander;
    std::unique_ptr<RdmaServer> m_server;
    std::unique_ptr<Party> m_party;
    RdmaTest::Resources m_usual;
    QString m_undo;
    QByteArray m_data;
    quint64 m_answers = 0;
    int m_row = 0;
    int m_next = Listening;
};

void tst_TwoHostsFaults::initTestCase()
{
    if (peerAddress().isNull())
        QSKIP("Only one machine: run with tests/lab/lab --hosts 2");
    QVERIFY(Machines::run(netemCommand("add", NoFault).split(u' ')));
    m_bystander = std::make_unique<Bystander>();
    QVERIFY(m_bystander->start());
    m_usual = resources();
}

void tst_TwoHostsFaults::init()
{
    ++m_row;
    m_next = Listening;
    m_answers = m_bystander->answers();
}

// The fault is undone and the machines are side by side again, however the row went. Nothing is left of it, and the connection
// that it was not about has gone on.
void tst_TwoHostsFaults::cleanup()
{
    undo();
    while (m_next < Places)
        (void)meet(Place(m_next));
    m_party.reset();
    m_server.reset();
    // By the clock: each count asks the kernel many times.
    (void)QTest::qWaitFor([this] { return resources() == m_usual; }, Patience);
    QCOMPARE(resources(), m_usual);
    QVERIFY(m_bystander->isWell());
}

bool tst_TwoHostsFaults::meet(Place place)
{
    m_next = place + 1;
    return Machines::meet(QByteArray::number(m_row) + '-' + QByteArray::number(place));
}

bool tst_TwoHostsFaults::listen(int keepAlive)
{
    RdmaStreamOptions options;
    options.setKeepAliveInterval(keepAlive);
    m_server = std::make_unique<RdmaServer>();
    m_server->setStreamOptions(options);
    return m_server->listen(RdmaTest::address(), Port);
}

bool tst_TwoHostsFaults::accept()
{
    if (!QTest::qWaitFor([this] { return m_server->hasPendingConnections(); }, Patience))
        return false;
    m_party =
            std::make_unique<Party>(std::unique_ptr<RdmaStream>(m_server->nextPendingConnection()));
    m_party->echo();
    return true;
}

// A third of the data is on its way then, and some of it has come back.
bool tst_TwoHostsFaults::connectParties(int keepAlive)
{
    if (!isClient()) {
        if (!listen(keepAlive) || !meet(Listening) || !accept())
            return false;
    } else {
        RdmaStreamOptions options;
        options.setKeepAliveInterval(keepAlive);
        auto stream = std::make_unique<RdmaStream>();
        stream->setOptions(options);
        if (!meet(Listening))
            return false;
        stream->connectToHost(peerAddress(), Port);
        if (!stream->waitForConnected(Patience)) {
            qWarning() << stream->rdmaError();
            return false;
        }
        m_party = std::make_unique<Party>(std::move(stream));
        m_party->stream->write(m_data.left(m_data.size() / 3));
    }
    return QTest::qWaitFor([this] { return m_party->received.size() >= Started; }, Patience)
            && meet(UnderWay);
}

bool tst_TwoHostsFaults::begin(const Fault &fault)
{
    m_answers = m_bystander->answers();
    m_party->sinceFault.start();
    const qsizetype third = m_data.size() / 3;
    if (isClient())
        m_party->stream->write(m_data.mid(third, third));
    if (isClient() || fault.everywhere) {
        m_undo = fault.end;
        if (!Machines::run(fault.begin.split(u' ')))
            return false;
    }
    if (isClient()) {
        m_party->stream->write(m_data.mid(2 * third));
        m_party->stream->closeWriteChannel();
    }
    if (fault.msecs > 0) {
        QTest::qWait(fault.msecs);
        undo();
    }
    return true;
}

void tst_TwoHostsFaults::undo()
{
    const QString command = std::exchange(m_undo, {});
    if (!command.isEmpty() && !Machines::run(command.split(u' ')))
        qWarning() << "cannot undo the fault:" << command;
}

// How much of what has come is what was sent, in order and once.
qsizetype tst_TwoHostsFaults::rightBytes() const
{
    const QByteArray &received = m_party->received;
    const auto wrong =
            std::mismatch(received.begin(), received.end(), m_data.begin(), m_data.end());
    return wrong.first - received.begin();
}

void tst_TwoHostsFaults::report(const char *name) const
{
    const bool recovered = m_party->stream->endedCleanly();
    const qint64 lost = (recovered ? m_data.size() : m_party->received.size()) - rightBytes();
    qInfo().noquote().nospace() << "FAULT|" << name << '|' << RdmaTest::provider() << '|'
                                << m_party->happened() << '|' << m_party->noticed << '|' << lost;
}

// It ended with an error and in time; what had come before is there, without a hole.
void tst_TwoHostsFaults::compareEnd() const
{
    QCOMPARE(m_party->errors, 1);
    QVERIFY(!m_party->stream->endedCleanly());
    QCOMPARE(m_party->received.size(), rightBytes());
    QVERIFY(m_party->noticed < NoticeLimit);
    QTRY_VERIFY_WITH_TIMEOUT(m_bystander->answers() > m_answers, Patience);
}

void tst_TwoHostsFaults::survives_data()
{
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<qint64>("bytes");
    const qint64 some = RdmaTest::rounds(1, 2) << 20;
    // A packet that RoCE has to wait for costs its acknowledge time-out, 2 s.
    const qint64 few = RdmaTest::isSiw() ? some : some / 16;
    QTest::newRow("packet loss 1 %") << netem("loss 1%") << some;
    QTest::newRow("packet loss 5 %") << netem("loss 5%") << few;
    QTest::newRow("delay of 50 ms, jitter of 20 ms") << netem("delay 50ms 20ms rate 1gbit") << some;
    QTest::newRow("packets in disorder") << netem("delay 5ms reorder 2%") << few;
    QTest::newRow("packets twice") << netem("duplicate 2%") << some;
    QTest::newRow("corrupt packets 1 %") << netem("corrupt 1%") << some;
    QTest::newRow("link down for 1 s") << control("unplug 1", "plug 1", 1000) << some;
    QTest::newRow("peer machine frozen for 5 s") << control("freeze 2", "thaw 2", 5000) << some;
}

// Everything arrives, both ways.
void tst_TwoHostsFaults::survives()
{
    QFETCH(const Fault, fault);
    QFETCH(const qint64, bytes);
    m_data = pattern(bytes);
    QVERIFY(connectParties());
    QVERIFY(begin(fault));
    QTRY_COMPARE_WITH_TIMEOUT(m_party->ends, 1, Patience);
    if (isClient())
        report(QTest::currentDataTag());
    QVERIFY2(m_party->stream->endedCleanly(), qPrintable(m_party->error.toString()));
    QCOMPARE(m_party->received.size(), m_data.size());
    const auto sha = QCryptographicHash::Sha256;
    QCOMPARE(QCryptographicHash::hash(m_party->received, sha).toHex(),
             QCryptographicHash::hash(m_data, sha).toHex());
    QTRY_VERIFY_WITH_TIMEOUT(m_bystander->answers() > m_answers, Patience);
    QVERIFY(meet(Over));
}

void tst_TwoHostsFaults::ends_data()
{
    QTest::addColumn<Fault>("fault");
    QTest::newRow("link down for ever") << control("unplug 1", "plug 1", 0);
    QTest::newRow("peer machine frozen for ever") << control("freeze 2", "thaw 2", 0);
}

// The keepalive finds out. A machine that wakes up later finds out, too.
void tst_TwoHostsFaults::ends()
{
    QFETCH(const Fault, fault);
    m_data = pattern(3 << 20);
    QVERIFY(connectParties(KeepAlive));
    QVERIFY(begin(fault));
    QTRY_COMPARE_WITH_TIMEOUT(m_party->ends, 1, Patience);
    if (isClient())
        report(QTest::currentDataTag());
    compareEnd();
    undo();
    QVERIFY(meet(Over));
}

// The client here is a process of its own; the server finds out.
void tst_TwoHostsFaults::peerProcessKilled()
{
    const qint64 bytes = 16 << 20;
    if (isClient()) {
        QVERIFY(meet(Listening));
        RdmaTest::StreamPeer peer({ QStringLiteral("exchange"), peerAddress().toString(),
                                    QString::number(Port), QString::number(bytes) });
        QVERIFY(meet(UnderWay));
        peer.kill();
        QVERIFY(meet(Over));
        return;
    }
    m_data = pattern(bytes);
    QVERIFY(listen());
    QVERIFY(meet(Listening));
    QVERIFY(accept());
    QTRY_VERIFY_WITH_TIMEOUT(m_party->received.size() >= Started, Patience);
    m_answers = m_bystander->answers();
    m_party->sinceFault.start();
    QVERIFY(meet(UnderWay));
    QTRY_COMPARE_WITH_TIMEOUT(m_party->ends, 1, Patience);
    report("peer process killed");
    compareEnd();
    QVERIFY(meet(Over));
}

// Power off: no end is announced. Nobody is left to meet.
void tst_TwoHostsFaults::peerMachineKilled()
{
    m_data = pattern(3 << 20);
    QVERIFY(connectParties(KeepAlive));
    if (!isClient()) {
        QTest::qWait(2 * Patience); // ends here, with the machine
        QFAIL("the other machine did not end this one");
    }
    QVERIFY(begin(control("kill 2", "kill 2", 0)));
    m_undo.clear();
    m_next = Places;
    QTRY_COMPARE_WITH_TIMEOUT(m_party->ends, 1, Patience);
    report("peer machine killed");
    compareEnd();
}

QTEST_GUILESS_MAIN(tst_TwoHostsFaults)
#include "tst_twohostsfaults.moc"
