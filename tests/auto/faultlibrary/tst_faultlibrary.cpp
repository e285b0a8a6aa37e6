// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rawconnection.h"
#include "rdmaleaks.h"
#include "rdmatest.h"

#include <qtrdmafault.h>

#include <QtCore/qprocess.h>
#include <QtTest/qtest.h>

#include <thread>

// The library that makes calls fail is itself an instrument: each of its calls is seen to fail, in
// the way the real one reports errors, and nothing else is.
class tst_FaultLibrary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void nothingArmed();
    void everyCall_data();
    void everyCall();
    void usualError();
    void nthCall();
    void everyFailureOnce();
    void patterns();
    void internalCallsPass();
    void destroyingFailsOnlyByItself();
    void refusesToDestroy();
    void tally();
    void preloaded();
};

void tst_FaultLibrary::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("no address of an RDMA device in the environment");
}

void tst_FaultLibrary::cleanup()
{
    qtrdmafault_reset();
}

void tst_FaultLibrary::nothingArmed()
{
    RawConnection connection(RdmaTest::address());
    QVERIFY2(connection.all(), connection.failedCall());
    QCOMPARE(qtrdmafault_count(), 0);
    QVERIFY(!qtrdmafault_fired());
}

void tst_FaultLibrary::everyCall_data()
{
    QTest::addColumn<QByteArray>("call");
    for (const char *const *name = qtrdmafault_calls(); *name; ++name)
        QTest::newRow(*name) << QByteArray(*name);
}

void tst_FaultLibrary::everyCall()
{
    QFETCH(const QByteArray, call);
    const RdmaTest::Resources before = RdmaTest::resources();
    {
        RawConnection connection(RdmaTest::address());
        qtrdmafault_arm(call.constData(), 1, RawConnection::InjectedError);
        QVERIFY(!connection.all());
        QCOMPARE(connection.failedCall(), call);
        QCOMPARE(connection.failedError(), int(RawConnection::InjectedError));
        QVERIFY(qtrdmafault_fired());
        QCOMPARE(QByteArray(qtrdmafault_failed_call()), call);
        QCOMPARE(qtrdmafault_count(), 1);
        qtrdmafault_reset();
    }
    QCOMPARE(RdmaTest::resources(), before);
}

void tst_FaultLibrary::usualError()
{
    RawConnection connection(RdmaTest::address());
    qtrdmafault_arm("ibv_create_comp_channel", 1, 0);
    QVERIFY(!connection.all());
    QCOMPARE(connection.failedCall(), QByteArray("ibv_create_comp_channel"));
    QCOMPARE(connection.failedError(), EMFILE);
}

void tst_FaultLibrary::nthCall()
{
    RawConnection connection(RdmaTest::address());
    // The second receive is the accepted side's, so the client is connecting by then.
    qtrdmafault_arm("ibv_post_recv,rdma_connect", 3, RawConnection::InjectedError);
    QVERIFY(!connection.all());
    QCOMPARE(connection.failedCall(), QByteArray("ibv_post_recv"));
    QCOMPARE(qtrdmafault_count(), 3);
}

// The loop that tests of set-up and teardown are made of.
void tst_FaultLibrary::everyFailureOnce()
{
    int failures = 0;
    for (int n = 1; n < 100; ++n) {
        qtrdmafault_arm("rdma_*,-rdma_get_cm_event", n, RawConnection::InjectedError);
        RawConnection connection(RdmaTest::address());
        const bool worked =
                connection.makeObjects() && connection.connect() && connection.disconnect();
        if (!qtrdmafault_fired()) {
            QVERIFY2(worked, connection.failedCall());
            break;
        }
        QVERIFY(!worked);
        QCOMPARE(connection.failedCall(), QByteArray(qtrdmafault_failed_call()));
        ++failures;
    }
    // create_event_channel and create_id twice, set_option, bind_addr, listen, resolve_addr,
    // resolve_route, init_qp_attr, create_qp twice, connect, migrate_id, accept, notify, establish,
    // disconnect twice.
    QCOMPARE(failures, 19);
}

