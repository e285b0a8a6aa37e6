// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "program.h"
#include "rdmatest.h"
#include "runner.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qrandom.h>
#include <QtNetwork/qtcpserver.h>
#include <QtNetwork/qtcpsocket.h>
#include <QtTest/qtest.h>

namespace {

QStringList overTcp(const Program &program)
{
    return Runner<QTcpSocket, QTcpServer>(program, QHostAddress(QHostAddress::LocalHost)).run();
}

QStringList overRdma(const Program &program)
{
    return Runner<RdmaStream, RdmaServer>(program, RdmaTest::address()).run();
}

// Both from the last line that they have in common, one line of each after the other where they differ.
bool agree(const Program &program, const QStringList &left, const QStringList &right)
{
    if (left == right)
        return true;
    const qsizetype size = qMin(left.size(), right.size());
    const auto first = std::mismatch(left.begin(), left.begin() + size, right.begin()).first;
    const qsizetype from = qMax<qsizetype>(0, first - left.begin() - 6);
    QString text =
            QStringLiteral("\nclient reacts:%1\npeer reacts:%2\n")
                    .arg(program.reactions[Client].toString(), program.reactions[Peer].toString());
    for (qsizetype i = from; i < qMin(qMax(left.size(), right.size()), from + 30); ++i) {
        if (left.value(i) == right.value(i))
            text += QStringLiteral("   %1\n").arg(left.value(i));
        else
            text += QStringLiteral(" < %1\n > %2\n").arg(left.value(i), right.value(i));
    }
    qWarning().noquote() << text; // Qt Test would cut a message of this length
    return false;
}

} // namespace

// One random program over QTcpSocket and over RdmaStream: a program must not notice which of them it got. QTRDMA_SEED=N runs that
// one alone and prints what it saw.
class tst_Differential : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tcpAgreesWithItself_data() { addSeeds(RdmaTest::rounds(5, 100)); }
    void tcpAgreesWithItself();
    void streamAgreesWithTcp_data() { addSeeds(RdmaTest::rounds(25, 300)); }
    void streamAgreesWithTcp();

private:
    void addSeeds(int count);
};

// The first are the same in every run, so that a run can be compared with the one before.
void tst_Differential::addSeeds(int count)
{
    QTest::addColumn<quint32>("seed");
    const auto add = [](quint32 seed) { QTest::addRow("QTRDMA_SEED=%u", seed) << seed; };
    bool isNumber = false;
    const quint32 wanted = qEnvironmentVariable("QTRDMA_SEED").toUInt(&isNumber);
    if (isNumber)
        return add(wanted);
    add(1004636404); // a slot of readyRead() answers while the buffer holds more back, one of bytesWritten() disconnects
    add(2368316616); // closes in a slot of bytesWritten() that flush() calls, and writes a last word
    add(2905527281); // closes in a slot of readyRead(), and writes a last word to a peer that has gone
    for (int i = 0; i < count; ++i)
        add(i < 40 ? quint32(i + 1) : QRandomGenerator::global()->generate());
}

// Else a difference would prove nothing.
void tst_Differential::tcpAgreesWithItself()
{
    QFETCH(const quint32, seed);
    const Program program = makeProgram(seed);
    const QStringList once = overTcp(program);
    if (qEnvironmentVariableIsSet("QTRDMA_SEED"))
        qInfo().noquote().nospace() << '\n' << once.join(u'\n');
    const QStringList again = overTcp(program);
    QVERIFY(agree(program, once, again));
}

void tst_Differential::streamAgreesWithTcp()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    QFETCH(const quint32, seed);
    const Program program = makeProgram(seed);
    const QStringList tcp = overTcp(program);
    const QStringList rdma = overRdma(program);
    QVERIFY(agree(program, tcp, rdma));
}

QTEST_GUILESS_MAIN(tst_Differential)
#include "tst_differential.moc"
