// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"

#include <fetch.h>
#include <limitedserver.h>
#include <webserver.h>

#include <QtCore/qbuffer.h>
#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qrandom.h>
#include <QtCore/qtemporarydir.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

namespace {

constexpr int Patience = 30000;

// The example's server over a directory, and its client.
class Web
{
public:
    Web()
    {
        QDir(m_top.path()).mkdir(QStringLiteral("root"));
        write(QStringLiteral("secret"), "not for strangers");
        m_web.emplace(root(), m_server);
        m_isReady = m_web->listen(RdmaTest::address(), 0);
    }

    bool isReady() const { return m_isReady; }
    QString root() const { return m_top.filePath(QStringLiteral("root")); }
    quint16 port() const { return m_server->serverPort(); }

    void write(const QString &name, const QByteArray &bytes) const
    {
        QFile file(m_top.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    // Returns the problem.
    QString get(const QString &path, QByteArray *document) const
    {
        QBuffer buffer(document);
        buffer.open(QIODevice::WriteOnly);
        const QUrl url(QStringLiteral("http://%1:%2%3")
                               .arg(RdmaTest::address().toString())
                               .arg(port())
                               .arg(path));
        Fetch fetch(url, RdmaStreamOptions(), &buffer);
        QSignalSpy finished(&fetch, &Fetch::finished);
        if (finished.isEmpty() && !finished.wait(Patience))
            return QStringLiteral("it does not end");
        return finished.at(0).at(0).toString();
    }

private:
    const QTemporaryDir m_top;
    RdmaServer *const m_server = new RdmaServer; // the web server owns it
    std::optional<WebServer> m_web;
    bool m_isReady = false;
};

} // namespace

// The example httpserver.
class tst_HttpServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void devices();
    void file();
    void noFile_data();
    void noFile();
    void nobodyThere();
    void longRequest();
};

void tst_HttpServer::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_HttpServer::devices()
{
    const Web web;
    QVERIFY(web.isReady());
    QByteArray document;
    QCOMPARE(web.get(QStringLiteral("/devices"), &document), QString());
    const QJsonArray devices =
            QJsonDocument::fromJson(document).object().value(QStringLiteral("devices")).toArray();
    QVERIFY2(!devices.isEmpty(), document.constData());
    QVERIFY(!devices.at(0).toObject().value(QStringLiteral("name")).toString().isEmpty());
}

void tst_HttpServer::file()
{
    const Web web;
    QVERIFY(web.isReady());
    // More than the buffers of both ends hold.
    QByteArray sent(2'000'000, Qt::Uninitialized);
    QRandomGenerator(1).fillRange(reinterpret_cast<quint32 *>(sent.data()), sent.size() / 4);
    web.write(QStringLiteral("root/a file"), sent);
    QByteArray got;
    QCOMPARE(web.get(QStringLiteral("/files/a%20file"), &got), QString());
    QVERIFY(got == sent);
    QVERIFY(QDir(web.root()).mkdir(QStringLiteral("below")));
    web.write(QStringLiteral("root/below/empty"), {});
    got.clear();
    QCOMPARE(web.get(QStringLiteral("/files/below/empty"), &got), QString());
    QVERIFY(got.isEmpty());
}

void tst_HttpServer::noFile_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("missing") << QStringLiteral("/files/missing");
    QTest::newRow("directory") << QStringLiteral("/files/");
    QTest::newRow("upwards") << QStringLiteral("/files/..%2fsecret");
    QTest::newRow("absolute") << QStringLiteral("/files//etc/passwd");
    QTest::newRow("link") << QStringLiteral("/files/link");
    QTest::newRow("no route") << QStringLiteral("/secret");
}

void tst_HttpServer::noFile()
{
    QFETCH(QString, path);
    const Web web;
    QVERIFY(web.isReady());
    QVERIFY(QFile::link(QStringLiteral("../secret"), web.root() + QStringLiteral("/link")));
    QByteArray document;
    const QString problem = web.get(path, &document);
    QVERIFY2(problem.contains(QStringLiteral("404")), qPrintable(problem));
    QVERIFY(document.isEmpty());
}

void tst_HttpServer::nobodyThere()
{
    std::optional<Web> web(std::in_place);
    QVERIFY(web->isReady());
    const QUrl url(
            QStringLiteral("http://%1:%2").arg(RdmaTest::address().toString()).arg(web->port()));
    web.reset();
    QBuffer buffer;
    QVERIFY(buffer.open(QIODevice::WriteOnly));
    Fetch fetch(url, RdmaStreamOptions(), &buffer);
    QSignalSpy finished(&fetch, &Fetch::finished);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, Patience);
    QVERIFY(!finished.at(0).at(0).toString().isEmpty());
}

// A request that goes on for ever takes bounded memory, and others are served.
void tst_HttpServer::longRequest()
{
    const Web web;
    QVERIFY(web.isReady());
    RdmaStream client;
    client.connectToHost(RdmaTest::address(), web.port());
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), QAbstractSocket::ConnectedState, Patience);
    client.write("POST /devices HTTP/1.1\r\nHost: test\r\nContent-Length: 100000000\r\n\r\n");
    const QByteArray piece(LimitedServer::MaxRequest / 4, 'x');
    connect(&client, &RdmaStream::bytesWritten, this, [&client, &piece] { client.write(piece); });
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), QAbstractSocket::UnconnectedState, Patience);
    QByteArray document;
    QCOMPARE(web.get(QStringLiteral("/devices"), &document), QString());
}

QTEST_GUILESS_MAIN(tst_HttpServer)
#include "tst_httpserver.moc"
