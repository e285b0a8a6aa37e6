// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "qmlobjects.h"
#include "sysfstree.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qdir.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qsortfilterproxymodel.h>
#include <QtCore/qtimer.h>
#include <QtTest/qabstractitemmodeltester.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

using RdmaTest::rowWith;
using RdmaTest::valueAt;

// The models over directories that look like sysfs, and over recordings. Samples are taken when the test asks for one.
class tst_QmlModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void propertiesTell_data();
    void propertiesTell();
    void streamTellsItsProperties();
    void enumerators_data();
    void enumerators();
    void counters();
    void rates();
    void notAvailable();
    void rowByRow();
    void manyCounters();
    void comesAgain();
    void vanishesBetweenTwoReads();
    void unreadable();
    void sortedAndFiltered();
    void jumps();
    void eventLimit();
    void unusableDevice();
    void sourceGoes();
    void noDevices();
    void csv();
    void csvOfFormulas();
    void recording();
    void recordedRows();
    void recordedNumbers();
    void listedTwice();
    void badRecordings_data();
    void badRecordings();
    void cutRecording();
    void changedRecording();
    void largeRecording_data();
    void largeRecording();
    void rearranged_data();
    void rearranged();

private:
    QByteArray source(const QByteArray &more = {}) const;
    QString file(const QByteArray &contents = {}) const;

    std::unique_ptr<RdmaTest::SysfsTree> tree;
};

namespace {

constexpr auto Counters =
        "property RdmaCounterModel counters: RdmaCounterModel { source: source }\n";
constexpr auto Events = "property RdmaEventModel events: RdmaEventModel { source: source }\n";
constexpr auto Devices = "property RdmaDeviceModel devices: RdmaDeviceModel { source: source }\n";

// One sample, taken and shown.
void sample(const RdmaTest::QmlObjects &objects)
{
    QObject *source = objects.object("from");
    QVERIFY(source);
    const int before = source->property("samples").toInt();
    QVERIFY(QMetaObject::invokeMethod(source, "refresh"));
    QTRY_COMPARE(source->property("samples").toInt(), before + 1);
}

} // namespace

void tst_QmlModels::init()
{
    tree = std::make_unique<RdmaTest::SysfsTree>();
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    // The model tester tries types of Qt Gui, which are not in this program.
    QTest::failOnWarning(QRegularExpression(QStringLiteral(
            "^(?!Trying to construct an instance of an invalid type, type id: 4[01]\\d\\d\\b)")));
#else
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
#endif
}

QByteArray tst_QmlModels::source(const QByteArray &more) const
{
    return "property RdmaSource from: RdmaSource { id: source; running: false; sysfs: '"
            + tree->root().toUtf8() + "'; " + more + " }\n";
}

QString tst_QmlModels::file(const QByteArray &contents) const
{
    const QString name = tree->root() + QStringLiteral("/../") + QFileInfo(tree->root()).fileName()
            + QStringLiteral(".recording");
    if (!contents.isNull()) {
        QFile file(name);
        if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size())
            return {};
    }
    return name;
}

void tst_QmlModels::propertiesTell_data()
{
    QTest::addColumn<QByteArray>("type");
    for (const char *type : { "RdmaStream", "RdmaServer", "RdmaReconnector", "RdmaSource",
                              "RdmaDeviceModel", "RdmaCounterModel", "RdmaEventModel" })
        QTest::newRow(type) << QByteArray(type);
}

// A binding to one that does not would show for ever what it was at first.
void tst_QmlModels::propertiesTell()
{
    QFETCH(QByteArray, type);
    const RdmaTest::QmlObjects objects("property " + type + " it: " + type + " { }\n");
    const QObject *const object = objects.object("it");
    QVERIFY(object);
    const QMetaObject *const meta = object->metaObject();
    QVERIFY(meta->propertyCount() > 1);
    for (int i = 0; i < meta->propertyCount(); ++i) {
        const QMetaProperty property = meta->property(i);
        QVERIFY2(property.isConstant() || property.hasNotifySignal(), property.name());
    }
}

void tst_QmlModels::streamTellsItsProperties()
{
    const RdmaTest::QmlObjects objects(
            "property RdmaStream it: RdmaStream { id: stream }\n"
            "property int limit: stream.readBufferSize\n"
            "property string problem: stream.rdmaError.text\n"
            "property var problems: []; onProblemChanged: problems.push(problem)\n");
    auto *const stream = qobject_cast<RdmaStream *>(objects.object("it"));
    QVERIFY(stream);
    stream->setReadBufferSize(5000); // as C++ code does that knows nothing of QML
    QCOMPARE(objects.root()->property("limit").toInt(), 5000);

    for (int attempt = 1; attempt <= 2; ++attempt) {
        stream->connectToHost(QString(), 1); // no name: fails wherever this runs
        QTRY_COMPARE(stream->state(), QAbstractSocket::UnconnectedState);
        QTRY_VERIFY(!objects.root()->property("problem").toString().isEmpty());
    }
    const QVariantList problems = objects.root()->property("problems").toList();
    QCOMPARE(problems.size(), 3);
    QCOMPARE(problems.at(1).toString(), QString());
}

