// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qprocess.h>
#include <QtCore/qtemporarydir.h>
#include <QtTest/qtest.h>

#include <memory>

namespace {

constexpr int Patience = 60000;

QString text(const char *utf8)
{
    return QString::fromUtf8(utf8);
}

class Send
{
public:
    explicit Send(const QStringList &arguments) { process.start(text(SEND), arguments); }
    ~Send()
    {
        process.kill();
        process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(Send)

    QString nextLine()
    {
        while (!process.canReadLine() && process.waitForReadyRead(Patience)) { }
        return QString::fromUtf8(process.readLine().trimmed());
    }

    int exitCode()
    {
        const bool ended =
                process.state() == QProcess::NotRunning || process.waitForFinished(Patience);
        return ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }

    QProcess process;
};

} // namespace

// The program that sends and takes files without a window.
class tst_Send : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void files();
    void noReceiver();
    void noFile();
    void interruptedReceiver();
    void refusesArguments_data();
    void refusesArguments();

private:
    QString path(const char *name) const { return directory->filePath(text(name)); }
    QByteArray contents(const char *name) const;
    QString makeFile(const char *name, qsizetype size) const;
    std::unique_ptr<Send> receive(int count);
    QStringList received() const;

    std::unique_ptr<QTemporaryDir> directory;
    QString place; // of the receiver
};

void tst_Send::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_Send::init()
{
    directory = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(directory->path()).mkdir(text("incoming")));
}

QByteArray tst_Send::contents(const char *name) const
{
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
}

QString tst_Send::makeFile(const char *name, qsizetype size) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(QByteArray(size, 'x')) != size)
        qFatal("Cannot write a temporary file");
    return file.fileName();
}

std::unique_ptr<Send> tst_Send::receive(int count)
{
    const QString address = RdmaTest::address().toString();
    auto receiver = std::make_unique<Send>(QStringList{ text("--receive"), path("incoming"),
                                                        text("--listen"), address + text(":0"),
                                                        text("--count"), QString::number(count) });
    const QString line = receiver->nextLine();
    place = address + u':' + line.section(u' ', -1);
    return receiver;
}

QStringList tst_Send::received() const
{
    return QDir(path("incoming"))
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

void tst_Send::files()
{
    const auto receiver = receive(2);
    const QString from =
            text(" from %1: Stored, and the hash is right").arg(RdmaTest::address().toString());
    for (const qsizetype size : { 3'000'001, 0 }) {
        const QString file = makeFile("picture.bin", size);
        Send sender({ file, place });
        QCOMPARE(sender.exitCode(), 0);
        QVERIFY(sender.nextLine().startsWith(text("picture.bin: Stored as picture")));
        QVERIFY(receiver->nextLine().contains(from));
    }
    QCOMPARE(receiver->exitCode(), 0);
    QCOMPARE(received(), QStringList({ text("picture (2).bin"), text("picture.bin") }));
    QVERIFY(contents("incoming/picture.bin") == QByteArray(3'000'001, 'x'));
    QCOMPARE(contents("incoming/picture (2).bin"), QByteArray());
}

void tst_Send::noReceiver()
{
    receive(1).reset();
    Send sender({ makeFile("a", 10), place });
    QCOMPARE(sender.exitCode(), 1);
    const QByteArray said = sender.process.readAllStandardError();
    QVERIFY2(said.startsWith("qtrdma-send: a: "), said);
}

void tst_Send::noFile()
{
    Send sender({ path("none"), RdmaTest::address().toString() });
    QCOMPARE(sender.exitCode(), 1);
    QCOMPARE(sender.process.readAllStandardError(),
             "qtrdma-send: none: No such file or directory\n");
}

// Nothing is left of a file that has not come as a whole.
void tst_Send::interruptedReceiver()
{
    const auto receiver = receive(0);
    Send sender({ makeFile("large", 200'000'000), place });
    QTRY_VERIFY_WITH_TIMEOUT(!received().isEmpty(), Patience);
    receiver->process.terminate();
    QCOMPARE(receiver->exitCode(), 0);
    QCOMPARE(received(), QStringList());
    QCOMPARE(sender.exitCode(), 1);
}

void tst_Send::refusesArguments_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("problem");
    const QString receive = text("--receive=/tmp");
    QTest::newRow("nothing") << QStringList() << QByteArray("Say FILE and HOST[:PORT]");
    QTest::newRow("no host") << QStringList{ text("file") }
                             << QByteArray("Say FILE and HOST[:PORT]");
    QTest::newRow("both") << QStringList{ receive, text("file"), text("host") }
                          << QByteArray("Say FILE and HOST[:PORT]");
    QTest::newRow("no directory") << QStringList{ text("--receive=/dev/null") }
                                  << QByteArray("/dev/null is no directory");
    QTest::newRow("no port") << QStringList{ text("file"), text("host:port") }
                             << QByteArray("An address looks like host, host:port or [IPv6]:port");
    QTest::newRow("no address") << QStringList{ receive, text("--listen=here.example") }
                                << QByteArray("here.example is no address to listen on");
    QTest::newRow("no number") << QStringList{ receive, text("--count=-1") }
                               << QByteArray("--count wants a number of files");
}

void tst_Send::refusesArguments()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, problem);
    Send send(arguments);
    QCOMPARE(send.exitCode(), 2);
    const QByteArray said = send.process.readAllStandardError();
    QVERIFY2(said.startsWith("qtrdma-send: ") && said.contains(problem), said);
}

QTEST_GUILESS_MAIN(tst_Send)

#include "tst_send.moc"
