// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "httpserver.h"
#include "rdmatest.h"
#include "waitfor.h"

#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qprocess.h>
#include <QtCore/qtemporarydir.h>
#include <QtNetwork/qtcpsocket.h>
#include <QtTest/qtest.h>

#ifdef HTTPFILE_TEST_RDMA
#  include <rdma/rsocket.h>

using Socket = RdmaStream;
static constexpr auto transport = Rdma::StreamTransport::Rdma;
static QHostAddress address()
{
    return RdmaTest::address();
}
#else
using Socket = QTcpSocket; // any program of TCP
static constexpr auto transport = Rdma::StreamTransport::Tcp;
static QHostAddress address()
{
    return QHostAddress(QHostAddress::LocalHost);
}
#endif

class tst_HttpFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void ranges_data();
    void ranges();
    void answers_data();
    void answers();
    void keepsAlive();
    void inPieces();
    void burst();
    void emptyLines();
    void listing();
    void largeFile();
    void clientGoesAway();
    void curl_data();
    void curl();
    void curlOverTcp();

private:
    QByteArray ask(const QByteArray &requests);
    void write(const QString &name, const QByteArray &data);

    QTemporaryDir outside; // holds the root, so that there is something beside it
    QString root;
};

static constexpr int Patience = 30000;

static QByteArray bodyOf(const QByteArray &answer)
{
    return answer.mid(answer.indexOf("\r\n\r\n") + 4);
}

static QByteArray large()
{
    static const QByteArray data = [] {
        QByteArray made(1000000, Qt::Uninitialized);
        for (qsizetype i = 0; i < made.size(); ++i)
            made.data()[i] = char(i * 31 + i / 251);
        return made;
    }();
    return data;
}

void tst_HttpFile::write(const QString &name, const QByteArray &data)
{
    QFile file(root + u'/' + name);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(data) == data.size());
}

void tst_HttpFile::initTestCase()
{
    if (address().isNull())
        QSKIP("no RDMA device");
    root = outside.filePath(QStringLiteral("root"));
    QVERIFY(QDir().mkpath(root + QStringLiteral("/sub dir")));
    write(QStringLiteral("hello.txt"), "hello, world\n");
    write(QStringLiteral("sub dir/<a&b>.html"), "<p>");
    write(QStringLiteral("../secret"), "secret");
    write(QStringLiteral("empty"), {});
    write(QStringLiteral("large"), large());
    QVERIFY(QFile::link(outside.filePath(QStringLiteral("secret")),
                        root + QStringLiteral("/link")));
}

// A server for the one transport and for both.
static bool listen(HttpServer *server, Rdma::StreamTransports transports = transport)
{
    server->setTransports(transports);
    return server->listen(address(), 0);
}

// Sends the requests and returns all that comes until the server hangs up.
QByteArray tst_HttpFile::ask(const QByteArray &requests)
{
    HttpServer server(root);
    Socket socket;
    if (!listen(&server))
        return "cannot listen";
    socket.connectToHost(address(), server.serverPort());
    socket.write(requests);
    const bool ended = RdmaTest::waitFor(
            [&] { return socket.state() == QAbstractSocket::UnconnectedState; }, Patience);
    return ended ? socket.readAll() : QByteArray("does not end");
}

void tst_HttpFile::ranges_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("kind");
    QTest::addColumn<qint64>("first");
    QTest::addColumn<qint64>("size");
    const auto row = [](const char *header, RangeKind kind, qint64 first = 0, qint64 size = 100) {
        QTest::newRow(header) << QByteArray(header) << int(kind) << first << size;
    };
    row("", RangeKind::Whole);
    row("lines=1-2", RangeKind::Whole);
    row("bytes=1-2,5-6", RangeKind::Whole);
    row("bytes=x-2", RangeKind::Whole);
    row("bytes=5-2", RangeKind::Whole);
    row("bytes=0-0", RangeKind::Part, 0, 1);
    row("bytes=10-19", RangeKind::Part, 10, 10);
    row("bytes=90-", RangeKind::Part, 90, 10);
    row("bytes=90-9223372036854775807", RangeKind::Part, 90, 10);
    row("bytes=-10", RangeKind::Part, 90, 10);
    row("bytes=-1000", RangeKind::Part, 0, 100);
    row("bytes=-0", RangeKind::Beyond, 100, 0);
    row("bytes=100-", RangeKind::Beyond);
}

void tst_HttpFile::ranges()
{
    QFETCH(const QByteArray, header);
    ByteRange range;
    QTEST(int(parseRange(header, 100, &range)), "kind");
    QTEST(range.first, "first");
    QTEST(range.size, "size");
}