void tst_QmlModels::enumerators_data()
{
    QTest::addColumn<QVariant>("value"); // not valid: there is no such name
    const auto row = [](const char *name, auto value) {
        QTest::newRow(name) << QVariant(int(value));
    };
    row("Rdma.Opcode.Receive", Rdma::Opcode::Receive);
    row("Rdma.SendFlag.Inline", Rdma::SendFlag::Inline);
    row("Rdma.AccessFlag.RelaxedOrdering", Rdma::AccessFlag::RelaxedOrdering);
    row("Rdma.CompletionStatus.NotPosted", Rdma::CompletionStatus::NotPosted);
    row("Rdma.QueuePairState.Error", Rdma::QueuePairState::Error);
    row("Rdma.Transport.Unknown", Rdma::Transport::Unknown);
    row("Rdma.EventObject.Unknown", Rdma::EventObject::Unknown);
    row("Rdma.GidType.RoceV2", Rdma::GidType::RoceV2);
    row("Rdma.WireFormat.Rsocket", Rdma::WireFormat::Rsocket);
    row("RdmaError.Category.Timeout", RdmaError::Category::Timeout);
    row("RdmaError.Cause.Refused", RdmaError::Cause::Refused);
    row("RdmaServer.AcceptPolicy.Deferred", RdmaServer::AcceptPolicy::Deferred);
    row("RdmaStream.ConnectedState", RdmaStream::ConnectedState);
    for (const char *name :
         { "Rdma.Receive", "Rdma.Unknown", "RdmaError.Timeout", "RdmaServer.Deferred" })
        QTest::newRow(name) << QVariant();
}

// They have the names of C++.
void tst_QmlModels::enumerators()
{
    QFETCH(QVariant, value);
    const RdmaTest::QmlObjects objects(QByteArray("property var value: ") + QTest::currentDataTag()
                                       + "\n");
    QVERIFY(objects.root());
    QCOMPARE(objects.root()->property("value"), value);
}

void tst_QmlModels::counters()
{
    tree->addMlx5();
    tree->addBnxt();
    tree->addIrdma();
    tree->addHfi1();
    tree->addRxe();
    tree->addSiw();
    const RdmaTest::QmlObjects objects(source() + Counters);
    QAbstractItemModel *model = objects.model("counters");
    QVERIFY(model);
    const QAbstractItemModelTester tester(model);
    sample(objects);
    QCOMPARE(model->rowCount(), 19 + 4 + 4 + 9 + 3);
    const int row = rowWith(model, "name", QStringLiteral("port_rcv_data"));
    QCOMPARE(valueAt(model, row, "value"), 8000);
    QCOMPARE(valueAt(model, row, "unit"), QStringLiteral("bytes"));
    QCOMPARE(valueAt(model, row, "available"), true);
    QVERIFY(!valueAt(model, row, "meaning").toString().isEmpty());
    QCOMPARE(valueAt(model, rowWith(model, "name", QStringLiteral("link_downed")), "saturated"),
             true);
    QCOMPARE(valueAt(model, rowWith(model, "name", QStringLiteral("active_qps")), "unit"),
             QStringLiteral("objects"));
}

void tst_QmlModels::rates()
{
    tree->addBnxt();
    const RdmaTest::QmlObjects objects(source() + Counters);
    QAbstractItemModel *model = objects.model("counters");
    sample(objects);
    const int row = rowWith(model, "name", QStringLiteral("rx_pkts"));
    QCOMPARE(valueAt(model, row, "rate"), 0.0);
    tree->write(QStringLiteral("bnxt_re0/ports/1/hw_counters/rx_pkts"), "1500\n");
    QTest::qWait(5);
    sample(objects);
    QCOMPARE(valueAt(model, row, "increase"), 500);
    QVERIFY(valueAt(model, row, "rate").toDouble() > 0);
    QTest::qWait(5);
    sample(objects);
    QCOMPARE(valueAt(model, row, "increase"), 500);
    QCOMPARE(valueAt(model, row, "rate"), 0.0);
    // Reset: no rate of 2^64 packets.
    tree->write(QStringLiteral("bnxt_re0/ports/1/hw_counters/rx_pkts"), "10\n");
    QTest::qWait(5);
    sample(objects);
    QCOMPARE(valueAt(model, row, "increase"), 0);
    QCOMPARE(valueAt(model, row, "rate"), 0.0);
}

