// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "qmlobjects.h"

#include <QtCore/qdatetime.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qthreadpool.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

using namespace Qt::StringLiterals;

using RdmaTest::rowWith;
using RdmaTest::valueAt;

// Sources that are fed with the recordings of other machines.
class tst_QmlRemote : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void anyPieces();
    void fromSource();
    void bad_data();
    void bad();
    void endlessLine();
    void manySamples();
    void clock_data();
    void clock();
    void delayIsNoDifferenceOfClocks();
    void comesBack();
    void paused();
    void load();
    void counterBeginsAnew();
    void unavailableMeanwhile();
    void devicesComeAndGo();
    void severalSources();
    void samplesThatComeTogether();
    void otherSource();
    void goesWhileItIsParsed();
};

namespace {

const QByteArray Head = "{\"format\":\"QtRdma recording\",\"version\":2,\"host\":\"node1\"}\n";
constexpr auto Source = "property RdmaSource from: RdmaSource { id: source; remote: true }\n"
                        "property RdmaCounterModel counters: RdmaCounterModel { source: source }\n"
                        "property RdmaEventModel events: RdmaEventModel { source: source }\n"
                        "property RdmaPortLoadModel loads: RdmaPortLoadModel { sources: source }\n";

void feed(QObject *source, const QByteArray &piece)
{
    QSignalSpy read(source, SIGNAL(feedRead()));
    QVERIFY(QMetaObject::invokeMethod(source, "feed", Q_ARG(QByteArray, piece)));
    QVERIFY(read.count() == 1 || read.wait());
}

QString feedState(const QObject *source)
{
    return source->property("feedState").toString();
}

QByteArray counter(const char *device, const char *name, const QByteArray &value,
                   const QByteArray &more = {})
{
    return "{\"device\":\"" + QByteArray(device) + "\",\"port\":1,\"name\":\"" + name
            + "\",\"available\":true,\"value\":\"" + value + '"' + more + '}';
}

QByteArray port(const char *device)
{
    return "{\"device\":\"" + QByteArray(device)
            + "\",\"port\":1,\"active\":true,\"state\":\"Active\",\"speed\":100}";
}

QByteArray sampleOf(qint64 time, const QByteArrayList &ports, const QByteArrayList &counters)
{
    return "{\"time\":" + QByteArray::number(time) + ",\"ports\":[" + ports.join(',')
            + "],\"counters\":[" + counters.join(',') + "]}\n";
}

double valueOf(const RdmaTest::QmlObjects &objects, const QByteArray &role, int row = 0)
{
    return valueAt(objects.model("loads"), row, role).toDouble();
}

} // namespace

void tst_QmlRemote::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
}

// The thread that parses has nobody to tell then.
void tst_QmlRemote::goesWhileItIsParsed()
{
    const QByteArrayList counters(20000, counter("a", "x", "5"));
    {
        const RdmaTest::QmlObjects objects(Source);
        QVERIFY(QMetaObject::invokeMethod(objects.object("from"), "feed",
                                          Q_ARG(QByteArray, Head + sampleOf(1000, {}, counters))));
    }
    QVERIFY(QThreadPool::globalInstance()->waitForDone(60000));
    QCoreApplication::processEvents();
}

// A line that is not complete yet is no error, wherever it is cut.
void tst_QmlRemote::anyPieces()
{
    const QByteArray recording = Head + sampleOf(1000, {}, { counter("a", "x", "5") })
            + sampleOf(2000, {}, { "{\"value\":\"7\"}" });
    const RdmaTest::QmlObjects objects(Source);
    QObject *const source = objects.object("from");
    QCOMPARE(feedState(source), u"None"_s);
    for (const char byte : recording) {
        QVERIFY(feedState(source) != u"Damaged"_s);
        feed(source, QByteArray(1, byte));
    }
    QCOMPARE(feedState(source), u"Live"_s);
    QCOMPARE(source->property("host"), u"node1"_s);
    QCOMPARE(source->property("samples"), 2);
    QCOMPARE(source->property("skipped"), 0);
    QCOMPARE(valueAt(objects.model("counters"), 0, "value"), 7);
    QCOMPARE(valueAt(objects.model("counters"), 0, "rate"), 2.0);
}