void tst_HttpFile::answers_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    const auto row = [](const char *name, const QByteArray &line, int status,
                        const QByteArray &body, const QByteArray &headers = {}) {
        QTest::newRow(name) << line + "\r\nHost: here\r\nConnection: close\r\n" + headers + "\r\n"
                            << status << body;
    };
    row("file", "GET /hello.txt HTTP/1.1", 200, "hello, world\n");
    row("empty file", "GET /empty HTTP/1.1", 200, "");
    row("head", "HEAD /hello.txt HTTP/1.1", 200, "");
    row("query", "GET /hello.txt?x=y HTTP/1.1", 200, "hello, world\n");
    row("encoded", "GET /sub%20dir/%3Ca%26b%3E.html HTTP/1.1", 200, "<p>");
    row("range", "GET /hello.txt HTTP/1.1", 206, "world", "Range: bytes=7-11\r\n");
    row("range beyond", "GET /hello.txt HTTP/1.1", 416, {}, "Range: bytes=13-\r\n");
    row("none", "GET /nothing HTTP/1.1", 404, {});
    row("parent", "GET /../secret HTTP/1.1", 404, {});
    row("encoded parent", "GET /%2e%2e/secret HTTP/1.1", 404, {});
    row("encoded slash", "GET /..%2fsecret HTTP/1.1", 404, {});
    row("link out", "GET /link HTTP/1.1", 404, {});
    row("zero", "GET /hello.txt%00 HTTP/1.1", 400, {});
    row("no slash", "GET hello.txt HTTP/1.1", 400, {});
    row("directory", "GET /sub%20dir HTTP/1.1", 301, {});
    row("post", "POST /hello.txt HTTP/1.1", 405, {});
    row("body", "GET /hello.txt HTTP/1.1", 413, {}, "Content-Length: 5\r\n");
    row("no version", "GET /hello.txt", 400, {});
    row("bad header", "GET / HTTP/1.1", 400, {}, "what is this\r\n");
    row("long", "GET / HTTP/1.1", 431, {}, "X: " + QByteArray(20000, 'x') + "\r\n");
    QTest::newRow("old") << QByteArray("GET /hello.txt HTTP/1.0\r\n\r\n") << 200
                         << QByteArray("hello, world\n");
}

void tst_HttpFile::answers()
{
    QFETCH(const QByteArray, request);
    QFETCH(const int, status);
    QFETCH(const QByteArray, body);
    const QByteArray answer = ask(request);
    const QByteArray start = "HTTP/1.1 " + QByteArray::number(status) + ' ';
    QVERIFY2(answer.startsWith(start), answer.constData());
    if (status == 200 || status == 206)
        QCOMPARE(bodyOf(answer), body);
    QVERIFY(!answer.contains("secret"));
}

void tst_HttpFile::keepsAlive()
{
    const QByteArray answer = ask("GET /hello.txt HTTP/1.1\r\n\r\nHEAD /hello.txt HTTP/1.1\r\n\r\n"
                                  "GET /hello.txt HTTP/1.1\r\nConnection: close\r\n\r\n");
    QCOMPARE(answer.count("HTTP/1.1 200 OK\r\n"), 3);
    QCOMPARE(answer.count("Connection: keep-alive\r\n"), 2);
    QCOMPARE(answer.count("hello, world\n"), 2);
}

