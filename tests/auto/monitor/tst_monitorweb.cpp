// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "web/scrapeserver.h"

#include <QtCore/qprocess.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qtemporarydir.h>
#include <QtNetwork/qtcpsocket.h>
#include <QtTest/qtest.h>

#include <memory>
#include <vector>

#include <sys/socket.h>

// Metrics over HTTP, as Prometheus asks for them, and as others do.
class tst_MonitorWeb : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answers_data();
    void answers();
    void endlessHead();
    void slowHead();
    void requestsBeforeTheFirstSample();
    void silentClients();
    void slowReader();
    void clientEndsItsRequest();
    void manyAtATime();
    void program();
    void refusedRequests();
    void programOverReplay();
    void portInUse();
    void badAddresses_data();
    void badAddresses();
};

namespace {

constexpr char page[] = "# HELP a_total x\n# TYPE a_total counter\na_total 1\n";

// A client that sends this and reads to the end.
QByteArray ask(quint16 port, const QByteArray &request)
{
    QTcpSocket client;
    QByteArray answer;
    QObject::connect(&client, &QTcpSocket::readyRead, &client, [&] { answer += client.readAll(); });
    client.connectToHost(QHostAddress::LocalHost, port);
    client.write(request);
    const bool hasEnded = QTest::qWaitFor(
            [&] { return client.state() == QAbstractSocket::UnconnectedState; }, 20'000);
    return hasEnded ? answer + client.readAll() : QByteArray("no end");
}

constexpr char get[] = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n";

bool begin(ScrapeServer *server)
{
    server->setPage(page);
    return server->listen(QHostAddress::LocalHost);
}

// qtrdma-monitor --listen, which says where.
struct Monitor
{
    explicit Monitor(const QStringList &arguments)
    {
        process.setReadChannel(QProcess::StandardError);
        process.start(QStringLiteral(MONITOR),
                      QStringList({ QStringLiteral("--listen"), QStringLiteral("127.0.0.1:0") })
                              + arguments);
        static const QRegularExpression url(QStringLiteral("http://127.0.0.1:(\\d+)/metrics"));
        while (port == 0 && process.waitForReadyRead()) {
            said += process.readAll();
            port = url.match(QString::fromUtf8(said)).captured(1).toUShort();
        }
    }
    ~Monitor()
    {
        process.kill();
        process.waitForFinished();
    }

    QProcess process;
    QByteArray said;
    quint16 port = 0;
};

} // namespace

void tst_MonitorWeb::answers_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("status");
    QTest::newRow("metrics") << QByteArray(get) << QByteArray("200 OK");
    QTest::newRow("query") << QByteArray("GET /metrics?a=b HTTP/1.1\r\nHost: a\r\n\r\n")
                           << QByteArray("200 OK");
    QTest::newRow("HTTP/1.0") << QByteArray("GET /metrics HTTP/1.0\r\n\r\n")
                              << QByteArray("200 OK");
    QTest::newRow("start") << QByteArray("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                           << QByteArray("200 OK");
    QTest::newRow("head") << QByteArray("HEAD /metrics HTTP/1.1\r\nHost: a\r\n\r\n")
                          << QByteArray("200 OK");
    QTest::newRow("elsewhere") << QByteArray("GET /../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n")
                               << QByteArray("404 Not Found");
    QTest::newRow("post") << QByteArray("POST /metrics HTTP/1.1\r\nHost: a\r\n"
                                        "Content-Length: 1000000\r\n\r\n")
                    + QByteArray(1'000'000, 'x')
                          << QByteArray("405 Method Not Allowed");
    QTest::newRow("no host") << QByteArray("GET /metrics HTTP/1.1\r\n\r\n")
                             << QByteArray("400 Bad Request");
    QTest::newRow("two hosts") << QByteArray("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n")
                               << QByteArray("400 Bad Request");
    QTest::newRow("blank in a name")
            << QByteArray("GET / HTTP/1.1\r\nHost : a\r\n\r\n") << QByteArray("400 Bad Request");
    QTest::newRow("no colon") << QByteArray("GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n")
                              << QByteArray("400 Bad Request");
    QTest::newRow("HTTP/2") << QByteArray("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
                            << QByteArray("505 HTTP Version Not Supported");
    QTest::newRow("no request") << QByteArray("\r\n\r\n") << QByteArray("400 Bad Request");
    QTest::newRow("TLS") << QByteArray("\x16\x03\x01\x02\x00\x01\r\n\r\n", 10)
                         << QByteArray("400 Bad Request");
    QTest::newRow("zeros") << QByteArray(100, '\0') + "\r\n\r\n" << QByteArray("400 Bad Request");
}

void tst_MonitorWeb::answers()
{
    QFETCH(QByteArray, request);
    QFETCH(QByteArray, status);
    ScrapeServer server{ ScrapeServer::Limits() };
    QVERIFY(begin(&server));
    const QByteArray answer = ask(server.serverPort(), request);
    QVERIFY2(answer.startsWith(QByteArray("HTTP/1.1 " + status + "\r\n")), answer.constData());
    QVERIFY(answer.contains("\r\nConnection: close\r\n"));
    const bool isMetrics = request.contains(" /metrics") && status.startsWith("200");
    QCOMPARE(answer.contains("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"),
             isMetrics);
    QCOMPARE(answer.endsWith(QByteArray("\r\n\r\n").append(page)),
             isMetrics && request.startsWith("GET"));
}

void tst_MonitorWeb::endlessHead()
{
    ScrapeServer server{ ScrapeServer::Limits() };
    QVERIFY(begin(&server));
    const QByteArray answer =
            ask(server.serverPort(), "GET / HTTP/1.1\r\nHost: a\r\nX: " + QByteArray(200'000, 'x'));
    QVERIFY2(answer.startsWith("HTTP/1.1 431 "), answer.constData());
}

// A byte now and then keeps no place.
void tst_MonitorWeb::slowHead()
{
    ScrapeServer server(ScrapeServer::Limits{ 1, 200, 30'000 });
    QVERIFY(begin(&server));
    QTcpSocket client;
    client.connectToHost(QHostAddress::LocalHost, server.serverPort());
    QVERIFY(client.waitForConnected());
    QVERIFY(QTest::qWaitFor(
            [&] {
                client.write("x");
                return client.state() == QAbstractSocket::UnconnectedState;
            },
            20'000));
    QCOMPARE(client.readAll(), QByteArray());
    QCOMPARE(server.refused(), 1);
}

void tst_MonitorWeb::requestsBeforeTheFirstSample()
{
    ScrapeServer server{ ScrapeServer::Limits() };
    QVERIFY(server.listen(QHostAddress::LocalHost));
    QTcpSocket client;
    client.connectToHost(QHostAddress::LocalHost, server.serverPort());
    client.write(get);
    QVERIFY(QTest::qWaitFor([&] { return server.hasPendingConnections(); }));
    QCOMPARE(client.bytesAvailable(), 0);
    server.setPage(page);
    QVERIFY(QTest::qWaitFor([&] { return client.peek(100'000).endsWith(page); }));
}

// They take all places, and then lose them to one that asks.
void tst_MonitorWeb::silentClients()
{
    ScrapeServer server(ScrapeServer::Limits{ 4, 300, 30'000 });
    QVERIFY(begin(&server));
    std::vector<std::unique_ptr<QTcpSocket>> silent;
    for (int i = 0; i < 10; ++i) {
        silent.push_back(std::make_unique<QTcpSocket>());
        silent.back()->connectToHost(QHostAddress::LocalHost, server.serverPort());
    }
    QVERIFY(ask(server.serverPort(), get).endsWith(page));
    for (const auto &client : silent)
        QVERIFY(QTest::qWaitFor(
                [&] { return client->state() == QAbstractSocket::UnconnectedState; }, 20'000));
}

// As printf … | nc -N does: the end of the request is not the end of the connection.
void tst_MonitorWeb::clientEndsItsRequest()
{
    const QByteArray large(16 * 1024 * 1024, 'x');
    ScrapeServer server{ ScrapeServer::Limits() };
    server.setPage(large);
    QVERIFY(server.listen(QHostAddress::LocalHost));
    QTcpSocket client;
    client.connectToHost(QHostAddress::LocalHost, server.serverPort());
    client.write(get);
    QVERIFY(client.waitForBytesWritten());
    QCOMPARE(::shutdown(int(client.socketDescriptor()), SHUT_WR), 0);
    QVERIFY(QTest::qWaitFor([&] { return client.state() == QAbstractSocket::UnconnectedState; },
                            20'000));
    QVERIFY(client.readAll().endsWith(QByteArray("\r\n\r\n" + large)));
}

// It asks for a page that no buffer of the kernel takes, and does not read it.
void tst_MonitorWeb::slowReader()
{
    ScrapeServer server(ScrapeServer::Limits{ 1, 10'000, 300 });
    server.setPage(QByteArray(64 * 1024 * 1024, 'x'));
    QVERIFY(server.listen(QHostAddress::LocalHost));
    QTcpSocket client;
    client.setReadBufferSize(1);
    client.connectToHost(QHostAddress::LocalHost, server.serverPort());
    client.write(get);
    QVERIFY(client.waitForConnected());
    QVERIFY(QTest::qWaitFor([&] { return client.bytesAvailable() > 0; }));
    server.setPage(page);
    QVERIFY(ask(server.serverPort(), get).endsWith(page)); // in its place
}

void tst_MonitorWeb::manyAtATime()
{
    ScrapeServer server{ ScrapeServer::Limits() };
    QVERIFY(begin(&server));
    std::vector<std::unique_ptr<QTcpSocket>> clients;
    for (int i = 0; i < 100; ++i) {
        clients.push_back(std::make_unique<QTcpSocket>());
        clients.back()->connectToHost(QHostAddress::LocalHost, server.serverPort());
        clients.back()->write(get);
    }
    for (const auto &client : clients) {
        QVERIFY(QTest::qWaitFor(
                [&] { return client->state() == QAbstractSocket::UnconnectedState; }, 20'000));
        QVERIFY(client->readAll().endsWith(page));
    }
}

void tst_MonitorWeb::program()
{
    const Monitor monitor({});
    QVERIFY2(monitor.port > 0, monitor.said.constData());
    const QByteArray answer = ask(monitor.port, get);
    QVERIFY2(answer.contains("\nrdma_monitor_info{version=\""), answer.constData());
    QVERIFY(ask(monitor.port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n").contains("href=\"/metrics\""));
}

// They are in the metrics from the next sample on.
void tst_MonitorWeb::refusedRequests()
{
    const Monitor monitor({ QStringLiteral("--interval"), QStringLiteral("100") });
    QVERIFY2(monitor.port > 0, monitor.said.constData());
    QVERIFY(ask(monitor.port, get).contains("\nrdma_monitor_refused_requests_total 0\n"));
    QVERIFY(ask(monitor.port, "GET /none HTTP/1.0\r\n\r\n").startsWith("HTTP/1.1 404 "));
    QVERIFY(ask(monitor.port, "nonsense\r\n\r\n").startsWith("HTTP/1.1 400 "));
    QVERIFY(QTest::qWaitFor(
            [&] {
                return ask(monitor.port, get).contains("\nrdma_monitor_refused_requests_total 2\n");
            },
            20'000));
}

// The last sample is served on. Two that ask between two samples get the same.
void tst_MonitorWeb::programOverReplay()
{
    const QTemporaryDir directory;
    QFile recording(directory.filePath(QStringLiteral("recording")));
    QVERIFY(recording.open(QIODevice::WriteOnly));
    recording.write("{\"format\":\"QtRdma recording\",\"version\":1}\n"
                    "{\"time\":1,\"devices\":[{\"device\":\"a\\\"b\"}]}\n");
    recording.close();
    Monitor monitor({ QStringLiteral("--replay"), recording.fileName(),
                      QStringLiteral("--interval"), QStringLiteral("100") });
    QVERIFY2(monitor.port > 0, monitor.said.constData());
    while (!monitor.said.contains("The recording is over")) {
        QVERIFY2(monitor.process.waitForReadyRead(), monitor.said.constData());
        monitor.said += monitor.process.readAll();
    }
    const QByteArray answer = ask(monitor.port, get);
    QVERIFY2(answer.contains("\nrdma_device_usable{device=\"a\\\"b\"} 0\n"), answer.constData());
    QCOMPARE(ask(monitor.port, get), answer);
}

void tst_MonitorWeb::portInUse()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    QProcess monitor;
    const QString place = QStringLiteral("127.0.0.1:%1").arg(other.serverPort());
    monitor.start(QStringLiteral(MONITOR), { QStringLiteral("--listen"), place });
    QVERIFY(monitor.waitForFinished());
    QCOMPARE(monitor.exitCode(), 1);
    QVERIFY(monitor.readAllStandardError().contains(place.toUtf8()));
}

void tst_MonitorWeb::badAddresses_data()
{
    QTest::addColumn<QString>("place");
    for (const char *place : { "9879", "127.0.0.1", ":99999", ":x", ":-1", "nonsense:1",
                               "[::1]:", "[::1", "1.2.3.4.5:6", "" })
        QTest::newRow(place) << QString::fromLatin1(place);
}

void tst_MonitorWeb::badAddresses()
{
    QFETCH(QString, place);
    QProcess monitor;
    monitor.start(QStringLiteral(MONITOR), { QStringLiteral("--listen=") + place });
    QVERIFY(monitor.waitForFinished());
    QCOMPARE(monitor.exitCode(), 2);
    QVERIFY(monitor.readAllStandardError().contains("--listen takes"));
}

QTEST_GUILESS_MAIN(tst_MonitorWeb)
#include "tst_monitorweb.moc"