// Another source is fed with what a source tells of itself.
void tst_QmlRemote::fromSource()
{
    const RdmaTest::QmlObjects first(Source);
    const RdmaTest::QmlObjects second(Source);
    QObject *const from = first.object("from");
    QObject *const to = second.object("from");
    const auto line = [from](bool whole, int skipped) {
        QByteArray result;
        [&] {
            QVERIFY(QMetaObject::invokeMethod(from, "recordingLine",
                                              Q_RETURN_ARG(QByteArray, result), Q_ARG(bool, whole),
                                              Q_ARG(int, skipped)));
        }();
        return result;
    };
    QByteArray head;
    QVERIFY(QMetaObject::invokeMethod(from, "recordingHead", Q_RETURN_ARG(QByteArray, head)));
    QVERIFY(QJsonDocument::fromJson(head).object().contains(u"time"_s));
    feed(to, head);
    QCOMPARE(feedState(to), u"Live"_s);

    feed(from, Head + sampleOf(1000, {}, { counter("a", "x", "5") }));
    feed(to, line(true, 0));
    feed(from, sampleOf(2000, {}, { "{\"value\":\"6\"}" }));
    QVERIFY(!line(false, 0).contains("\"name\"")); // it has not changed
    feed(to, line(false, 0));
    QCOMPARE(valueAt(second.model("counters"), 0, "value"), 6);
    feed(from, sampleOf(3000, {}, { "{\"value\":\"8\"}" }));
    feed(from, sampleOf(4000, {}, { "{\"value\":\"9\"}" }));
    feed(to, line(true, 1));
    QCOMPARE(valueAt(second.model("counters"), 0, "value"), 9);
    QCOMPARE(valueAt(second.model("counters"), 0, "name"), u"x"_s);
    QCOMPARE(to->property("skipped"), 1);
}

void tst_QmlRemote::bad_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("text");
    QTest::newRow("HTTP") << QByteArray("HTTP/1.1 400 Bad Request\r\n") << "NoRecording"
                          << "no rec";
    QTest::newRow("long head") << QByteArray(2000, ' ') << "NoRecording"
                               << "no recording";
    QTest::newRow("newer") << QByteArray("{\"format\":\"QtRdma recording\",\"version\":3}\n")
                           << "OtherVersion"
                           << "version 3, and only versions up to 2";
    QTest::newRow("no sample") << Head + QByteArray("{}\n") << "Damaged"
                               << "line 2";
    QTest::newRow("deep") << Head + QByteArray(100'000, '[') + '\n'
                          << "Damaged"
                          << "line 2";
    QTest::newRow("many rows") << Head + "{\"time\":1,\"devices\":["
                    + QByteArray("{},").repeated(200'001).chopped(1) + "]}\n"
                               << "Damaged"
                               << "line 2";
}

// Nothing more is read of who sends this, and nothing is shown.
void tst_QmlRemote::bad()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, state);
    QFETCH(QString, text);
    const RdmaTest::QmlObjects objects(Source);
    QObject *const source = objects.object("from");
    QVERIFY(QMetaObject::invokeMethod(source, "feed", Q_ARG(QByteArray, bytes)));
    QTRY_COMPARE(feedState(source), state);
    QVERIFY2(source->property("errorString").toString().contains(text),
             qPrintable(source->property("errorString").toString()));
    QCOMPARE(source->property("samples"), 0);
}

void tst_QmlRemote::endlessLine()
{
    const RdmaTest::QmlObjects objects(Source);
    QObject *const source = objects.object("from");
    feed(source, Head);
    const QByteArray piece(16 * 1024 * 1024, ' ');
    for (int i = 0; i < 4; ++i)
        feed(source, piece);
    QCOMPARE(feedState(source), u"Live"_s);
    QVERIFY(QMetaObject::invokeMethod(source, "feed", Q_ARG(QByteArray, piece)));
    QTRY_COMPARE(feedState(source), u"Damaged"_s);
}

// Of samples that come together the last is shown, and the others are counted.
void tst_QmlRemote::manySamples()
{
    const RdmaTest::QmlObjects objects(Source);
    QObject *const source = objects.object("from");
    QByteArray samples = Head;
    for (int i = 1; i <= 1000; ++i)
        samples += "{\"time\":" + QByteArray::number(i) + ",\"events\":[{\"name\":\"e\"},{},{}]}\n";
    feed(source, samples);
    QCOMPARE(source->property("samples"), 1);
    QCOMPARE(source->property("skipped"), 999);
    QCOMPARE(source->property("time"), 1000);
    QCOMPARE(objects.model("events")->rowCount(), 1000);
}

