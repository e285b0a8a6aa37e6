// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/qfile.h>
#include <QtCore/qprocess.h>
#include <QtCore/qtemporarydir.h>
#include <QtTest/qtest.h>

#include <cerrno>
#include <cstring>

namespace {

constexpr int Patience = 60000;

const QString Verbs = QStringLiteral("libibverbs.so.1");
const QString ConnectionManager = QStringLiteral("librdmacm.so.1");
const QString Both = Verbs + u' ' + ConnectionManager;

using Variables = QMap<QString, QString>;

// The lines that a program prints; one that says how it has failed if it does not end well.
QStringList output(const QString &program, const QStringList &arguments,
                   const Variables &variables = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (auto each = variables.begin(); each != variables.end(); ++each)
        environment.insert(each.key(), each.value());
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    if (!process.waitForFinished(Patience) || process.exitStatus() != QProcess::NormalExit
        || process.exitCode() != 0)
        return { process.errorString() + QString::fromLocal8Bit(process.readAllStandardError()) };
    return QString::fromLocal8Bit(process.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
}

QStringList outputOf(const QString &use, const Variables &variables)
{
    return output(QStringLiteral(RDMACOREUSER), { use }, variables);
}

QString fakeDirectory(const char *name)
{
    return QStringLiteral(FAKEVERBS "/") + QLatin1String(name);
}

Variables withFake(const char *name, const QString &absent = {})
{
    return { { QStringLiteral("LD_LIBRARY_PATH"), fakeDirectory(name) },
             { QStringLiteral("RDMACORE_ABSENT"), absent } };
}

// Empty when the error is of this call, has this text, and says what to install.
QString wrongWith(const QStringList &error, const QString &call, const QString &text)
{
    const bool isAsExpected = error.size() == 3 && error.at(0) == call && error.at(1) == text
            && error.at(2).contains(QLatin1String("Install rdma-core 44"))
            && error.at(2).contains(QLatin1String("librdmacm1"));
    return isAsExpected ? QString() : error.join(u'\n');
}

} // namespace

#define VERIFY_ERROR(error, call, text) \
  QCOMPARE(wrongWith(error, QStringLiteral(call), text), QString())

// The libraries of rdma-core are loaded when they are needed: what a program is told where they are
// missing or do not fit.
class tst_RdmaCore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsLinked();
    void absent_data();
    void absent();
    void verbsAlone();
    void installedLater();
    void tooOld_data();
    void tooOld();
    void functionIsMissing_data();
    void functionIsMissing();
    void functionHasLaterVersion();
    void deviceCannotBeOpened_data();
    void deviceCannotBeOpened();
    void noSuchDevice();
    void noLibrary();
    void librariesDoNotFit();
    void noFileCanBeOpened();
    void preloadedDeviceStandsInFront();
    void preloadedFaultsStandInFront();
};

void tst_RdmaCore::nothingIsLinked()
{
    const QStringList lines = output(QStringLiteral("ldd"), { QStringLiteral(RDMACOREUSER) });
    QVERIFY(!lines.filter(QStringLiteral("libQtRdma.so")).isEmpty());
    QCOMPARE(lines.filter(QStringLiteral("libibverbs")), QStringList());
    QCOMPARE(lines.filter(QStringLiteral("librdmacm")), QStringList());
}

void tst_RdmaCore::absent_data()
{
    QTest::addColumn<QString>("absent");
    QTest::addColumn<QString>("use");
    QTest::addColumn<QString>("text");
    const QString noVerbs = QStringLiteral("libibverbs.so.1 was not found");
    for (const char *use :
         { "names", "devices", "device", "watcher", "address", "stream", "server", "queue pair" }) {
        QTest::addRow("both, %s", use) << Both << QString::fromLatin1(use) << noVerbs;
        QTest::addRow("libibverbs, %s", use) << Verbs << QString::fromLatin1(use) << noVerbs;
    }
    for (const char *use : { "address", "stream", "queue pair" })
        QTest::addRow("librdmacm, %s", use) << ConnectionManager << QString::fromLatin1(use)
                                            << QStringLiteral("librdmacm.so.1 was not found");
}

void tst_RdmaCore::absent()
{
    QFETCH(const QString, absent);
    QFETCH(const QString, use);
    QFETCH(const QString, text);
    VERIFY_ERROR(outputOf(use, { { QStringLiteral("RDMACORE_ABSENT"), absent } }), "dlopen", text);
}

void tst_RdmaCore::verbsAlone()
{
    QCOMPARE(outputOf(QStringLiteral("names"), withFake("fakeverbs", ConnectionManager)),
             QStringList(QStringLiteral("fake0")));
}

void tst_RdmaCore::installedLater()
{
    QCOMPARE(outputOf(QStringLiteral("later"), withFake("fakeverbs", Both)),
             QStringList(QStringLiteral("fake0")));
}

void tst_RdmaCore::tooOld_data()
{
    QTest::addColumn<QString>("use");
    for (const char *use : { "names", "devices", "stream", "server" })
        QTest::newRow(use) << QString::fromLatin1(use);
}

