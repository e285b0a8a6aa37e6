// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "contrast.h"
#include "window/curve.h"
#include "window/desk.h"
#include "window/history.h"
#include "window/plot.h"
#include "window/sortedtable.h"
#include "window/window.h"

#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qlocale.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qprocess.h>
#include <QtCore/qscopeguard.h>
#include <QtCore/qsettings.h>
#include <QtCore/qtemporarydir.h>
#include <QtGui/qaccessible.h>
#include <QtGui/qclipboard.h>
#include <QtGui/qguiapplication.h>
#include <QtGui/qimage.h>
#include <QtGui/qstandarditemmodel.h>
#include <QtQml/qqmlcomponent.h>
#include <QtQml/qqmlengine.h>
#include <QtQuick/qquickitem.h>
#include <QtQuick/qquickwindow.h>
#include <QtQuick/qsgnode.h>
#include <QtQuick/qsgrendererinterface.h>
#include <QtQuickTest/quicktest.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

// The window of the monitor with mouse and keys, on a recording whose samples come when the test asks for one.
class tst_MonitorWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { window.reset(); }
    void pages_data();
    void pages();
    void pagesOfThisMachine();
    void keysOfPages();
    void devices();
    void noDevice();
    void plotsMove();
    void cursor();
    void alarms();
    void openAlarm();
    void acknowledgeAlarms();
    void marks();
    void innerGrid();
    void hiddenPages();
    void workOfHiddenPages();
    void orderOfHiddenTable();
    void orderOfNewRows();
    void quietMarks();
    void thresholds();
    void trafficOfAllPorts();
    void mirroredPlot();
    void mirroredPlots();
    void cardsGrow();
    void wholeNumbers();
    void tabStops();
    void accessibleValues();
    void accessibleRows();
    void counters();
    void portDetails();
    void processes();
    void limits();
    void remoteKeys();
    void smallTables();
    void copyOfIndex();
    void filter();
    void filterByWhatIsShown_data();
    void filterByWhatIsShown();
    void sort();
    void events();
    void pause();
    void replayAgain();
    void followedReplay();
    void themes();
    void contrast_data();
    void contrast();
    void zoom();
    void exportPage();
    void exportRow();
    void exportRows();
    void exportFails();
    void sizes_data();
    void sizes();
    void screenshots();
    void screenshotsFail();
    void recordFails();
    void plainNames();
    void namesInOneLine();
    void rowsThatAreSeen();
    void title();
    void historyIsBounded();
    void missingSamplesAreAGap();
    void rowsMoveTogether();
    void lineAtZero();
    void decimation();
    void gaps();
    void triangles();
    void costOfFrame();
    void ticks_data();
    void ticks();
    void units_data();
    void units();
    void germanUnits();

private:
    bool open(const QString &file, bool follows = false);
    void step(int samples = 1);
    QQuickItem *item(const QString &name) const;
    QQuickItem *page() const;
    void click(QQuickItem *target) const;
    void key(Qt::Key which, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const;
    void type(const QString &typed) const;
    QStringList texts(QQuickItem *root) const;
    QStringList column(const char *role) const;
    QString text(const QString &name) const { return item(name)->property("text").toString(); }
    QQuickWindow *w() const { return window->window(); }
    QObject *source() const { return w()->property("source").value<QObject *>(); }

    QTemporaryDir directory;
    QString recording;
    QString recordingWithoutDevices;
    QString recordingOfManyPorts;
    std::unique_ptr<Window> window;
};

// Counters, as a history sees them.
class Rates : public QStandardItemModel
{
public:
    Rates()
    {
        setItemRoleNames({ { Qt::UserRole, "device" },
                           { Qt::UserRole + 1, "name" },
                           { Qt::UserRole + 2, "available" },
                           { Qt::UserRole + 3, "rate" } });
    }
    void add(const QString &device, const QString &name, double rate)
    {
        auto *row = new QStandardItem;
        row->setData(device, Qt::UserRole);
        row->setData(name, Qt::UserRole + 1);
        row->setData(true, Qt::UserRole + 2);
        row->setData(rate, Qt::UserRole + 3);
        appendRow(row);
    }
};

// A source, likewise.
class Clock : public QObject
{
    Q_OBJECT
    Q_PROPERTY(double time MEMBER m_time)

public:
    void tick(double time)
    {
        m_time = time;
        Q_EMIT sampled();
    }

Q_SIGNALS:
    void sampled();

private:
    double m_time = 0;
};

// Notes which properties change of a page and of all that is in it.
class Changes : public QObject
{
    Q_OBJECT

public:
    explicit Changes(QQuickItem *page) { watch(page); }
    QStringList noted;

private Q_SLOTS:
    void note()
    {
        const QMetaMethod signal = sender()->metaObject()->method(senderSignalIndex());
        noted.append(QString::fromUtf8(sender()->metaObject()->className()) + u' '
                     + sender()->objectName() + u' ' + QString::fromUtf8(signal.name()));
    }

private:
    void watch(QObject *object)
    {
        if (m_watched.contains(object))
            return;
        m_watched.insert(object);
        const QMetaMethod slot = metaObject()->method(metaObject()->indexOfSlot("note()"));
        for (int i = 0; i < object->metaObject()->propertyCount(); ++i) {
            const QMetaProperty property = object->metaObject()->property(i);
            if (property.hasNotifySignal())
                connect(object, property.notifySignal(), this, slot, Qt::UniqueConnection);
        }
        const auto children = object->children();
        for (QObject *child : children)
            watch(child);
        if (auto *item = qobject_cast<QQuickItem *>(object)) {
            const auto childItems = item->childItems();
            for (QQuickItem *child : childItems)
                watch(child);
        }
    }

    QSet<QObject *> m_watched;
};

namespace {

// Rows as a recording has them.
constexpr char devices[] =
        R"("devices":[{"device":"mlx5_0","transport":"RoCE","firmware":"16.35.2000","ports":1,"guid":"0c42a103007bd2f4","usable":true},)"
        R"({"device":"mlx5_1","transport":"RoCE","ports":1,"problem":"No port is active"}],)"
        R"("ports":[{"device":"mlx5_0","port":1,"state":"Active","active":true,"speed":100,"activeMtu":4096,"maxMtu":4096,"linkLayer":"Ethernet","netdev":"eth5"},)"
        R"({"device":"mlx5_1","port":1,"state":"Down","activeMtu":1024,"maxMtu":4096,"netdev":"eth6"}],)"
        R"("gids":[{"device":"mlx5_0","port":1,"index":0,"gid":"fe80::1","type":"RoCE v1"},)"
        R"({"device":"mlx5_0","port":1,"index":1,"gid":"fe80::1","type":"RoCE v2","usableHere":true},)"
        R"({"device":"mlx5_0","port":1,"index":3,"gid":"::ffff:10.1.2.3","type":"RoCE v2","ipv4":"10.1.2.3","usableHere":true}],)";
constexpr char details[] =
        R"("details":[{"device":"mlx5_0","name":"pciAddress","title":"PCI address","available":true,"value":"0000:3b:00.0"},)"
        R"({"device":"mlx5_0","port":1,"name":"rate","title":"Rate","available":true,"value":"<b>400 Gb/sec</b>"},)"
        R"({"device":"mlx5_0","port":2,"name":"rate","title":"Rate","available":true,"value":"of the other port"},)"
        R"({"device":"mlx5_0","port":1,"name":"lid","title":"LID","problem":"only InfiniBand has it"}],)"
        R"("limits":[{"device":"mlx5_0","kind":"QueuePair","limit":262144},)"
        R"({"device":"mlx5_0","kind":"MulticastGroup","limit":2097152}],)";
constexpr char resources[] =
        R"("resources":[{"device":"mlx5_0","kind":"QueuePair","number":17,"owner":"server","process":4711,"state":"ReadyToSend","type":"RC","queuePairNumber":17},)"
        R"({"device":"mlx5_0","kind":"QueuePair","number":18,"owner":"client","process":815,"state":"ReadyToSend","type":"RC","queuePairNumber":18},)"
        R"({"device":"mlx5_0","kind":"QueuePair","number":19,"owner":"server","process":4711,"state":"Error","type":"RC","queuePairNumber":19},)"
        R"({"device":"mlx5_0","kind":"MemoryRegion","number":5,"owner":"server","process":4711,"size":"4096","remoteKey":"0x0"}],)";
constexpr char connections[] =
        R"("connections":[{"id":"1","kind":"Stream","transport":"Tcp","state":"Connected","local":"10.1.2.3:50000","peer":"10.1.2.4:7471","bytesSent":"1500","bytesReceived":"70"},)"
        R"({"id":"2","kind":"TlsStream","transport":"Rdma","state":"Unconnected","device":"mlx5_0","peer":"10.1.2.5:7471","roundTrip":4.25,"error":"The peer has gone"}],)";
constexpr char added[] =
        R"({"time":"2026-01-02T03:04:05.006","device":"mlx5_0","port":1,"kind":"hotplug","name":"added","text":"It has come."})";
constexpr char jumped[] =
        R"({"time":"2026-01-02T03:04:07.008","device":"mlx5_0","port":1,"kind":"counter","name":"out_of_buffer","text":"+7."})";

QByteArray counter(const char *name, const char *unit, double value)
{
    return QString::asprintf(
                   R"({"device":"mlx5_0","port":1,"group":"counters","name":"%s","unit":"%s","available":true,"value":"%.0f")",
                   name, unit, value)
            .toUtf8();
}

// Half of 100 Gbit/s, and less back; from sample 3 on something is wrong.
QByteArray sample(int i)
{
    const double bytes = 6.25e9 * i + 2e8 * (i % 3);
    return "{\"time\":" + QByteArray::number(1000 * (i + 1)) + ',' + devices + details + resources
            + connections + "\"events\":["
            + (i == 1           ? added
                       : i == 3 ? jumped
                                : "")
            + "],\"counters\":[" + counter("port_xmit_data", "bytes", bytes) + "},"
            + counter("port_rcv_data", "bytes", bytes / 4) + "},"
            + counter("port_xmit_packets", "packets", 1000.0 * i) + "},"
            + counter("port_rcv_packets", "packets", 500.0 * i) + "},"
            + counter("out_of_buffer", "events", i < 3 ? 0 : 7)
            + R"(,"shouldStayZero":true,"meaning":"Messages arrived for which no receive was posted."}]})"
            + '\n';
}

// A device with four ports, of which the third moves twice what the second does, and one with a long name and a problem.
QString longName()
{
    return QString(64, u'n');
}

QByteArray sampleOfManyPorts(int i)
{
    QByteArray ports;
    QByteArray counters;
    for (int port = 1; port <= 4; ++port) {
        ports +=
                QString::asprintf(
                        R"(,{"device":"mlx5_0","port":%d,"state":"Active","active":true,"speed":400,"activeMtu":4096,"maxMtu":4096,"netdev":"enp65s0f%dnp%d"})",
                        port, port, port)
                        .toUtf8();
        const QByteArray portText = "\"port\":" + QByteArray::number(port);
        const double bytes = port == 2 ? 1e9 * i : port == 3 ? 2e9 * i : 0;
        for (const char *name : { "port_xmit_data", "port_rcv_data" })
            counters += ',' + counter(name, "bytes", bytes).replace("\"port\":1", portText) + '}';
    }
    counters +=
            R"(,{"device":"mlx5_0","port":1,"name":"large","unit":"packets","available":true,"value":"18446744073709551614"})";
    return "{\"time\":" + QByteArray::number(1000 * (i + 1))
            + R"(,"devices":[{"device":"mlx5_0","transport":"RoCE","ports":4,"usable":true},{"device":")"
            + longName().toUtf8() + R"(","transport":"InfiniBand","ports":1,"problem":")"
            + QByteArray("It cannot be opened. ").repeated(12) + "\"}],\"ports\":[" + ports.mid(1)
            + "],\"counters\":[" + counters.mid(1) + "]}\n";
}

