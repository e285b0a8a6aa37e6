// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include <QtCore/qhash.h>
#include <QtCore/qprocess.h>
#include <QtCore/qregularexpression.h>
#include <QtNetwork/qhostaddress.h>
#include <QtRdma/RdmaDevice>
#include <QtTest/qtest.h>

using namespace Qt::StringLiterals;

namespace {

struct Result
{
    int status = -1;
    QStringList lines; // without indentation, and with one blank in place of several
    QString problem;
};

Result run(const char *program, const QStringList &arguments)
{
    QProcess process;
    process.start(QString::fromLatin1(program), arguments);
    if (!process.waitForFinished() || process.exitStatus() != QProcess::NormalExit)
        return {};
    Result result{ process.exitCode(), {}, QString::fromUtf8(process.readAllStandardError()) };
    const QString output = QString::fromUtf8(process.readAllStandardOutput());
    for (const QString &line : output.split(u'\n', Qt::SkipEmptyParts)) {
        if (const QString simple = line.simplified(); !simple.isEmpty())
            result.lines.append(simple);
    }
    return result;
}

// The values of the first line with each name.
QHash<QString, QString> valuesOf(const QStringList &lines)
{
    QHash<QString, QString> values;
    for (const QString &line : lines) {
        const QString name = line.section(u": "_s, 0, 0);
        if (line.contains(u": "_s) && !values.contains(name))
            values.insert(name, line.section(u": "_s, 1));
    }
    return values;
}

// Without what is spelled otherwise and means the same.
QString meaningOf(QString value)
{
    static const QRegularExpression invalid(u"^invalid \\w+"_s);
    if (const QHostAddress address(value.section(u',', 0, 0)); !address.isNull())
        return address.toString();
    return value.replace(invalid, u"unknown"_s).remove(u' ').toLower();
}

} // namespace

// What people read of qtrdma-devinfo and qtrdma-gids, beside ibv_devinfo on the same device.
class tst_Devinfo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void shortForm();
    void longForm();
    void onePort();
    void names();
    void refuses_data();
    void refuses();
    void gidsOfPort();

private:
    QString device;
};

void tst_Devinfo::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    device = RdmaDevice::fromAddress(RdmaTest::address()).name();
    QVERIFY(!device.isEmpty());
}

// Each line of ibv_devinfo is there, in the same order.
void tst_Devinfo::shortForm()
{
    const Result theirs = run("ibv_devinfo", { u"-d"_s, device });
    QCOMPARE(theirs.status, 0);
    QVERIFY(theirs.lines.size() > 10);
    const Result ours = run(DEVINFO, { u"-d"_s, device });
    QCOMPARE(ours.status, 0);
    QStringList common;
    QStringList more;
    for (const QString &line : ours.lines)
        (theirs.lines.contains(line) ? common : more).append(line);
    QCOMPARE(common, theirs.lines);
    QCOMPARE(more.size(), 2);
    static const QRegularExpression speed(u"^speed: [0-9.]+ Gbit/s \\(\\d+X [A-Z]DR\\d*\\)$"_s);
    QVERIFY2(speed.match(more.at(0)).hasMatch(), qPrintable(more.at(0)));
    QVERIFY2(more.at(1).startsWith(u"netdev: "_s), qPrintable(more.at(1)));
}

void tst_Devinfo::longForm()
{
    if (qEnvironmentVariable("QTRDMA_TEST_PROVIDER") == u"null")
        QSKIP("ibv_devinfo -v reads files of devices that the null device does not have");
    const QStringList counters{ u"bad_pkey_cntr"_s, u"qkey_viol_cntr"_s };
    const Result ours = run(DEVINFO, { u"-v"_s, device });
    const QHash<QString, QString> read = valuesOf(ours.lines);
    const QHash<QString, QString> expected =
            valuesOf(run("ibv_devinfo", { u"-v"_s, u"-d"_s, device }).lines);
    int compared = 0;
    QStringList different;
    for (auto it = expected.cbegin(); it != expected.cend(); ++it) {
        if (!read.contains(it.key()) || counters.contains(it.key()))
            continue;
        ++compared;
        if (meaningOf(read[it.key()]) != meaningOf(*it))
            different.append(it.key() + u": "_s + read[it.key()] + u" is not "_s + *it);
    }
    QCOMPARE(different, QStringList());
    QVERIFY2(compared > 45, qPrintable(QString::number(compared)));
    QVERIFY(read.contains(u"atomic_cap"_s) && read.contains(u"phys_state"_s));
    QVERIFY(ours.lines.contains(u"MEM_MGT_EXTENSIONS"_s));
}

void tst_Devinfo::onePort()
{
    const Result all = run(DEVINFO, { device });
    QCOMPARE(run(DEVINFO, { device, u"-i"_s, u"1"_s }).lines, all.lines); // it has one
}

void tst_Devinfo::names()
{
    const Result list = run(DEVINFO, { u"-l"_s });
    QCOMPARE(list.status, 0);
    QCOMPARE(list.lines, RdmaDevice::names());
}

void tst_Devinfo::refuses_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("text");
    const QString devinfo = QStringLiteral(DEVINFO);
    const QString gids = QStringLiteral(GIDS);
    QTest::newRow("devinfo, no such device")
            << devinfo << QStringList{ u"-d"_s, u"none"_s } << 1 << device;
    QTest::newRow("devinfo, one more word")
            << devinfo << QStringList{ device, u"bogus"_s } << 1 << u"\"bogus\""_s;
    QTest::newRow("devinfo, no such port")
            << devinfo << QStringList{ device, u"-i"_s, u"200"_s } << 1 << u"no port 200"_s;
    QTest::newRow("gids, no such device") << gids << QStringList{ u"none"_s } << 1 << device;
    QTest::newRow("gids, names the device")
            << gids << QStringList{ u"none"_s } << 1 << u"\"none\""_s;
    QTest::newRow("gids, no such port")
            << gids << QStringList{ device, u"200"_s } << 1 << u"no port 200"_s;
    QTest::newRow("gids, no number")
            << gids << QStringList{ device, u"abc"_s } << 2 << u"from 1 to 255, not \"abc\""_s;
}

void tst_Devinfo::refuses()
{
    QFETCH(const QString, program);
    QFETCH(const QStringList, arguments);
    QFETCH(const int, status);
    QFETCH(const QString, text);
    const Result refusal = run(program.toLatin1().constData(), arguments);
    QCOMPARE(refusal.status, status);
    QVERIFY2(refusal.problem.contains(text), qPrintable(refusal.problem));
    QVERIFY(refusal.lines.isEmpty());
}

// In 80 columns, unless names are long.
void tst_Devinfo::gidsOfPort()
{
    const Result table = run(GIDS, { device, u"1"_s });
    QCOMPARE(table.status, 0);
    QCOMPARE(table.lines.size() - 1, RdmaDevice::fromName(device).gids(1).size());
    for (const QString &line : table.lines.mid(1)) {
        const QString gid = line.section(u' ', 3, 3);
        QCOMPARE(gid, QHostAddress(gid).toString()); // the short form
    }
}

QTEST_GUILESS_MAIN(tst_Devinfo)
#include "tst_devinfo.moc"
