// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A device goes away under traffic. It is one of its own, added and removed here, in a machine of its own.

#include "queuepairs.h"
#include "rdmaleaks.h"
#include "rdmatest.h"
#include "waitfor.h"

#include <QtRdma/RdmaDatagramSocket>
#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaMemoryWindow>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaSharedReceiveQueue>
#include <QtRdma/RdmaStream>

#include <QtCore/qelapsedtimer.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qprocess.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <rdma/rdma_cma.h>

#include <array>
#include <memory>

namespace {

constexpr int Patience = 60000;

bool run(const QString &command)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QStringLiteral("sh"), { QStringLiteral("-c"), command });
    return process.waitForFinished(Patience) && process.exitCode() == 0;
}

bool isRemoval(const RdmaError &error)
{
    return error.category() == RdmaError::Category::ConnectionManager
            && error.code() == RDMA_CM_EVENT_DEVICE_REMOVAL;
}

// Both ends of a stream that is never idle.
class Traffic
{
public:
    bool start(const QHostAddress &address)
    {
        QObject::connect(&server, &RdmaServer::newConnection, &server, [this] {
            there.reset(server.nextPendingConnection());
            QObject::connect(there.get(), &RdmaStream::readyRead, there.get(),
                             [this] { there->write(there->readAll()); });
        });
        QObject::connect(&here, &RdmaStream::readyRead, &here, [this] {
            const QByteArray data = here.readAll();
            for (const char byte : data)
                wrong += byte != at(echoed++);
            here.write(data);
        });
        if (!server.listen(address))
            return false;
        here.connectToHost(address, server.serverPort());
        QByteArray data;
        while (data.size() < Loop)
            data.append(at(data.size()));
        here.write(data);
        return flows();
    }
    bool flows()
    {
        const qint64 before = echoed;
        return RdmaTest::waitFor([&] { return echoed > before + 100000; }, Patience);
    }

    RdmaServer server;
    RdmaStream here;
    std::unique_ptr<RdmaStream> there;
    qint64 echoed = 0;
    qint64 wrong = 0; // of these, in another place than they should be

private:
    // What goes round and round.
    static constexpr qint64 Loop = 10000;
    static char at(qint64 place) { return char(place % Loop % 251); }
};

} // namespace

class tst_DeviceRemoval : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyoneHearsOfIt();
    void nothingCanBeMadeOnIt();
    void anotherDeviceComes();
    void interfaceGoesDown_data();
    void interfaceGoesDown();

private:
    QString network() const { return QStringLiteral("dumr%1").arg(RdmaTest::isSiw()); }
    QString name() const { return QString::fromLatin1(RdmaTest::provider()) + QStringLiteral("r"); }
    QHostAddress address() const
    {
        return QHostAddress(QStringLiteral("10.79.%1.1").arg(RdmaTest::isSiw()));
    }

    RdmaProtectionDomain domain;
    RdmaMemoryRegion region;
    RdmaSharedReceiveQueue lone; // no queue pair uses it
};

void tst_DeviceRemoval::initTestCase()
{
    if (!qEnvironmentVariableIsSet("QTRDMA_LAB"))
        QSKIP("Adds and removes a device: runs in the lab only");
    const QString provider = QString::fromLatin1(RdmaTest::provider());
    QVERIFY(run(QStringLiteral("ip link add %1 type dummy && ip addr add %2/24 dev %1 && "
                               "ip link set %1 up && rdma link add %3 type %4 netdev %1")
                        .arg(network(), address().toString(), name(), provider)));
}

