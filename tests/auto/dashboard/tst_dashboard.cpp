// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/socketkinds.h"

#include <dashboard.h>
#include <webpage.h>
#include <websocketsender.h>

#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>
#include <QtWebSockets/qwebsocket.h>

namespace {

constexpr int Patience = 30000;

QJsonObject objectIn(const QVariant &text)
{
    return QJsonDocument::fromJson(text.toString().toUtf8()).object();
}

} // namespace

// The example websocket.
class tst_Dashboard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_dashboard.reset(); }
    void measurements();
    void strangeMeasurements_data();
    void strangeMeasurements();
    void tooLarge();
    void page_data();
    void page();
    void endlessRequest();
    void noDashboard();

private:
    void openSource(WebSocketSender *source, const QString &name) const;
    QString host() const { return RdmaTest::address().toString(); }

    std::unique_ptr<Dashboard> m_dashboard;
    quint16 m_port = 0;
};

void tst_Dashboard::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_Dashboard::init()
{
    auto *server = new RdmaServer; // the dashboard owns it
    m_dashboard = std::make_unique<Dashboard>(server);
    QVERIFY2(m_dashboard->listen(RdmaTest::address(), 0), qPrintable(m_dashboard->errorString()));
    m_port = server->serverPort();
}

void tst_Dashboard::openSource(WebSocketSender *source, const QString &name) const
{
    QSignalSpy joined(m_dashboard.get(), &Dashboard::sourceJoined);
    QSignalSpy opened(source, &WebSocketSender::opened);
    source->open(host(), m_port, QStringLiteral("/source/") + name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(joined.count(), 1, Patience);
    QCOMPARE(joined.at(0).at(0).toString(), name);
    const QString transport =
            RdmaTest::isTcp() ? QStringLiteral("over TCP") : QStringLiteral("over RDMA (");
    QVERIFY2(joined.at(0).at(1).toString().startsWith(transport),
             qPrintable(joined.at(0).at(1).toString()));
}

// A watcher, and two sources, of which one goes away.
void tst_Dashboard::measurements()
{
    RdmaTest::LoopbackPump pump(RdmaTest::SocketKind(RdmaTest::address(), m_port));
    QVERIFY(pump.listen(QHostAddress::LocalHost));
    QWebSocket watcher;
    QSignalSpy samples(&watcher, &QWebSocket::textMessageReceived);
    watcher.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/watch").arg(pump.serverPort())));
    QTRY_COMPARE_WITH_TIMEOUT(watcher.state(), QAbstractSocket::ConnectedState, Patience);

    WebSocketSender first{ RdmaStreamOptions() };
    openSource(&first, QStringLiteral("a b\u00e4"));
    first.send("{\"load\": 1.5}");
    QTRY_COMPARE_WITH_TIMEOUT(samples.count(), 1, Patience);
    const QJsonObject sample = objectIn(samples.at(0).at(0));
    QCOMPARE(sample.value(QStringLiteral("source")).toString(), QStringLiteral("a b\u00e4"));
    QCOMPARE(sample.value(QStringLiteral("values")),
             QJsonValue(QJsonObject{ { QStringLiteral("load"), 1.5 } }));
    auto second = std::make_unique<WebSocketSender>(RdmaStreamOptions());
    openSource(second.get(), QStringLiteral("second"));
    second->send("{\"load\": 2}");
    QTRY_COMPARE_WITH_TIMEOUT(samples.count(), 2, Patience);
    QSignalSpy left(m_dashboard.get(), &Dashboard::sourceLeft);
    second.reset();
    QTRY_COMPARE_WITH_TIMEOUT(left.count(), 1, Patience);
    QCOMPARE(left.at(0).at(0).toString(), QStringLiteral("second"));
    first.send("{\"load\": 3}");
    QTRY_COMPARE_WITH_TIMEOUT(samples.count(), 3, Patience);
}

void tst_Dashboard::strangeMeasurements_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<int>("values");
    QTest::newRow("empty") << QByteArray() << 0;
    QTest::newRow("no JSON") << QByteArray("{\"load\": ") << 0;
    QTest::newRow("a list") << QByteArray("[1, 2]") << 0;
    QTest::newRow("no numbers") << QByteArray("{\"a\": \"<b>\", \"c\": {}, \"d\": 1}") << 1;
    QByteArray many("{");
    for (int i = 0; i < 300; ++i)
        many += "\"n" + QByteArray::number(i) + "\":1,";
    QTest::newRow("many") << many + "\"z\":1}" << 8;
}