void tst_HttpFile::inPieces()
{
    HttpServer server(root);
    QVERIFY(listen(&server));
    Socket socket;
    socket.connectToHost(address(), server.serverPort());
    for (const char c : QByteArray("GET /hello.txt HTTP/1.1\r\nConnection: close\r\n\r\n")) {
        socket.write(&c, 1);
        QTest::qWait(1);
    }
    QTRY_COMPARE(socket.state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(bodyOf(socket.readAll()), QByteArray("hello, world\n"));
}

// A client that sends many requests at once does not keep the others waiting: each request has a
// turn of the event loop.
void tst_HttpFile::burst()
{
    HttpServer server(root);
    QVERIFY(listen(&server));
    Socket socket;
    socket.connectToHost(address(), server.serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(server.findChildren<HttpConnection *>().size(), 1, Patience);
    const auto *connection = server.findChild<HttpConnection *>();
    int before = 0;
    int mostInTurn = 0;
    QTimer turn;
    turn.callOnTimeout(&turn, [&] {
        mostInTurn = std::max(mostInTurn, connection->answers() - before);
        before = connection->answers();
    });
    turn.start(0);
    constexpr int count = 200;
    socket.write(QByteArray("HEAD /hello.txt HTTP/1.1\r\n\r\n").repeated(count));
    QTRY_COMPARE_WITH_TIMEOUT(connection->answers(), count, Patience);
    QVERIFY2(mostInTurn <= 2, qPrintable(QString::number(mostInTurn)));
}

void tst_HttpFile::emptyLines()
{
    const QByteArray request = "GET /hello.txt HTTP/1.1\r\nConnection: close\r\n\r\n";
    QCOMPARE(bodyOf(ask(QByteArray("\r\n").repeated(40000) + request)), "hello, world\n");
}

void tst_HttpFile::listing()
{
    const QByteArray top = ask("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    QVERIFY(top.contains("<a href=\"./sub%20dir/\">sub dir/</a>"));
    QVERIFY(top.contains("<a href=\"./hello.txt\">hello.txt</a>"));
    const QByteArray sub = ask("GET /sub%20dir/ HTTP/1.1\r\nConnection: close\r\n\r\n");
    QVERIFY(sub.contains("<a href=\"./%3Ca%26b%3E.html\">&lt;a&amp;b&gt;.html</a>"));
}

void tst_HttpFile::largeFile()
{
    const QByteArray answer = ask("GET /large HTTP/1.1\r\nConnection: close\r\n\r\n");
    QVERIFY(bodyOf(answer) == large());
}

// A client goes away in the middle of an answer. The next one is served.
void tst_HttpFile::clientGoesAway()
{
    HttpServer server(root);
    QVERIFY(listen(&server));
    {
        Socket socket;
        socket.setReadBufferSize(1000);
        socket.connectToHost(address(), server.serverPort());
        socket.write("GET /large HTTP/1.1\r\n\r\n");
        QTRY_VERIFY(socket.bytesAvailable() > 0);
        socket.abort();
    }
    QTRY_COMPARE(server.findChildren<HttpConnection *>().size(), 0);
    Socket socket;
    socket.connectToHost(address(), server.serverPort());
    socket.write("GET /hello.txt HTTP/1.1\r\nConnection: close\r\n\r\n");
    QTRY_COMPARE(socket.state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(bodyOf(socket.readAll()), QByteArray("hello, world\n"));
}

void tst_HttpFile::curl_data()
{
    QTest::addColumn<QString>("command");
    QTest::newRow("curl") << QStringLiteral("curl -sS -m 60 http://%1/large");
    QTest::newRow("wget") << QStringLiteral("wget -t1 -T 60 -q -O - http://%1/large");
}

#ifdef HTTPFILE_TEST_RDMA
// If rsocket() refuses flags, librspreload makes a TCP socket for a program that passes one.
static bool rsocketTakesFlags()
{
    const int socket = rsocket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (socket >= 0)
        rclose(socket);
    return socket >= 0;
}

static void startPreloaded(QProcess *client, const QString &command)
{
    QStringList arguments = command.split(u' ');
    arguments.prepend(QStringLiteral("LD_PRELOAD=/usr/$LIB/rsocket/librspreload.so"));
    client->start(QStringLiteral("env"), arguments);
}

// librspreload of rdma-core 65 has an epoll of its own, in which curl 8.22 waits for ever: with RDMA and without, and beyond its time.
static bool preloadedCurlEnds()
{
    QProcess client;
    startPreloaded(&client, QStringLiteral("curl -sS -m 5 http://127.0.0.1:1/"));
    if (client.waitForFinished(Patience))
        return true;
    client.kill();
    client.waitForFinished();
    return false;
}

// librspreload says nothing when it falls back to TCP. The test counts the connections over RDMA.
void tst_HttpFile::curl()
{
    QFETCH(const QString, command);
    HttpServer server(root);
    int served = 0;
    connect(&server, &HttpServer::serving, &server, [&served](const RdmaStream *client) {
        served += client->transport() == Rdma::StreamTransport::Rdma ? 1 : 0;
    });
    QVERIFY(listen(&server));
    const QString host = address().toString() + u':' + QString::number(server.serverPort());
    if (command.startsWith(u"curl") && !preloadedCurlEnds())
        QSKIP("This curl never ends with this librspreload, not even where nobody listens");
    QProcess client;
    startPreloaded(&client, command.arg(host));
    QVERIFY(RdmaTest::waitFor([&] { return client.state() == QProcess::NotRunning; },
                              2 * Patience));
    // No program listens at the TCP port. Over iWARP it is the kernel's, which resets a connection that is no iWARP.
    constexpr int CouldNotConnect = 7; // of curl
    constexpr int WasReset = 56;
    const int cause = RdmaTest::isSiw() ? WasReset : CouldNotConnect;
    if (command.startsWith(u"curl") && client.exitCode() == cause && served == 0
        && !rsocketTakesFlags())
        QSKIP("This curl passes SOCK_NONBLOCK, which rsocket() of this librdmacm refuses");
    QVERIFY2(client.exitCode() == 0, client.readAllStandardError().constData());
    QVERIFY(client.readAllStandardOutput() == large());
    QCOMPARE(served, 1);
}
#else
void tst_HttpFile::curl()
{
    QSKIP("librspreload needs an RDMA device");
}
#endif

// Any program of TCP is a client of a server that offers both transports.
void tst_HttpFile::curlOverTcp()
{
    HttpServer server(root);
    QVERIFY(listen(&server, Rdma::StreamTransport::Rdma | Rdma::StreamTransport::Tcp));
    const quint16 port = server.tcpPort() != 0 ? server.tcpPort() : server.serverPort();
    QProcess client;
    client.start(QStringLiteral("curl"),
                 { QStringLiteral("-sS"), QStringLiteral("-m60"), QStringLiteral("--noproxy"),
                   QStringLiteral("*"),
                   QStringLiteral("http://%1:%2/large").arg(address().toString()).arg(port) });
    QVERIFY(RdmaTest::waitFor([&] { return client.state() == QProcess::NotRunning; },
                              2 * Patience));
    QVERIFY2(client.exitCode() == 0, client.readAllStandardError().constData());
    QVERIFY(client.readAllStandardOutput() == large());
}

QTEST_GUILESS_MAIN(tst_HttpFile)
#include "tst_httpfile.moc"
