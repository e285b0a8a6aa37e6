// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../qmlmodels/qmlobjects.h"

#include <QtRdma/rdmaserver.h>
#include <QtRdma/rdmastream.h>

#include <QtCore/qfile.h>
#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qprocess.h>
#include <QtCore/qtemporarydir.h>
#include <QtTest/qtest.h>

// The monitor shows the streams of another program, this one, as it recorded them. It needs no device: they go over TCP.
class tst_MonitorStreams : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void lines();
    void json();

private:
    QByteArray replayed(const QStringList &options) const;

    QTemporaryDir directory;
    QString recording;
    QString client; // address and port
    QString server;
};

namespace {

QString endpoint(quint16 port)
{
    return QStringLiteral("127.0.0.1:%1").arg(port);
}

} // namespace

void tst_MonitorStreams::initTestCase()
{
    RdmaServer listener;
    listener.setTransports(Rdma::StreamTransport::Tcp);
    QVERIFY(listener.listen(QHostAddress::LocalHost));
    RdmaStream stream;
    RdmaStreamOptions options;
    options.setTransport(Rdma::TransportPolicy::TcpOnly);
    stream.setOptions(options);
    stream.connectToHost(QHostAddress::LocalHost, listener.serverPort());
    QVERIFY(stream.waitForConnected());
    stream.write("hello");
    client = endpoint(stream.localPort());
    server = endpoint(listener.serverPort());

    recording = directory.filePath(QStringLiteral("recording"));
    const RdmaTest::QmlObjects objects(
            "property RdmaConnectionModel connections: RdmaConnectionModel {\n"
            "    source: RdmaSource { interval: 100; record: '"
            + recording.toUtf8() + "' }\n}\n");
    const QAbstractItemModel *shown = objects.model("connections");
    QVERIFY(shown);
    QTRY_VERIFY(RdmaTest::rowWith(shown, "bytesReceived", 5) >= 0);
}

// Returns what the monitor prints of the recording.
QByteArray tst_MonitorStreams::replayed(const QStringList &options) const
{
    QProcess monitor;
    monitor.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    monitor.start(QStringLiteral(MONITOR),
                  QStringList({ QStringLiteral("--headless"), QStringLiteral("--interval"),
                                QStringLiteral("100"), QStringLiteral("--replay"), recording })
                          + options);
    if (!monitor.waitForFinished() || monitor.exitCode() != 0)
        return "the monitor has failed";
    return monitor.readAllStandardOutput();
}

void tst_MonitorStreams::lines()
{
    const QString said = QString::fromUtf8(replayed({}));
    const QString line = QStringLiteral(
            "connection\tStream\tTcp\tConnected\t\t%1\t%2\t%3 bytes sent\t%4 bytes received\n");
    for (const QString &expected :
         { line.arg(client, server).arg(5).arg(0), line.arg(server, client).arg(0).arg(5) })
        QVERIFY2(said.contains(expected), qPrintable(expected + said));
}

void tst_MonitorStreams::json()
{
    QFile samples(recording);
    QVERIFY(samples.open(QIODevice::ReadOnly));
    const auto count = samples.readAll().count('\n') - 1; // the first line is the head
    const QString name = directory.filePath(QStringLiteral("streams.json"));
    QCOMPARE(replayed({ QStringLiteral("--count"), QString::number(count),
                        QStringLiteral("--export"), name, QStringLiteral("--table"),
                        QStringLiteral("connections") }),
             QByteArray());
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray rows = QJsonDocument::fromJson(file.readAll()).array();
    QCOMPARE(rows.size(), 2);
    for (const QJsonValue &row : rows)
        QCOMPARE(row[QLatin1String("transport")], QStringLiteral("Tcp"));
}

QTEST_GUILESS_MAIN(tst_MonitorStreams)
#include "tst_monitorstreams.moc"