constexpr int Samples = 12;

QQuickItem *findItem(QQuickItem *root, const QString &name)
{
    if (root->objectName() == name && root->isVisible())
        return root;
    const auto children = root->childItems();
    for (QQuickItem *child : children) {
        if (QQuickItem *found = findItem(child, name))
            return found;
    }
    return nullptr;
}

// A rectangle of the window in pixels, of what was drawn there.
QImage picture(QQuickItem *item)
{
    const QRectF rect = item->mapRectToScene(item->boundingRect());
    return item->window()->grabWindow().copy(rect.toRect());
}

int colors(const QImage &image)
{
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            seen.insert(image.pixel(x, y));
    }
    return int(seen.size());
}

void collectTexts(QQuickItem *root, QList<QQuickItem *> *result)
{
    if (!root->isVisible())
        return;
    if (root->inherits("QQuickText") && !root->property("text").toString().isEmpty())
        result->append(root);
    const auto children = root->childItems();
    for (QQuickItem *child : children)
        collectTexts(child, result);
}

QString describe(const QQuickItem *item)
{
    QString words;
    QDebug(&words).nospace() << item << item->property("text").toString();
    return words;
}

// Items of layouts that lie over each other.
QStringList overlaps(const QQuickItem *root)
{
    QStringList found;
    const auto children = root->childItems();
    const bool isLayout = root->inherits("QQuickLayout") && !root->inherits("QQuickStackLayout");
    for (qsizetype i = 0; i < children.size(); ++i) {
        const QQuickItem *one = children.at(i);
        if (!one->isVisible())
            continue;
        found += overlaps(one);
        const QRectF rect(one->position(), one->size());
        for (const QQuickItem *other : children.mid(0, isLayout ? i : 0)) {
            if (other->isVisible() && rect.intersects({ other->position(), other->size() }))
                found.append(describe(one) + QStringLiteral(" over ") + describe(other));
        }
    }
    return found;
}

} // namespace

void tst_MonitorWindow::initTestCase()
{
    const QByteArray head = "{\"format\":\"QtRdma recording\",\"version\":1}\n";
    recording = directory.filePath(QStringLiteral("recording"));
    QFile file(recording);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(head);
    for (int i = 0; i < Samples; ++i)
        file.write(sample(i));
    recordingWithoutDevices = directory.filePath(QStringLiteral("nothing"));
    QFile nothing(recordingWithoutDevices);
    QVERIFY(nothing.open(QIODevice::WriteOnly));
    nothing.write(head + "{\"time\":1}\n{\"time\":2}\n");
    recordingOfManyPorts = directory.filePath(QStringLiteral("many ports"));
    QFile many(recordingOfManyPorts);
    QVERIFY(many.open(QIODevice::WriteOnly));
    many.write(head);
    for (int i = 0; i < Samples; ++i)
        many.write(sampleOfManyPorts(i));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
}

void tst_MonitorWindow::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("qrc:")));
    QSettings(QStringLiteral("QtRdma"), QStringLiteral("monitor")).clear();
    QVERIFY(open(recording));
}

bool tst_MonitorWindow::open(const QString &file, bool follows)
{
    window = std::make_unique<Window>();
    Options options;
    options.interval = 3'600'000;
    options.replay = file;
    options.follows = follows;
    if (!window->open(options))
        return false;
    source()->setProperty("running", false);
    w()->requestActivate();
    return QTest::qWaitForWindowActive(w())
            && QTest::qWaitFor([this] { return source()->property("samples") == 1; });
}

void tst_MonitorWindow::step(int samples)
{
    for (int i = 0; i < samples; ++i) {
        QVERIFY(QMetaObject::invokeMethod(source(), "refresh"));
        QCoreApplication::processEvents();
    }
}

QQuickItem *tst_MonitorWindow::item(const QString &name) const
{
    QQuickItem *found = findItem(w()->contentItem(), name);
    if (!found)
        qWarning() << "qrc: no item" << name; // which fails the test
    return found ? found : w()->contentItem();
}

QQuickItem *tst_MonitorWindow::page() const
{
    const auto pages = w()->property("pageItems").toList();
    return pages.value(w()->property("pageIndex").toInt()).value<QQuickItem *>();
}

void tst_MonitorWindow::click(QQuickItem *target) const
{
    QVERIFY(target);
    const QPointF middle = target->mapToScene(target->boundingRect().center());
    QTest::mouseClick(w(), Qt::LeftButton, Qt::NoModifier, middle.toPoint());
    QCoreApplication::processEvents();
}

void tst_MonitorWindow::key(Qt::Key which, Qt::KeyboardModifiers modifiers) const
{
    QTest::keyClick(w(), which, modifiers);
    QCoreApplication::processEvents();
}

void tst_MonitorWindow::type(const QString &typed) const
{
    for (const QChar c : typed)
        QTest::keyClick(w(), c.toLatin1());
    QCoreApplication::processEvents();
}

// Tables and lists make their rows when the window polishes its items, before the next frame.
QStringList tst_MonitorWindow::texts(QQuickItem *root) const
{
    if (!QQuickTest::qWaitForPolish(w()))
        qWarning() << "qrc: the window is never polished"; // which fails the test
    QList<QQuickItem *> items;
    collectTexts(root, &items);
    QStringList result;
    for (const QQuickItem *one : std::as_const(items))
        result.append(one->property("text").toString());
    return result;
}

// What a page's table has in a column, from above.
QStringList tst_MonitorWindow::column(const char *role) const
{
    const auto *model = page()->property("model").value<QAbstractItemModel *>();
    QStringList result;
    for (int row = 0; row < model->rowCount(); ++row)
        result.append(model->index(row, 0).data(model->roleNames().key(role)).toString());
    return result;
}

void tst_MonitorWindow::pages_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QStringList>("shown");
    const auto words = [](const char *some) { return QString::fromUtf8(some).split(u'|'); };
    QTest::newRow("devices") << "devices"
                             << "Devices"
                             << words("mlx5_0|Usable|Active|mlx5_1|Not usable|No port is active");
    QTest::newRow("port") << "port"
                          << "Port" << words("Throughput|port_xmit_data|out_of_buffer");
    QTest::newRow("gids") << "gids"
                          << "GIDs" << words("10.1.2.3|RoCE v2|✓ yes|– no");
    QTest::newRow("connections") << "connections"
                                 << "Connections" << words("client|815|RC|connected|failed");
    QTest::newRow("resources") << "resources"
                               << "Resources" << words("memory region|server|5");
    QTest::newRow("events") << "events"
                            << "Events" << words("03:04:05.006|hotplug|It has come.");
    QTest::newRow("streams") << "streams"
                             << "Streams"
                             << words("stream|TCP|connected|10.1.2.4:7471|1.5\u202fkB|"
                                      "TLS stream|RDMA|mlx5_0|4.3\u202fµs|The peer has gone");
}

void tst_MonitorWindow::pages()
{
    QFETCH(QString, name);
    QFETCH(QString, title);
    QFETCH(QStringList, shown);
    step(2);
    click(item(QStringLiteral("page-") + name));
    QCOMPARE(text(QStringLiteral("heading")), title);
    const QStringList there = texts(w()->contentItem());
    for (const QString &word : std::as_const(shown))
        QVERIFY2(there.contains(word), qPrintable(word + u'\n' + there.join(u'|')));
}

// The monitor has no streams, and those of other programs are in their recordings.
void tst_MonitorWindow::pagesOfThisMachine()
{
    QVERIFY(w()->property("pageNames").toStringList().contains(QStringLiteral("streams")));
    QVERIFY(open(QString()));
    QVERIFY(!w()->property("pageNames").toStringList().contains(QStringLiteral("streams")));
}