void tst_FaultLibrary::patterns()
{
    RawConnection connection(RdmaTest::address());
    qtrdmafault_arm("rdma_bind_addr,rdma_listen", 0, 0);
    QVERIFY(connection.makeObjects());
    QCOMPARE(qtrdmafault_count(), 2);
    qtrdmafault_arm("-rdma_*,-ibv_*", 0, 0);
    QVERIFY(connection.connect());
    QCOMPARE(qtrdmafault_count(), 0);
    qtrdmafault_arm("-rdma_*", 0, 0);
    QVERIFY(connection.exchange());
    QCOMPARE(qtrdmafault_count(), 3); // post_send, get_cq_event, poll_cq
    qtrdmafault_arm(nullptr, 0, 0);
    QVERIFY(connection.disconnect());
    QVERIFY(qtrdmafault_count() >= 4);
}

void tst_FaultLibrary::internalCallsPass()
{
    RawConnection connection(RdmaTest::address());
    QVERIFY(connection.makeObjects());
    // librdmacm makes the queue pairs by these.
    qtrdmafault_arm("ibv_create_qp,ibv_modify_qp,ibv_query_port", 1, RawConnection::InjectedError);
    QVERIFY2(connection.connect(), connection.failedCall());
    QCOMPARE(qtrdmafault_count(), 0);
}

void tst_FaultLibrary::destroyingFailsOnlyByItself()
{
    for (const char *const *name = qtrdmafault_calls(); *name; ++name) {
        for (const char *word : { "destroy", "dealloc", "dereg", "close", "free", "ack" })
            QVERIFY2(!QByteArray(*name).contains(word), *name);
    }
}

// The first one stays, the next one goes.
void tst_FaultLibrary::refusesToDestroy()
{
    const int before = RdmaTest::countResource(QStringLiteral("cq"));
    qtrdmafault_refuse_to_destroy("ibv_destroy_cq", 1);
    for (int n = 1; n <= 2; ++n) {
        RawConnection connection(RdmaTest::address());
        QVERIFY2(connection.makeObjects(), connection.failedCall());
    }
    QCOMPARE(qtrdmafault_destructions(), 2);
    qtrdmafault_refuse_to_destroy(nullptr, 0);
    QCOMPARE(RdmaTest::countResource(QStringLiteral("cq")), before + 1);
}

void tst_FaultLibrary::tally()
{
    qtrdmafault_sums before = {};
    qtrdmafault_sums running = {};
    qtrdmafault_sums after = {};
    qtrdmafault_tally(&before);
    {
        RawConnection connection(RdmaTest::address());
        QVERIFY2(connection.makeObjects() && connection.connect() && connection.exchange(),
                 connection.failedCall());
        qtrdmafault_tally(&running);
        QVERIFY(running.cm_events > before.cm_events);
        QCOMPARE(running.cm_acknowledged, running.cm_events);
        QCOMPARE(running.queues_shared, before.queues_shared);
        std::thread([&connection] {
            ibv_wc completion = {};
            ibv_poll_cq(connection.completionQueue(), 1, &completion);
        }).join();
    }
    qtrdmafault_tally(&after);
    QCOMPARE(after.queues_shared, before.queues_shared + 1);
    QCOMPARE(after.queues_ended, before.queues_ended + 1);
    QCOMPARE(after.queue_events, before.queue_events + 1);
    QCOMPARE(after.queue_acknowledged, before.queue_acknowledged + 1);
}

// A program that was not built for it, controlled by the environment.
void tst_FaultLibrary::preloaded()
{
    if (RdmaTest::isNull())
        QSKIP("The other program has no device");
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LD_PRELOAD"), QStringLiteral(QTRDMAFAULT_LIBRARY));
    environment.insert(QStringLiteral("ASAN_OPTIONS"),
                       QStringLiteral("verify_asan_link_order=0:detect_leaks=0"));
    environment.insert(QStringLiteral("QTRDMA_FAULT"), QStringLiteral("1:13"));
    environment.insert(QStringLiteral("QTRDMA_FAULT_CALLS"), QStringLiteral("ibv_get_device_list"));
    environment.insert(QStringLiteral("QTRDMA_FAULT_LOG"), QStringLiteral("1"));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral("ibv_devices"), QStringList());
    QVERIFY(process.waitForFinished());
    const QByteArray log = process.readAllStandardError();
    QVERIFY2(log.contains("qtrdmafault: ibv_get_device_list fails (call 1, errno 13)"), log);
    QVERIFY2(log.contains("Permission denied"), log);
    QVERIFY(process.exitCode() != 0);

    environment.insert(QStringLiteral("QTRDMA_FAULT"), QStringLiteral("2:13"));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral("ibv_devices"), QStringList());
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(process.readAllStandardError(), QByteArray());
}

QTEST_GUILESS_MAIN(tst_FaultLibrary)
#include "tst_faultlibrary.moc"
