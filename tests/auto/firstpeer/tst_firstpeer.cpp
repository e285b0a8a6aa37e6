// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"
#include "streampeer.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcryptographichash.h>
#include <QtTest/qtest.h>

#include <memory>

using RdmaTest::StreamPeer;
using namespace Qt::StringLiterals;

namespace {

constexpr int Patience = 60000;
constexpr int Bulk = 3 * 1024 * 1024 + 17;
const QString Key = u"the key of both"_s;

QByteArray sum(const QByteArray &bytes)
{
    return "received " + QByteArray::number(bytes.size()) + ' '
            + QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex() + " clean";
}

} // namespace

// The library as it was when its wire formats were settled, as the other side: what it says must be
// understood by every later state, and the other way round.
class tst_FirstPeer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void oldServes_data() { formats(); }
    void oldServes();
    void oldConnects_data() { formats(); }
    void oldConnects();
    void oldRefusesOtherKey();
    void oldIsRefusedForOtherKey();

private:
    void formats();
    static RdmaStreamOptions options(Rdma::WireFormat format, const QString &key);
    static QStringList words(const QString &mode, Rdma::WireFormat format, const QString &key);
};

void tst_FirstPeer::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_FirstPeer::formats()
{
    QTest::addColumn<Rdma::WireFormat>("format");
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("size");
    QTest::newRow("nothing") << Rdma::WireFormat::QtRdma << QString() << 0;
    QTest::newRow("a byte") << Rdma::WireFormat::QtRdma << QString() << 1;
    QTest::newRow("bulk") << Rdma::WireFormat::QtRdma << QString() << Bulk;
    QTest::newRow("bulk with key") << Rdma::WireFormat::QtRdma << Key << Bulk;
    QTest::newRow("rsocket, a byte") << Rdma::WireFormat::Rsocket << QString() << 1;
    QTest::newRow("rsocket, bulk") << Rdma::WireFormat::Rsocket << QString() << Bulk;
}

RdmaStreamOptions tst_FirstPeer::options(Rdma::WireFormat format, const QString &key)
{
    RdmaStreamOptions options;
    options.setWireFormat(format);
    if (!key.isEmpty())
        options.setPreSharedKey(key.toUtf8());
    return options;
}

QStringList tst_FirstPeer::words(const QString &mode, Rdma::WireFormat format, const QString &key)
{
    const QString name = format == Rdma::WireFormat::Rsocket ? u"rsocket"_s : u"qtrdma"_s;
    return { mode, RdmaTest::address().toString(), name, key };
}

void tst_FirstPeer::oldServes()
{
    QFETCH(Rdma::WireFormat, format);
    QFETCH(QString, key);
    QFETCH(int, size);
    StreamPeer peer(words(u"serve"_s, format, key));
    const quint16 port = peer.port();
    QVERIFY(port != 0);

    RdmaStream stream;
    stream.setOptions(options(format, key));
    stream.connectToHost(RdmaTest::address(), port);
    QVERIFY2(stream.waitForConnected(Patience), qPrintable(stream.errorString()));
    QByteArray sent(size, Qt::Uninitialized);
    for (int i = 0; i < size; ++i)
        sent[i] = char(i * 7 + i / 1000);
    stream.write(sent);
    stream.closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(stream.state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY2(stream.endedCleanly(), qPrintable(stream.errorString()));
    QCOMPARE(stream.readAll(), sent);
    QCOMPARE(peer.line(), sum(sent));
    QCOMPARE(peer.end(), 0);
}

void tst_FirstPeer::oldConnects()
{
    QFETCH(Rdma::WireFormat, format);
    QFETCH(QString, key);
    QFETCH(int, size);
    RdmaServer server;
    server.setStreamOptions(options(format, key));
    server.setWireFormats(format);
    QVERIFY(server.listen(RdmaTest::address()));

    std::unique_ptr<RdmaStream> stream;
    QByteArray received;
    const auto echo = [&] {
        const QByteArray bytes = stream->readAll();
        received += bytes;
        stream->write(bytes);
    };
    connect(&server, &RdmaServer::newConnection, this, [&] {
        stream.reset(server.nextPendingConnection());
        connect(stream.get(), &RdmaStream::readyRead, this, echo);
        connect(stream.get(), &RdmaStream::readChannelFinished, this, [&] {
            echo();
            stream->closeWriteChannel();
        });
    });
    StreamPeer peer(words(u"connect"_s, format, key)
                    << QString::number(server.serverPort()) << QString::number(size));
    QTRY_VERIFY_WITH_TIMEOUT(stream, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY2(stream->endedCleanly(), qPrintable(stream->errorString()));
    QCOMPARE(received.size(), qsizetype(size));
    QCOMPARE(peer.line(), sum(received));
    QCOMPARE(peer.end(), 0);
}

void tst_FirstPeer::oldRefusesOtherKey()
{
    StreamPeer peer(words(u"serve"_s, Rdma::WireFormat::QtRdma, Key));
    const quint16 port = peer.port();
    QVERIFY(port != 0);
    RdmaStream stream;
    stream.setOptions(options(Rdma::WireFormat::QtRdma, u"another key"_s));
    stream.connectToHost(RdmaTest::address(), port);
    QVERIFY(!stream.waitForConnected(Patience));
    QVERIFY2(stream.errorString().contains(u"key"_s), qPrintable(stream.errorString()));
    peer.kill(); // it goes on listening
}

void tst_FirstPeer::oldIsRefusedForOtherKey()
{
    RdmaServer server;
    server.setStreamOptions(options(Rdma::WireFormat::QtRdma, u"another key"_s));
    QVERIFY(server.listen(RdmaTest::address()));
    StreamPeer peer(words(u"connect"_s, Rdma::WireFormat::QtRdma, Key)
                    << QString::number(server.serverPort()) << u"1"_s);
    const QByteArray line = peer.line();
    QVERIFY2(line.startsWith("error ") && line.contains("key"), line.constData());
    QVERIFY(!server.hasPendingConnections());
}

QTEST_GUILESS_MAIN(tst_FirstPeer)
#include "tst_firstpeer.moc"