void tst_MonitorWindow::keysOfPages()
{
    const QStringList names = w()->property("pageNames").toStringList();
    for (qsizetype i = names.size(); i > 0; --i) {
        key(Qt::Key(Qt::Key_0 + i), Qt::ControlModifier);
        QCOMPARE(w()->property("page").toString(), names.at(i - 1));
    }
    item(QStringLiteral("navigation"))->forceActiveFocus();
    key(Qt::Key_Down);
    QCOMPARE(w()->property("page").toString(), names.at(1));
    key(Qt::Key_Up);
    QCOMPARE(w()->property("page").toString(), names.at(0));
    QSet<QQuickItem *> focused;
    for (int i = 0; i < 12; ++i) {
        key(Qt::Key_Tab);
        focused.insert(w()->activeFocusItem());
    }
    QVERIFY2(focused.size() >= 6, qPrintable(QString::number(focused.size())));
}

void tst_MonitorWindow::devices()
{
    step(2);
    item(QStringLiteral("devices"))->forceActiveFocus();
    key(Qt::Key_Right);
    key(Qt::Key_Return);
    QCOMPARE(w()->property("page").toString(), QStringLiteral("port"));
    QCOMPARE(page()->property("device").toString(), QStringLiteral("mlx5_1"));
    key(Qt::Key_1, Qt::ControlModifier);
    click(findItem(item(QStringLiteral("device-mlx5_0")), QStringLiteral("port-1")));
    QCOMPARE(page()->property("device").toString(), QStringLiteral("mlx5_0"));
    QVERIFY(text(QStringLiteral("facts")).contains(QStringLiteral("100 Gbit/s")));
}

void tst_MonitorWindow::noDevice()
{
    QVERIFY(open(recordingWithoutDevices));
    const QString said = texts(item(QStringLiteral("noDevice"))).join(u'\n');
    if (QDir(QStringLiteral("/sys/class/infiniband")).isEmpty()) {
        QVERIFY(said.contains(QStringLiteral("There is no RDMA device on this machine")));
        QVERIFY(said.contains(QStringLiteral("modprobe rdma_rxe")));
    }
    QVERIFY(!said.isEmpty());
    for (int i = 2; i <= 6; ++i)
        key(Qt::Key(Qt::Key_0 + i), Qt::ControlModifier);
}

void tst_MonitorWindow::plotsMove()
{
    click(item(QStringLiteral("page-port")));
    step(6);
    for (const char *name : { "bytes", "packets" }) {
        QQuickItem *card = item(QStringLiteral("plot-") + QLatin1String(name));
        auto *plot = qobject_cast<Plot *>(findItem(card, QStringLiteral("plot")));
        QVERIFY(plot);
        QTRY_VERIFY2(plot->points() >= 10,
                     QByteArray::number(plot->points())); // five of each curve
        const QImage before = picture(plot);
        QVERIFY2(colors(before) > 5, name);
        step();
        QVERIFY2(picture(plot) != before, name);
    }
}

void tst_MonitorWindow::cursor()
{
    click(item(QStringLiteral("page-port")));
    step(5);
    QQuickItem *card = item(QStringLiteral("plot-bytes"));
    const auto sent = [&] {
        return findItem(card, QStringLiteral("value-port_xmit_data"))->property("text").toString();
    };
    // 6.25 GB and a part of the cycle a second: half of the link, and a little more or less.
    const QString last = sent();
    QVERIFY2(last.contains(QStringLiteral("Gbit/s")) && last.endsWith(u'%'), qPrintable(last));
    auto *plot = qobject_cast<Plot *>(findItem(card, QStringLiteral("plot")));
    const QPointF place(plot->positionOf(4000), plot->height() / 2);
    QTest::mouseMove(w(), plot->mapToScene(place).toPoint());
    QTRY_COMPARE(sent(), QStringLiteral("46.8\u202fGbit/s · 46.8 %"));
    QVERIFY(findItem(card, QStringLiteral("cursor")));
    QVERIFY(findItem(item(QStringLiteral("plot-packets")), QStringLiteral("cursor")));
    QTest::mouseMove(w(), QPoint(5, 5));
    QTRY_VERIFY(!findItem(card, QStringLiteral("cursor")));
    card->forceActiveFocus();
    key(Qt::Key_Left);
    QVERIFY(findItem(card, QStringLiteral("cursor")));
    key(Qt::Key_Escape);
    QVERIFY(!findItem(card, QStringLiteral("cursor")));
}

void tst_MonitorWindow::alarms()
{
    click(item(QStringLiteral("page-port")));
    step(2);
    QVERIFY(!findItem(w()->contentItem(), QStringLiteral("alarm-out_of_buffer")));
    step(1);
    const QString words = texts(item(QStringLiteral("alarm-out_of_buffer"))).join(u' ');
    QVERIFY2(words.contains(QStringLiteral("+7"))
                     && words.contains(QStringLiteral("no receive was posted")),
             qPrintable(words));
}

// The row of an alarm leads to its port and its counter, by Enter or by a double click.
void tst_MonitorWindow::openAlarm()
{
    click(item(QStringLiteral("page-port")));
    step(4);
    page()->setProperty("device", QStringLiteral("mlx5_1"));
    click(item(QStringLiteral("page-alarms")));
    QCOMPARE(column("name"), QStringList(QStringLiteral("out_of_buffer")));
    const QStringList shown = texts(page());
    for (const char *word : { "mlx5_0/1", "03:04:07", "7", "active" })
        QVERIFY2(shown.contains(QLatin1String(word)), word);
    item(QStringLiteral("rows"))->forceActiveFocus();
    key(Qt::Key_Return);
    QCOMPARE(w()->property("page").toString(), QStringLiteral("port"));
    QCOMPARE(page()->property("device").toString(), QStringLiteral("mlx5_0"));
    QQuickItem *counters = item(QStringLiteral("counters"));
    const int row = counters->property("currentIndex").toInt();
    QCOMPARE(column("name").value(row), QStringLiteral("out_of_buffer"));
    QVERIFY(QQuickTest::qWaitForPolish(w()));
    QTRY_VERIFY([&] {
        const double y = counters->mapToScene({ 0, 30.0 * (row + 1) }).y();
        return y > 0 && y < w()->height();
    }());
    const QString times = texts(item(QStringLiteral("alarm-out_of_buffer"))).join(u' ');
    QVERIFY2(times.contains(QStringLiteral("since 03:04:07, last at 03:04:07")), qPrintable(times));
}

void tst_MonitorWindow::acknowledgeAlarms()
{
    const auto left = [this] {
        return w()->property("alarms").value<QObject *>()->property("open").toInt();
    };
    step(4);
    QCOMPARE(left(), 1);
    click(item(QStringLiteral("page-alarms")));
    item(QStringLiteral("rows"))->forceActiveFocus();
    key(Qt::Key_A);
    QCOMPARE(left(), 0);
    QVERIFY(texts(page()).contains(QStringLiteral("seen")));
    click(item(QStringLiteral("page-port")));
    QVERIFY(!findItem(w()->contentItem(), QStringLiteral("alarm-out_of_buffer")));
    for (const char *name : { "acknowledge", "acknowledgeAll" }) {
        QVERIFY(this->open(recording));
        step(4);
        click(item(QStringLiteral("page-alarms")));
        item(QStringLiteral("rows"))->forceActiveFocus();
        QCOMPARE(left(), 1);
        click(item(QLatin1String(name)));
        QCOMPARE(left(), 0);
    }
    QVERIFY(this->open(recording));
    step(4);
    click(item(QStringLiteral("page-port")));
    click(item(QStringLiteral("acknowledge-out_of_buffer")));
    QCOMPARE(left(), 0);
}

// The card of the device, the line of its port, the choice of ports and the side bar show it.
void tst_MonitorWindow::marks()
{
    const auto marked = [](QQuickItem *root) {
        return findItem(root, QStringLiteral("alarmMark")) != nullptr;
    };
    QVERIFY(!marked(w()->contentItem()));
    step(4);
    QQuickItem *card = item(QStringLiteral("device-mlx5_0"));
    QVERIFY(marked(card));
    QVERIFY(marked(findItem(card, QStringLiteral("port-1"))));
    QVERIFY(!marked(item(QStringLiteral("device-mlx5_1"))));
    QVERIFY(texts(item(QStringLiteral("page-alarms"))).contains(QStringLiteral("1")));
    click(item(QStringLiteral("page-port")));
    QVERIFY(!marked(w()->contentItem()));
    click(item(QStringLiteral("portChoice")));
    QVERIFY(QQuickTest::qWaitForPolish(w()));
    QTRY_VERIFY(marked(w()->contentItem()));
    key(Qt::Key_Escape);
}

// An item that became visible on a page that was never shown has a place of its own there.
void tst_MonitorWindow::innerGrid()
{
    QQmlComponent component(qmlEngine(w()));
    component.setData(R"(
        import QtQuick
        import QtQuick.Layouts
        import RdmaMonitor
        StackLayout {
            property bool hasMark: false
            width: 400
            height: 300
            currentIndex: 1
            ColumnLayout {
                InnerGrid {
                    Text { text: "name"; Layout.fillWidth: true }
                    Text { text: "mark"; visible: hasMark }
                    Text { text: "state" }
                }
            }
            Item {}
        }
    )",
                      QUrl(QStringLiteral("qrc:/innerGrid.qml")));
    const std::unique_ptr<QObject> object(component.create());
    auto *stack = qobject_cast<QQuickItem *>(object.get());
    QVERIFY2(stack, qPrintable(component.errorString()));
    stack->setParentItem(w()->contentItem());
    w()->grabWindow(); // laid out
    stack->setProperty("hasMark", true);
    w()->grabWindow();
    stack->setProperty("currentIndex", 0);
    w()->grabWindow();
    QCOMPARE(texts(stack).size(), 3);
    QCOMPARE(overlaps(stack), QStringList());
}

