// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qregularexpression.h>
#include <QtNetwork/qtcpserver.h>
#include <QtNetwork/qtcpsocket.h>
#include <QtTest/qtest.h>

#include <memory>

namespace {

constexpr int Patience = 30000;

// Counts how often QIODevice asks the device for bytes.
template <typename Device>
class Counted : public Device
{
public:
    using Device::setOpenMode;
    int requests = 0;

protected:
    qint64 readData(char *data, qint64 maxSize) override
    {
        ++requests;
        return Device::readData(data, maxSize);
    }

    qint64 readLineData(char *data, qint64 maxSize) override
    {
        ++requests;
        return Device::readLineData(data, maxSize);
    }
};

// Two ends of a connection.
template <typename Server, typename Stream>
class Pair
{
public:
    explicit Pair(const QHostAddress &address)
    {
        server.listen(address);
        reader.connectToHost(address, server.serverPort());
        if (reader.waitForConnected(Patience) && server.waitForNewConnection(Patience))
            writer.reset(server.nextPendingConnection());
    }

    bool send(const QByteArray &data)
    {
        const qint64 wanted = reader.bytesAvailable() + data.size();
        const QDeadlineTimer deadline(Patience);
        writer->write(data);
        while (reader.bytesAvailable() != wanted && !deadline.hasExpired())
            QCoreApplication::processEvents();
        return reader.bytesAvailable() == wanted;
    }

    Server server;
    Counted<Stream> reader;
    std::unique_ptr<Stream> writer;
};

using TcpPair = Pair<QTcpServer, QTcpSocket>;
using RdmaPair = Pair<RdmaServer, RdmaStream>;

// Lines of all lengths, with every kind of end and with '\r' in their midst.
QByteArray someLines(QRandomGenerator *random)
{
    static const char *const ends[] = { "\n", "\r\n", "\r", "\r\r\n", "\n\r", "\r\n\r\n", "" };
    QByteArray data;
    const int count = random->bounded(1, 8);
    for (int i = 0; i < count; ++i) {
        const int most = random->bounded(4) == 0 ? 20000 : 30;
        data += QByteArray(random->bounded(most), char('a' + i));
        data += ends[random->bounded(int(std::size(ends)))];
    }
    return data;
}

struct Reading
{
    int kind;
    int size;
    char byte;
};

Reading nextReading(QRandomGenerator *random)
{
    static constexpr int Most[] = { 4, 40, 5000, 40000 };
    return { random->bounded(14), random->bounded(2, Most[random->bounded(4)]),
             "x\r\n"[random->bounded(3)] };
}

QByteArray lineInto(QIODevice *device, int size)
{
    QByteArray buffer(size, '#');
    const qint64 count = device->readLine(buffer.data(), size);
    return QByteArray::number(count) + ' ' + buffer.left(qMax<qint64>(0, count) + 1);
}

QByteArray littleByLittle(QIODevice *device, int size)
{
    QByteArray result;
    for (int i = 0; i < size % 16; ++i)
        result += device->read(1 + size % 5);
    return result;
}

// Device is what the program has: a class may have read() functions of its own.
template <typename Device>
QByteArray readInto(Device *device, qint64 size)
{
    QByteArray buffer(qMax<qint64>(0, size) + 1, '#');
    const qint64 count = device->read(buffer.data(), size);
    return QByteArray::number(count) + ' ' + buffer.left(qMax<qint64>(0, count) + 1);
}

// What was read, and what can be seen of the device then. In a transaction QIODevice reads what is not in its own buffer without
// asking the device for a line: byte by byte, and in text mode without any '\r'.
template <typename Device>
QByteArray perform(Device *device, const Reading &reading)
{
    const bool inTransaction = device->isTransactionStarted();
    const bool readsLine = reading.kind < 4;
    QByteArray result;
    switch (inTransaction && readsLine && device->isTextModeEnabled() ? 4 : reading.kind) {
    case 0:
    case 1:
        result = device->readLine();
        break;
    case 2:
        result = device->readLine(reading.size);
        break;
    case 3:
        result = lineInto(device, reading.size);
        break;
    case 4:
        result = device->read(reading.size);
        break;
    case 5:
        result = device->peek(reading.size);
        break;
    case 6:
        result = QByteArray::number(device->skip(reading.size));
        break;
    case 7:
        if (!inTransaction)
            device->ungetChar(reading.byte);
        break;
    case 8:
        device->setTextModeEnabled(!device->isTextModeEnabled());
        break;
    case 9:
        if (!inTransaction)
            device->startTransaction();
        break;
    case 10:
        if (inTransaction)
            reading.size % 2 ? device->commitTransaction() : device->rollbackTransaction();
        break;
    case 11:
        result = readInto(device, reading.size % 8 == 0 ? reading.size / 8 % 3 : reading.size);
        break;
    case 12:
        result = readInto<QIODevice>(device, reading.size);
        break;
    default:
        result = reading.size % 4 == 0 ? device->readAll() : littleByLittle(device, reading.size);
    }
    return result + " / " + QByteArray::number(device->bytesAvailable())
            + (device->canReadLine() ? " line" : "") + (device->atEnd() ? " end" : "");
}

} // namespace

