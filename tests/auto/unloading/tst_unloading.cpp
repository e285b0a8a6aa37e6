// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include <QtCore/qprocess.h>
#include <QtTest/qtest.h>

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

namespace {

constexpr int Patience = 60000;

bool isMarkedToStay(const void *library)
{
    link_map *map = nullptr;
    if (dlinfo(const_cast<void *>(library), RTLD_DI_LINKMAP, &map) != 0)
        return false;
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; ++entry) {
        if (entry->d_tag == DT_FLAGS_1)
            return (entry->d_un.d_val & DF_1_NODELETE) != 0;
    }
    return false;
}

} // namespace

// The library has threads and things that are destroyed when a thread or the process ends: a plugin that brought it in may be unloaded
// all the same.
class tst_Unloading : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void librariesStay_data();
    void librariesStay();
    void pluginIsUnloaded_data();
    void pluginIsUnloaded();
};

void tst_Unloading::librariesStay_data()
{
    QTest::addColumn<QString>("library");
    const QStringList libraries = QStringLiteral(STAYING).split(u':');
    for (const QString &library : libraries)
        QTest::newRow(qPrintable(library.section(u'/', -1))) << library;
}

void tst_Unloading::librariesStay()
{
    QFETCH(const QString, library);
    void *handle = dlopen(qPrintable(library), RTLD_LAZY | RTLD_LOCAL);
    QVERIFY2(handle, dlerror());
    QVERIFY(isMarkedToStay(handle));
    QCOMPARE(dlclose(handle), 0);
}

void tst_Unloading::pluginIsUnloaded_data()
{
    QTest::addColumn<QString>("thread");
    QTest::newRow("in the main thread") << QStringLiteral("main");
    QTest::newRow("in a thread that ends") << QStringLiteral("thread");
}

void tst_Unloading::pluginIsUnloaded()
{
    QFETCH(const QString, thread);
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    QProcess host;
    host.setProcessChannelMode(QProcess::ForwardedChannels);
    host.start(QStringLiteral(PLUGINHOST),
               { QStringLiteral(RDMAPLUGIN), RdmaTest::address().toString(), thread });
    QVERIFY(host.waitForFinished(Patience));
    QCOMPARE(host.exitStatus(), QProcess::NormalExit);
    QCOMPARE(host.exitCode(), 0);
}

QTEST_GUILESS_MAIN(tst_Unloading)
#include "tst_unloading.moc"
