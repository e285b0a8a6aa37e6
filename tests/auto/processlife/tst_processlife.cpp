// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include <QtCore/qprocess.h>
#include <QtTest/qtest.h>

namespace {

constexpr int Patience = 120000;

// A run of processpeer: what it has said, and what the library has logged.
struct Run
{
    explicit Run(const QStringList &arguments)
    {
        QProcess process;
        process.start(QStringLiteral(PROCESSPEER), arguments);
        ended = process.waitForFinished(Patience) && process.exitStatus() == QProcess::NormalExit;
        status = ended ? process.exitCode() : -1;
        const QList<QByteArray> said = process.readAllStandardOutput().split('\n');
        for (const QByteArray &line : said) {
            if (!line.isEmpty())
                lines.append(line);
        }
        log = process.readAllStandardError();
        if (!log.isEmpty())
            qInfo("%s", log.left(2000).constData());
    }

    bool ended = false;
    int status = -1;
    QByteArrayList lines;
    QByteArray log;
};

} // namespace

// What a process may do beside RDMA: take signals, change its credentials, fork.
class tst_ProcessLife : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void threadsBlockSignals();
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

QTEST_GUILESS_MAIN(tst_ProcessLife)
#include "tst_processlife.moc"