// Whatever QIODevice offers for reading has the results that it has with a QTcpSocket, byte for byte.
class tst_StreamReading : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void textModeKeepsReturns();
    void readsAsASocketDoes();
    void longLinesAreReadAsWholes_data();
    void longLinesAreReadAsWholes();
    void refusesAsADeviceDoes();
    void readsFromWhereBytesAre();
    void smallReadsFillTheBuffer_data();
    void smallReadsFillTheBuffer();
    void showsTheModeThatWasAskedFor();
    void viewsShowAllBytes();
    void viewsMoveWithReads();
    void viewsKeepToTheReadBuffer();
    void noViewOfWhatQtHolds_data();
    void noViewOfWhatQtHolds();
    void noViewInATransaction();
    void viewsOutliveTheConnection();
};

void tst_StreamReading::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

// Only those before the end of a line go.
void tst_StreamReading::textModeKeepsReturns()
{
    RdmaPair rdma(RdmaTest::address());
    QVERIFY(rdma.writer);
    rdma.reader.setTextModeEnabled(true);
    QVERIFY(rdma.send("one\rtwo\r\nthree\n"));
    QCOMPARE(rdma.reader.readLine(), QByteArray("one\rtwo\n"));
    QCOMPARE(rdma.reader.readLine(), QByteArray("three\n"));
}

void tst_StreamReading::readsAsASocketDoes()
{
    QRandomGenerator random(RdmaTest::seed());
    const int rounds = RdmaTest::rounds(10, 100);
    for (int round = 0; round < rounds; ++round) {
        TcpPair tcp(QHostAddress::LocalHost);
        RdmaPair rdma(RdmaTest::address());
        QVERIFY(tcp.writer && rdma.writer);
        QByteArrayList done;
        for (int i = 0; i < 200; ++i) {
            if (i % 8 == 0) {
                const QByteArray data = someLines(&random);
                QVERIFY(tcp.send(data));
                QVERIFY(rdma.send(data));
            }
            const Reading reading = nextReading(&random);
            const QByteArray expected = perform(&tcp.reader, reading);
            const QByteArray actual = perform(&rdma.reader, reading);
            done += QByteArray::number(reading.kind) + '(' + QByteArray::number(reading.size) + ')';
            if (actual != expected) {
                qWarning() << "a socket:" << expected.left(200) << expected.right(40);
                qWarning() << "a stream:" << actual.left(200) << actual.right(40);
                QFAIL(done.join(' ').constData());
            }
        }
    }
}

void tst_StreamReading::longLinesAreReadAsWholes_data()
{
    QTest::addColumn<bool>("intoBuffer");
    QTest::newRow("QByteArray") << false;
    QTest::newRow("buffer") << true;
}

