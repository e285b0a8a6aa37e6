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
    const QString receive = u"--receive=/tmp"_s;
    QTest::newRow("nothing") << QStringList() << QByteArray("Say FILE and HOST[:PORT]");
    QTest::newRow("no host") << QStringList{ u"file"_s } << QByteArray("Say FILE and HOST[:PORT]");
    QTest::newRow("both") << QStringList{ receive, u"file"_s, u"host"_s }
                          << QByteArray("Say FILE and HOST[:PORT]");
    QTest::newRow("no directory") << QStringList{ u"--receive=/dev/null"_s }
                                  << QByteArray("/dev/null is no directory");
    QTest::newRow("no port") << QStringList{ u"file"_s, u"host:port"_s }
                             << QByteArray("An address looks like host, host:port or [IPv6]:port");
    QTest::newRow("no address") << QStringList{ receive, u"--listen=here.example"_s }
                                << QByteArray("here.example is no address to listen on");
    QTest::newRow("no transport") << QStringList{ receive, u"--transport=udp"_s }
                                  << QByteArray("--transport wants rdma, prefer-rdma or tcp");
    QTest::newRow("no number") << QStringList{ receive, u"--count=-1"_s }
                               << QByteArray("--count wants a number from 0");
}

void tst_SendArguments::refusesArguments()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, problem);
    QProcess send;
    send.start(QStringLiteral(SEND), arguments);
    QVERIFY(send.waitForFinished());
    QCOMPARE(send.exitStatus(), QProcess::NormalExit);
    QCOMPARE(send.exitCode(), 2);
    const QByteArray said = send.readAllStandardError();
    QVERIFY2(said.startsWith("qtrdma-send: ") && said.contains(problem), said);
}

QTEST_GUILESS_MAIN(tst_SendArguments)
#include "tst_sendarguments.moc"