// Alarms come, and the window gets another size, while other pages are shown.
void tst_MonitorWindow::hiddenPages()
{
    const QStringList names = w()->property("pageNames").toStringList();
    for (const QString &name : names) {
        w()->setProperty("page", name);
        w()->grabWindow(); // laid out
    }
    w()->resize(640, 480);
    QTRY_COMPARE(w()->contentItem()->width(), 640.0);
    step(4);
    for (const QString &name : names) {
        w()->setProperty("page", name);
        w()->grabWindow();
        QCOMPARE(overlaps(page()), QStringList());
    }
    w()->setProperty("page", QStringLiteral("devices"));
    QVERIFY(findItem(page(), QStringLiteral("alarmMark")));
}

// Samples cost nothing on pages that nobody sees.
void tst_MonitorWindow::workOfHiddenPages()
{
    const QStringList names = w()->property("pageNames").toStringList();
    for (const QString &name : names) {
        QVERIFY(open(recording));
        step(5); // the alarm has come, and its rate is zero again
        w()->setProperty("page", name);
        QQuickItem *const hidden = page();
        QVERIFY(QQuickTest::qWaitForPolish(w()));
        w()->setProperty("page", names.at(name == names.at(0) ? 1 : 0));
        QVERIFY(QQuickTest::qWaitForPolish(w()));
        const Changes changes(hidden);
        step(3);
        QCOMPARE(changes.noted.join(u'\n'), QString());
    }
}

// Rows find their places when the table is seen again.
void tst_MonitorWindow::orderOfHiddenTable()
{
    QStandardItemModel source;
    for (int row = 0; row < 3; ++row)
        source.appendRow(new QStandardItem(QString::number(row)));
    SortedTable table;
    table.setSourceModel(&source);
    table.setOrder(QStringLiteral("display"));
    table.setProperty("seen", false);
    const QSignalSpy moves(&table, &QAbstractItemModel::layoutChanged);
    source.item(0)->setText(QStringLiteral("9"));
    QCoreApplication::processEvents();
    QCOMPARE(moves.size(), 0);
    table.setProperty("seen", true);
    QCOMPARE(moves.size(), 1);
    QCOMPARE(table.index(2, 0).data().toString(), QStringLiteral("9"));
}

// A row that has come is in its place before a frame shows it, also one that was asked for already.
void tst_MonitorWindow::orderOfNewRows()
{
    QStandardItemModel source;
    source.appendRow(new QStandardItem(QStringLiteral("2")));
    SortedTable table;
    table.setSourceModel(&source);
    table.setOrder(QStringLiteral("display"));
    QStringList shown;
    const auto frame = [&] {
        for (int row = 0; row < table.rowCount(); ++row)
            shown.append(table.index(row, 0).data().toString());
    };
    QMetaObject::invokeMethod(this, frame, Qt::QueuedConnection);
    source.appendRow(new QStandardItem(QStringLiteral("1")));
    QCoreApplication::processEvents();
    QCOMPARE(shown, QStringList({ QStringLiteral("1"), QStringLiteral("2") }));
}

// The mark has the colour that the side bar and the page of alarms have.
void tst_MonitorWindow::quietMarks()
{
    const QString late = directory.filePath(QStringLiteral("quiet"));
    QFile file(late);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"format\":\"QtRdma recording\",\"version\":1}\n");
    for (int i = 0; i < 4; ++i)
        file.write(sample(i));
    file.write(sample(4).replace("{\"time\":5000,", "{\"time\":100000,"));
    file.close();
    QVERIFY(open(late));
    const auto colour = [this] {
        return findItem(item(QStringLiteral("device-mlx5_0")), QStringLiteral("alarmMark"))
                ->property("tint")
                .value<QColor>();
    };
    step(3);
    const QColor active = colour();
    step(1);
    QVERIFY(colour() != active);
}

// A person sets a rate in the window, and the counter is quiet below it.
void tst_MonitorWindow::thresholds()
{
    step();
    click(item(QStringLiteral("page-alarms")));
    click(item(QStringLiteral("thresholdButton")));
    QTRY_VERIFY(findItem(w()->contentItem(), QStringLiteral("pattern")));
    click(item(QStringLiteral("pattern")));
    type(QStringLiteral("OUT_*"));
    click(item(QStringLiteral("perSecond")));
    key(Qt::Key_A, Qt::ControlModifier);
    type(QStringLiteral("100"));
    click(item(QStringLiteral("saveThresholds")));
    step(3);
    QCOMPARE(column("name"), QStringList());
    QVERIFY(open(recording));
    step(5);
    click(item(QStringLiteral("page-alarms")));
    QCOMPARE(column("name"), QStringList());
}

void tst_MonitorWindow::trafficOfAllPorts()
{
    QVERIFY(open(recordingOfManyPorts));
    step(4);
    QQuickItem *card = item(QStringLiteral("device-mlx5_0"));
    const auto traffic = [this](QQuickItem *root, const char *name) {
        return texts(findItem(root, QLatin1String(name)));
    };
    QCOMPARE(traffic(card, "deviceTraffic"),
             QStringList(
                     { QStringLiteral("↑ 24\u202fGbit/s"), QStringLiteral("↓ 24\u202fGbit/s") }));
    const char *const expected[] = { "0\u202fbit/s", "8\u202fGbit/s", "16\u202fGbit/s",
                                     "0\u202fbit/s" };
    for (int port = 1; port <= 4; ++port) {
        QQuickItem *line = findItem(card, QStringLiteral("port-%1").arg(port));
        QVERIFY(line);
        QCOMPARE(traffic(line, "portTraffic").value(0),
                 QStringLiteral("↑ ") + QString::fromUtf8(expected[port - 1]));
    }
}

// On a link that sends what it receives both curves can be seen.
void tst_MonitorWindow::mirroredPlot()
{
    QVERIFY(open(recordingOfManyPorts));
    step(6);
    click(item(QStringLiteral("page-port")));
    page()->setProperty("port", 3);
    QVERIFY(QQuickTest::qWaitForPolish(w()));
    auto *plot = qobject_cast<Plot *>(
            findItem(item(QStringLiteral("plot-bytes")), QStringLiteral("plot")));
    QVERIFY(plot);
    const QList<double> ticks = plot->ticks();
    QCOMPARE(ticks.constFirst(), -ticks.constLast());
    QVERIFY(ticks.contains(0));
    const auto colors = plot->property("colors").toList();
    QTRY_VERIFY(plot->points() >= 10);
    const QImage shown = picture(plot);
    const auto rowsOf = [&shown](const QColor &color) {
        QList<int> rows;
        for (int y = 0; y < shown.height(); ++y) {
            for (int x = shown.width() * 19 / 20; x < shown.width(); ++x) {
                const QColor pixel = shown.pixelColor(x, y);
                if (std::abs(pixel.red() - color.red()) + std::abs(pixel.green() - color.green())
                            + std::abs(pixel.blue() - color.blue())
                    < 60)
                    rows.append(y);
            }
        }
        return rows;
    };
    const QList<int> sent = rowsOf(colors.at(0).value<QColor>());
    const QList<int> received = rowsOf(colors.at(1).value<QColor>());
    QVERIFY(!sent.isEmpty() && !received.isEmpty());
    QVERIFY(sent.constLast() < shown.height() / 2);
    QVERIFY(received.constFirst() > shown.height() / 2);
}

// Messages, too, where the driver counts them in both directions.
void tst_MonitorWindow::mirroredPlots()
{
    QVERIFY(open(QStringLiteral(RECORDING)));
    step(4);
    click(item(QStringLiteral("page-port")));
    QVERIFY(QQuickTest::qWaitForPolish(w()));
    for (const char *const name : { "plot-packets", "plot-messages" }) {
        QQuickItem *card = item(QLatin1String(name));
        QVERIFY(card->isVisible());
        QVERIFY2(findItem(card, QStringLiteral("plot"))->property("mirrored").toBool(), name);
    }
}

// Nothing hangs out of a card, and nothing of it stays on another page.
void tst_MonitorWindow::cardsGrow()
{
    QVERIFY(open(recordingOfManyPorts));
    step(4);
    w()->resize(640, 480);
    QVERIFY(QQuickTest::qWaitForPolish(w()));
    for (const QString &name : { QStringLiteral("mlx5_0"), longName() }) {
        QQuickItem *card = item(QStringLiteral("device-") + name);
        QList<QQuickItem *> items;
        collectTexts(card, &items);
        QVERIFY(items.size() > 4);
        for (QQuickItem *one : std::as_const(items)) {
            const QRectF place = one->mapRectToItem(card, one->boundingRect());
            QVERIFY2(card->boundingRect().contains(place),
                     qPrintable(one->property("text").toString()));
        }
    }
    QQuickItem *name =
            findItem(item(QStringLiteral("device-") + longName()), QStringLiteral("name"));
    QVERIFY(name->property("truncated").toBool());

    w()->setProperty("page", QStringLiteral("events"));
    w()->grabWindow();
    const QImage after = w()->grabWindow();
    w()->setProperty("theme", QStringLiteral("dark"));
    w()->grabWindow();
    w()->setProperty("theme", QStringLiteral("system"));
    w()->grabWindow();
    QCOMPARE(w()->grabWindow(), after);
}

// 64 bits are more than a number of QML has, and they fit into their column.
void tst_MonitorWindow::wholeNumbers()
{
    QVERIFY(open(recordingOfManyPorts));
    step(1);
    w()->resize(1080, 640);
    click(item(QStringLiteral("page-port")));
    QVERIFY(QQuickTest::qWaitForPolish(w()));
    QList<QQuickItem *> items;
    collectTexts(item(QStringLiteral("counters")), &items);
    const QString expected = QLocale().toString(18446744073709551614ULL);
    const auto found = std::find_if(items.begin(), items.end(), [&](QQuickItem *one) {
        return one->property("text").toString() == expected;
    });
    QVERIFY2(found != items.end(), qPrintable(texts(item(QStringLiteral("counters"))).join(u'|')));
    QVERIFY(!(*found)->property("truncated").toBool());
}

