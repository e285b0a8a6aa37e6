// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"
#include "streampeer.h"

#include <QtTest/qtest.h>

using RdmaTest::StreamPeer;

namespace {

constexpr int Patience = 120000;

// Debian's default for users: both sides have so much and no more.
QStringList withLimit()
{
    return { QStringLiteral("setpriv"), QStringLiteral("--bounding-set=-ipc_lock"),
             QStringLiteral("--inh-caps=-ipc_lock"), QStringLiteral("prlimit"),
             QStringLiteral("--memlock=8388608") };
}

} // namespace

// Memory for speed is optional: a stream that is established goes on with what there is.
class tst_LockedMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyStreamFinishes_data();
    void everyStreamFinishes();
};

void tst_LockedMemory::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_LockedMemory::everyStreamFinishes_data()
{
    QTest::addColumn<int>("streams");
    QTest::addColumn<int>("size");
    QTest::newRow("4") << 4 << 2000000;
    QTest::newRow("12") << 12 << RdmaTest::rounds(1000000, 2000000);
    QTest::newRow("32") << 32 << RdmaTest::rounds(300000, 2000000);
}

// Each writes more than its share of the memory at once, and gets it back.
void tst_LockedMemory::everyStreamFinishes()
{
    QFETCH(const int, streams);
    QFETCH(const int, size);
    const QByteArray number = QByteArray::number(streams);
    const QString address = RdmaTest::address().toString();
    StreamPeer server({ QStringLiteral("echo"), address }, withLimit());
    const quint16 port = server.port();
    QVERIFY(port != 0);
    StreamPeer crowd({ QStringLiteral("crowd"), address, QString::number(port),
                       QString::fromLatin1(number), QStringLiteral("8") },
                     withLimit());
    QCOMPARE(crowd.line(Patience), QByteArray("connected " + number));
    crowd.tell("echo " + QByteArray::number(size));
    QCOMPARE(crowd.line(Patience), QByteArray("echoed " + number));
    crowd.tellNoMore();
    QCOMPARE(crowd.line(Patience), QByteArray("ended " + number));
    QCOMPARE(server.end(), 0);
}

QTEST_GUILESS_MAIN(tst_LockedMemory)

#include "tst_lockedmemory.moc"
