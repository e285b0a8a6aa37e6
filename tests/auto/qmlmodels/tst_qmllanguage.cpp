// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "qmlobjects.h"
#include "sysfstree.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qtranslator.h>
#include <QtTest/qtest.h>

using RdmaTest::rowWith;
using RdmaTest::valueAt;

namespace {

// A language in which each text that begins with a letter stands in brackets.
class Brackets : public QTranslator
{
public:
    using QTranslator::QTranslator;

    QString translate(const char *, const char *source, const char *, int) const override
    {
        return QChar::fromLatin1(*source).isLetter()
                ? QLatin1Char('[') + QString::fromUtf8(source) + QLatin1Char(']')
                : QString();
    }
    bool isEmpty() const override { return false; }
};

constexpr auto OutOfBuffer = "mlx5_0/ports/1/hw_counters/out_of_buffer";

} // namespace

// A user who speaks another language than English reads it in the models. Programs, other machines
// and later readers of a recording do not.
class tst_QmlLanguage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void models();
    void csv();
    void recording();
    void replay();

private:
    QByteArray body(const QByteArray &more = {}) const;
    void sampleTwice(const RdmaTest::QmlObjects &objects);
    QString recorded() const { return tree.root() + QStringLiteral("/../language.recording"); }

    RdmaTest::SysfsTree tree;
};

void tst_QmlLanguage::initTestCase()
{
    QCoreApplication::installTranslator(new Brackets(QCoreApplication::instance()));
    tree.addMlx5();
}

QByteArray tst_QmlLanguage::body(const QByteArray &more) const
{
    return "property RdmaSource from: RdmaSource { id: source; running: false; sysfs: '"
            + tree.root().toUtf8() + "'; " + more + " }\n"
            + "property RdmaCounterModel counters: RdmaCounterModel { source: source }\n"
              "property RdmaDeviceModel devices: RdmaDeviceModel { source: source }\n"
              "property RdmaDetailModel details: RdmaDetailModel { source: source }\n"
              "property RdmaEventModel events: RdmaEventModel { source: source }\n";
}

// A counter moves between the samples.
void tst_QmlLanguage::sampleTwice(const RdmaTest::QmlObjects &objects)
{
    QObject *source = objects.object("from");
    for (const QByteArray value : { "0\n", "3\n" }) {
        tree.write(QString::fromLatin1(OutOfBuffer), value);
        const int before = source->property("samples").toInt();
        QVERIFY(QMetaObject::invokeMethod(source, "refresh"));
        QTRY_COMPARE(source->property("samples").toInt(), before + 1);
    }
}

void tst_QmlLanguage::models()
{
    const RdmaTest::QmlObjects objects(body());
    sampleTwice(objects);
    const QAbstractItemModel *counters = objects.model("counters");
    const int row = rowWith(counters, "name", QStringLiteral("out_of_buffer"));
    QVERIFY(row >= 0); // its name is the same in each language
    const QString meaning = valueAt(counters, row, "meaning").toString();
    QVERIFY2(meaning.startsWith(u'[') && meaning.endsWith(u']'), qPrintable(meaning));
    QVERIFY(valueAt(objects.model("devices"), 0, "problem").toString().startsWith(u'['));
    QCOMPARE(valueAt(objects.model("events"), 0, "text").toString(),
             QStringLiteral("+3. %1").arg(meaning));
    QVariantMap values;
    QVERIFY(QMetaObject::invokeMethod(objects.model("counters"), "get",
                                      Q_RETURN_ARG(QVariantMap, values), Q_ARG(int, row)));
    QCOMPARE(values.value(QStringLiteral("meaning")).toString(), meaning);
    // For programs there is another role.
    const int role = RdmaTest::roleOf(counters, "meaning") + 0x10000;
    QCOMPARE(counters->index(row, 0).data(role).toString(), meaning.mid(1, meaning.size() - 2));
}

void tst_QmlLanguage::csv()
{
    const RdmaTest::QmlObjects objects(body());
    sampleTwice(objects);
    for (const char *name : { "counters", "devices", "details", "events" }) {
        QString text;
        QVERIFY(QMetaObject::invokeMethod(objects.model(name), "csv", Q_RETURN_ARG(QString, text)));
        QVERIFY2(text.count(u'\n') > 1 && !text.contains(u'['), qPrintable(text));
    }
}

// Viewers on other machines get what is recorded.
void tst_QmlLanguage::recording()
{
    {
        const RdmaTest::QmlObjects objects(body("record: '" + recorded().toUtf8() + "'"));
        sampleTwice(objects);
    }
    QFile file(recorded());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY2(text.contains("\"meaning\"") && !text.contains("\"[") && !text.contains(". ["),
             text.constData());
}

void tst_QmlLanguage::replay()
{
    const RdmaTest::QmlObjects objects(body("replay: '" + recorded().toUtf8() + "'"));
    sampleTwice(objects);
    const QAbstractItemModel *counters = objects.model("counters");
    const int row = rowWith(counters, "name", QStringLiteral("out_of_buffer"));
    QVERIFY(valueAt(counters, row, "meaning").toString().startsWith(u'['));
    QVERIFY(valueAt(objects.model("events"), 0, "text").toString().startsWith(u"+3. ["));
    QVERIFY(QFile::remove(recorded()));
}

QTEST_GUILESS_MAIN(tst_QmlLanguage)

#include "tst_qmllanguage.moc"