// All headers of a table are one stop, between which the arrows go.
void tst_MonitorWindow::tabStops()
{
    click(item(QStringLiteral("page-resources")));
    key(Qt::Key_F, Qt::ControlModifier);
    QQuickItem *const rows = item(QStringLiteral("rows"));
    int stops = 0;
    for (; !rows->hasActiveFocus() && stops < 20; ++stops)
        key(Qt::Key_Tab);
    QVERIFY2(stops <= 6, QByteArray::number(stops));
    key(Qt::Key_Backtab);
    QCOMPARE(w()->activeFocusItem()->objectName(), QStringLiteral("sort-owner"));
    key(Qt::Key_Right);
    QCOMPARE(w()->activeFocusItem()->objectName(), QStringLiteral("sort-process"));
    key(Qt::Key_Right);
    key(Qt::Key_Left);
    key(Qt::Key_Return);
    QCOMPARE(page()->property("model").value<QObject *>()->property("order").toString(),
             QStringLiteral("process"));
    key(Qt::Key_Tab);
    QVERIFY(rows->hasActiveFocus());
}

// A screen reader says what is chosen, and how many alarms there are.
void tst_MonitorWindow::accessibleValues()
{
    const auto nameOf = [this](const char *name) {
        QAccessibleInterface *one =
                QAccessible::queryAccessibleInterface(item(QLatin1String(name)));
        return one ? one->text(QAccessible::Name) : QString();
    };
    QCOMPARE(nameOf("page-alarms"), QStringLiteral("Alarms"));
    step(4);
    QCOMPARE(nameOf("page-alarms"), QStringLiteral("Alarms, 1"));
    click(item(QStringLiteral("page-port")));
    QCOMPARE(nameOf("portChoice"), QStringLiteral("Port: mlx5_0, port 1"));
    page()->setProperty("device", QStringLiteral("mlx5_1"));
    QCOMPARE(nameOf("portChoice"), QStringLiteral("Port: mlx5_1, port 1"));
    QVERIFY(nameOf("interval").contains(QStringLiteral("Hz")));
    QCOMPARE(nameOf("span"), QStringLiteral("Time that the plots show: 1 minute"));
}

// They are made when a screen reader is there, also when it begins later.
void tst_MonitorWindow::accessibleRows()
{
    click(item(QStringLiteral("page-gids")));
    auto *const rows = item(QStringLiteral("rows"));
    QQuickItem *row = nullptr;
    QTRY_VERIFY(QMetaObject::invokeMethod(rows, "itemAtIndex", Q_RETURN_ARG(QQuickItem *, row),
                                          Q_ARG(int, 0))
                && row);
    QAccessible::setActive(true);
    QAccessibleInterface *const spoken = QAccessible::queryAccessibleInterface(row);
    QVERIFY(spoken);
    QVERIFY(spoken->text(QAccessible::Name).contains(QStringLiteral("mlx5_0")));
    QAccessible::setActive(false);
}

void tst_MonitorWindow::counters()
{
    click(item(QStringLiteral("page-port")));
    step(2);
    const QStringList there = texts(item(QStringLiteral("counters")));
    QVERIFY(there.contains(QStringLiteral("port_rcv_packets")));
    QVERIFY(there.contains(QStringLiteral("500\u202f/s")));
    QVERIFY(there.contains(QStringLiteral("Messages arrived for which no receive was posted.")));
}

void tst_MonitorWindow::portDetails()
{
    click(item(QStringLiteral("page-port")));
    const QStringList there = texts(item(QStringLiteral("details")));
    for (const char *word : { "PCI address", "0000:3b:00.0", "Rate", "<b>400 Gb/sec</b>", "LID",
                              "only InfiniBand has it" })
        QVERIFY2(there.contains(QString::fromLatin1(word)), word);
    QVERIFY(!there.contains(QStringLiteral("of the other port")));
}

void tst_MonitorWindow::processes()
{
    click(item(QStringLiteral("page-connections")));
    click(item(QStringLiteral("segment-1")));
    const auto processTexts = [this] { return texts(item(QStringLiteral("processes"))); };
    QVERIFY(processTexts().contains(QStringLiteral("▸ server")));
    QVERIFY(processTexts().contains(QStringLiteral("2 of 262,144")));
    QVERIFY(processTexts().contains(QStringLiteral("4.1\u202fkB")));
    item(QStringLiteral("rows"))->forceActiveFocus();
    key(Qt::Key_End);
    key(Qt::Key_Return);
    QVERIFY(processTexts().contains(QStringLiteral("▾ server")));
    const QString open = QStringLiteral("\u2003\u2003queue pair 17 · ready to send");
    QVERIFY2(processTexts().contains(open), qPrintable(processTexts().join(u'|')));
    click(item(QStringLiteral("sort-lockedBytes")));
    QCOMPARE(column("depth").join(u' '), QStringLiteral("0 0 1 1 1"));
    click(item(QStringLiteral("sort-lockedBytes")));
    QCOMPARE(column("depth").join(u' '), QStringLiteral("0 1 1 1 0"));
    step();
    QCOMPARE(column("depth").join(u' '), QStringLiteral("0 1 1 1 0"));
}

void tst_MonitorWindow::limits()
{
    click(item(QStringLiteral("page-connections")));
    click(item(QStringLiteral("segment-2")));
    const QStringList there = texts(item(QStringLiteral("limits")));
    for (const char *word :
         { "queue pair", "3", "262,144", "multicast group", "the kernel does not tell it" })
        QVERIFY2(there.contains(QString::fromLatin1(word)), word);
}

// In the smallest window, too, the words of a row are whole.
// A region that no peer may use has none.
void tst_MonitorWindow::remoteKeys()
{
    w()->resize(1400, 700);
    step();
    click(item(QStringLiteral("page-resources")));
    QTRY_VERIFY(texts(page()).contains(QStringLiteral("Remote key")));
    QTRY_VERIFY(texts(page()).contains(QStringLiteral("memory region")));
    QVERIFY(!texts(page()).contains(QStringLiteral("0x0")));
}

void tst_MonitorWindow::smallTables()
{
    w()->resize(640, 480);
    const auto pictures = w()->property("pictures").toList();
    for (const QVariant &picture : pictures) {
        const QVariantMap shown = picture.toMap();
        const QString page = shown.value(QStringLiteral("page")).toString();
        if (page != QLatin1String("connections") && page != QLatin1String("resources"))
            continue;
        w()->setProperty("page", page);
        w()->setProperty("connectionsView", shown.value(QStringLiteral("view")));
        w()->grabWindow(); // laid out
        QList<QQuickItem *> items;
        collectTexts(w()->contentItem(), &items);
        for (QQuickItem *one : std::as_const(items))
            QVERIFY2(!one->property("truncated").toBool(),
                     qPrintable(one->property("text").toString()));
    }
}

void tst_MonitorWindow::copyOfIndex()
{
    click(item(QStringLiteral("page-gids")));
    item(QStringLiteral("rows"))->forceActiveFocus();
    key(Qt::Key_End);
    key(Qt::Key_Return);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("3"));
    QTRY_VERIFY(findItem(w()->contentItem(), QStringLiteral("toast")));
    QVERIFY(texts(item(QStringLiteral("toast"))).join(u' ').contains(u'3'));
    key(Qt::Key_Up);
    key(Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("1"));
}

void tst_MonitorWindow::filter()
{
    source()->setProperty("running", true); // until the space that is none
    click(item(QStringLiteral("page-connections")));
    QCOMPARE(column("owner").size(), 3);
    key(Qt::Key_F, Qt::ControlModifier);
    type(QStringLiteral("CLIENT"));
    QCOMPARE(column("queuePairNumber"), QStringList(QStringLiteral("18")));
    type(QStringLiteral(" xx"));
    QCOMPARE(column("queuePairNumber"), QStringList());
    QTRY_VERIFY(texts(page()).contains(QStringLiteral("No row has “CLIENT xx” in it")));
    QVERIFY(!text(QStringLiteral("status")).contains(QStringLiteral("paused")));
    key(Qt::Key_Escape);
    QCOMPARE(column("queuePairNumber").size(), 3);
}

void tst_MonitorWindow::filterByWhatIsShown_data()
{
    QTest::addColumn<QString>("needle");
    QTest::addColumn<QString>("numbers");
    QTest::newRow("all") << QString() << QStringLiteral("17 18 19 5");
    QTest::newRow("words of the kind") << QStringLiteral("memory region") << QStringLiteral("5");
    QTest::newRow("words of the state")
            << QStringLiteral("ready to send") << QStringLiteral("17 18");
    QTest::newRow("two columns") << QStringLiteral("MLX5 server") << QStringLiteral("17 19 5");
    QTest::newRow("in another order") << QStringLiteral("error  server") << QStringLiteral("19");
    QTest::newRow("in quotes") << QStringLiteral("\"queue pair\" client") << QStringLiteral("18");
    QTest::newRow("not in this order") << QStringLiteral("\"pair queue\"") << QString();
    QTest::newRow("quotes that are not closed")
            << QStringLiteral("\"queue p") << QStringLiteral("17 18 19");
    QTest::newRow("with a unit") << QStringLiteral("\"4.1 kB\"") << QStringLiteral("5");
    QTest::newRow("not shown") << QStringLiteral("QueuePair") << QString();
    QTest::newRow("blanks") << QStringLiteral("  ") << QStringLiteral("17 18 19 5");
}

void tst_MonitorWindow::filterByWhatIsShown()
{
    QFETCH(QString, needle);
    QFETCH(QString, numbers);
    click(item(QStringLiteral("page-resources")));
    page()->setProperty("needle", needle);
    QStringList shown = column("number");
    shown.sort();
    QCOMPARE(shown.join(u' '), numbers);
}

void tst_MonitorWindow::sort()
{
    click(item(QStringLiteral("page-resources")));
    QCOMPARE(column("owner").constFirst(), QStringLiteral("client"));
    click(item(QStringLiteral("sort-number")));
    QCOMPARE(column("number").join(u' '), QStringLiteral("5 17 18 19"));
    click(item(QStringLiteral("sort-number")));
    QCOMPARE(column("number").join(u' '), QStringLiteral("19 18 17 5"));
}