// The stream was once asked for each byte, which took twenty to fifty times as long. QIODevice asks twice at most, and the stream
// once more each time.
void tst_StreamReading::longLinesAreReadAsWholes()
{
    QFETCH(const bool, intoBuffer);
    RdmaPair rdma(RdmaTest::address());
    QVERIFY(rdma.writer);
    const QByteArray line = QByteArray(20000, 'l') + '\n';
    QByteArray buffer(30000, '\0');
    for (int i = 0; i < 20; ++i) {
        QVERIFY(rdma.send(line));
        rdma.reader.requests = 0;
        const qint64 size = intoBuffer ? rdma.reader.readLine(buffer.data(), buffer.size())
                                       : rdma.reader.readLine().size();
        QCOMPARE(size, line.size());
        QCOMPARE_LE(rdma.reader.requests, 4);
    }
}

// As QIODevice warns and refuses.
void tst_StreamReading::refusesAsADeviceDoes()
{
    RdmaPair rdma(RdmaTest::address());
    QVERIFY(rdma.writer);
    char byte = 'x';
    rdma.reader.setOpenMode(QIODevice::WriteOnly);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("read.*WriteOnly")));
    QCOMPARE(rdma.reader.read(&byte, 1), -1);
    rdma.reader.setOpenMode(QIODevice::ReadOnly);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("write.*ReadOnly")));
    QCOMPARE(rdma.reader.write(&byte, 1), -1);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("read.*maxSize < 0")));
    QCOMPARE(rdma.reader.read(&byte, -1), -1);
    rdma.reader.close();
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("read.*not open")));
    QCOMPARE(rdma.reader.read(&byte, 1), -1);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("write.*not open")));
    QCOMPARE(rdma.reader.write(&byte, 1), -1);
    QCOMPARE(byte, 'x');
}

// Each read asks the stream for just its bytes, and leaves nothing in QIODevice's buffer.
void tst_StreamReading::readsFromWhereBytesAre()
{
    RdmaPair rdma(RdmaTest::address());
    QVERIFY(rdma.writer);
    const QByteArray data(20000, 'd');
    QVERIFY(rdma.send(data));
    for (qint64 left = data.size(); left > 0; left -= 1000) {
        rdma.reader.requests = 0;
        QCOMPARE(rdma.reader.read(1000).size(), 1000);
        QCOMPARE(rdma.reader.requests, 1);
        QCOMPARE(rdma.reader.QIODevice::bytesAvailable(), 0);
    }
}

void tst_StreamReading::smallReadsFillTheBuffer_data()
{
    QTest::addColumn<QIODevice::OpenMode>("mode");
    QTest::addColumn<int>("requests");
    QTest::newRow("as usual") << QIODevice::OpenMode(QIODevice::ReadWrite) << 10;
    QTest::newRow("unbuffered") << QIODevice::OpenMode(QIODevice::ReadWrite | QIODevice::Unbuffered)
                                << 10000;
}

// Who reads byte by byte is served from QIODevice's buffer, unless the stream was opened without; and from the stream again
// when the reads become larger. The mode shows nothing of that.
void tst_StreamReading::smallReadsFillTheBuffer()
{
    QFETCH(const QIODevice::OpenMode, mode);
    QFETCH(const int, requests);
    RdmaPair rdma(RdmaTest::address());
    QVERIFY(rdma.writer);
    rdma.reader.abort();
    rdma.reader.connectToHost(RdmaTest::address(), rdma.server.serverPort(), mode);
    QVERIFY(rdma.reader.waitForConnected(Patience));
    QVERIFY(rdma.server.waitForNewConnection(Patience));
    rdma.writer.reset(rdma.server.nextPendingConnection());
    QByteArray data(40000, Qt::Uninitialized);
    for (qsizetype i = 0; i < data.size(); ++i)
        data[i] = char(i * 7 + i / 253);
    QVERIFY(rdma.send(data));
    rdma.reader.requests = 0;
    QByteArray read;
    for (int i = 0; i < 10000; ++i) {
        char byte = 0;
        QVERIFY(rdma.reader.getChar(&byte));
        read += byte;
        QCOMPARE(rdma.reader.openMode(), mode);
        QCOMPARE(rdma.reader.bytesAvailable(), data.size() - read.size());
    }
    QVERIFY(requests == 10000 ? rdma.reader.requests == requests : rdma.reader.requests < requests);
    while (read.size() < data.size()) {
        const QByteArray more = rdma.reader.read(5000);
        QVERIFY(!more.isEmpty());
        read += more;
    }
    QVERIFY(read == data);
    QVERIFY(rdma.reader.atEnd());
}

