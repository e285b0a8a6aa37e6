// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include <QtCore/qprocess.h>
#include <QtTest/qtest.h>

#include <unistd.h>

#include <cerrno>

namespace {

constexpr int Patience = 120000;

// A run of processpeer: what it has said, and what the library has logged.
struct Run
{
    explicit Run(const QStringList &arguments,
                 const QProcessEnvironment &environment =
                         QProcessEnvironment(QProcessEnvironment::InheritFromParent))
    {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(PROCESSPEER), arguments);
        ended = process.waitForFinished(Patience) && process.exitStatus() == QProcess::NormalExit;
        status = ended ? process.exitCode() : -1;
        const QList<QByteArray> said = process.readAllStandardOutput().split('\n');
        for (const QByteArray &line : said) {
            if (!line.isEmpty())
                lines.append(line);
        }
        // A library that counts its lines says so where another user may not write the counts.
        const QList<QByteArray> logged = process.readAllStandardError().split('\n');
        for (const QByteArray &line : logged) {
            if (!line.isEmpty() && !line.startsWith("profiling:"))
                log += line + '\n';
        }
        if (!log.isEmpty())
            qInfo("%s", log.left(2000).constData());
    }

    bool ended = false;
    int status = -1;
    QByteArrayList lines;
    QByteArray log;
};

// GLib 2.90 has a lock for the sources of all threads, which a child may find held by a thread of its parent.
QProcessEnvironment withoutGlib()
{
    QProcessEnvironment result = QProcessEnvironment::systemEnvironment();
    result.insert(QStringLiteral("QT_NO_GLIB"), QStringLiteral("1"));
    return result;
}

bool saysChanged(const QByteArray &line)
{
    return line.contains("The process has changed its user, groups or capabilities");
}

} // namespace

// What a process may do beside RDMA: take signals, change its credentials, fork.
class tst_ProcessLife : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void threadsBlockSignals();
    void credentialsChange_data();
    void credentialsChange();
    void connectionsEndAfterTheChange();
    void threadsHaveCredentials();
    void forks();
    void forksBefore();
    void forksWhileBusy();
    void forksWhileWatching();
    void goesOn_data();
    void goesOn();
    void entersNamespace();
};

void tst_ProcessLife::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_ProcessLife::threadsBlockSignals()
{
    const Run run({ QStringLiteral("signals"), RdmaTest::address().toString() });
    QVERIFY(run.ended);
    QCOMPARE(run.status, 0);
    QCOMPARE(run.lines, QByteArrayList{ "all taken" });
}

void tst_ProcessLife::credentialsChange_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("listenOn"); // empty: the device's address
    for (const char *what : { "nobody", "same user", "capabilities" })
        QTest::newRow(what) << QString::fromLatin1(what) << QString();
    QTest::newRow("nobody, on all addresses") << QStringLiteral("nobody") << QStringLiteral("any");
}

// The kernel takes commands from those only who have opened the device, and refuses them for good from then on.
void tst_ProcessLife::credentialsChange()
{
    QFETCH(const QString, what);
    QFETCH(const QString, listenOn);
    const Run run(
            { QStringLiteral("credentials"), RdmaTest::address().toString(), what, listenOn });
    QVERIFY(run.ended);
    QCOMPARE(run.status, 0);
    QCOMPARE(run.lines.size(), 9);
    QCOMPARE(run.lines.at(0), QByteArray("ended: 1, client: 1"));
    QCOMPARE(run.lines.at(1), listenOn.isEmpty() ? "listening: 0" : "listening: 1"); // and paused
    QVERIFY(run.lines.at(2).startsWith("server: 1 errors. "));
    QVERIFY(saysChanged(run.lines.at(2)));
    QVERIFY(run.lines.at(3).startsWith("stream: 1 errors. "));
    QVERIFY(saysChanged(run.lines.at(3)));
    QCOMPARE(run.lines.at(4), listenOn.isEmpty() ? "new server: 0" : "new server: 1");
    QCOMPARE(run.lines.at(6), QByteArray("new stream: 0"));
    QVERIFY(saysChanged(run.lines.at(7)));
    QVERIFY(run.lines.at(8).startsWith("turns: "));
    QVERIFY2(run.lines.at(8).mid(7).toInt() < 40, run.lines.at(8).constData());
    QVERIFY(run.log.count('\n') < 10);
}

// The channel to which the reaper takes ids is renewed like all others.
void tst_ProcessLife::connectionsEndAfterTheChange()
{
    const Run run({ QStringLiteral("end connections"), RdmaTest::address().toString() });
    QVERIFY(run.ended);
    QCOMPARE(run.status, 0);
    QCOMPARE(run.lines.size(), 6);
    QCOMPARE(run.lines.at(0), QByteArray("before: 1, refused: 0"));
    QCOMPARE(run.lines.at(3), QByteArray("new stream: 0"));
    QVERIFY(saysChanged(run.lines.at(4)));
    QCOMPARE(run.lines.at(5), QByteArray("refused: 0"));
}