void tst_DeviceRemoval::everyoneHearsOfIt()
{
    Traffic doomed;
    Traffic other;
    QVERIFY(doomed.start(address()));
    QVERIFY(other.start(RdmaTest::address()));
    QCOMPARE(doomed.here.deviceName(), name());
    QueuePairs pairs;
    QVERIFY(pairs.connect(Patience, address()));
    RdmaServer idle;
    QVERIFY(idle.listen(address()));
    RdmaQueuePair bare;
    RdmaDatagramSocket socket;
    if (!RdmaTest::isSiw()) { // which has neither
        QVERIFY2(bare.create(address()), qPrintable(bare.rdmaError().toString()));
        QVERIFY2(socket.bind(address()), qPrintable(socket.rdmaError().toString()));
    }

    domain = RdmaProtectionDomain::allocate(address());
    region = RdmaMemoryRegion::allocate(domain, 4096);
    QVERIFY(region.isValid() && !domain.isDeviceRemoved());
    QVERIFY2(lone.create(domain, 8), qPrintable(lone.rdmaError().toString()));
    QVERIFY(lone.postReceive(64));
    QSignalSpy loneErrors(&lone, &RdmaSharedReceiveQueue::errorOccurred);

    QSignalSpy errors(&doomed.here, &RdmaStream::errorOccurred);
    QSignalSpy ends(&doomed.here, &RdmaStream::disconnected);
    QSignalSpy acceptErrors(&doomed.server, &RdmaServer::acceptError);
    // Not waited for: librdmacm has the device open until this process ends, and the kernel waits for that.
    const QString command = QStringLiteral("rdma link delete %1; ip link delete %2");
    qint64 noticed = 0; // ms
    QElapsedTimer timer;
    connect(&doomed.here, &RdmaStream::disconnected, this, [&] { noticed = timer.elapsed(); });
    timer.start();
    QVERIFY(QProcess::startDetached(QStringLiteral("sh"),
                                    { QStringLiteral("-c"), command.arg(name(), network()) }));
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    qInfo().noquote().nospace() << "FAULT|device removed|" << RdmaTest::provider() << '|'
                                << QMetaEnum::fromType<RdmaError::Category>().valueToKey(
                                           int(doomed.here.rdmaError().category()))
                                << '|' << noticed << '|' << doomed.wrong;
    QCOMPARE(doomed.wrong, 0);
    QCOMPARE(errors.count(), 1);
    const RdmaError error = doomed.here.rdmaError();
    // A request that was being carried out may fail before the event is read; and the peer is on the same device, its end may be
    // heard of first.
    if (error.category() != RdmaError::Category::Completion
        && error.socketError() != QAbstractSocket::RemoteHostClosedError)
        QVERIFY2(isRemoval(error), qPrintable(error.toString()));
    QVERIFY(!doomed.here.endedCleanly());
    QTRY_COMPARE_WITH_TIMEOUT(doomed.there->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(pairs.here.state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(pairs.there()->state(), QAbstractSocket::UnconnectedState, Patience);
    // The other one may hear of the end of the first.
    QVERIFY(isRemoval(pairs.here.rdmaError()) || isRemoval(pairs.there()->rdmaError()));
    QTRY_COMPARE_WITH_TIMEOUT(bare.state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(socket.state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(RdmaTest::isSiw() || (isRemoval(bare.rdmaError()) && isRemoval(socket.rdmaError())));
    QTRY_COMPARE_WITH_TIMEOUT(acceptErrors.count(), 1, Patience);
    QVERIFY(!doomed.server.isListening());
    QVERIFY(isRemoval(doomed.server.rdmaError()));
    QVERIFY(!doomed.server.rdmaError().hint().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!idle.isListening(), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(loneErrors.count(), 1, Patience);
    QVERIFY(isRemoval(loneErrors.at(0).at(0).value<RdmaError>()));
    QVERIFY(!lone.isValid());
    QVERIFY(other.flows());
    QCOMPARE(other.wrong, 0);
    QVERIFY(other.server.isListening());

    doomed.here.connectToHost(address(), 7471);
    QTRY_COMPARE_WITH_TIMEOUT(doomed.here.state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(doomed.here.rdmaError().isError());
}

// The kernel waits for this process; until then its device would go on answering.
void tst_DeviceRemoval::nothingCanBeMadeOnIt()
{
    QTRY_VERIFY_WITH_TIMEOUT(domain.isDeviceRemoved(), Patience);
    QVERIFY(region.protectionDomain().isDeviceRemoved());
    QVERIFY(!RdmaDevice::names().contains(name()));
    QVERIFY(!RdmaProtectionDomain().isDeviceRemoved());
    const auto there = RdmaProtectionDomain::allocate(RdmaTest::address());
    QVERIFY(there.isValid() && !there.isDeviceRemoved());

    QCOMPARE(lone.postReceive(64), quint64(0));
    QVERIFY(isRemoval(lone.rdmaError()));
    QVERIFY(!lone.rdmaError().hint().isEmpty());
    QVERIFY(!lone.create(domain, 8));
    QVERIFY(isRemoval(lone.rdmaError()));
    RdmaError error;
    QVERIFY(!RdmaMemoryRegion::allocate(domain, 4096, Rdma::AccessFlag::LocalWrite, &error)
                     .isValid());
    QVERIFY(isRemoval(error));
    QVERIFY(!RdmaMemoryWindow::allocate(domain, RdmaMemoryWindow::Type::Two, &error).isValid());
    QVERIFY(isRemoval(error));
    RdmaQueuePair user;
    RdmaConnectionOptions options;
    options.setSharedReceiveQueue(&lone);
    QVERIFY(!user.connectToHost(RdmaTest::address(), 1, options));
    QVERIFY(isRemoval(user.rdmaError()));

    QVERIFY2(lone.create(there, 8), qPrintable(lone.rdmaError().toString())); // on another device
    QVERIFY(lone.isValid() && lone.postReceive(64));
}

void tst_DeviceRemoval::anotherDeviceComes()
{
    const QHostAddress fresh(QStringLiteral("10.79.%1.1").arg(2 + RdmaTest::isSiw()));
    QVERIFY(run(QStringLiteral("ip link add dumx type dummy && ip addr add %1/24 dev dumx && "
                               "ip link set dumx up && rdma link add %2x type %2 netdev dumx")
                        .arg(fresh.toString(), QString::fromLatin1(RdmaTest::provider()))));
    Traffic traffic;
    QVERIFY(traffic.start(fresh));
    QVERIFY(traffic.flows());
    QVERIFY(domain.isDeviceRemoved());
    QVERIFY(region.isValid());
    domain = {};
    region = {};
    QVERIFY(traffic.flows());
}

// Without a way to the peer rxe cannot even send: its status for that is the one of requests that do not fit, or that of flushed ones.
static bool tellsOfNoWay(const RdmaError &error)
{
    const auto status = Rdma::CompletionStatus(error.code());
    return error.category() == RdmaError::Category::Completion
            && (status == Rdma::CompletionStatus::LocalQueuePairError
                || status == Rdma::CompletionStatus::Flushed)
            && error.hint().contains(QLatin1String("o way may lead to the peer"));
}

void tst_DeviceRemoval::interfaceGoesDown_data()
{
    QTest::addColumn<bool>("closing");
    QTest::addColumn<int>("number");
    QTest::newRow("while both sides are open") << false << 7;
    QTest::newRow("while a side is closing") << true << 8;
}

// Last, and with other devices: nobody can connect over one that rxe has lost the way of, even when the interface is up again.
void tst_DeviceRemoval::interfaceGoesDown()
{
    QFETCH(const bool, closing);
    QFETCH(const int, number);
    if (!RdmaTest::isRxe())
        QSKIP("The kernel's iWARP ends its connections, and says no more than that");
    QVERIFY(run(QStringLiteral(
                        "ip link add dumd%1 type dummy && ip addr add 10.79.%1.1/24 dev dumd%1 && "
                        "ip link set dumd%1 up && rdma link add rxed%1 type rxe netdev dumd%1")
                        .arg(number)));
    Traffic traffic;
    QVERIFY2(traffic.start(QHostAddress(QStringLiteral("10.79.%1.1").arg(number))),
             qPrintable(traffic.here.errorString()));
    const std::array<RdmaStream *, 2> sides = { &traffic.here, traffic.there.get() };
    RdmaError error; // of the side that has tried to send
    QObject asker;
    for (RdmaStream *side : sides) {
        connect(side, &RdmaStream::errorOccurred, &asker, [&error, side] {
            if (side->rdmaError().category() == RdmaError::Category::Completion)
                error = side->rdmaError();
        });
    }
    QVERIFY(run(QStringLiteral("ip link set dumd%1 down").arg(number)));
    if (!closing) {
        QTRY_VERIFY_WITH_TIMEOUT(error.isError(), Patience);
        QVERIFY2(tellsOfNoWay(error), qPrintable(error.toString()));
        return;
    }
    // Messages that left just before may still arrive, and then the end is in order.
    traffic.here.disconnectFromHost();
    for (const RdmaStream *side : sides) {
        QTRY_COMPARE_WITH_TIMEOUT(side->state(), QAbstractSocket::UnconnectedState, Patience);
        QVERIFY2(!side->rdmaError().isError() || tellsOfNoWay(side->rdmaError()),
                 qPrintable(side->rdmaError().toString()));
    }
}

QTEST_GUILESS_MAIN(tst_DeviceRemoval)
#include "tst_deviceremoval.moc"