void tst_MonitorWindow::events()
{
    step(4);
    click(item(QStringLiteral("page-events")));
    const QStringList names = column("name");
    QCOMPARE(names.constFirst(), QStringLiteral("out_of_buffer")); // the last
    QCOMPARE(names.constLast(), QStringLiteral("added"));
    QVERIFY(texts(page()).contains(QStringLiteral("03:04:07.008")));
}

void tst_MonitorWindow::pause()
{
    source()->setProperty("running", true);
    key(Qt::Key_Space);
    QCOMPARE(source()->property("running").toBool(), false);
    QVERIFY(text(QStringLiteral("status")).contains(QStringLiteral("paused")));
    click(item(QStringLiteral("pause")));
    QCOMPARE(source()->property("running").toBool(), true);
}

void tst_MonitorWindow::replayAgain()
{
    step(Samples);
    QVERIFY(text(QStringLiteral("status")).contains(QStringLiteral("over")));
    QVERIFY(texts(w()->contentItem()).contains(QStringLiteral("mlx5_0")));
    const int before = source()->property("samples").toInt();
    source()->setProperty("running", true);
    key(Qt::Key_Space);
    QTRY_VERIFY(source()->property("samples").toInt() > before);
    QVERIFY(text(QStringLiteral("status")).contains(QStringLiteral("Replay")));
}

// The file has half a sample more, and later the whole.
void tst_MonitorWindow::followedReplay()
{
    const QString name = directory.filePath(QStringLiteral("growing"));
    QVERIFY(QFile::copy(recording, name));
    QFile file(name);
    QVERIFY(file.open(QIODevice::Append | QIODevice::Unbuffered));
    const QByteArray next = sample(Samples);
    file.write(next.first(100));
    QVERIFY(open(name, true));
    step(Samples);
    QCOMPARE(source()->property("samples").toInt(), Samples);
    QCOMPARE(text(QStringLiteral("status")), QStringLiteral("Replay, followed, paused"));
    file.write(next.sliced(100));
    step();
    QCOMPARE(source()->property("samples").toInt(), Samples + 1);
}

void tst_MonitorWindow::themes()
{
    QSet<QRgb> backgrounds;
    for (const char *expected : { "light", "dark", "system" }) {
        key(Qt::Key_T, Qt::ControlModifier);
        QCOMPARE(w()->property("theme").toString(), QLatin1String(expected));
        const QImage shown = w()->grabWindow();
        backgrounds.insert(shown.pixel(shown.width() - 3, shown.height() - 3));
    }
    QCOMPARE(backgrounds.size(), 2); // the system has one of them
}

void tst_MonitorWindow::contrast_data()
{
    QTest::addColumn<QString>("theme");
    QTest::newRow("light") << QStringLiteral("light");
    QTest::newRow("dark") << QStringLiteral("dark");
}

// All pages and dialogs, with rows and words that are selected.
void tst_MonitorWindow::contrast()
{
    QFETCH(const QString, theme);
    w()->setProperty("theme", theme);
    step(Samples - 1);
    QString weak;
    const QVariantList pictures = w()->property("pictures").toList();
    for (const QVariant &picture : pictures) {
        w()->setProperty("page", picture.toMap().value(QStringLiteral("page")));
        w()->setProperty("connectionsView", picture.toMap().value(QStringLiteral("view")).toInt());
        if (QQuickItem *const table = findItem(w()->contentItem(), QStringLiteral("rows"))) {
            table->forceActiveFocus();
            key(Qt::Key_A, Qt::ControlModifier);
        }
        weak += RdmaTest::Contrast::weakTexts(w());
    }
    QCOMPARE(weak, QString());
    w()->setProperty("page", QStringLiteral("gids"));
    item(QStringLiteral("search"))->forceActiveFocus();
    type(QStringLiteral("10"));
    key(Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(RdmaTest::Contrast::weakTexts(w()), QString());
    key(Qt::Key_E, Qt::ControlModifier);
    QTRY_VERIFY(item(QStringLiteral("exportFile"))->hasActiveFocus());
    QCOMPARE(RdmaTest::Contrast::weakTexts(w()), QString());
    key(Qt::Key_Escape);
    QTRY_VERIFY(!findItem(w()->contentItem(), QStringLiteral("exportFile")));
    w()->setProperty("page", QStringLiteral("alarms"));
    click(item(QStringLiteral("thresholdButton")));
    QTRY_VERIFY(findItem(w()->contentItem(), QStringLiteral("pattern")));
    QCOMPARE(RdmaTest::Contrast::weakTexts(w()), QString());
}

void tst_MonitorWindow::zoom()
{
    const double before = item(QStringLiteral("heading"))->height();
    key(Qt::Key_Plus, Qt::ControlModifier);
    key(Qt::Key_Plus, Qt::ControlModifier);
    QTRY_VERIFY(item(QStringLiteral("heading"))->height() > before);
    key(Qt::Key_0, Qt::ControlModifier);
    QTRY_COMPARE(item(QStringLiteral("heading"))->height(), before);
}

void tst_MonitorWindow::exportPage()
{
    click(item(QStringLiteral("page-gids")));
    key(Qt::Key_E, Qt::ControlModifier);
    QTRY_VERIFY(item(QStringLiteral("exportFile"))->hasActiveFocus());
    const QString name = directory.filePath(QStringLiteral("gids.csv"));
    key(Qt::Key_A, Qt::ControlModifier);
    type(name);
    key(Qt::Key_Return);
    QFile csv(name);
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = csv.readAll().split('\n');
    QCOMPARE(lines.size(), 1 + 3 + 1);
    QCOMPARE(lines.constFirst(), QByteArray("device,port,index,gid,type,netdev,ipv4,usableHere"));
    QCOMPARE(lines.at(3), QByteArray("mlx5_0,1,3,::ffff:10.1.2.3,RoCE v2,,10.1.2.3,true"));
}

void tst_MonitorWindow::exportRow()
{
    click(item(QStringLiteral("page-connections")));
    item(QStringLiteral("rows"))->forceActiveFocus();
    key(Qt::Key_Down);
    click(item(QStringLiteral("export")));
    QTRY_VERIFY(item(QStringLiteral("exportFile"))->hasActiveFocus());
    const QString name = directory.filePath(QStringLiteral("one.csv"));
    key(Qt::Key_A, Qt::ControlModifier);
    type(name);
    click(item(QStringLiteral("onlySelected")));
    click(item(QStringLiteral("format-json")));
    click(item(QStringLiteral("save")));
    QFile json(directory.filePath(QStringLiteral("one.json")));
    QVERIFY(json.open(QIODevice::ReadOnly));
    const QJsonArray rows = QJsonDocument::fromJson(json.readAll()).array();
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows.at(0)[u"owner"], QStringLiteral("server"));
    QCOMPARE(rows.at(0)[u"queuePairNumber"], 17);
}

void tst_MonitorWindow::exportRows()
{
    click(item(QStringLiteral("page-resources")));
    QQuickItem *rows = item(QStringLiteral("rows"));
    rows->forceActiveFocus();
    key(Qt::Key_Down);
    key(Qt::Key_Down, Qt::ShiftModifier);
    const double height = rows->property("contentHeight").toDouble() / 4;
    const auto clickRow = [&](int row) {
        const QPointF place = rows->mapToScene({ 50, (row + 0.5) * height });
        QTest::mouseClick(w(), Qt::LeftButton, Qt::ControlModifier, place.toPoint());
    };
    clickRow(3);
    clickRow(2); // not any more
    key(Qt::Key_E, Qt::ControlModifier);
    QTRY_VERIFY(item(QStringLiteral("exportFile"))->hasActiveFocus());
    const QString name = directory.filePath(QStringLiteral("some.csv"));
    key(Qt::Key_A, Qt::ControlModifier);
    type(name);
    click(item(QStringLiteral("onlySelected")));
    click(item(QStringLiteral("save")));
    QFile csv(name);
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = csv.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 1 + 2);
    const auto numberOf = [](const QByteArray &line) { return line.split(',').value(2); };
    QCOMPARE(numberOf(lines.at(0)), QByteArray("number"));
    const QStringList all = column("number");
    QCOMPARE(QString::fromLatin1(numberOf(lines.at(1))), all.at(1));
    QCOMPARE(QString::fromLatin1(numberOf(lines.at(2))), all.at(3));
}

void tst_MonitorWindow::exportFails()
{
    key(Qt::Key_E, Qt::ControlModifier);
    QTRY_VERIFY(item(QStringLiteral("exportFile"))->hasActiveFocus());
    key(Qt::Key_A, Qt::ControlModifier);
    type(QStringLiteral("/nonexistent/a.csv"));
    key(Qt::Key_Return);
    QTRY_VERIFY(findItem(w()->contentItem(), QStringLiteral("toast")));
    const QString said = texts(item(QStringLiteral("toast"))).join(u' ');
    QVERIFY2(said.contains(QStringLiteral("No such file")), qPrintable(said));
    QVERIFY(findItem(w()->contentItem(), QStringLiteral("exportFile"))); // to try another
}

void tst_MonitorWindow::sizes_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("640x480") << QSize(640, 480);
    QTest::newRow("800x600") << QSize(800, 600);
    QTest::newRow("1920x1080") << QSize(1920, 1080);
    QTest::newRow("3840x2160") << QSize(3840, 2160);
}

