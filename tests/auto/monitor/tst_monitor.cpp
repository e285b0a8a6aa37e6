// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include <QtRdma/rdmadevice.h>
#include <QtRdma/rdmaserver.h>
#include <QtRdma/rdmastream.h>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qfile.h>
#include <QtCore/qprocess.h>
#include <QtCore/qtemporarydir.h>
#include <QtTest/qtest.h>

// The monitor beside a connection: it shows the device, whose the queue pairs are, and records what it shows.
class tst_Monitor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void connection();
};

void tst_Monitor::connection()
{
    RdmaServer server;
    QVERIFY(server.listen(RdmaTest::address()));
    RdmaStream stream;
    stream.connectToHost(RdmaTest::address(), server.serverPort());
    QVERIFY(stream.waitForConnected());

    const QTemporaryDir directory;
    const QString recording = directory.filePath(QStringLiteral("recording"));
    QProcess monitor;
    monitor.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    monitor.start(QStringLiteral(MONITOR),
                  { QStringLiteral("--headless"), QStringLiteral("--count"), QStringLiteral("2"),
                    QStringLiteral("--interval"), QStringLiteral("200"), QStringLiteral("--record"),
                    recording });
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QProcess::NotRunning, 60000);
    QCOMPARE(monitor.exitCode(), 0);
    const QByteArray shown = monitor.readAllStandardOutput();
    const QByteArray device = stream.deviceName().toUtf8();
    const QByteArray process = QByteArray::number(QCoreApplication::applicationPid());
    QByteArrayList expected = {
        "device\t" + device + '\t',
        "port\t" + device + "/1\tActive",
        "process\t" + device + '\t' + process + "\ttst_monitor\tQueuePair\t2\n",
    };
    if (RdmaTest::isRxe())
        expected.append("counter\t" + device + "/1\tsent_pkts\t");
    for (const QByteArray &text : std::as_const(expected))
        QVERIFY2(shown.contains(text), QByteArray(text + "\n" + shown).constData());

    QProcess replay;
    replay.start(QStringLiteral(MONITOR),
                 { QStringLiteral("--replay"), recording, QStringLiteral("--interval"),
                   QStringLiteral("100") });
    QTRY_COMPARE_WITH_TIMEOUT(replay.state(), QProcess::NotRunning, 60000);
    QCOMPARE(replay.exitCode(), 0);
    QCOMPARE(replay.readAllStandardOutput(), shown);
}

QTEST_GUILESS_MAIN(tst_Monitor)
#include "tst_monitor.moc"
