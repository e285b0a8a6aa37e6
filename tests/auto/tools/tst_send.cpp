// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcryptographichash.h>
#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qprocess.h>
#include <QtCore/qtemporarydir.h>
#include <QtTest/qtest.h>

#include <memory>

namespace {

// Compiled twice: for TCP on the host, and for RDMA in the lab.
#ifdef SEND_TEST_RDMA
constexpr auto Policy = Rdma::TransportPolicy::RdmaOnly;
#else
constexpr auto Policy = Rdma::TransportPolicy::TcpOnly;
#endif
constexpr bool IsTcp = Policy == Rdma::TransportPolicy::TcpOnly;
constexpr int Patience = 60000;
constexpr char Accepted[] = "{\"accepted\":true}\n"; // the answer of a receiver

QString text(const char *utf8)
{
    return QString::fromUtf8(utf8);
}

QHostAddress address()
{
    return IsTcp ? QHostAddress(QHostAddress::LocalHost) : RdmaTest::address();
}

class Send
{
public:
    explicit Send(const QStringList &arguments)
    {
        process.start(text(SEND),
                      QStringList(text(IsTcp ? "--transport=tcp" : "--transport=rdma"))
                              + arguments);
    }
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
    void transportIsTold();
    void filesUnderWayAtTheEnd();
    void noReceiver();
    void noFile();
    void interruptedReceiver();
    void receiverGoes();

private:
    QString path(const char *name) const { return directory->filePath(text(name)); }
    QByteArray contents(const char *name) const;
    QString makeFile(const char *name, qsizetype size) const;
    std::unique_ptr<Send> receive(int count);
    bool begin(RdmaStream *sender) const;
    QStringList received() const;

