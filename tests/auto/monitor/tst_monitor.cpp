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

#ifdef MONITOR_WINDOW
#  include <QtGui/qcolor.h>
#  include <QtGui/qimage.h>
#endif

// The monitor beside a connection: it shows the device, whose the queue pairs are, and records what it shows.
class tst_Monitor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void connection();
    void metrics();
    void pictures();
};

namespace {

constexpr int Patience = 300'000; // milliseconds

#ifdef MONITOR_WINDOW

// How much of a picture is blue like the first curve of a plot.
// Where the last seconds are, and no text has a colour. One curve may hide another.
int curvePixels(const QImage &image)
{
    int count = 0;
    for (int y = image.height() / 5; y < image.height() * 3 / 4; ++y) {
        for (int x = image.width() * 9 / 10; x < image.width(); ++x)
            count += image.pixelColor(x, y).hslSaturation() > 150;
    }
    return count;
}

#endif

} // namespace

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
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QProcess::NotRunning, Patience);
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
                 { QStringLiteral("--headless"), QStringLiteral("--replay"), recording,
                   QStringLiteral("--interval"), QStringLiteral("100") });
    QTRY_COMPARE_WITH_TIMEOUT(replay.state(), QProcess::NotRunning, Patience);
    QCOMPARE(replay.exitCode(), 0);
    QCOMPARE(replay.readAllStandardOutput(), shown);
}

// The metrics of the machine itself, and not of a recording.
void tst_Monitor::metrics()
{
    RdmaServer server;
    QVERIFY(server.listen(RdmaTest::address()));
    RdmaStream stream;
    stream.connectToHost(RdmaTest::address(), server.serverPort());
    QVERIFY(stream.waitForConnected());

    QProcess monitor;
    monitor.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    monitor.start(QStringLiteral(MONITOR), { QStringLiteral("--prometheus") });
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QProcess::NotRunning, Patience);
    QCOMPARE(monitor.exitCode(), 0);
    const QByteArray shown = monitor.readAllStandardOutput();
    const QByteArray device = "{device=\"" + stream.deviceName().toUtf8() + '"';
    const QByteArray process = device + ",command=\"tst_monitor\"";
    for (const QByteArray &text :
         { QByteArray("rdma_device_info" + device),
           QByteArray("rdma_device_usable" + device + "} 1"),
           QByteArray("rdma_port_info" + device + ",port=\"1\",state=\"Active\""),
           QByteArray("rdma_process_objects" + process + ",kind=\"QueuePair\"} 2\n"),
           QByteArray("rdma_process_registered_bytes" + process + "} "),
           QByteArray("rdma_processes" + process + "} 1\n") })
        QVERIFY2(shown.contains(text), QByteArray(text + "\n" + shown).constData());
}

// Of every page, while messages go to and fro.
void tst_Monitor::pictures()
{
#ifdef MONITOR_WINDOW
    if (RdmaTest::isSiw())
        QSKIP("siw counts nothing that a plot could show; the pictures are taken on rxe");
    RdmaServer server;
    QVERIFY(server.listen(RdmaTest::address()));
    connect(&server, &RdmaServer::newConnection, &server, [&server] {
        RdmaStream *peer = server.nextPendingConnection();
        connect(peer, &RdmaStream::readyRead, peer, [peer] { peer->write(peer->readAll()); });
    });
    RdmaStream stream;
    connect(&stream, &RdmaStream::connected, &stream, [&stream] { stream.write("hello"); });
    connect(&stream, &RdmaStream::readyRead, &stream, [&stream] {
        stream.write(stream.readAll());
        QTest::qSleep(5); // leaves the monitor some of the processor
    });
    stream.connectToHost(RdmaTest::address(), server.serverPort());

    QString out = qEnvironmentVariable("QTRDMA_LAB_OUT");
    const QTemporaryDir directory;
    out = (out.isEmpty() ? directory.path() : out) + QStringLiteral("/monitor");
    QProcess monitor;
    monitor.setProcessChannelMode(QProcess::ForwardedChannels);
    monitor.start(QStringLiteral(MONITOR),
                  { QStringLiteral("--screenshot"), out, QStringLiteral("--size"),
                    QStringLiteral("1000x700"), QStringLiteral("--interval"), QStringLiteral("200"),
                    QStringLiteral("--count"), QStringLiteral("8"),
                    QStringLiteral("--overwrite") });
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QProcess::NotRunning, Patience);
    QCOMPARE(monitor.exitCode(), 0);
    for (const char *page : { "devices", "port", "gids", "connections", "resources", "events" }) {
        const QString name = out + u'/' + QLatin1String(page);
        QCOMPARE(QImage(name + QStringLiteral(".png")).size(), QSize(1000, 700));
        QCOMPARE(QImage(name + QStringLiteral("-dark.png")).size(), QSize(1000, 700));
    }
    const int drawn = curvePixels(QImage(out + QStringLiteral("/port.png")));
    QVERIFY2(drawn > 20, qPrintable(QString::number(drawn)));
#else
    QSKIP("built without Qt Quick");
#endif
}

QTEST_GUILESS_MAIN(tst_Monitor)
#include "tst_monitor.moc"
