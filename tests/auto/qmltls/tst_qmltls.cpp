// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../qmlmodels/qmlobjects.h"
#include "../shared/rdmatest.h"
#include "../shared/testcertificates.h"

#include <QtCore/qfile.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qtemporarydir.h>
#include <QtCore/qurl.h>

using RdmaTest::TestAuthority;

namespace {

constexpr int Patience = 60000;

} // namespace

// Encrypted streams and servers, and the reconnector, as QML programs use them.
class tst_QmlTls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void echo_data();
    void echo();
    void wrongAuthority_data();
    void wrongAuthority();
    void badFiles_data();
    void badFiles();
    void reconnects_data();
    void reconnects();

private:
    QString path(const QString &name) const { return directory.filePath(name); }
    bool write(const QString &name, const QByteArray &contents) const;
    QByteArray server(const QByteArray &onNewConnection) const;
    static QByteArray address() { return RdmaTest::address().toString().toLatin1(); }

    const QTemporaryDir directory;
    const TestAuthority authority;
};

bool tst_QmlTls::write(const QString &name, const QByteArray &contents) const
{
    QFile file(path(name));
    return file.open(QIODevice::WriteOnly) && file.write(contents) == contents.size();
}

void tst_QmlTls::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    const RdmaTest::Identity identity = authority.issue(QByteArray("IP:" + address()));
    QVERIFY(write(QStringLiteral("server.pem"), identity.certificate.toPem()));
    QVERIFY(write(QStringLiteral("server.key"), identity.key.toPem()));
    QVERIFY(write(QStringLiteral("ca.pem"), authority.certificate().toPem()));
    QVERIFY(write(QStringLiteral("other.pem"), TestAuthority("another").certificate().toPem()));
    QVERIFY(write(QStringLiteral("text"), "no PEM"));
}

QByteArray tst_QmlTls::server(const QByteArray &onNewConnection) const
{
    return "property string heard\nproperty string problem\n"
           "property var server: RdmaTlsServer {\n"
           "    id: server\n    certificate: '"
            + path(QStringLiteral("server.pem")).toUtf8() + "'\n    privateKey: '"
            + path(QStringLiteral("server.key")).toUtf8() + "'\n    onNewConnection: {"
            + onNewConnection + "}\n}\n";
}

void tst_QmlTls::echo_data()
{
    QTest::addColumn<bool>("asUrl");
    QTest::newRow("file") << false;
    QTest::newRow("URL") << true;
}

void tst_QmlTls::echo()
{
    QFETCH(const bool, asUrl);
    const QString file = path(QStringLiteral("ca.pem"));
    const QByteArray ca = (asUrl ? QUrl::fromLocalFile(file).toString() : file).toUtf8();
    const RdmaTest::QmlObjects objects(
            "id: root\n"
            "function answer(peer: RdmaTlsStream) {\n"
            "    peer.readyRead.connect(() => { peer.send(peer.receive()) })\n"
            "}\n"
            + server("root.answer(nextPendingConnection())")
            + "property var stream: RdmaTlsStream {\n"
              "    id: stream\n    caCertificates: '"
            + ca
            + "'\n"
              "    onEncrypted: send('grüße\\nrest')\n"
              "    onReadyRead: root.heard = receiveLine() ?? ''\n"
              "    onErrorOccurred: console.warn(rdmaError.text, sslErrorTexts)\n"
              "}\n"
              "Component.onCompleted: if (server.listen('"
            + address() + "')) stream.connectToHostEncrypted('" + address()
            + "', server.serverPort)");
    QVERIFY(objects.root());
    QTRY_COMPARE_WITH_TIMEOUT(objects.root()->property("heard").toString(), QStringLiteral("grüße"),
                              Patience);
    const QObject *const stream = objects.object("stream");
    QCOMPARE(stream->property("encrypted"), true);
    QCOMPARE(stream->property("peerAddress").toString(), RdmaTest::address().toString());
    QCOMPARE(stream->property("sslErrorTexts").toStringList(), QStringList());
}

void tst_QmlTls::wrongAuthority_data()
{
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<bool>("goesOn");
    QTest::newRow("refused") << QByteArray() << false;
    QTest::newRow("ignored") << QByteArray("onSslErrors: ignoreSslErrors()") << true;
    QTest::newRow("not verified") << QByteArray("peerVerifyMode: RdmaTlsStream.VerifyNone") << true;
}

