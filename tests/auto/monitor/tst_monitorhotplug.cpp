// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A device comes and goes while the monitor runs, as lines of text and in a terminal. In a machine of its own: the
// kernel waits for everybody who has a device open that is to go.

#include "rdmatest.h"

#include <QtRdma/rdmadevice.h>

#include <QtCore/qprocess.h>
#include <QtCore/qstandardpaths.h>
#include <QtCore/qtemporarydir.h>
#include <QtTest/qtest.h>

class tst_MonitorHotPlug : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void lines();
    void terminal();
};

namespace {

constexpr int Patience = 120'000;

// The test goes on meanwhile: the command waits for those who have the device open.
bool run(const QString &command)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QStringLiteral("sh"), { QStringLiteral("-c"), command });
    return QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, Patience)
            && process.exitCode() == 0;
}

bool add()
{
    return run(QStringLiteral("ip link add dumh type dummy && ip addr add 10.79.9.1/24 dev dumh && "
                              "ip link set dumh up && rdma link add hot0 type %1 netdev dumh")
                       .arg(QString::fromLatin1(RdmaTest::provider())));
}

bool remove()
{
    return run(QStringLiteral("rdma link delete hot0 && ip link delete dumh"));
}

} // namespace

void tst_MonitorHotPlug::initTestCase()
{
    if (!qEnvironmentVariableIsSet("QTRDMA_LAB"))
        QSKIP("Adds and removes a device: runs in the lab only");
}

void tst_MonitorHotPlug::lines()
{
    const QByteArray other = RdmaDevice::fromAddress(RdmaTest::address()).name().toUtf8();
    QVERIFY(add());
    QProcess monitor;
    monitor.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    monitor.start(
            QStringLiteral(MONITOR),
            { QStringLiteral("--headless"), QStringLiteral("--interval"), QStringLiteral("200") });
    QByteArray shown;
    const auto shows = [&](const QByteArray &text) {
        shown += monitor.readAllStandardOutput();
        return shown.contains(text);
    };
    QTRY_VERIFY_WITH_TIMEOUT(shows("port\thot0/1\t"), Patience);
    QVERIFY(remove());
    QTRY_VERIFY2_WITH_TIMEOUT(shows("\thot0\tremoved\t"), shown.constData(), Patience);
    shown.clear();
    // An empty line ends a sample; the first one may be a part.
    QTRY_VERIFY_WITH_TIMEOUT(shows({}) && shown.count("\n\n") > 4, Patience);
    shown.remove(0, shown.indexOf("\n\n"));
    QVERIFY2(!shown.contains("hot0"), shown.constData());
    QVERIFY2(shown.contains(QByteArray("device\t" + other)), shown.constData());
    QCOMPARE(monitor.state(), QProcess::Running);
    monitor.terminate();
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QProcess::NotRunning, Patience);
}

void tst_MonitorHotPlug::terminal()
{
#ifndef MONITOR_TERMINAL
    QSKIP("The monitor was built without ncurses");
#endif
    if (QStandardPaths::findExecutable(QStringLiteral("tmux")).isEmpty())
        QSKIP("tmux is not installed");
    const QTemporaryDir directory;
    const auto tmux = [&](const QStringList &arguments) {
        QProcess process;
        process.start(QStringLiteral("tmux"),
                      QStringList({ QStringLiteral("-u"), QStringLiteral("-S"),
                                    directory.filePath(QStringLiteral("tmux")) })
                              + arguments);
        process.waitForFinished(Patience);
        return process.readAllStandardOutput();
    };
    const auto screen = [&] {
        return tmux({ QStringLiteral("capture-pane"), QStringLiteral("-p") });
    };
    QVERIFY(add());
    tmux({ QStringLiteral("new-session"), QStringLiteral("-d"), QStringLiteral("-x"),
           QStringLiteral("80"), QStringLiteral("-y"), QStringLiteral("24"),
           QStringLiteral(MONITOR " --terminal --interval 200") });
    QTRY_VERIFY2_WITH_TIMEOUT(screen().contains("hot0/1"), screen().constData(), Patience);
    QVERIFY(remove());
    QTRY_VERIFY2_WITH_TIMEOUT(!screen().contains("hot0"), screen().constData(), Patience);
    QVERIFY2(screen().contains("PORT"), screen().constData());
    tmux({ QStringLiteral("send-keys"), QStringLiteral("2") });
    QTRY_VERIFY2_WITH_TIMEOUT(screen().contains("device gone"), screen().constData(), Patience);
    QVERIFY2(screen().contains("hot0"), screen().constData());
    tmux({ QStringLiteral("kill-server") });
}

QTEST_GUILESS_MAIN(tst_MonitorHotPlug)
#include "tst_monitorhotplug.moc"