void tst_QmlRemote::clock_data()
{
    QTest::addColumn<int>("ahead");
    QTest::newRow("an hour ahead") << 3600;
    QTest::newRow("a day behind") << -86400;
}

// Events are shown at the time of the clock here.
void tst_QmlRemote::clock()
{
    QFETCH(int, ahead);
    const QDateTime before = QDateTime::currentDateTime();
    const QByteArray there = before.addSecs(ahead).toUTC().toString(Qt::ISODateWithMs).toLatin1();
    const RdmaTest::QmlObjects objects(Source);
    QObject *const source = objects.object("from");
    feed(source,
         "{\"format\":\"QtRdma recording\",\"version\":2,\"time\":\"" + there
                 + "\"}\n{\"time\":1,\"events\":[{\"time\":\"" + there + "\"}]}\n");
    const qint64 elapsed = before.msecsTo(QDateTime::currentDateTime());
    const double offset = source->property("clockOffset").toDouble();
    QVERIFY(offset <= ahead * 1000.0 && offset >= ahead * 1000.0 - double(elapsed) - 1);
    const QDateTime time = valueAt(objects.model("events"), 0, "time").toDateTime();
    QVERIFY(time >= before.addMSecs(-1) && time <= QDateTime::currentDateTime());
    QCOMPARE(time.timeSpec(), Qt::LocalTime);
}