// What cannot be read has no old value that looks fresh.
void tst_QmlModels::notAvailable()
{
    tree->addRxe();
    const RdmaTest::QmlObjects objects(source() + Counters);
    QAbstractItemModel *model = objects.model("counters");
    const QAbstractItemModelTester tester(model);
    sample(objects);
    const int row = rowWith(model, "name", QStringLiteral("rcvd_pkts"));
    QCOMPARE(valueAt(model, row, "value"), 7);
    const QByteArrayList bad = { "", "N/A (no PMA)\n", QByteArray(100000, '\xff'), "\0\0" };
    for (const QByteArray &contents : bad) {
        tree->write(QStringLiteral("rxe0/ports/1/hw_counters/rcvd_pkts"), contents);
        sample(objects);
        QCOMPARE(valueAt(model, row, "available"), false);
        QCOMPARE(valueAt(model, row, "value"), 0);
        QCOMPARE(valueAt(model, row, "rate"), 0.0);
        QVERIFY(!valueAt(model, row, "problem").toString().isEmpty());
    }
    tree->write(QStringLiteral("rxe0/ports/1/hw_counters/rcvd_pkts"), "1000\n");
    sample(objects);
    QCOMPARE(valueAt(model, row, "value"), 1000);
    QCOMPARE(valueAt(model, row, "rate"), 0.0); // since when, nobody knows
}

void tst_QmlModels::rowByRow()
{
    tree->addMlx5();
    tree->addRxe();
    const RdmaTest::QmlObjects objects(source() + Counters + Devices + Events);
    QAbstractItemModel *model = objects.model("counters");
    const QAbstractItemModelTester tester(model);
    sample(objects);
    QSignalSpy resets(model, &QAbstractItemModel::modelReset);
    QSignalSpy layouts(model, &QAbstractItemModel::layoutChanged);
    QSignalSpy changes(model, &QAbstractItemModel::dataChanged);
    sample(objects);
    QCOMPARE(changes.size(), 0);
    tree->write(QStringLiteral("rxe0/ports/1/hw_counters/rcvd_pkts"), "8\n");
    sample(objects);
    QCOMPARE(changes.size(), 1);
    const QModelIndex changed = changes.first().first().toModelIndex();
    QCOMPARE(changed.row(), rowWith(model, "name", QStringLiteral("rcvd_pkts")));
    const QList<int> roles = changes.first().at(2).value<QList<int>>();
    QVERIFY(roles.contains(RdmaTest::roleOf(model, "value")));
    QVERIFY(roles.contains(RdmaTest::roleOf(model, "increase")));
    QVERIFY(!roles.contains(RdmaTest::roleOf(model, "shouldStayZero")));
    QVERIFY(!roles.contains(RdmaTest::roleOf(model, "problem")));

    const QPersistentModelIndex kept =
            model->index(rowWith(model, "device", QStringLiteral("rxe0")), 0);
    tree->addBnxt(); // sorted before them
    sample(objects);
    QCOMPARE(model->rowCount(), 19 + 3 + 4);
    tree->remove(QStringLiteral("mlx5_0"));
    sample(objects);
    QCOMPARE(model->rowCount(), 3 + 4);
    QVERIFY(kept.isValid());
    QCOMPARE(kept.data(RdmaTest::roleOf(model, "device")), QStringLiteral("rxe0"));
    QCOMPARE(resets.size() + layouts.size(), 0);

    // A renamed device is one that goes and one that comes.
    QVERIFY(QDir(tree->root()).rename(QStringLiteral("rxe0"), QStringLiteral("rocep0")));
    sample(objects);
    QCOMPARE(rowWith(model, "device", QStringLiteral("rxe0")), -1);
    QVERIFY(rowWith(model, "device", QStringLiteral("rocep0")) >= 0);
    QCOMPARE(objects.model("devices")->rowCount(), 2);
    QAbstractItemModel *events = objects.model("events");
    QVERIFY(rowWith(events, "device", QStringLiteral("mlx5_0")) >= 0);
    QCOMPARE(valueAt(events, rowWith(events, "device", QStringLiteral("rocep0")), "name"),
             QStringLiteral("added"));
}

void tst_QmlModels::manyCounters()
{
    for (int i = 0; i < 1000; ++i)
        tree->write(QStringLiteral("a/hw_counters/c%1").arg(i), "1\n");
    const RdmaTest::QmlObjects objects(source() + Counters);
    // Others have their turn while a sample is taken.
    int turns = 0;
    QTimer other;
    connect(&other, &QTimer::timeout, this, [&turns] { ++turns; });
    other.start(0);
    sample(objects);
    QVERIFY2(turns > 20, qPrintable(QString::number(turns)));
    QCOMPARE(objects.model("counters")->rowCount(), 1000);
}

