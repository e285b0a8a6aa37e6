// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmaleaks.h"
#include "../shared/socketkinds.h"

#include <QtHttpServer/qhttpserver.h>
#include <QtNetwork/qnetworkaccessmanager.h>
#include <QtNetwork/qnetworkreply.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

namespace {

constexpr int Patience = 30000;
constexpr qsizetype Large = 3 * 1024 * 1024;

QByteArray pattern(qsizetype size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    for (qsizetype i = 0; i < size; ++i)
        bytes[i] = char(i * 131 + (i >> 10));
    return bytes;
}

// A QHttpServer that is bound to a server of the kind.
class WebServer
{
public:
    explicit WebServer(bool overRdma) : kind(overRdma)
    {
        using Method = QHttpServerRequest::Method;
        std::unique_ptr<QTcpServer> server = kind.listen();
        if (!server)
            return;
        http.route(QStringLiteral("/hello"), Method::Get, [] { return "hello"; });
        http.route(QStringLiteral("/large"), Method::Get,
                   [] { return QHttpServerResponse("application/octet-stream", pattern(Large)); });
        http.route(QStringLiteral("/echo"), Method::Post, [](const QHttpServerRequest &request) {
            return QHttpServerResponse("application/octet-stream", request.body());
        });
        http.route(QStringLiteral("/address"), Method::Get, [](const QHttpServerRequest &request) {
            return QHttpServerResponse(request.remoteAddress().toString());
        });
        sockets = server.release();
        http.bind(sockets); // becomes its parent
    }

    bool isReady() const { return sockets; }
    qsizetype socketsLeft() const { return http.findChildren<QTcpSocket *>().size(); }

    RdmaTest::SocketKind kind;

private:
    QHttpServer http;
    QTcpServer *sockets = nullptr;
};

// Sends requests on one connection, and takes the answers.
class Client
{
public:
    explicit Client(const WebServer &server) : socket(server.kind.connectSocket(nullptr)) { }

    void send(const QByteArray &bytes) { socket->write(bytes); }

    struct Answer
    {
        QByteArray status;
        QByteArray body;
    };

    // Empty if none comes.
    Answer answer()
    {
        Answer answer;
        QByteArray line;
        qsizetype size = 0;
        while (!(line = nextLine()).trimmed().isEmpty()) {
            if (answer.status.isEmpty())
                answer.status = line.split(' ').value(1);
            if (line.toLower().startsWith("content-length:"))
                size = line.mid(line.indexOf(':') + 1).trimmed().toLongLong();
        }
        if (QTest::qWaitFor([this, size] { return socket->bytesAvailable() >= size; }, Patience))
            answer.body = socket->read(size);
        return answer;
    }

    std::unique_ptr<QTcpSocket> socket;

private:
    QByteArray nextLine()
    {
        if (!QTest::qWaitFor([this] { return socket->canReadLine(); }, Patience))
            return {};
        return socket->readLine();
    }
};

QByteArray get(const QByteArray &path)
{
    return "GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n";
}

QByteArray post(const QByteArray &path, const QByteArray &body)
{
    return "POST " + path + " HTTP/1.1\r\nHost: test\r\nContent-Length: "
            + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

} // namespace

// QHttpServer over connections of RDMA; each row runs over Qt's own sockets, too.
class tst_QtHttpServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void documents_data() { RdmaTest::SocketKind::addRows(); }
    void documents();
    void largeDocument_data() { RdmaTest::SocketKind::addRows(); }
    void largeDocument();
    void posts_data() { RdmaTest::SocketKind::addRows(); }
    void posts();
    void pipelined_data() { RdmaTest::SocketKind::addRows(); }
    void pipelined();
    void remoteAddress_data() { RdmaTest::SocketKind::addRows(); }
    void remoteAddress();
    void manyAtOnce_data() { RdmaTest::SocketKind::addRows(); }
    void manyAtOnce();
    void clientsThatGoAway_data() { RdmaTest::SocketKind::addRows(); }
    void clientsThatGoAway();
};

void tst_QtHttpServer::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

// Also several on one connection.
void tst_QtHttpServer::documents()
{
    QFETCH(bool, overRdma);
    const WebServer server(overRdma);
    QVERIFY(server.isReady());
    Client client(server);
    for (int i = 0; i < 3; ++i) {
        client.send(get("/hello"));
        const Client::Answer hello = client.answer();
        QCOMPARE(hello.status, QByteArray("200"));
        QCOMPARE(hello.body, QByteArray("hello"));
        client.send(get("/nothing"));
        QCOMPARE(client.answer().status, QByteArray("404"));
    }
    QCOMPARE(server.socketsLeft(), 1);
}