// The beginning of a recording can be on its way for long.
void tst_QmlRemote::delayIsNoDifferenceOfClocks()
{
    const RdmaTest::QmlObjects objects(Source);
    QObject *const source = objects.object("from");
    const auto headOf = [](const QDateTime &time) -> QByteArray {
        return "{\"format\":\"QtRdma recording\",\"version\":2,\"time\":\""
                + time.toUTC().toString(Qt::ISODateWithMs).toLatin1() + "\"}\n";
    };
    QVERIFY(QMetaObject::invokeMethod(source, "expectFeed"));
    const QDateTime asked = QDateTime::currentDateTime();
    QTest::qSleep(100);
    feed(source, headOf(asked));
    QCOMPARE(source->property("clockOffset"), 0);

    QVERIFY(QMetaObject::invokeMethod(source, "endFeed"));
    QVERIFY(QMetaObject::invokeMethod(source, "expectFeed"));
    feed(source, headOf(asked.addSecs(-60)));
    const double offset = source->property("clockOffset").toDouble();
    QVERIFY2(offset <= -60'000, QByteArray::number(offset));
}

// The rows stay, are marked, and get the values of the next recording.
void tst_QmlRemote::comesBack()
{
    const RdmaTest::QmlObjects objects(Source);
    QObject *const source = objects.object("from");
    QAbstractItemModel *const loads = objects.model("loads");
    feed(source, Head + sampleOf(50'000, { port("a") }, { counter("a", "port_rcv_data", "900") }));
    QTRY_COMPARE(loads->rowCount(), 1);
    QCOMPARE(valueAt(loads, 0, "old"), false);
    QSignalSpy removed(loads, &QAbstractItemModel::rowsRemoved);
    QSignalSpy reset(loads, &QAbstractItemModel::modelReset);
    QVERIFY(QMetaObject::invokeMethod(source, "endFeed"));
    QCOMPARE(feedState(source), u"Ended"_s);
    QTRY_COMPARE(valueAt(loads, 0, "old"), true);
    QCOMPARE(valueAt(objects.model("counters"), 0, "value"), 900);

    // The host has restarted: its clock and its counters begin anew.
    feed(source, Head + sampleOf(1000, { port("a") }, { counter("a", "port_rcv_data", "5") }));
    QTRY_COMPARE(valueAt(loads, 0, "old"), false);
    QCOMPARE(valueOf(objects, "received"), 0.0);
    QCOMPARE(valueAt(objects.model("counters"), 0, "rate"), 0.0);
    QCOMPARE(removed.count() + reset.count(), 0);
}

void tst_QmlRemote::paused()
{
    const RdmaTest::QmlObjects objects(Source);
    QObject *const source = objects.object("from");
    source->setProperty("running", false);
    feed(source, Head + sampleOf(1000, {}, { counter("a", "x", "5") }));
    QCOMPARE(source->property("samples"), 0);
    source->setProperty("running", true);
    feed(source, sampleOf(2000, {}, { "{\"value\":\"6\"}" }));
    QCOMPARE(valueAt(objects.model("counters"), 0, "value"), 6);
    QCOMPARE(valueAt(objects.model("counters"), 0, "name"), u"x"_s);
}

void tst_QmlRemote::load()
{
    const RdmaTest::QmlObjects objects(Source);
    QObject *const source = objects.object("from");
    const QByteArray zero = ",\"shouldStayZero\":true";
    const auto counters = [&](const QByteArray &sent, const QByteArray &errors) {
        return QByteArrayList{ counter("a", "port_xmit_data", sent),
                               counter("a", "port_rcv_data", "7"), counter("a", "e", errors, zero),
                               counter("b", "sent_pkts", sent) };
    };
    feed(source, Head + sampleOf(1000, { port("a"), port("b") }, counters("0", "10")));
    feed(source, sampleOf(3000, { port("a"), port("b") }, counters("5000000000", "14")));
    QTRY_COMPARE(valueOf(objects, "sent"), 2.5e9);
    QCOMPARE(valueOf(objects, "received"), 0.0);
    QCOMPARE(valueOf(objects, "packetsSent"), -1.0);
    QCOMPARE(valueOf(objects, "utilization"), 0.2);
    QCOMPARE(valueOf(objects, "errors"), 4.0);
    QCOMPARE(valueOf(objects, "errorRate"), 2.0);
    QCOMPARE(valueOf(objects, "sent", 1), -1.0);
    QCOMPARE(valueOf(objects, "packetsSent", 1), 2.5e9);
    QCOMPARE(valueOf(objects, "utilization", 1), -1.0);
}

void tst_QmlRemote::counterBeginsAnew()
{
    const RdmaTest::QmlObjects objects(Source);
    QObject *const source = objects.object("from");
    const auto next = [&](qint64 time, const char *value) {
        feed(source,
             sampleOf(time, { port("a") },
                      { counter("a", "tx_bytes", value),
                        counter("a", "e", value, ",\"shouldStayZero\":true") }));
    };
    feed(source, Head);
    next(1000, "1000");
    next(2000, "1100");
    QTRY_COMPARE(valueOf(objects, "sent"), 100.0);
    next(3000, "50");
    QTRY_COMPARE(valueOf(objects, "sent"), 0.0);
    QCOMPARE(valueOf(objects, "errors"), 100.0);
    next(4000, "51");
    QTRY_COMPARE(valueOf(objects, "sent"), 1.0);
    QCOMPARE(valueOf(objects, "errors"), 101.0);
}

// All that it has counted so far would look like errors of one second.
void tst_QmlRemote::unavailableMeanwhile()
{
    const RdmaTest::QmlObjects objects(Source);
    QObject *const source = objects.object("from");
    const auto next = [&](qint64 time, const QByteArray &available, const QByteArray &sent) {
        feed(source,
             sampleOf(time, { port("a") },
                      { counter("a", "tx_bytes", sent),
                        "{\"device\":\"a\",\"port\":1,\"name\":\"e\",\"available\":" + available
                                + ",\"value\":\"70\",\"shouldStayZero\":true}" }));
    };
    feed(source, Head);
    next(1000, "true", "0");
    next(2000, "false", "1");
    next(3000, "true", "10");
    QTRY_COMPARE(valueOf(objects, "sent"), 9.0);
    QCOMPARE(valueOf(objects, "errors"), 0.0);
}

void tst_QmlRemote::devicesComeAndGo()
{
    const RdmaTest::QmlObjects objects(Source);
    QObject *const source = objects.object("from");
    feed(source, Head);
    for (int i = 1; i <= 20; ++i) {
        const QByteArray value = QByteArray::number(i * 1000);
        QByteArrayList ports{ port("b") };
        QByteArrayList counters{ counter("b", "tx_bytes", value) };
        if (i % 2 == 0) {
            ports.prepend(port("a"));
            counters.prepend(counter("a", "tx_bytes", value));
        }
        feed(source,
             "{\"time\":" + QByteArray::number(i * 1000) + ",\"ports\":["
                     + ports.join(',').replace("{", "{\"@\":99,") + "],\"counters\":["
                     + counters.join(',').replace("{", "{\"@\":99,") + "]}\n");
        QTRY_COMPARE(objects.model("loads")->rowCount(), i % 2 == 0 ? 2 : 1);
    }
    QTRY_COMPARE(valueOf(objects, "sent", 1), 1000.0);
    QCOMPARE(valueOf(objects, "sent", 0), 0.0); // it has just come
}

void tst_QmlRemote::severalSources()
{
    const RdmaTest::QmlObjects objects(
            "property RdmaSource one: RdmaSource { id: first; remote: true; host: 'one' }\n"
            "property RdmaSource two: RdmaSource { id: second; remote: true }\n"
            "property RdmaPortLoadModel loads: RdmaPortLoadModel { sources: [first, second] }\n");
    QAbstractItemModel *const loads = objects.model("loads");
    feed(objects.object("two"), Head + sampleOf(1000, { port("a") }, {}));
    feed(objects.object("one"), Head + sampleOf(1000, { port("a"), port("b") }, {}));
    QTRY_COMPARE(loads->rowCount(), 3);
    QCOMPARE(valueAt(loads, 0, "host"), u"one"_s);
    QCOMPARE(valueAt(loads, 2, "host"), u"node1"_s);
    QCOMPARE(valueAt(loads, 2, "source"), 1);
    // Rows that stay the same tell nothing.
    QSignalSpy changed(loads, &QAbstractItemModel::dataChanged);
    QSignalSpy updated(loads, SIGNAL(updated()));
    feed(objects.object("two"), sampleOf(2000, { "{}" }, {}));
    QTRY_COMPARE(updated.count(), 1);
    QCOMPARE(changed.count(), 0);
}

void tst_QmlRemote::samplesThatComeTogether()
{
    const RdmaTest::QmlObjects objects(
            "property RdmaSource one: RdmaSource { id: first; remote: true }\n"
            "property RdmaSource two: RdmaSource { id: second; remote: true }\n"
            "property RdmaPortLoadModel loads: RdmaPortLoadModel {\n"
            "    sources: [first, second]; updateInterval: 3600000\n"
            "}\n");
    QAbstractItemModel *const loads = objects.model("loads");
    QSignalSpy updated(loads, SIGNAL(updated()));
    for (const char *name : { "one", "two" }) {
        feed(objects.object(name), Head + sampleOf(1000, { port("a") }, {}));
        QTRY_COMPARE(objects.object(name)->property("samples"), 1);
    }
    QCOMPARE(loads->rowCount(), 0);
    loads->setProperty("updateInterval", 0);
    QTRY_COMPARE(loads->rowCount(), 2);
    QCOMPARE(updated.count(), 1);
    // Neighbours that change alike are told together.
    loads->setProperty("updateInterval", 3'600'000);
    QSignalSpy changed(loads, &QAbstractItemModel::dataChanged);
    for (const char *name : { "one", "two" }) {
        feed(objects.object(name), sampleOf(2000, { "{\"state\":\"Down\"}" }, {}));
        QTRY_COMPARE(objects.object(name)->property("samples"), 2);
    }
    loads->setProperty("updateInterval", 0);
    QTRY_COMPARE(updated.count(), 2);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.at(0).at(0).toModelIndex().row(), 0);
    QCOMPARE(changed.at(0).at(1).toModelIndex().row(), 1);
}

// Its rows are there at once, and are not compared with those of the source before.
void tst_QmlRemote::otherSource()
{
    const RdmaTest::QmlObjects objects(
            "property RdmaSource one: RdmaSource { id: first; remote: true }\n"
            "property RdmaSource two: RdmaSource { id: second; remote: true }\n"
            "property bool chosen: false\n"
            "property RdmaCounterModel counters: RdmaCounterModel { source: chosen ? second : "
            "first "
            "}\n"
            "property RdmaEventModel events: RdmaEventModel { source: chosen ? second : first }\n");
    const QAbstractItemModel *const counters = objects.model("counters");
    const auto sampleWith = [](const QByteArray &value) -> QByteArray {
        return Head + "{\"time\":1000,\"counters\":[" + counter("a", "x", value)
                + "],\"events\":[{\"name\":\"e\"}]}\n";
    };
    feed(objects.object("one"), sampleWith("5"));
    feed(objects.object("two"), sampleWith("90"));
    QCOMPARE(valueAt(counters, 0, "value"), 5);
    QCOMPARE(objects.model("events")->rowCount(), 1);
    objects.root()->setProperty("chosen", true);
    QCOMPARE(valueAt(counters, 0, "value"), 90);
    QCOMPARE(objects.model("events")->rowCount(), 1);
    feed(objects.object("two"), "{\"time\":2000,\"counters\":[{\"value\":\"92\"}]}\n");
    QCOMPARE(valueAt(counters, 0, "increase"), 2);
}

QTEST_GUILESS_MAIN(tst_QmlRemote)

#include "tst_qmlremote.moc"
