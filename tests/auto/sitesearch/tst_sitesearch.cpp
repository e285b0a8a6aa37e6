// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The search of the documentation finds what a user copies into it.

#include <QtCore/qfile.h>
#include <QtQml/qjsengine.h>

#include <QtTest/qtest.h>

using namespace Qt::StringLiterals;

class tst_SiteSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void finds_data();
    void finds();
    void findsNothing();

private:
    QStringList found(const QString &query);

    QJSEngine engine;
};

void tst_SiteSearch::initTestCase()
{
    QFile file(u"" SEARCH ""_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJSValue program = engine.evaluate(QString::fromUtf8(file.readAll()), file.fileName());
    QVERIFY2(!program.isError(), qPrintable(program.toString()));

    // address, page, heading, text
    const QJSValue sections = engine.evaluate(uR"([
        ['pages/doc/guide/errors.html', 'Errors', 'Refused',
         'Connection refused: nobody listens on that port. Start the server.'],
        ['pages/doc/guide/messages.html', 'More messages', 'Addresses',
         'No RDMA device has the loopback address …'],
        ['pages/doc/guide/options.html', 'Options', 'Locked memory', 'RLIMIT_MEMLOCK limits it.'],
        ['pages/doc/decisions/engine.html', 'Decisions', 'Locked memory', 'It is counted.'],
        ['rdmastream.html#write', 'RdmaStream', 'write()', 'Memory that is locked is reused.'],
    ])"_s);
    QVERIFY2(sections.isArray(), qPrintable(sections.toString()));
    engine.globalObject().setProperty(u"sections"_s, sections);
}

QStringList tst_SiteSearch::found(const QString &query)
{
    const QJSValue search = engine.evaluate(
            u"query => found(sections, query).map(([address]) => address).join(' ')"_s);
    return search.call({ query }).toString().split(u' ', Qt::SkipEmptyParts);
}

void tst_SiteSearch::finds_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("address");

    QTest::newRow("an error")
            << u"Connection refused: nobody listens on that port (rdma_connect)."_s
            << u"pages/doc/guide/errors.html"_s;
    QTest::newRow("another address") << u"No RDMA device has the loopback address 127.0.0.1"_s
                                     << u"pages/doc/guide/messages.html"_s;
    QTest::newRow("a name of C") << u"RLIMIT_MEMLOCK"_s << u"pages/doc/guide/options.html"_s;
    QTest::newRow("guide first") << u"locked memory"_s << u"pages/doc/guide/options.html"_s;
    QTest::newRow("a beginning") << u"refus"_s << u"pages/doc/guide/errors.html"_s;
    QTest::newRow("a function") << u"write()"_s << u"rdmastream.html#write"_s;
    QTest::newRow("signs of a pattern")
            << u"loopback (.*[+"_s << u"pages/doc/guide/messages.html"_s;
}

void tst_SiteSearch::finds()
{
    QFETCH(const QString, query);
    QFETCH(const QString, address);

    QCOMPARE(found(query).value(0), address);
}

void tst_SiteSearch::findsNothing()
{
    QCOMPARE(found(u"multicast"_s), QStringList());
    QCOMPARE(found(u"?"_s), QStringList());
}

QTEST_GUILESS_MAIN(tst_SiteSearch)
#include "tst_sitesearch.moc"
