// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qprocess.h>
#include <QtTest/qtest.h>

#include <csignal>

using namespace Qt::StringLiterals;

// Server and client at an address that no RDMA device has: they measure TCP, and say why they
// measure nothing else.
class tst_PerfWithoutDevice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void tcp_data();
    void tcp();
    void table();
    void others();

private:
    int run(const QStringList &arguments);

    QProcess server;
    QString port;
    QByteArray output; // of the last client
    QByteArray errors;
};

namespace {

constexpr int Patience = 60'000;
constexpr auto Address = "127.0.0.1";

} // namespace

void tst_PerfWithoutDevice::initTestCase()
{
    server.setProcessChannelMode(QProcess::MergedChannels);
    server.start(QStringLiteral(PERF),
                 { u"-p"_s, u"0"_s, u"--listen"_s, QString::fromLatin1(Address) });
    const auto nextLine = [this] {
        while (!server.canReadLine() && server.waitForReadyRead(Patience)) { }
        return QString::fromUtf8(server.readLine().trimmed());
    };
    const QString line = nextLine();
    port = line.section(u' ', -1);
    QVERIFY2(port.toInt() > 0, qPrintable(line));
    QVERIFY(nextLine().contains(u"the only test is tcp"_s));
}

void tst_PerfWithoutDevice::cleanupTestCase()
{
    ::kill(pid_t(server.processId()), SIGINT);
    QVERIFY(server.waitForFinished(Patience));
    QCOMPARE(server.exitCode(), 0);
}

int tst_PerfWithoutDevice::run(const QStringList &arguments)
{
    QProcess client;
    client.start(QStringLiteral(PERF),
                 QStringList{ QString::fromLatin1(Address), u"-p"_s, port } + arguments);
    const bool ended = client.waitForFinished(Patience);
    output = client.readAllStandardOutput();
    errors = client.readAllStandardError();
    return ended && client.exitStatus() == QProcess::NormalExit ? client.exitCode() : -1;
}

void tst_PerfWithoutDevice::tcp_data()
{
    QTest::addColumn<QString>("measure");
    for (const char *measure : { "latency", "bandwidth", "rate" })
        QTest::newRow(measure) << QString::fromLatin1(measure);
}

void tst_PerfWithoutDevice::tcp()
{
    QFETCH(const QString, measure);
    const QStringList arguments{
        u"tcp"_s, u"-m"_s, measure, u"-n"_s, u"100"_s, u"--json"_s, u"-"_s
    };
    const int status = run(arguments);
    QVERIFY2(status == 0, errors.constData());
    const QJsonObject all = QJsonDocument::fromJson(output).object();
    QCOMPARE(all[u"results"].toArray().size(), 1);
    QVERIFY(all[u"environment"][u"devices"].toArray().isEmpty());
    QVERIFY(!all[u"environment"].toObject().contains(u"device"));
}

void tst_PerfWithoutDevice::table()
{
    const int status = run({ u"tcp"_s, u"-n"_s, u"100"_s });
    QVERIFY2(status == 0, errors.constData());
    QVERIFY2(output.contains("tcp latency over TCP: "), output.constData());
}

void tst_PerfWithoutDevice::others()
{
    for (const QString &test : { u"send"_s, u"stream"_s }) {
        QCOMPARE(run({ test, u"-n"_s, u"100"_s }), 1);
        QVERIFY2(errors.startsWith("qtrdma-perf: "), errors.constData());
    }
}

QTEST_GUILESS_MAIN(tst_PerfWithoutDevice)

#include "tst_perfwithoutdevice.moc"