// What a device counted that went away is nothing to the next of its name.
void tst_QmlModels::comesAgain()
{
    const QString errors = QStringLiteral("a/ports/1/counters/symbol_error");
    tree->write(errors, "1\n");
    const RdmaTest::QmlObjects objects(source() + Counters + Events);
    const QAbstractItemModel *events = objects.model("events");
    sample(objects);
    tree->write(errors, "2\n");
    sample(objects);
    QVERIFY(rowWith(events, "kind", QStringLiteral("counter")) >= 0);
    const int told = events->rowCount();
    tree->remove(QStringLiteral("a"));
    sample(objects);
    tree->write(errors, "9\n");
    sample(objects);
    QCOMPARE(events->rowCount(), told + 2); // removed, added
    QCOMPARE(valueAt(objects.model("counters"), 0, "moved"), false);
}

// What was read of it is what it had then; after that nothing of it is shown.
void tst_QmlModels::vanishesBetweenTwoReads()
{
    for (int i = 0; i < 300; ++i)
        tree->write(QStringLiteral("a/hw_counters/c%1").arg(i), "1\n");
    tree->addRxe();
    const RdmaTest::QmlObjects objects(source() + Counters + Devices + Events);
    QAbstractItemModel *model = objects.model("counters");
    const QAbstractItemModelTester tester(model);
    sample(objects);
    QCOMPARE(model->rowCount(), 300 + 3);
    QObject *from = objects.object("from");
    const int before = from->property("samples").toInt();
    QVERIFY(QMetaObject::invokeMethod(from, "refresh"));
    // The device is known to be there by the third turn; its counters take ten.
    int turns = 0;
    QTimer later;
    connect(&later, &QTimer::timeout, this, [&] {
        if (++turns == 3)
            tree->remove(QStringLiteral("a"));
    });
    later.start(0);
    QTRY_COMPARE(from->property("samples").toInt(), before + 1);
    later.stop();
    int missing = 0;
    for (int row = 0; row < model->rowCount(); ++row) {
        if (valueAt(model, row, "available").toBool())
            continue;
        ++missing;
        QCOMPARE(valueAt(model, row, "device"), QStringLiteral("a"));
        QCOMPARE(valueAt(model, row, "value"), 0);
        QCOMPARE(valueAt(model, row, "rate"), 0.0);
    }
    QVERIFY(missing > 0);
    sample(objects);
    QCOMPARE(model->rowCount(), 3);
    QCOMPARE(rowWith(objects.model("devices"), "device", QStringLiteral("a")), -1);
    QVERIFY(rowWith(objects.model("events"), "name", QStringLiteral("removed")) >= 0);
}

// One that opens and then fails, as files of drivers do; and one that does not open. Nor a pipe nobody writes to may stop the window.
void tst_QmlModels::unreadable()
{
    tree->write(QStringLiteral("a/hw_counters/b"), "1\n");
    const QString directory = tree->root() + QStringLiteral("/a/hw_counters/");
    QVERIFY(QFile::link(QStringLiteral("/proc/self/mem"), directory + u'a'));
    const RdmaTest::QmlObjects objects(source() + Counters);
    QAbstractItemModel *model = objects.model("counters");
    sample(objects);
    QCOMPARE(model->rowCount(), 2);
    QCOMPARE(valueAt(model, 0, "available"), false);
    QVERIFY(!valueAt(model, 0, "problem").toString().isEmpty());
    QCOMPARE(valueAt(model, 1, "value"), 1);
    const QString counter = directory + u'b';
    QVERIFY(QFile::remove(counter));
    QCOMPARE(mkfifo(qPrintable(counter), 0600), 0);
    sample(objects);
    QCOMPARE(valueAt(model, 1, "available"), false);
    QVERIFY(!valueAt(model, 1, "problem").toString().isEmpty());
    QVERIFY(QFile::remove(counter));
    QVERIFY(QFile::link(counter, counter)); // leads in a circle
    sample(objects);
    QCOMPARE(valueAt(model, 1, "available"), false);
    QVERIFY(!valueAt(model, 1, "problem").toString().isEmpty());
}