void tst_QmlTls::wrongAuthority()
{
    QFETCH(const QByteArray, more);
    QFETCH(const bool, goesOn);
    const RdmaTest::QmlObjects objects(
            "id: root\n" + server("root.heard = 'connected'")
            + "property var stream: RdmaTlsStream {\n"
              "    id: stream\n    caCertificates: '"
            + path(QStringLiteral("other.pem")).toUtf8() + "'\n    " + more
            + "\n    onErrorOccurred: root.problem = sslErrorTexts.join()\n"
              "}\n"
              "Component.onCompleted: if (server.listen('"
            + address() + "')) stream.connectToHostEncrypted('" + address()
            + "', server.serverPort)");
    QVERIFY(objects.root());
    if (goesOn) {
        QTRY_COMPARE_WITH_TIMEOUT(objects.root()->property("heard").toString(),
                                  QStringLiteral("connected"), Patience);
    } else {
        QTRY_VERIFY_WITH_TIMEOUT(!objects.root()->property("problem").toString().isEmpty(),
                                 Patience);
    }
}

void tst_QmlTls::badFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("warning");
    const QString text = path(QStringLiteral("text"));
    QTest::newRow("certificate: missing")
            << QStringLiteral("/nonexistent") << QStringLiteral("No such file or directory");
    QTest::newRow("certificate: text") << text << QStringLiteral("no certificate");
    QTest::newRow("privateKey: text") << text << QStringLiteral("no private key");
    QTest::newRow("caCertificates: text") << text << QStringLiteral("no certificate");
}

// Each is told, and a server without a certificate does not listen.
void tst_QmlTls::badFiles()
{
    QFETCH(const QString, file);
    QFETCH(const QString, warning);
    const QByteArray property = QByteArray(QTest::currentDataTag()).split(':').first();
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(warning));
    const RdmaTest::QmlObjects objects("property var server: RdmaTlsServer { " + property + ": '"
                                       + file.toUtf8() + "' }");
    QVERIFY(objects.object("server"));
    bool listens = true;
    QVERIFY(QMetaObject::invokeMethod(objects.object("server"), "listen",
                                      Q_RETURN_ARG(bool, listens),
                                      Q_ARG(QString, RdmaTest::address().toString())));
    QVERIFY(!listens);
}

void tst_QmlTls::reconnects_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QByteArray>("listener");
    QTest::newRow("plain") << QByteArray("RdmaStream { }") << QByteArray("RdmaServer {");
    QTest::newRow("encrypted") << "RdmaTlsStream { caCertificates: '"
                    + path(QStringLiteral("ca.pem")).toUtf8() + "' }"
                               << "RdmaTlsServer { certificate: '"
                    + path(QStringLiteral("server.pem")).toUtf8() + "'; privateKey: '"
                    + path(QStringLiteral("server.key")).toUtf8() + "';";
}

// A server that ends each connection sees the stream again.
void tst_QmlTls::reconnects()
{
    QFETCH(const QByteArray, stream);
    QFETCH(const QByteArray, listener);
    const RdmaTest::QmlObjects objects(
            "id: root\nproperty int connections\nproperty int waits\n"
            "property var server: "
            + listener
            + " id: server; onNewConnection: {\n"
              "    ++root.connections\n    nextPendingConnection().disconnectFromHost()\n} }\n"
              "property var reconnector: RdmaReconnector {\n    id: reconnector\n    stream: "
            + stream
            + "\n    initialDelay: 10\n    onWaiting: ++root.waits\n}\n"
              "Component.onCompleted: if (server.listen('"
            + address() + "')) reconnector.connectToHost('" + address() + "', server.serverPort)");
    QVERIFY(objects.root());
    QTRY_VERIFY_WITH_TIMEOUT(objects.root()->property("connections").toInt() >= 3, Patience);
    QVERIFY(objects.root()->property("waits").toInt() >= 2);
    QObject *const reconnector = objects.object("reconnector");
    QCOMPARE(reconnector->property("active"), true);
    QVERIFY(QMetaObject::invokeMethod(reconnector, "stop"));
    QCOMPARE(reconnector->property("active"), false);
    QCOMPARE(reconnector->property("initialDelay"), 10);
}

QTEST_GUILESS_MAIN(tst_QmlTls)
#include "tst_qmltls.moc"