void tst_StreamReading::showsTheModeThatWasAskedFor()
{
    RdmaPair rdma(RdmaTest::address());
    QVERIFY(rdma.writer);
    QCOMPARE(rdma.reader.openMode(), QIODevice::ReadWrite);
    rdma.reader.setTextModeEnabled(true);
    QCOMPARE(rdma.reader.openMode(), QIODevice::ReadWrite | QIODevice::Text);
    rdma.reader.close();
    QCOMPARE(rdma.reader.openMode(), QIODevice::NotOpen);
    QVERIFY(!rdma.reader.isOpen());
}

// Message by message, where the device has put them, in the order in which they came.
void tst_StreamReading::viewsShowAllBytes()
{
    RdmaPair rdma(RdmaTest::address());
    QVERIFY(rdma.writer);
    QVERIFY(rdma.reader.peekView().isEmpty());
    QCOMPARE(rdma.reader.consume(10), 0);
    QByteArray all;
    for (const int size : { 1, 300, 5000, 2, 70000 }) {
        const QByteArray data(size, char('a' + all.size() % 26));
        all += data;
        QVERIFY(rdma.send(data));
    }
    rdma.reader.requests = 0;
    QByteArray seen;
    int views = 0;
    for (QByteArrayView view = rdma.reader.peekView(); !view.isEmpty();
         view = rdma.reader.peekView()) {
        QVERIFY(rdma.reader.peekView().data() == view.data());
        QCOMPARE_LE(view.size(), rdma.reader.bytesAvailable());
        seen.append(view);
        QCOMPARE(rdma.reader.consume(view.size()), view.size());
        ++views;
    }
    QVERIFY(seen == all);
    QVERIFY(views >= 5);
    QCOMPARE(rdma.reader.requests, 0);
    QVERIFY(rdma.reader.atEnd());
}

// A part can be consumed, and more than there is in one view; read() and readLine() go on where consume() has stopped.
void tst_StreamReading::viewsMoveWithReads()
{
    RdmaPair rdma(RdmaTest::address());
    QVERIFY(rdma.writer);
    QVERIFY(rdma.send("0123456789"));
    QVERIFY(rdma.send("line\nrest of it"));
    const char *first = rdma.reader.peekView().data();
    QCOMPARE(rdma.reader.peekView(), QByteArrayView("0123456789"));
    QCOMPARE(rdma.reader.consume(3), 3);
    QVERIFY(rdma.reader.peekView().data() == first + 3);
    QCOMPARE(rdma.reader.read(2), QByteArray("34"));
    QCOMPARE(rdma.reader.peekView(), QByteArrayView("56789"));
    QCOMPARE(rdma.reader.consume(-1), 0);
    QCOMPARE(rdma.reader.consume(0), 0);
    QCOMPARE(rdma.reader.consume(5), 5);
    QCOMPARE(rdma.reader.readLine(), QByteArray("line\n"));
    QCOMPARE(rdma.reader.peekView(), QByteArrayView("rest of it"));
    QVERIFY(rdma.send("and more"));
    QCOMPARE(rdma.reader.consume(1000), 18);
    QVERIFY(rdma.reader.peekView().isEmpty());
}