void tst_QmlModels::sortedAndFiltered()
{
    tree->addMlx5();
    tree->addBnxt();
    const RdmaTest::QmlObjects objects(source() + Counters);
    QAbstractItemModel *model = objects.model("counters");
    QSortFilterProxyModel proxy;
    proxy.setSourceModel(model);
    const QAbstractItemModelTester tester(&proxy);
    proxy.setFilterRole(RdmaTest::roleOf(model, "device"));
    proxy.setFilterFixedString(QStringLiteral("bnxt_re0"));
    proxy.setSortRole(RdmaTest::roleOf(model, "value"));
    proxy.sort(0, Qt::DescendingOrder);
    sample(objects);
    QCOMPARE(proxy.rowCount(), 4);
    QCOMPARE(valueAt(&proxy, 0, "name"), QStringLiteral("rx_bytes"));
    QCOMPARE(valueAt(&proxy, 3, "name"), QStringLiteral("to_retransmits"));
    tree->write(QStringLiteral("bnxt_re0/ports/1/hw_counters/to_retransmits"), "999999999999999\n");
    sample(objects);
    QCOMPARE(valueAt(&proxy, 0, "name"), QStringLiteral("to_retransmits"));
}

// Of a counter that should stay zero an event tells, in words.
void tst_QmlModels::jumps()
{
    tree->addMlx5();
    const RdmaTest::QmlObjects objects(source() + Counters + Events);
    QAbstractItemModel *events = objects.model("events");
    const QAbstractItemModelTester tester(events);
    sample(objects);
    tree->write(QStringLiteral("mlx5_0/ports/1/hw_counters/np_cnp_sent"), "5\n");
    tree->write(QStringLiteral("mlx5_0/ports/1/hw_counters/out_of_sequence"), "3\n");
    sample(objects);
    QCOMPARE(events->rowCount(), 1);
    QCOMPARE(valueAt(events, 0, "kind"), QStringLiteral("counter"));
    QCOMPARE(valueAt(events, 0, "name"), QStringLiteral("out_of_sequence"));
    QCOMPARE(valueAt(events, 0, "port"), 1);
    QVERIFY(valueAt(events, 0, "text").toString().startsWith(QStringLiteral("+3. ")));
    QVERIFY(valueAt(events, 0, "time").toDateTime().isValid());
    QAbstractItemModel *model = objects.model("counters");
    const int row = rowWith(model, "name", QStringLiteral("out_of_sequence"));
    QCOMPARE(valueAt(model, row, "moved"), true);
    sample(objects);
    QCOMPARE(valueAt(model, row, "moved"), true);
    QCOMPARE(events->rowCount(), 1);
}

void tst_QmlModels::eventLimit()
{
    tree->addMlx5();
    const RdmaTest::QmlObjects objects(
            source()
            + "property RdmaEventModel events: RdmaEventModel { source: source; limit: 3 }");
    QAbstractItemModel *events = objects.model("events");
    const QAbstractItemModelTester tester(events);
    sample(objects);
    for (int i = 1; i <= 5; ++i) {
        tree->write(QStringLiteral("mlx5_0/ports/1/hw_counters/out_of_buffer"),
                    QByteArray::number(i * i));
        sample(objects);
    }
    QCOMPARE(events->rowCount(), 3);
    QVERIFY(valueAt(events, 2, "text").toString().startsWith(QStringLiteral("+9. ")));
}

// One that only looks like a device is shown, with the reason why it cannot be used.
void tst_QmlModels::unusableDevice()
{
    tree->addSiw();
    const RdmaTest::QmlObjects objects(source() + Devices);
    QAbstractItemModel *devices = objects.model("devices");
    const QAbstractItemModelTester tester(devices);
    sample(objects);
    QCOMPARE(devices->rowCount(), 1);
    QCOMPARE(valueAt(devices, 0, "device"), QStringLiteral("siw0"));
    QCOMPARE(valueAt(devices, 0, "usable"), false);
    QVERIFY(!valueAt(devices, 0, "problem").toString().isEmpty());
}

void tst_QmlModels::sourceGoes()
{
    tree->addRxe();
    const RdmaTest::QmlObjects objects(source() + Counters);
    QAbstractItemModel *model = objects.model("counters");
    const QAbstractItemModelTester tester(model);
    sample(objects);
    QCOMPARE(model->rowCount(), 3);
    delete objects.object("from");
    QCOMPARE(model->rowCount(), 0);
    QVERIFY(!model->property("source").value<QObject *>());
}

void tst_QmlModels::noDevices()
{
    const RdmaTest::QmlObjects objects(source() + Counters + Devices + Events);
    sample(objects);
    QCOMPARE(objects.model("devices")->rowCount(), 0);
    QCOMPARE(objects.model("counters")->rowCount(), 0);
    QCOMPARE(objects.model("events")->rowCount(), 0);
}

