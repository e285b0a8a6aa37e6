// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/qprocess.h>
#include <QtCore/qstringlist.h>
#include <QtTest/qtest.h>

using namespace Qt::StringLiterals;

// What qtrdma-send says about its arguments needs no device.
class tst_SendArguments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesArguments_data();
    void refusesArguments();
};

void tst_SendArguments::refusesArguments_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("problem");
    QTest::addColumn<int>("status");
    const auto row = [](const char *name, const QStringList &arguments, const char *problem,
                        int status = 2) {
        QTest::newRow(name) << arguments << QByteArray(problem) << status;
    };
    const QString receive = u"--receive=/tmp"_s;
    row("nothing", {}, "Say FILE and HOST[:PORT]");
    row("no host", { u"file"_s }, "Say FILE and HOST[:PORT]");
    row("both", { receive, u"file"_s, u"host"_s }, "Say FILE and HOST[:PORT]");
    row("no directory", { u"--receive=/dev/null"_s }, "/dev/null is no directory", 1);
    row("no port", { u"file"_s, u"host:port"_s },
        "An address looks like host, host:port or [IPv6]:port");
    row("no address", { receive, u"--listen=here.example"_s },
        "here.example is no address to listen on");
    row("no transport", { receive, u"--transport=udp"_s },
        "--transport wants rdma, prefer-rdma or tcp");
    row("no number", { receive, u"--count=-1"_s }, "--count wants a number from 0");
}

void tst_SendArguments::refusesArguments()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, problem);
    QFETCH(const int, status);
    QProcess send;
    send.start(QStringLiteral(SEND), arguments);
    QVERIFY(send.waitForFinished());
    QCOMPARE(send.exitStatus(), QProcess::NormalExit);
    QCOMPARE(send.exitCode(), status);
    const QByteArray said = send.readAllStandardError();
    QVERIFY2(said.startsWith("qtrdma-send: ") && said.contains(problem), said);
}

QTEST_GUILESS_MAIN(tst_SendArguments)
#include "tst_sendarguments.moc"