void tst_RdmaCore::tooOld()
{
    QFETCH(const QString, use);
    VERIFY_ERROR(outputOf(use, withFake("fakeverbs_old")), "dlopen",
                 fakeDirectory("fakeverbs_old")
                         + QStringLiteral("/libibverbs.so.1.8.28.0 is of rdma-core 28.0, "
                                          "which is too old"));
}

void tst_RdmaCore::functionIsMissing_data()
{
    QTest::addColumn<QString>("use");
    QTest::newRow("devices") << QStringLiteral("devices");
    QTest::newRow("device") << QStringLiteral("device");
}

void tst_RdmaCore::functionIsMissing()
{
    QFETCH(const QString, use);
    VERIFY_ERROR(outputOf(use, withFake("fakeverbs_lacking")), "ibv_open_device",
                 fakeDirectory("fakeverbs_lacking")
                         + QStringLiteral("/libibverbs.so.1.14.44.0 does not have the function "
                                          "ibv_open_device"));
    // The others work.
    QCOMPARE(outputOf(QStringLiteral("names"), withFake("fakeverbs_lacking")),
             QStringList(QStringLiteral("fake0")));
}

void tst_RdmaCore::functionHasLaterVersion()
{
    QCOMPARE(outputOf(QStringLiteral("names"), withFake("fakeverbs_later")),
             QStringList(QStringLiteral("fake0")));
}

void tst_RdmaCore::deviceCannotBeOpened_data()
{
    functionIsMissing_data();
}

void tst_RdmaCore::deviceCannotBeOpened()
{
    QFETCH(const QString, use);
    const QStringList error = outputOf(use, withFake("fakeverbs"));
    QCOMPARE(error.value(0), QStringLiteral("ibv_open_device"));
    QCOMPARE(error.value(1), QString::fromLocal8Bit(std::strerror(EACCES)));
    QVERIFY(!error.value(2).isEmpty());
}

void tst_RdmaCore::noSuchDevice()
{
    Variables fake = withFake("fakeverbs");
    fake.insert(QStringLiteral("RDMACORE_DEVICE"), QStringLiteral("another"));
    QVERIFY(outputOf(QStringLiteral("device"), fake)
                    .contains(QStringLiteral("There is no such RDMA device")));
}

void tst_RdmaCore::noLibrary()
{
    const QTemporaryDir directory;
    QFile file(directory.filePath(Verbs));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.write(QByteArray(4096, 'x')) > 0);
    file.close();
    const QStringList error = outputOf(QStringLiteral("devices"),
                                       { { QStringLiteral("LD_LIBRARY_PATH"), directory.path() } });
    QVERIFY2(error.value(1).startsWith(QLatin1String("libibverbs.so.1 cannot be loaded: ")),
             qPrintable(error.join(u'\n')));
    VERIFY_ERROR(error, "dlopen", error.at(1));
}

// librdmacm would end the process when it calls a function that this libibverbs does not have.
void tst_RdmaCore::librariesDoNotFit()
{
    const QStringList error = outputOf(QStringLiteral("stream"), withFake("fakeverbs"));
    QVERIFY2(error.value(1).startsWith(QLatin1String("librdmacm.so.1 cannot be loaded: ")),
             qPrintable(error.join(u'\n')));
    VERIFY_ERROR(error, "dlopen", error.at(1));
}

void tst_RdmaCore::noFileCanBeOpened()
{
    const QStringList error = outputOf(QStringLiteral("without files"), {});
    QCOMPARE(error.value(0), QStringLiteral("dlopen"));
    QVERIFY(error.value(1).contains(QString::fromLocal8Bit(std::strerror(EMFILE))));
    QVERIFY(!error.value(2).contains(QLatin1String("Install")));
}

void tst_RdmaCore::preloadedDeviceStandsInFront()
{
#ifdef NULLDEVICE
    QCOMPARE(outputOf(QStringLiteral("names"),
                      { { QStringLiteral("LD_PRELOAD"), QStringLiteral(NULLDEVICE) } }),
             QStringList(QStringLiteral("null0")));
#else
    QSKIP("The runtime of the sanitizer has to be loaded first");
#endif
}

void tst_RdmaCore::preloadedFaultsStandInFront()
{
#ifdef FAULTLIBRARY
    Variables variables = withFake("fakeverbs");
    variables.insert(QStringLiteral("LD_PRELOAD"), QStringLiteral(FAULTLIBRARY));
    variables.insert(QStringLiteral("QTRDMA_FAULT"), QStringLiteral("1:%1").arg(EIO));
    variables.insert(QStringLiteral("QTRDMA_FAULT_CALLS"), QStringLiteral("ibv_open_device"));
    const QStringList error = outputOf(QStringLiteral("devices"), variables);
    QCOMPARE(error.value(0), QStringLiteral("ibv_open_device"));
    QCOMPARE(error.value(1), QString::fromLocal8Bit(std::strerror(EIO)));
#else
    QSKIP("The runtime of the sanitizer has to be loaded first");
#endif
}

QTEST_GUILESS_MAIN(tst_RdmaCore)
#include "tst_rdmacore.moc"