void tst_Dashboard::strangeMeasurements()
{
    QFETCH(QByteArray, message);
    QFETCH(int, values);
    RdmaTest::LoopbackPump pump(RdmaTest::SocketKind(RdmaTest::address(), m_port));
    QVERIFY(pump.listen(QHostAddress::LocalHost));
    QWebSocket watcher;
    QSignalSpy samples(&watcher, &QWebSocket::textMessageReceived);
    watcher.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/watch").arg(pump.serverPort())));
    QTRY_COMPARE_WITH_TIMEOUT(watcher.state(), QAbstractSocket::ConnectedState, Patience);
    WebSocketSender source{ RdmaStreamOptions() };
    openSource(&source, QStringLiteral("source"));
    source.send(message);
    QTRY_COMPARE_WITH_TIMEOUT(samples.count(), 1, Patience);
    QCOMPARE(objectIn(samples.at(0).at(0)).value(QStringLiteral("values")).toObject().size(),
             values);
}

void tst_Dashboard::tooLarge()
{
    WebSocketSender source{ RdmaStreamOptions() };
    openSource(&source, QStringLiteral("source"));
    QSignalSpy failed(&source, &WebSocketSender::failed);
    source.send(QByteArray(Dashboard::MaxMessage + 1, 'x'));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Patience);
}

void tst_Dashboard::page_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("page") << QByteArray("GET / HTTP/1.1") << QByteArray("HTTP/1.1 200 OK");
    QTest::newRow("other") << QByteArray("GET /x HTTP/1.1") << QByteArray("HTTP/1.1 404 ");
    QTest::newRow("no HTTP") << QByteArray("hello") << QByteArray("HTTP/1.1 404 ");
}

void tst_Dashboard::page()
{
    QFETCH(QByteArray, request);
    QFETCH(QByteArray, answer);
    RdmaStream client;
    client.connectToHost(RdmaTest::address(), m_port);
    client.write(request + "\r\nHost: test\r\n\r\n");
    QByteArray got;
    connect(&client, &RdmaStream::readyRead, this, [&] { got += client.readAll(); });
    QSignalSpy ended(&client, &RdmaStream::disconnected);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, Patience);
    QVERIFY2(got.startsWith(answer), got.left(100));
    QCOMPARE(got.contains("</html>"), answer.contains("200"));
}

void tst_Dashboard::endlessRequest()
{
    RdmaStream client;
    client.connectToHost(RdmaTest::address(), m_port);
    client.write(QByteArray(WebPage::MaxHead, 'x'));
    QSignalSpy ended(&client, &RdmaStream::disconnected);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, Patience);
    WebSocketSender source{ RdmaStreamOptions() };
    openSource(&source, QStringLiteral("source"));
}

void tst_Dashboard::noDashboard()
{
    RdmaServer server; // of something else
    QVERIFY(server.listen(RdmaTest::address(), 0));
    connect(&server, &RdmaServer::newConnection, this,
            [&server] { server.nextPendingConnection()->write("hello\r\n\r\n"); });
    WebSocketSender source{ RdmaStreamOptions() };
    QSignalSpy failed(&source, &WebSocketSender::failed);
    source.open(host(), server.serverPort(), QStringLiteral("/source/name"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Patience);
    QVERIFY(failed.at(0).at(0).toString().contains(QStringLiteral("hello")));
}

QTEST_GUILESS_MAIN(tst_Dashboard)
#include "tst_dashboard.moc"