// It shows no more than bytesAvailable() counts, and what is consumed makes room for more.
void tst_StreamReading::viewsKeepToTheReadBuffer()
{
    RdmaPair rdma(RdmaTest::address());
    QVERIFY(rdma.writer);
    rdma.reader.setReadBufferSize(700);
    const QByteArray data = QByteArray(20000, 'd') + QByteArray(20000, 'e');
    rdma.writer->write(data);
    QByteArray seen;
    const QDeadlineTimer deadline(Patience);
    while (seen.size() < data.size() && !deadline.hasExpired()) {
        const QByteArrayView view = rdma.reader.peekView();
        QCOMPARE_LE(view.size(), rdma.reader.bytesAvailable());
        QCOMPARE_LE(view.size(), 700);
        seen.append(view);
        QCOMPARE(rdma.reader.consume(view.size()), view.size());
        QCoreApplication::processEvents();
    }
    QVERIFY(seen == data);
}

void tst_StreamReading::noViewOfWhatQtHolds_data()
{
    QTest::addColumn<bool>("ungets");
    QTest::newRow("peek") << false;
    QTest::newRow("ungetChar") << true;
}

// Bytes that QIODevice holds are read first.
void tst_StreamReading::noViewOfWhatQtHolds()
{
    QFETCH(const bool, ungets);
    RdmaPair rdma(RdmaTest::address());
    QVERIFY(rdma.writer);
    QVERIFY(rdma.send("0123456789"));
    if (ungets)
        rdma.reader.ungetChar('x');
    else
        QCOMPARE(rdma.reader.peek(1), QByteArray("0"));
    QVERIFY(rdma.reader.peekView().isEmpty());
    QCOMPARE(rdma.reader.consume(4), 0);
    QCOMPARE(rdma.reader.read(1), QByteArray(ungets ? "x" : "0"));
    QCOMPARE(rdma.reader.peekView(), QByteArrayView(ungets ? "0123456789" : "123456789"));
}

void tst_StreamReading::noViewInATransaction()
{
    RdmaPair rdma(RdmaTest::address());
    QVERIFY(rdma.writer);
    QVERIFY(rdma.send("0123456789"));
    rdma.reader.startTransaction();
    QVERIFY(rdma.reader.peekView().isEmpty());
    QCOMPARE(rdma.reader.consume(4), 0);
    QCOMPARE(rdma.reader.read(4), QByteArray("0123"));
    rdma.reader.rollbackTransaction();
    QVERIFY(rdma.reader.peekView().isEmpty());
    QCOMPARE(rdma.reader.read(4), QByteArray("0123"));
    QCOMPARE(rdma.reader.peekView(), QByteArrayView("456789"));
    rdma.reader.startTransaction();
    QCOMPARE(rdma.reader.read(2), QByteArray("45"));
    rdma.reader.commitTransaction();
    QCOMPARE(rdma.reader.peekView(), QByteArrayView("6789"));
}

// What has not been read stays when the connection has ended. A stream that is closed shows nothing.
void tst_StreamReading::viewsOutliveTheConnection()
{
    RdmaPair rdma(RdmaTest::address());
    QVERIFY(rdma.writer);
    QVERIFY(rdma.send("0123456789"));
    rdma.writer->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(rdma.reader.state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(rdma.reader.peekView(), QByteArrayView("0123456789"));
    QCOMPARE(rdma.reader.consume(6), 6);
    QCOMPARE(rdma.reader.peekView(), QByteArrayView("6789"));
    QCOMPARE(rdma.reader.consume(100), 4);
    QCOMPARE(rdma.reader.consume(100), -1);
    rdma.reader.close();
    QVERIFY(rdma.reader.peekView().isEmpty());
    QCOMPARE(rdma.reader.consume(1), 0);
}

QTEST_GUILESS_MAIN(tst_StreamReading)
#include "tst_streamreading.moc"