void tst_QtHttpServer::largeDocument()
{
    QFETCH(bool, overRdma);
    const WebServer server(overRdma);
    QVERIFY(server.isReady());
    Client client(server);
    client.send(get("/large"));
    const Client::Answer answer = client.answer();
    QCOMPARE(answer.status, QByteArray("200"));
    QVERIFY(answer.body == pattern(Large));
}

void tst_QtHttpServer::posts()
{
    QFETCH(bool, overRdma);
    const WebServer server(overRdma);
    QVERIFY(server.isReady());
    Client client(server);
    for (const qsizetype size : { qsizetype(0), qsizetype(1), qsizetype(1024 * 1024) }) {
        client.send(post("/echo", pattern(size)));
        const Client::Answer answer = client.answer();
        QCOMPARE(answer.status, QByteArray("200"));
        QVERIFY(answer.body == pattern(size));
    }
}

void tst_QtHttpServer::pipelined()
{
    QFETCH(bool, overRdma);
    const WebServer server(overRdma);
    QVERIFY(server.isReady());
    Client client(server);
    client.send(get("/hello") + get("/address"));
    QCOMPARE(client.answer().body, QByteArray("hello"));
    QCOMPARE(client.answer().body, server.kind.serverAddress().toString().toLatin1());
}

void tst_QtHttpServer::remoteAddress()
{
    QFETCH(bool, overRdma);
    const WebServer server(overRdma);
    QVERIFY(server.isReady());
    Client client(server);
    client.send(get("/address"));
    // Both ends are on this machine.
    QCOMPARE(client.answer().body, server.kind.serverAddress().toString().toLatin1());
}

// QNetworkAccessManager, which has six connections at most.
void tst_QtHttpServer::manyAtOnce()
{
    QFETCH(bool, overRdma);
    constexpr int Requests = 20;
    const WebServer server(overRdma);
    QVERIFY(server.isReady());
    RdmaTest::LoopbackPump pump(server.kind);
    QVERIFY(pump.listen(QHostAddress::LocalHost));
    const QString url = QStringLiteral("http://127.0.0.1:%1/echo").arg(pump.serverPort());
    QNetworkAccessManager manager;
    std::vector<std::unique_ptr<QNetworkReply>> replies;
    for (int i = 0; i < Requests; ++i) {
        QNetworkRequest request{ QUrl(url) };
        request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("text/plain"));
        replies.emplace_back(manager.post(request, pattern(1000 * i)));
    }
    for (int i = 0; i < Requests; ++i) {
        QTRY_VERIFY_WITH_TIMEOUT(replies.at(i)->isFinished(), Patience);
        QCOMPARE(replies.at(i)->error(), QNetworkReply::NoError);
        QVERIFY(replies.at(i)->readAll() == pattern(1000 * i));
    }
}

// Before they ask, within a request, and within the answer: nothing is left.
void tst_QtHttpServer::clientsThatGoAway()
{
    QFETCH(bool, overRdma);
    const WebServer server(overRdma);
    QVERIFY(server.isReady());
    const auto round = [&server] {
        for (const QByteArray &request :
             { QByteArray(), get("/hello").chopped(5), get("/large") }) {
            for (const bool isAbort : { false, true }) {
                Client client(server);
                client.socket->setReadBufferSize(1024); // the answer takes longer
                client.send(request);
                QTRY_VERIFY_WITH_TIMEOUT(server.socketsLeft() == 1, Patience);
                if (request.endsWith("\r\n\r\n"))
                    QTRY_VERIFY_WITH_TIMEOUT(client.socket->bytesAvailable() > 0, Patience);
                if (isAbort)
                    client.socket->abort();
                else
                    client.socket->disconnectFromHost();
                QTRY_COMPARE_WITH_TIMEOUT(server.socketsLeft(), 0, Patience);
            }
        }
    };
    round();
    QTRY_VERIFY_WITH_TIMEOUT(RdmaTest::resources().queuePairs <= 0, Patience);
    const RdmaTest::Resources before = RdmaTest::resources();
    const int files = RdmaTest::openFiles();
    round();
    QTRY_VERIFY_WITH_TIMEOUT(RdmaTest::resources().queuePairs <= 0, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(RdmaTest::resources().connectionIds <= before.connectionIds, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(RdmaTest::openFiles() <= files, Patience);
}

QTEST_GUILESS_MAIN(tst_QtHttpServer)
#include "tst_qthttpserver.moc"