// No text reaches over the edge of the window, and titles of pages and columns are whole.
void tst_MonitorWindow::sizes()
{
    QFETCH(QSize, size);
    step(4);
    w()->resize(size);
    QTRY_COMPARE(w()->contentItem()->width(), double(size.width()));
    const QStringList names = w()->property("pageNames").toStringList();
    for (const QString &name : names) {
        w()->setProperty("page", name);
        w()->grabWindow(); // laid out
        QList<QQuickItem *> items;
        collectTexts(w()->contentItem(), &items);
        QVERIFY(items.size() > 10);
        for (QQuickItem *one : std::as_const(items)) {
            const QRectF rect = one->mapRectToScene(one->boundingRect());
            const QString words = one->property("text").toString();
            QVERIFY2(rect.left() >= 0 && rect.right() <= size.width(), qPrintable(name + words));
            const bool isTitle = one->objectName() == QLatin1String("heading")
                    || one->parentItem()->objectName().startsWith(QLatin1String("sort-"));
            QVERIFY2(!isTitle || !one->property("truncated").toBool(), qPrintable(words));
        }
    }
}

// As a user takes them, of what is shipped with the monitor.
void tst_MonitorWindow::screenshots()
{
    const QString out = directory.filePath(QStringLiteral("pictures"));
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QStringLiteral(MONITOR),
                  { QStringLiteral("--replay"), QStringLiteral(RECORDING),
                    QStringLiteral("--screenshot"), out, QStringLiteral("--size"),
                    QStringLiteral("800x600") });
    QVERIFY(process.waitForFinished(120000));
    QCOMPARE(process.exitCode(), 0);
    QStringList names = w()->property("pageNames").toStringList();
    names << QStringLiteral("processes") << QStringLiteral("limits");
    for (const QString &name : std::as_const(names)) {
        const QImage light(out + u'/' + name + QStringLiteral(".png"));
        const QImage dark(out + u'/' + name + QStringLiteral("-dark.png"));
        QCOMPARE(light.size(), QSize(800, 600));
        QVERIFY(colors(light) > 20 && colors(dark) > 20);
        QVERIFY(qGray(light.pixel(799, 599)) > 200 && qGray(dark.pixel(799, 599)) < 60);
    }
}

// As a user sees it who mistypes the name of a recording.
void tst_MonitorWindow::screenshotsFail()
{
    const QString out = directory.filePath(QStringLiteral("no pictures"));
    const QString none = directory.filePath(QStringLiteral("there is none"));
    QProcess process;
    process.start(QStringLiteral(MONITOR),
                  { QStringLiteral("--replay"), none, QStringLiteral("--screenshot"), out });
    QVERIFY(process.waitForFinished(120000));
    QCOMPARE(process.exitCode(), 1);
    const QString said = QString::fromUtf8(process.readAllStandardError());
    QVERIFY2(said.contains(none), qPrintable(said));
    QVERIFY(QDir(out).entryList(QDir::Files).isEmpty());
}

// The window goes on, and its program tells at its end that something could not be done.
void tst_MonitorWindow::recordFails()
{
    Options options;
    options.replay = QStringLiteral(RECORDING);
    for (const bool fails : { false, true }) {
        if (fails)
            options.record = QStringLiteral("/dev/full");
        Window monitor;
        QVERIFY(monitor.open(options));
        const auto *source = monitor.window()->property("source").value<QObject *>();
        QTRY_VERIFY(source->property("samples").toInt() > 1);
        QTRY_COMPARE(monitor.status(), int(fails));
    }
}

// Who makes a recording chooses the names in it. They are shown as they are, and load nothing.
void tst_MonitorWindow::plainNames()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("Cannot open")));
    const QByteArray name = "<b>evil</b><img src='file:///x.png'>";
    QFile from(recording);
    QVERIFY(from.open(QIODevice::ReadOnly));
    QFile to(directory.filePath(QStringLiteral("evil")));
    QVERIFY(to.open(QIODevice::WriteOnly));
    to.write(from.readAll()
                     .replace("mlx5_", name)
                     .replace("out_of_buffer", name)
                     .replace("no receive", name)
                     .replace("server", name)
                     .replace("It has come.", name));
    to.close();
    QVERIFY(open(to.fileName()));
    step(4);
    const QStringList names = w()->property("pageNames").toStringList();
    for (const QString &page : names) {
        click(item(QStringLiteral("page-") + page));
        QList<QQuickItem *> items;
        QVERIFY(QQuickTest::qWaitForPolish(w()));
        if (page == QLatin1String("port"))
            click(item(QStringLiteral("portChoice")));
        QVERIFY(QQuickTest::qWaitForPolish(w()));
        collectTexts(w()->contentItem(), &items);
        int seen = 0;
        for (const QQuickItem *one : std::as_const(items)) {
            const QString text = one->property("text").toString();
            if (!text.contains(QStringLiteral("evil")))
                continue;
            ++seen;
            QVERIFY2(one->property("textFormat").toInt() == Qt::PlainText, qPrintable(text));
        }
        QVERIFY2(seen > 0 || page == QLatin1String("streams"), qPrintable(page));
        key(Qt::Key_Escape);
    }
}

// A process chooses its name, and who makes a recording all of them.
void tst_MonitorWindow::namesInOneLine()
{
    QFile from(recording);
    QVERIFY(from.open(QIODevice::ReadOnly));
    QFile to(directory.filePath(QStringLiteral("lines")));
    QVERIFY(to.open(QIODevice::WriteOnly));
    const QByteArray name = "evil\\n\\u001b[31m\\u202e";
    to.write(from.readAll().replace("mlx5_", name).replace("out_of_", name).replace("serv", name));
    to.close();
    QVERIFY(open(to.fileName()));
    step(4);
    static const QRegularExpression control(QStringLiteral("[\\x00-\\x1f\\x{202e}]"));
    const QStringList names = w()->property("pageNames").toStringList();
    int seen = 0;
    for (const QString &page : names) {
        click(item(QStringLiteral("page-") + page));
        QVERIFY(QQuickTest::qWaitForPolish(w()));
        const QStringList all = texts(w()->contentItem());
        for (const QString &text : all) {
            seen += text.contains(QStringLiteral("evil")) ? 1 : 0;
            QVERIFY2(!text.contains(control), qPrintable(page + QStringLiteral(": ") + text));
        }
    }
    QVERIFY(seen > 10);
}

// Rows are made for those that are seen, also of tables that are not shown yet.
void tst_MonitorWindow::rowsThatAreSeen()
{
    QFile to(directory.filePath(QStringLiteral("many rows")));
    QVERIFY(to.open(QIODevice::WriteOnly));
    QByteArray rows = "\"resources\":[";
    for (int i = 0; i < 4000; ++i)
        rows += QStringLiteral("{\"device\":\"mlx5_0\",\"kind\":\"QueuePair\",\"number\":%1,"
                               "\"owner\":\"p%1\",\"process\":%1,\"queuePairNumber\":%1},")
                        .arg(i + 1)
                        .toUtf8();
    QFile from(recording);
    QVERIFY(from.open(QIODevice::ReadOnly));
    to.write(from.readAll().replace("\"resources\":[", rows));
    to.close();
    QVERIFY(open(to.fileName()));
    step(1);
    const QStringList tables{ QStringLiteral("connections"), QStringLiteral("processes") };
    for (const QString &table : tables) {
        const auto *list = w()->findChild<QQuickItem *>(table)->findChild<QQuickItem *>(
                QStringLiteral("rows"));
        QVERIFY(list && list->property("count").toInt() >= 4000);
        QVERIFY2(list->height() <= w()->height(), qPrintable(table));
    }
}

// Qt appends the name of the program.
void tst_MonitorWindow::title()
{
    QCOMPARE(w()->title(), QStringLiteral("Replay of ") + recording);
    QVERIFY(open(QString()));
    QCOMPARE(w()->title(), QStringLiteral("RDMA Monitor"));
}

// ---- without a window ----

// Each move makes a view look at all of its rows.
void tst_MonitorWindow::rowsMoveTogether()
{
    constexpr int Rows = 20;
    QStandardItemModel source;
    for (int row = 0; row < Rows; ++row)
        source.appendRow(new QStandardItem(QString::number(100 + row)));
    SortedTable table;
    table.setSourceModel(&source);
    table.setOrder(QStringLiteral("display"));
    const QSignalSpy moves(&table, &QAbstractItemModel::layoutChanged);
    for (int row = 0; row < Rows; ++row)
        source.item(row)->setText(QString::number(300 - row));
    QCoreApplication::processEvents();
    QCOMPARE(table.index(0, 0).data().toString(), QString::number(300 - Rows + 1));
    QCOMPARE(moves.size(), 1);
}

// Devices come and go, each with another name: what is remembered is of ten minutes.
void tst_MonitorWindow::historyIsBounded()
{
    Rates counters;
    Clock clock;
    History history;
    history.setCounters(&counters);
    history.setSource(&clock);
    for (int minute = 0; minute < 100; ++minute) {
        counters.clear();
        for (const QString &device : { QStringLiteral("stays"), QString::number(minute) })
            counters.add(device, QStringLiteral("packets"), minute);
        clock.tick(minute * 60000.0);
        QCoreApplication::processEvents();
        QVERIFY2(history.curves() <= 1 + 11, QByteArray::number(history.curves()));
    }
    QCOMPARE(history.curves(), 1 + 11);
    const Curve kept = history.curve(QStringLiteral("stays/0//packets"));
    QCOMPARE(kept.size(), 11);
    QCOMPARE(kept.constLast().value, 99.0);
}

// A busy machine takes no samples for a while. A recording with one sample a minute has no gaps.
void tst_MonitorWindow::missingSamplesAreAGap()
{
    Rates counters;
    Clock clock;
    History history;
    history.setCounters(&counters);
    history.setSource(&clock);
    const auto tick = [&](double seconds) {
        counters.clear();
        counters.add(QStringLiteral("device"), QStringLiteral("packets"), 7);
        clock.tick(seconds * 1000);
        QCoreApplication::processEvents();
    };
    const auto gaps = [&history] {
        const Curve curve = history.curve(QStringLiteral("device/0//packets"));
        // The first point has no rate.
        return std::count_if(curve.begin() + 1, curve.end(),
                             [](const CurvePoint &point) { return std::isnan(point.value); });
    };
    for (const double second : { 1.0, 1.5, 2.0, 6.0, 6.5 })
        tick(second);
    QCOMPARE(gaps(), 0);
    tick(33);
    QCOMPARE(gaps(), 1);
    tick(78);
    tick(78.5);
    QCOMPARE(gaps(), 2);
    for (int minute = 1; minute <= 8; ++minute)
        tick(78.5 + 60 * minute);
    QCOMPARE(gaps(), 2 + 3); // then it is a new interval
}

