// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../../../doc/guide/snippets/porting/encrypted.h"
#include "../shared/rdmatest.h"
#include "../shared/testcertificates.h"

#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

// The programs with TLS of doc/guide/porting.md, before and after they were ported.
class tst_PortingTls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void sockets();
    void streams();

private:
    template <typename Server, typename Socket>
    void asks(const QHostAddress &address);

    const RdmaTest::TestAuthority authority;
};

void tst_PortingTls::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("no address of a device in the environment");
}

template <typename Server, typename Socket>
void tst_PortingTls::asks(const QHostAddress &address)
{
    const QByteArray name = "IP:" + address.toString().toUtf8();
    Server server;
    serveEncrypted(&server, RdmaTest::configurationOf(authority.issue(name.constData())));
    QVERIFY2(server.listen(address), qPrintable(server.errorString()));
    QString text;
    Socket socket;
    const QSignalSpy encrypted(&socket, &Socket::encrypted);
    ask(&socket, RdmaTest::configurationTrusting(authority), address.toString(),
        server.serverPort(), [&text](const QString &told) { text = told; });
    QTRY_COMPARE_WITH_TIMEOUT(text, fortune(), 60000);
    QCOMPARE(encrypted.size(), 1);
}

void tst_PortingTls::sockets()
{
    asks<QSslServer, QSslSocket>(QHostAddress::LocalHost);
}

void tst_PortingTls::streams()
{
    asks<RdmaTlsServer, RdmaTlsStream>(RdmaTest::address());
}

QTEST_MAIN(tst_PortingTls)

#include "tst_portingtls.moc"