    std::unique_ptr<QTemporaryDir> directory;
    QString place; // of the receiver
};

void tst_Send::initTestCase()
{
    if (address().isNull())
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
    const QString host = address().toString();
    auto receiver = std::make_unique<Send>(QStringList{ text("--receive"), path("incoming"),
                                                        text("--listen"), host + text(":0"),
                                                        text("--count"), QString::number(count) });
    const QString line = receiver->nextLine();
    place = host + u':' + line.section(text("port "), 1, 1).section(u',', 0, 0);
    return receiver;
}

// A file of 1000 bytes without the last one.
bool tst_Send::begin(RdmaStream *sender) const
{
    RdmaStreamOptions options;
    options.setTransport(Policy);
    sender->setOptions(options);
    sender->connectToHost(address(), place.section(u':', -1).toUShort());
    if (!sender->waitForConnected(Patience))
        return false;
    sender->write("{\"file\":\"large\",\"size\":1000}\n");
    if (!QTest::qWaitFor([sender] { return sender->canReadLine(); }, Patience)
        || sender->readLine() != Accepted)
        return false;
    sender->write(QByteArray(999, 'x'));
    return sender->waitForBytesWritten(Patience);
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
            text(IsTcp ? " from %1 over TCP" : " from %1 over RDMA (").arg(address().toString());
    for (const qsizetype size : { 3'000'001, 0 }) {
        const QString file = makeFile("picture.bin", size);
        Send sender({ file, place });
        QCOMPARE(sender.exitCode(), 0);
        QVERIFY(sender.nextLine().startsWith(
                text(IsTcp ? "Connected over TCP" : "Connected over RDMA (")));
        QVERIFY(sender.nextLine().startsWith(text("picture.bin: Stored as picture")));
        const QString stored = receiver->nextLine();
        QVERIFY2(stored.contains(from) && stored.endsWith(text(": Stored, and the hash is right")),
                 qPrintable(stored));
    }
    QCOMPARE(receiver->exitCode(), 0);
    QCOMPARE(received(), QStringList({ text("picture (2).bin"), text("picture.bin") }));
    QVERIFY(contents("incoming/picture.bin") == QByteArray(3'000'001, 'x'));
    QCOMPARE(contents("incoming/picture (2).bin"), QByteArray());
}

// Without an option the sender prefers RDMA. There is none on a loopback address.
void tst_Send::transportIsTold()
{
    if (!IsTcp)
        QSKIP("The preferred transport is there");
    const auto receiver = receive(1);
    Send sender({ text("--transport=prefer-rdma"), makeFile("a", 10), place });
    QCOMPARE(sender.exitCode(), 0);
    const QString line = sender.nextLine();
    QVERIFY2(line.startsWith(text("Connected over TCP: ")) && line.contains(text("RDMA device")),
             qPrintable(line));
}

// The last of --count ends the program when the others have come, too. Nobody else is let in.
void tst_Send::filesUnderWayAtTheEnd()
{
    const auto receiver = receive(1);
    RdmaStream slow;
    QVERIFY2(begin(&slow), qPrintable(slow.errorString()));
    const QString file = makeFile("small", 10);
    QCOMPARE(Send({ file, place }).exitCode(), 0);
    QVERIFY(receiver->nextLine().startsWith(text("small from ")));
    QCOMPARE(Send({ file, place }).exitCode(), 1);
    const QByteArray all(1000, 'x');
    const auto hash = QCryptographicHash::hash(all, QCryptographicHash::Sha256).toHex();
    slow.write("x{\"sha256\":\"" + hash + "\"}\n");
    QTRY_VERIFY_WITH_TIMEOUT(slow.canReadLine(), Patience);
    QCOMPARE(slow.readLine(), QByteArray("{\"stored\":\"large\"}\n"));
    QCOMPARE(receiver->exitCode(), 0);
    QCOMPARE(received(), QStringList({ text("large"), text("small") }));
    QVERIFY(contents("incoming/large") == all);
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
    Send sender({ path("none"), address().toString() });
    QCOMPARE(sender.exitCode(), 1);
    QCOMPARE(sender.process.readAllStandardError(),
             "qtrdma-send: none: No such file or directory\n");
}

// Nothing is left of a file that has not come as a whole. The test sends it, and does not end.
void tst_Send::interruptedReceiver()
{
    const auto receiver = receive(0);
    RdmaStream sender;
    QVERIFY2(begin(&sender), qPrintable(sender.errorString()));
    QVERIFY(received().size() <= 1); // none where the file system has files without a name
    receiver->process.terminate();
    QCOMPARE(receiver->exitCode(), 0);
    QCOMPARE(received(), QStringList());
    QTRY_COMPARE_WITH_TIMEOUT(sender.state(), QAbstractSocket::UnconnectedState, Patience);
}

// The test takes the file, and ends before it has come as a whole.
void tst_Send::receiverGoes()
{
    RdmaServer receiver;
    receiver.setTransports(IsTcp ? Rdma::StreamTransport::Tcp : Rdma::StreamTransport::Rdma);
    QVERIFY2(receiver.listen(address()), qPrintable(receiver.errorString()));
    Send sender({ makeFile("large", 3'000'000),
                  address().toString() + u':' + QString::number(receiver.serverPort()) });
    QTRY_VERIFY_WITH_TIMEOUT(receiver.hasPendingConnections(), Patience);
    RdmaStream *stream = receiver.nextPendingConnection();
    stream->setReadBufferSize(1000);
    QTRY_VERIFY_WITH_TIMEOUT(stream->canReadLine(), Patience);
    QCOMPARE(stream->readLine(), QByteArray("{\"file\":\"large\",\"size\":3000000}\n"));
    stream->write(Accepted);
    QTRY_VERIFY_WITH_TIMEOUT(stream->bytesAvailable() > 0, Patience);
    stream->abort();
    QCOMPARE(sender.exitCode(), 1);
    const QByteArray said = sender.process.readAllStandardError();
    QVERIFY2(said.startsWith("qtrdma-send: large: "), said);
}

QTEST_GUILESS_MAIN(tst_Send)

#include "tst_send.moc"
