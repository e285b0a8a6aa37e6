// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"
#include "worker.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qfile.h>
#include <QtTest/qtest.h>

#include <atomic>
#include <memory>

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

namespace {

constexpr int Patience = 20000;

// A setting of the kernel's, until the end of the test.
class KernelSetting
{
public:
    KernelSetting(const QString &path, const QByteArray &value, const QByteArray &usual)
        : m_path(path)
        , m_usual(usual)
        , m_isSet(write(value))
    {
    }
    ~KernelSetting() { write(m_usual); }
    Q_DISABLE_COPY(KernelSetting)

    bool isSet() const { return m_isSet; }

private:
    bool write(const QByteArray &value) const
    {
        QFile file(m_path);
        return file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)
                && file.write(value) == value.size();
    }

    QString m_path;
    QByteArray m_usual;
    bool m_isSet;
};

// Sends back what each connection sends, one after the other.
void echo(const QHostAddress &address, std::atomic<quint16> *port, const std::atomic<bool> &over)
{
    RdmaServer server;
    if (!server.listen(address))
        return;
    *port = server.serverPort();
    while (!over) {
        if (!server.waitForNewConnection(0))
            continue;
        const std::unique_ptr<RdmaStream> stream(server.nextPendingConnection());
        while (!over && stream->state() == QAbstractSocket::ConnectedState) {
            if (stream->waitForReadyRead(0))
                stream->write(stream->readAll());
        }
    }
}

} // namespace

// A server that gets little of its processor: between any two steps of its kernel much happens elsewhere.
class tst_BusyServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void firstMessageIsHeard();
};

// siw read what had come before accept() was done only when more came: a client that sent one message and waited for the answer
// waited for ever.
void tst_BusyServer::firstMessageIsHeard()
{
    if (!qEnvironmentVariableIsSet("QTRDMA_LAB"))
        QSKIP("Changes settings of the kernel: only in the lab");
    const QHostAddress address = RdmaTest::address();
    if (!QFile::exists(QStringLiteral("/sys/kernel/debug/sched")))
        mount("none", "/sys/kernel/debug", "debugfs", 0, nullptr);
    // The kernel interrupts its own work for a thread that is more urgent, and does the client's work on the same processor.
    const KernelSetting preempt(QStringLiteral("/sys/kernel/debug/sched/preempt"), "full",
                                "voluntary");
    const KernelSetting second(QStringLiteral("/sys/devices/system/cpu/cpu1/online"), "0", "1");
    QVERIFY(preempt.isSet() && second.isSet());
    std::atomic<bool> over = false;
    std::atomic<bool> isPolite = false;
    std::atomic<quint16> port = 0;
    const Worker server([&] {
        isPolite = setpriority(PRIO_PROCESS, 0, 5) == 0;
        echo(address, &port, over);
    });
    const auto end = qScopeGuard([&] { over = true; });
    const sched_param urgent = { 1 };
    QCOMPARE(sched_setscheduler(0, SCHED_FIFO, &urgent), 0);
    QTRY_VERIFY_WITH_TIMEOUT(port != 0, Patience);
    QVERIFY(isPolite);
    for (int round = 0; round < RdmaTest::rounds(20, 100); ++round) {
        RdmaStream stream;
        stream.connectToHost(address, port);
        QVERIFY2(stream.waitForConnected(Patience), qPrintable(stream.errorString()));
        QCOMPARE(stream.write("hello"), 5);
        QVERIFY2(stream.waitForReadyRead(Patience), qPrintable(stream.errorString()));
        QCOMPARE(stream.readAll(), "hello");
        stream.disconnectFromHost();
    }
}

QTEST_GUILESS_MAIN(tst_BusyServer)

#include "tst_busyserver.moc"