void tst_ProcessLife::threadsHaveCredentials()
{
    const Run run({ QStringLiteral("threads"), RdmaTest::address().toString() });
    QVERIFY(run.ended);
    QCOMPARE(run.status, 0);
    QCOMPARE(run.lines.size(), 2);
    QVERIFY(run.lines.at(0).startsWith("older: 1 errors. "));
    QVERIFY(saysChanged(run.lines.at(0)));
    QVERIFY(run.lines.at(1).startsWith("younger: 0 errors. "));
}

// Whatever the child does, with what it has inherited or on its own: the parent's connections live.
void tst_ProcessLife::forks()
{
    const Run run({ QStringLiteral("fork"), RdmaTest::address().toString() });
    QVERIFY(run.ended);
    QVERIFY2(run.status == 0, qPrintable(QString::number(run.status)));
    const bool isBound = !RdmaTest::isSiw(); // iWARP has no datagrams
    QByteArrayList expected;
    for (const char *what : { "nothing", "own", "make", "loop", "use", "delete", "epoll", "exit" })
        expected.append(QByteArray(what) + ": child 0, works 1, watched 1");
    expected.append("listening: 1, bound: " + QByteArray::number(int(isBound))
                    + ", disconnects: 0");
    QCOMPARE(run.lines, expected);
    QCOMPARE(run.log, QByteArray());
}

void tst_ProcessLife::forksBefore()
{
    const Run run({ QStringLiteral("fork before"), RdmaTest::address().toString() });
    QVERIFY(run.ended);
    QCOMPARE(run.status, 0);
}

// Other threads hold any lock of the library while the process forks: none of the children waits for it, and none breaks the parent.
void tst_ProcessLife::forksWhileBusy()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("A lock of the sanitizer that another thread holds is never released in the child");
#endif
    const Run run({ QStringLiteral("fork busy"), RdmaTest::address().toString() }, withoutGlib());
    QVERIFY(run.ended);
    QCOMPARE(run.status, 0);
    QCOMPARE(run.lines, QByteArrayList{ "child 0, works 1" });
    QCOMPARE(run.log, QByteArray());
}

// The parent has watched devices, which is no use of the connection manager: its child can use all, and watch, too.
void tst_ProcessLife::forksWhileWatching()
{
    const char *variable = RdmaTest::isSiw() ? "QTRDMA_RXE_ADDRESS" : "QTRDMA_SIW_ADDRESS";
    const QString address = RdmaTest::address().toString();
    const Run run(
            { QStringLiteral("fork watching"), address, qEnvironmentVariable(variable, address) },
            withoutGlib());
    QVERIFY(run.ended);
    QCOMPARE(run.status, 0);
    QCOMPARE(run.lines, QByteArrayList{ "child 0, watches 1" });
    QCOMPARE(run.log, QByteArray());
}

void tst_ProcessLife::goesOn_data()
{
    QTest::addColumn<QString>("mode");
    QTest::newRow("other programs are started") << QStringLiteral("exec");
    QTest::newRow("signals interrupt calls") << QStringLiteral("interrupts");
    QTest::newRow("the clock jumps") << QStringLiteral("clock");
}

void tst_ProcessLife::goesOn()
{
    QFETCH(const QString, mode);
    if (mode == QLatin1String("clock") && !qEnvironmentVariableIsSet("QTRDMA_LAB"))
        QSKIP("Only the lab has a clock of its own");
    const Run run({ mode, RdmaTest::address().toString() });
    QVERIFY(run.ended);
    QCOMPARE(run.status, 0);
    QCOMPARE(run.log, QByteArray());
}

// Of the network: what is there goes on, what is new sees the new one alone. A namespace of users would change the credentials: the kernel
// gives none to a process with threads.
void tst_ProcessLife::entersNamespace()
{
    if (::geteuid() != 0)
        QSKIP("Another network namespace takes root");
    const Run run({ QStringLiteral("namespace"), RdmaTest::address().toString() });
    QVERIFY(run.ended);
    QCOMPARE(run.status, 0);
    QCOMPARE(run.lines.size(), 7);
    QCOMPARE(run.lines.at(0), QByteArray("works: 1"));
    QVERIFY2(run.lines.at(1).startsWith("stream: Network is unreachable"), run.lines.at(1));
    QCOMPARE(run.lines.at(2), QByteArray("listens: 0"));
    QVERIFY(run.lines.at(3).startsWith("server: No RDMA device here has an IP address"));
    QVERIFY(run.lines.at(3).contains("namespace"));
    QCOMPARE(run.lines.at(4), "user: " + QByteArray::number(EINVAL));
    QCOMPARE(run.lines.at(5), QByteArray("works: 1"));
    QCOMPARE(run.lines.at(6), QByteArray("back: 1"));
}

QTEST_GUILESS_MAIN(tst_ProcessLife)
#include "tst_processlife.moc"