// As a line that is not at zero.
void tst_MonitorWindow::lineAtZero()
{
    Rates counters;
    Clock clock;
    History history;
    history.setCounters(&counters);
    history.setSource(&clock);
    for (int second = 1; second <= 5; ++second) {
        counters.clear();
        counters.add(QStringLiteral("device"), QStringLiteral("none"), 0);
        counters.add(QStringLiteral("device"), QStringLiteral("some"), 5);
        clock.tick(second * 1000.0);
        QCoreApplication::processEvents();
    }
    QQuickWindow view;
    view.setColor(Qt::white);
    view.resize(200, 120);
    Plot plot(view.contentItem());
    plot.setClip(true);
    plot.setPosition({ 10, 10.3 });
    plot.setSize({ 150, 99.4 });
    plot.setProperty("span", 2.0);
    plot.setProperty("lowestTop", 10.0);
    plot.setProperty("lineWidth", 2.0);
    plot.setProperty("colors", QVariantList{ QColor(Qt::red), QColor(Qt::blue) });
    plot.setProperty(
            "keys",
            QStringList{ QStringLiteral("device/0//none"), QStringLiteral("device/0//some") });
    plot.setHistory(&history);
    view.show();
    QTRY_COMPARE(plot.points(), 8);
    if (qEnvironmentVariable("QSG_RHI_BACKEND") == QLatin1String("opengl"))
        QCOMPARE(view.rendererInterface()->graphicsApi(), QSGRendererInterface::OpenGL);
    int red = 0;
    int blue = 0;
    const QImage shown = view.grabWindow();
    for (int y = 0; y < shown.height(); ++y) {
        const QColor color = shown.pixelColor(80, y);
        red += color.red() > 160 && color.green() < 160;
        blue += color.blue() > 160 && color.green() < 160;
    }
    QVERIFY(blue > 0);
    QCOMPARE(red, blue);
}

void tst_MonitorWindow::decimation()
{
    Curve curve;
    for (int i = 0; i < 6000; ++i)
        curve.append({ i * 100.0, i == 4321 ? 1000.0 : i == 1234 ? -5.0 : double(i % 7) });
    const Curve drawn = decimated(curve, 0, 600000, 500);
    QVERIFY(drawn.size() <= 2 * (500 + 2));
    double high = 0;
    double low = 0;
    double last = -1;
    for (const CurvePoint &point : drawn) {
        QVERIFY(point.time > last);
        last = point.time;
        high = std::max(high, point.value);
        low = std::min(low, point.value);
    }
    QCOMPARE(high, 1000.0);
    QCOMPARE(low, -5.0);
    QCOMPARE(highest(curve, 0, 600000), 1000.0);
    QCOMPARE(highest(curve, 0, 1000), 6.0);

    // What is common to two frames is the same in both: nothing flickers.
    const Curve next = decimated(curve, 1200, 601200, 500);
    for (const CurvePoint &point : drawn) {
        const bool isCommon = point.time >= 3600 && point.time < 596400;
        const auto isSame = [&](const CurvePoint &p) { return p.time == point.time; };
        QVERIFY(!isCommon || std::any_of(next.begin(), next.end(), isSame));
    }
    // Lines enter and leave.
    const Curve part = decimated(curve, 1050, 1950, 1000);
    QCOMPARE(part.constFirst().time, 1000.0);
    QCOMPARE(part.constLast().time, 2000.0);
    QVERIFY(decimated(curve, 0, 0, 100).isEmpty());
    QVERIFY(decimated({}, 0, 10, 100).isEmpty());
}

void tst_MonitorWindow::gaps()
{
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    const Curve curve = { { 0, gap }, { 1, 5 }, { 2, gap }, { 3, gap }, { 4, 7 }, { 5, 8 } };
    const Curve drawn = decimated(curve, 0, 10, 100);
    QCOMPARE(drawn.size(), 4);
    QVERIFY(std::isnan(drawn.at(1).value));
    QCOMPARE(drawn.at(2).value, 7.0);
    QCOMPARE(highest(curve, 0, 10), 8.0);
    QCOMPARE(nearest(curve, 4.4, 1).value, 7.0);
    QVERIFY(std::isnan(nearest(curve, 20, 5).value));
}

// What a graphics processor gets.
void tst_MonitorWindow::triangles()
{
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    const PlotLine flat = { Qt::red,
                            2,
                            { { 0, 50 }, { 10, 50 }, { 20, gap }, { 30, 40 }, { 40, 40 } } };
    const PlotLine steep = { Qt::blue, 4, { { 5, 0 }, { 5, 100 } } };
    const std::unique_ptr<QSGNode> root(geometryPlot(nullptr, { flat, steep }, { 40, 100 }));
    const auto box = [&root](int child) {
        const auto *node = static_cast<QSGGeometryNode *>(root->childAtIndex(child));
        const QSGGeometry::Point2D *corner = node->geometry()->vertexDataAsPoint2D();
        QRectF result(corner->x, corner->y, 0, 0);
        for (int i = 0; i < node->geometry()->vertexCount(); ++i, ++corner) {
            if (corner->x == 0 && corner->y == 0)
                continue; // the place of a gap
            result.setLeft(std::min<double>(result.left(), corner->x));
            result.setTop(std::min<double>(result.top(), corner->y));
            result.setRight(std::max<double>(result.right(), corner->x));
            result.setBottom(std::max<double>(result.bottom(), corner->y));
        }
        return result;
    };
    QCOMPARE(root->childCount(), 4); // area and line of each
    QCOMPARE(box(0), QRectF(QPointF(0, 40), QPointF(40, 100)));
    QCOMPARE(box(1), QRectF(QPointF(0, 39), QPointF(40, 51)));
    QCOMPARE(box(3), QRectF(QPointF(3, 0), QPointF(7, 100)));
    QCOMPARE(geometryPlot(root.get(), { steep }, { 40, 100 }), root.get());
    QCOMPARE(root->childCount(), 2);
    QCOMPARE(box(1), QRectF(QPointF(3, 0), QPointF(7, 100)));
}

// Ten series of 6000 points, by what there is to draw: two points a column.
void tst_MonitorWindow::costOfFrame()
{
    constexpr int width = 1000;
    Curve curve;
    for (int i = 0; i < 6000; ++i)
        curve.append({ i * 100.0, std::sin(i) });
    qsizetype points = 0;
    for (int series = 0; series < 10; ++series)
        points += decimated(curve, 0, 600000, width).size();
    QVERIFY2(points <= 10 * 2 * (width + 2), qPrintable(QString::number(points)));
    qInfo() << points << "points of 60000 are drawn in a frame," << width << "pixels wide";
}

void tst_MonitorWindow::ticks_data()
{
    QTest::addColumn<double>("maximum");
    QTest::addColumn<int>("count");
    QTest::addColumn<QList<double>>("expected");
    QTest::newRow("nothing") << 0.0 << 4 << QList<double>{ 0, 0.5, 1 };
    QTest::newRow("small") << 0.03 << 3 << QList<double>{ 0, 0.01, 0.02, 0.03 };
    QTest::newRow("hundred") << 100.0 << 4 << QList<double>{ 0, 50, 100 };
    QTest::newRow("odd") << 83.0 << 4 << QList<double>{ 0, 50, 100 };
    QTest::newRow("big") << 7.1e10 << 4 << QList<double>{ 0, 2e10, 4e10, 6e10, 8e10 };
    QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << 2
                              << QList<double>{ 0, 0.5, 1 };
    QTest::newRow("no room") << 3.0 << 0 << QList<double>{ 0, 5 };
}

void tst_MonitorWindow::ticks()
{
    QFETCH(double, maximum);
    QFETCH(int, count);
    QFETCH(QList<double>, expected);
    const QList<double> ticks = valueTicks(maximum, count);
    QCOMPARE(ticks.size(), expected.size());
    for (qsizetype i = 0; i < ticks.size(); ++i)
        QVERIFY(std::abs(ticks.at(i) - expected.at(i)) <= 1e-9 * expected.constLast());
    QCOMPARE(timeTicks(60, 4), QList<double>({ 0, 15, 30, 45, 60 }));
    QCOMPARE(timeTicks(600, 3), QList<double>({ 0, 300, 600 }));
}

void tst_MonitorWindow::units_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<QString>("expected");
    QTest::newRow("zero") << 0.0 << "B" << QStringLiteral("0\u202fB");
    QTest::newRow("below a thousand") << 999.4 << "/s" << QStringLiteral("999\u202f/s");
    QTest::newRow("a thousand") << 999.6 << "/s" << QStringLiteral("1\u202fk/s");
    QTest::newRow("much") << 1.23e10 << "bit/s" << QStringLiteral("12.3\u202fGbit/s");
    QTest::newRow("no unit") << 15.0 << "" << QStringLiteral("15");
    QTest::newRow("unknown") << std::numeric_limits<double>::quiet_NaN() << "B"
                             << QStringLiteral("–");
}

void tst_MonitorWindow::units()
{
    QFETCH(double, value);
    QFETCH(QString, unit);
    QFETCH(QString, expected);
    QCOMPARE(Desk::withUnit(value, unit), expected);
}

void tst_MonitorWindow::germanUnits()
{
    const auto restore = qScopeGuard([before = QLocale()] { QLocale::setDefault(before); });
    QLocale::setDefault(QLocale(QLocale::German));
    QCOMPARE(Desk::withUnit(1.23e10, QStringLiteral("bit/s")), QStringLiteral("12,3\u202fGbit/s"));
}

QTEST_MAIN(tst_MonitorWindow)
#include "tst_monitorwindow.moc"