void tst_QmlModels::csv()
{
    tree->addIrdma();
    const RdmaTest::QmlObjects objects(source() + Counters);
    sample(objects);
    QString text;
    QVERIFY(QMetaObject::invokeMethod(objects.model("counters"), "csv",
                                      Q_RETURN_ARG(QString, text)));
    const QStringList lines = text.split(u'\n');
    QCOMPARE(lines.size(), 6);
    QVERIFY(lines.at(0).startsWith(QStringLiteral("device,port,group,name,unit,")));
    QVERIFY(lines.at(1).startsWith(
            QStringLiteral("irdma0,1,hw_counters,cnpHandled,packets,true,")));
    tree->write(QStringLiteral("irdma0/ports/1/hw_counters/cnpHandled"), "one, \"two\"\n");
    sample(objects);
    QVERIFY(QMetaObject::invokeMethod(objects.model("counters"), "csv",
                                      Q_RETURN_ARG(QString, text)));
    QVERIFY2(text.contains(QStringLiteral(R"("not a number: one, ""two""")")), qPrintable(text));
}

// Names are what others choose, and a spreadsheet calculates what begins like a formula.
void tst_QmlModels::csvOfFormulas()
{
    const QString name = file(
            "{\"format\":\"QtRdma recording\",\"version\":2}\n"
            R"({"time":1,"counters":[{"device":"=1+1","group":"+1","name":"-1","unit":"@A1","meaning":"\t=1","problem":"a=1"}]})"
            "\n");
    const RdmaTest::QmlObjects objects(source("replay: '" + name.toUtf8() + "'") + Counters);
    sample(objects);
    QString text;
    QVERIFY(QMetaObject::invokeMethod(objects.model("counters"), "csv",
                                      Q_RETURN_ARG(QString, text)));
    QCOMPARE(text.section(u'\n', 1),
             QStringLiteral("'=1+1,0,'+1,'-1,'@A1,false,false,0,0,0,false,false,'\t=1,a=1\n"));
    QVERIFY(QFile::remove(name));
}

void tst_QmlModels::recording()
{
    tree->addMlx5();
    const QString name = file();
    {
        const RdmaTest::QmlObjects objects(source("record: '" + name.toUtf8() + "'") + Counters
                                           + Events);
        sample(objects);
        tree->write(QStringLiteral("mlx5_0/ports/1/hw_counters/out_of_buffer"), "3\n");
        sample(objects);
        QCOMPARE(objects.object("from")->property("errorString"), QString());
    }
    const RdmaTest::QmlObjects objects(source("replay: '" + name.toUtf8() + "'") + Counters
                                       + Events);
    QAbstractItemModel *model = objects.model("counters");
    const QAbstractItemModelTester tester(model);
    sample(objects);
    QCOMPARE(model->rowCount(), 19);
    const int row = rowWith(model, "name", QStringLiteral("out_of_buffer"));
    QCOMPARE(valueAt(model, row, "value"), 0);
    sample(objects);
    QCOMPARE(valueAt(model, row, "value"), 3);
    QCOMPARE(valueAt(model, row, "moved"), true);
    QCOMPARE(objects.model("events")->rowCount(), 1);
    QSignalSpy ended(objects.object("from"), SIGNAL(replayEnded()));
    QVERIFY(QMetaObject::invokeMethod(objects.object("from"), "refresh"));
    QCOMPARE(ended.size(), 1);
    QCOMPARE(objects.object("from")->property("errorString"), QString());
    QVERIFY(QFile::remove(name));
}

// Rows that come, go and change places are the same in a replay, though only what changes is written.
void tst_QmlModels::recordedRows()
{
    const QByteArray counter = QByteArrayLiteral("/hw_counters/x");
    const auto values = [](const RdmaTest::QmlObjects &objects) {
        QString text;
        QMetaObject::invokeMethod(objects.model("counters"), "csv", Q_RETURN_ARG(QString, text));
        return text;
    };
    const QString name = file();
    QStringList recorded;
    {
        const RdmaTest::QmlObjects objects(source("record: '" + name.toUtf8() + "'") + Counters);
        for (const char *device : { "c", "a", "b", "c", "d" }) {
            const QString path = QString::fromLatin1(device + counter);
            tree->write(path, QByteArray::number(recorded.size()) + '\n');
            sample(objects);
            recorded.append(values(objects));
        }
        QVERIFY(QDir(tree->root() + QStringLiteral("/a")).removeRecursively());
        sample(objects);
        recorded.append(values(objects));
    }
    const RdmaTest::QmlObjects objects(source("replay: '" + name.toUtf8() + "'") + Counters);
    for (const QString &expected : std::as_const(recorded)) {
        sample(objects);
        QCOMPARE(values(objects), expected);
    }
    QVERIFY(QFile::remove(name));
}

// JSON has doubles, counters have 64 bits.
void tst_QmlModels::recordedNumbers()
{
    tree->write(QStringLiteral("a/hw_counters/x"), "18446744073709551614\n");
    const QString name = file();
    {
        const RdmaTest::QmlObjects objects(source("record: '" + name.toUtf8() + "'") + Counters);
        sample(objects);
    }
    const RdmaTest::QmlObjects objects(source("replay: '" + name.toUtf8() + "'") + Counters);
    sample(objects);
    QCOMPARE(valueAt(objects.model("counters"), 0, "value").toULongLong(),
             Q_UINT64_C(18446744073709551614));
    QVERIFY(QFile::remove(name));
}

// As the kernel lists objects while others come and go.
void tst_QmlModels::listedTwice()
{
    const QString name = file();
    QFile recording(name);
    QVERIFY(recording.open(QIODevice::WriteOnly));
    recording.write(R"({"format":"QtRdma recording","version":1}
{"time":1000,"devices":[{"device":"a"},{"device":"b"},{"device":"a"}]}
{"time":2000,"devices":[{"device":"b"},{"device":"b"},{"device":"a"}]}
{"time":3000,"devices":[{"device":"b"}]}
)");
    recording.close();
    const RdmaTest::QmlObjects objects(
            source("replay: '" + name.toUtf8() + "'")
            + "property var devices: RdmaDeviceModel { source: source }\n");
    const QAbstractItemModel *model = objects.model("devices");
    for (const QStringList &expected : { QStringList({ u"a"_s, u"b"_s }),
                                         QStringList({ u"b"_s, u"a"_s }), QStringList(u"b"_s) }) {
        sample(objects);
        QStringList shown;
        for (int row = 0; row < model->rowCount(); ++row)
            shown.append(valueAt(model, row, "device").toString());
        QCOMPARE(shown, expected);
    }
    QVERIFY(QFile::remove(name));
}

void tst_QmlModels::badRecordings_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << QByteArray("") << "no recording";
    QTest::newRow("something else") << QByteArray("hello\nworld\n") << "no recording";
    QTest::newRow("binary") << QByteArray(100000, '\xff') << "no recording";
    QTest::newRow("other JSON") << QByteArray("{\"a\":1}\n") << "no recording";
    QTest::newRow("newer") << QByteArray("{\"format\":\"QtRdma recording\",\"version\":3}\n")
                           << "version 3";
    QTest::newRow("no version") << QByteArray("{\"format\":\"QtRdma recording\"}\n") << "version 0";
    QTest::newRow("there is none") << QByteArray() << "No such file";
}

void tst_QmlModels::badRecordings()
{
    QFETCH(QByteArray, contents);
    QFETCH(QString, text);
    const QString name = file(contents);
    const RdmaTest::QmlObjects objects(source("replay: '" + name.toUtf8() + "'") + Counters);
    QObject *from = objects.object("from");
    QVERIFY2(from->property("errorString").toString().contains(text),
             qPrintable(from->property("errorString").toString()));
    QVERIFY(QMetaObject::invokeMethod(from, "refresh"));
    QCOMPARE(from->property("samples"), 0);
    QFile::remove(name);
}

// Whole samples are shown, and the source says that there should be more.
void tst_QmlModels::cutRecording()
{
    const QByteArray head = "{\"format\":\"QtRdma recording\",\"version\":1}\n";
    const QByteArray whole = "{\"time\":1,\"counters\":[{\"device\":\"a\",\"name\":\"x\","
                             "\"available\":true,\"value\":\"5\"}]}\n";
    for (qsizetype size = 0; size < whole.size(); ++size) {
        const QString name = file(head + whole + whole.first(size));
        const RdmaTest::QmlObjects objects(source("replay: '" + name.toUtf8() + "'") + Counters);
        sample(objects);
        QCOMPARE(valueAt(objects.model("counters"), 0, "value"), 5);
        QVERIFY(QMetaObject::invokeMethod(objects.object("from"), "refresh"));
        QCOMPARE(objects.object("from")->property("samples"), 1);
        QCOMPARE(objects.object("from")->property("errorString").toString().isEmpty(), size == 0);
        QVERIFY(QFile::remove(name));
    }
}

// Fields of other types, missing ones, and ones that nobody knows.
void tst_QmlModels::changedRecording()
{
    const QString name =
            file("{\"format\":\"QtRdma recording\",\"version\":1,\"by\":\"a newer one\"}\n"
                 "{\"time\":1,\"counters\":[{\"name\":{},\"value\":[1],\"port\":\"x\",\"new\":1},7,"
                 "null],"
                 "\"devices\":{},\"gids\":5,\"events\":[{\"time\":\"never\"}],\"more\":[]}\n"
                 "{\"time\":-1}\n");
    const RdmaTest::QmlObjects objects(source("replay: '" + name.toUtf8() + "'") + Counters
                                       + Events);
    QAbstractItemModel *model = objects.model("counters");
    const QAbstractItemModelTester tester(model);
    sample(objects);
    QCOMPARE(objects.model("events")->rowCount(), 1);
    QVERIFY(QMetaObject::invokeMethod(objects.object("from"), "refresh"));
    QVERIFY(objects.object("from")
                    ->property("errorString")
                    .toString()
                    .contains(QStringLiteral("line 3")));
    QVERIFY(QFile::remove(name));
}

static QByteArray rows(const char *table, const QByteArray &row, int count)
{
    return ",\"" + QByteArray(table) + "\":[" + QByteArray(row + ',').repeated(count).chopped(1)
            + ']';
}

void tst_QmlModels::largeRecording_data()
{
    QTest::addColumn<QByteArray>("tables");
    QTest::addColumn<bool>("isTaken");
    const int most = 100'000;
    QTest::newRow("as large as a sample")
            << rows("resources", "{}", most) + rows("gids", "{}", most) << true;
    QTest::newRow("many devices") << rows("devices", "{}", 2 * most + 1) << false;
    QTest::newRow("of two kinds") << rows("resources", "{}", most)
                    + rows("counters", "{}", most + 1)
                                  << false;
    QTest::newRow("no objects") << rows("ports", "0", 2 * most + 1) << false;
    QTest::newRow("many events") << rows("events", "{}", 1001) << false;
    QTest::newRow("of no kind") << rows("x", "[0]", 10 * most) << false;
    QTest::newRow("within a row") << rows("resources",
                                          '[' + QByteArray("0,").repeated(50 * most) + "0]", 1)
                                  << false;
}

// Who makes a recording does not say how much memory it takes: the limits are those of the sampler.
void tst_QmlModels::largeRecording()
{
    QFETCH(QByteArray, tables);
    QFETCH(bool, isTaken);
    const QString name =
            file("{\"format\":\"QtRdma recording\",\"version\":2}\n{\"time\":1" + tables + "}\n");
    const RdmaTest::QmlObjects objects(source("replay: '" + name.toUtf8() + "'"));
    QObject *from = objects.object("from");
    QVERIFY(QMetaObject::invokeMethod(from, "refresh"));
    QCOMPARE(from->property("samples"), int(isTaken));
    QCOMPARE(from->property("errorString").toString().contains(QStringLiteral("line 2")), !isTaken);
    QVERIFY(QFile::remove(name));
}

void tst_QmlModels::rearranged_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("isReversed"); // otherwise every other row goes
    QTest::addColumn<bool>("isReset");
    QTest::newRow("few") << 100 << true << false;
    QTest::newRow("fewer") << 100 << false << false;
    QTest::newRow("many") << 20'000 << true << true;
    QTest::newRow("less than many") << 20'000 << false << true;
}

// One by one each row is looked for and shifts others: a small recording could hold up its reader for minutes.
void tst_QmlModels::rearranged()
{
    QFETCH(int, count);
    QFETCH(bool, isReversed);
    QFETCH(bool, isReset);
    QByteArrayList before;
    QByteArrayList after;
    for (int i = 0; i < count; ++i) {
        before.append("{\"device\":\"" + QByteArray::number(i) + "\"}");
        if (isReversed)
            after.prepend(before.constLast());
        else if (i % 2 == 1)
            after.append(before.constLast());
    }
    const QString name =
            file("{\"format\":\"QtRdma recording\",\"version\":1}\n{\"time\":1,\"counters\":["
                 + before.join(',') + "]}\n{\"time\":2,\"counters\":[" + after.join(',') + "]}\n");
    const RdmaTest::QmlObjects objects(source("replay: '" + name.toUtf8() + "'") + Counters);
    QAbstractItemModel *model = objects.model("counters");
    sample(objects);
    QCOMPARE(model->rowCount(), count);
    const QSignalSpy resets(model, &QAbstractItemModel::modelReset);
    const QSignalSpy moves(model, &QAbstractItemModel::rowsMoved);
    const QSignalSpy removals(model, &QAbstractItemModel::rowsRemoved);
    sample(objects);
    QCOMPARE(model->rowCount(), int(after.size()));
    for (const int row : { 0, 1, model->rowCount() / 2, model->rowCount() - 1 })
        QCOMPARE("{\"device\":\"" + valueAt(model, row, "device").toByteArray() + "\"}",
                 after.at(row));
    QCOMPARE(resets.size(), int(isReset));
    QVERIFY(!isReset || moves.size() + removals.size() < count / 4);
    QVERIFY(QFile::remove(name));
}

QTEST_GUILESS_MAIN(tst_QmlModels)
#include "tst_qmlmodels.moc"
