// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "window/history.h"
#include "window/window.h"

#include "simulatedhost.h"
#include "speaker.h"

#include <QtCore/qabstractitemmodel.h>
#include <QtGui/qcolor.h>
#include <QtGui/qguiapplication.h>
#include <QtQuick/qquickitem.h>
#include <QtQuick/qquickwindow.h>
#include <QtTest/qtest.h>

#include <memory>
#include <utility>

using namespace Qt::StringLiterals;

constexpr int Patience = 30000; // milliseconds

// The window that shows several hosts, with mouse and keys.
class tst_ClusterWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void tiles();
    void fadesRowsOfLostHosts();
    void saysThatPagesAreOld();
    void drawsWhatWasMeasured();
    void opensHost();
    void keys();
    void opensPort();
    void choosesHost();
    void pausesAll();
    void setsIntervalOfAll();
    void narrowWindow();
    void alarmOfHiddenPage();
    void hostThatWasNeverThere();
    void sortsPorts();
    void namesAreShownAsTheyAre();
    void longNames_data();
    void longNames();

private:
    void send(int host, const QByteArray &bytes) { m_speaker->streams.at(host)->write(bytes); }
    QQuickItem *item(const QString &name) const;
    QString shownHost() const;
    void click(QQuickItem *target) const;
    QQuickWindow *w() const { return m_window->window(); }

    std::unique_ptr<RdmaTest::Speaker> m_speaker;
    std::unique_ptr<Window> m_window;
};

void tst_ClusterWindow::init()
{
    m_speaker = std::make_unique<RdmaTest::Speaker>(QByteArray());
    Options options;
    const QString port = QString::number(m_speaker->port());
    options.cluster.hosts = { *HostAddress::fromString(u"127.0.0.1:"_s + port),
                              *HostAddress::fromString(u"localhost:"_s + port) };
    options.cluster.stream.setTransport(Rdma::TransportPolicy::TcpOnly);
    m_window = std::make_unique<Window>();
    QVERIFY(m_window->open(options));
    QVERIFY(QTest::qWaitForWindowExposed(w()));
    QTRY_COMPARE_WITH_TIMEOUT(m_speaker->streams.size(), 2, Patience);
    for (int i = 0; i < 2; ++i) {
        RdmaTest::SimulatedHost host(i + 3);
        send(i, host.head() + host.next());
    }
    const auto *cluster = w()->property("cluster").value<Cluster *>();
    for (int i = 0; i < 2; ++i)
        QTRY_COMPARE_WITH_TIMEOUT(cluster->index(i).data(Cluster::Ports), 2, Patience);
}

void tst_ClusterWindow::cleanup()
{
    m_window.reset();
    m_speaker.reset();
}

QQuickItem *tst_ClusterWindow::item(const QString &name) const
{
    QQuickItem *found = nullptr;
    const auto look = [&](QQuickItem *root, const auto &self) -> void {
        if (!root->isVisible() || found)
            return;
        if (root->objectName() == name)
            found = root;
        const auto children = root->childItems();
        for (QQuickItem *child : children)
            self(child, self);
    };
    look(w()->contentItem(), look);
    return found;
}

// That of the pages for one host.
QString tst_ClusterWindow::shownHost() const
{
    return w()->property("source").value<QObject *>()->property("host").toString();
}

void tst_ClusterWindow::click(QQuickItem *target) const
{
    QVERIFY(target);
    const QPointF middle = target->mapToScene(QPointF(target->width() / 2, target->height() / 2));
    QTest::mouseClick(w(), Qt::LeftButton, Qt::NoModifier, middle.toPoint());
}

void tst_ClusterWindow::tiles()
{
    QCOMPARE(w()->property("page"), u"cluster"_s);
    QTRY_VERIFY(item(u"host-1"_s));
    QQuickItem *const tile = item(u"host-1"_s);
    QCOMPARE(tile->property("isLive"), true);
    QCOMPARE(item(u"status"_s)->property("text"), u"2 of 2 hosts are live"_s);
    QVERIFY(item(u"tileTraffic"_s)->property("mirrored").toBool()); // else one hides the other
    delete m_speaker->streams.takeFirst();
    delete m_speaker->streams.takeFirst();
    QTRY_COMPARE(tile->property("isLive"), false);
    QVERIFY(tile->property("detail").toString().startsWith(u"Lost since "));
    QCOMPARE(tile->property("ports"), 2);
}

// All that a row says is old, its numbers too.
void tst_ClusterWindow::fadesRowsOfLostHosts()
{
    QTRY_VERIFY(item(u"rows"_s));
    const auto colors = [this] {
        QList<QColor> found;
        const auto look = [&found](const QQuickItem *root, const auto &self) -> void {
            const QColor color = root->property("color").value<QColor>();
            const bool hasText = !root->property("text").toString().isEmpty();
            if (root->isVisible() && hasText && !found.contains(color))
                found.append(color);
            const auto children = root->childItems();
            for (const QQuickItem *child : children)
                self(child, self);
        };
        look(item(u"rows"_s), look);
        return found;
    };
    QTRY_VERIFY(colors().size() > 1);
    const QColor ofNumbers = colors().constFirst();
    qDeleteAll(std::exchange(m_speaker->streams, {}));
    QTRY_COMPARE(colors().size(), 1);
    QVERIFY(colors().constFirst() != ofNumbers);
}

// A page of a host that is lost looks as it did when the host was there.
void tst_ClusterWindow::saysThatPagesAreOld()
{
    QTRY_VERIFY(item(u"host-1"_s));
    click(item(u"host-1"_s));
    QVERIFY(!item(u"loss"_s));
    const auto *const past = w()->findChild<History *>(u"past"_s);
    QVERIFY(past);
    QCOMPARE(past->property("live"), true);
    qDeleteAll(std::exchange(m_speaker->streams, {}));
    QTRY_VERIFY(item(u"loss"_s));
    const QString text = item(u"loss"_s)->property("text").toString();
    QVERIFY2(text.startsWith(u"localhost") && text.contains(u": Lost since "), qPrintable(text));
    QCOMPARE(past->property("live"), false);
    QTRY_COMPARE(item(u"status"_s)->property("text"), u"0 of 2 hosts are live"_s);
    QTRY_VERIFY(item(u"hostChoice"_s)->property("displayText").toString().startsWith(u"⚠ "));
    for (const QString &page : { u"port"_s, u"alarms"_s, u"connections"_s }) {
        w()->setProperty("page", page);
        QVERIFY2(item(u"loss"_s), qPrintable(page));
    }
    w()->setProperty("page", u"cluster"_s);
    QVERIFY(!item(u"loss"_s)); // its tile says so
}

// The curve of a host that tells nothing new ends, and does not go on with its last value.
void tst_ClusterWindow::drawsWhatWasMeasured()
{
    auto *const cluster = w()->property("cluster").value<Cluster *>();
    History history;
    history.recordTraffic(cluster);
    QCOMPARE(history.curve(u"0/sent"_s).size(), 1);
    QCOMPARE(history.curve(u"1/sent"_s).size(), 1);
    RdmaTest::SimulatedHost host(3);
    host.next();
    send(0, host.next());
    QTRY_COMPARE(cluster->index(0).data(Cluster::Samples), 2);
    history.recordTraffic(cluster);
    QCOMPARE(history.curve(u"0/sent"_s).size(), 2);
    QCOMPARE(history.curve(u"1/sent"_s).size(), 1);
}

void tst_ClusterWindow::opensHost()
{
    QTRY_VERIFY(item(u"host-1"_s));
    click(item(u"host-1"_s));
    QCOMPARE(w()->property("page"), u"devices"_s);
    QVERIFY(shownHost().startsWith(u"localhost"));
    QTRY_VERIFY(item(u"device-mlx5_1"_s)); // at once, not with the next sample
}

void tst_ClusterWindow::keys()
{
    QTRY_VERIFY(item(u"hosts"_s));
    item(u"hosts"_s)->forceActiveFocus();
    QTest::keyClick(w(), Qt::Key_Right);
    QTest::keyClick(w(), Qt::Key_Return);
    QCOMPARE(w()->property("page"), u"devices"_s);
    QVERIFY(shownHost().startsWith(u"localhost"));
    QTest::keyClick(w(), Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(w()->property("page"), u"cluster"_s);
}

void tst_ClusterWindow::opensPort()
{
    QTRY_VERIFY(item(u"loads"_s));
    QTRY_COMPARE(item(u"loads"_s)->property("model").value<QAbstractItemModel *>()->rowCount(), 4);
    QMetaObject::invokeMethod(item(u"loads"_s), "activated", Q_ARG(int, 3));
    QCOMPARE(w()->property("page"), u"port"_s);
}

void tst_ClusterWindow::choosesHost()
{
    QQuickItem *const choice = item(u"hostChoice"_s);
    QVERIFY(choice);
    QCOMPARE(choice->property("count"), 2);
    choice->forceActiveFocus();
    QTest::keyClick(w(), Qt::Key_Down);
    QTRY_VERIFY(shownHost().startsWith(u"localhost"));
}

void tst_ClusterWindow::pausesAll()
{
    auto *const cluster = w()->property("cluster").value<Cluster *>();
    const auto running = [&](bool wanted) {
        return cluster->sourceAt(0)->property("running") == wanted
                && cluster->sourceAt(1)->property("running") == wanted;
    };
    QVERIFY(running(true));
    click(item(u"pause"_s));
    QVERIFY(running(false));
    QCOMPARE(item(u"status"_s)->property("text"), u"2 of 2 hosts are live, paused"_s);
    click(item(u"pause"_s));
    QVERIFY(running(true));
    QCOMPARE(item(u"status"_s)->property("text"), u"2 of 2 hosts are live"_s);
}

void tst_ClusterWindow::setsIntervalOfAll()
{
    QByteArray said[2];
    const auto haveSaid = [&](const QByteArray &wish) {
        for (int i = 0; i < 2; ++i)
            said[i] += m_speaker->streams.at(i)->readAll();
        return said[0].endsWith(wish) && said[1].endsWith(wish);
    };
    QTRY_VERIFY(haveSaid("{\"interval\":1000}\n"));
    item(u"interval"_s)->forceActiveFocus();
    QTest::keyClick(w(), Qt::Key_Down);
    QTRY_VERIFY(haveSaid("{\"interval\":500}\n"));
}

// Headers and numbers are not cut; names of hosts, which have a colon, may be.
void tst_ClusterWindow::narrowWindow()
{
    const QByteArray ports = R"("devices":[{},{}],"ports":[{},{}],"counters":[)";
    send(1,
         "{\"time\":2000," + ports + QByteArray("{},").repeated(64) + "{\"value\":\"4812345678\"}"
                 + QByteArray(",{}").repeated(63) + "]}\n");
    w()->resize(640, 480);
    QTRY_VERIFY(item(u"loads"_s));
    QQuickItem *const table = item(u"loads"_s);
    auto *const model = table->property("model").value<QAbstractItemModel *>();
    const int sent = model->roleNames().key("sent");
    QTRY_VERIFY(model->index(0, 0).data(sent).toDouble() > 0);
    QTRY_VERIFY(table->width() < 640);
    QStringList cut;
    const auto look = [&](const QQuickItem *root, const auto &self) -> void {
        const QString text = root->property("text").toString();
        if (root->isVisible() && root->property("truncated").toBool() && !text.contains(u':'))
            cut.append(text);
        const auto children = root->childItems();
        for (const QQuickItem *child : children)
            self(child, self);
    };
    look(table, look);
    QCOMPARE(cut, QStringList());
}

// Its mark has a place of its own when the page is shown for the first time.
void tst_ClusterWindow::alarmOfHiddenPage()
{
    w()->resize(640, 480);
    w()->grabWindow();
    const QByteArray ports = R"("devices":[{},{}],"ports":[{},{}],"counters":[)";
    constexpr int before = RdmaTest::SimulatedHost::Counters - RdmaTest::SimulatedHost::Zero;
    send(0,
         "{\"time\":2000," + ports + QByteArray("{},").repeated(before) + "{\"value\":\"2\"}"
                 + QByteArray(",{}").repeated(2 * RdmaTest::SimulatedHost::Counters - before - 1)
                 + "]}\n");
    const auto *alarms = w()->property("alarms").value<QObject *>();
    QTRY_COMPARE(alarms->property("open"), 1);
    w()->setProperty("page", u"devices"_s);
    for (int frame = 0; frame < 2; ++frame)
        w()->grabWindow();
    const QQuickItem *const mark = item(u"alarmMark"_s);
    QVERIFY(mark);
    const auto siblings = mark->parentItem()->childItems();
    QVERIFY(siblings.size() > 1);
    for (const QQuickItem *other : siblings) {
        const QRectF rect(other->position(), other->size());
        QVERIFY(other == mark || !rect.intersects({ mark->position(), mark->size() }));
    }
}

void tst_ClusterWindow::hostThatWasNeverThere()
{
    m_window.reset();
    Options options;
    options.cluster.hosts = { *HostAddress::fromString(u"127.0.0.1:1"_s) };
    options.cluster.stream.setTransport(Rdma::TransportPolicy::TcpOnly);
    m_window = std::make_unique<Window>();
    QVERIFY(m_window->open(options));
    QTRY_VERIFY(item(u"host-0"_s));
    const auto *tile = item(u"host-0"_s);
    QTRY_VERIFY(tile->property("detail").toString().startsWith(u"No connection: "));
    QCOMPARE(tile->property("traffic"), QString());
}

void tst_ClusterWindow::sortsPorts()
{
    QTRY_VERIFY(item(u"loads"_s));
    auto *const model = item(u"loads"_s)->property("model").value<QAbstractItemModel *>();
    QTRY_COMPARE(model->rowCount(), 4);
    const QByteArray ports = R"("devices":[{},{}],"ports":[{},{}],"counters":[)";
    send(1,
         "{\"time\":2000," + ports + QByteArray("{},").repeated(64) + "{\"value\":\"9000000000\"}"
                 + QByteArray(",{}").repeated(63) + "]}\n");
    const int utilization = model->roleNames().key("utilization");
    QTRY_VERIFY(model->index(0, 0).data(utilization).toDouble() > 0);
    QCOMPARE(model->index(0, 0).data(model->roleNames().key("device")), u"mlx5_1"_s);
}

// A peer chooses the names of its devices.
void tst_ClusterWindow::namesAreShownAsTheyAre()
{
    for (int i = 0; i < 2; ++i)
        send(i,
             "{\"time\":9000,\"devices\":[{\"device\":\"<b>x</b>\"}],"
             "\"ports\":[{\"device\":\"<b>x</b>\"}]}\n");
    QTRY_COMPARE(w()->property("cluster").value<Cluster *>()->index(0).data(Cluster::Ports), 1);
    const auto look = [](const QQuickItem *root, const auto &self) -> void {
        if (root->isVisible() && root->property("text").toString().contains(u"<b>"))
            QVERIFY(root->property("textFormat").toInt() == Qt::PlainText);
        const auto children = root->childItems();
        for (const QQuickItem *child : children)
            self(child, self);
    };
    look(w()->contentItem(), look);
}

void tst_ClusterWindow::longNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("Latin") << QString(64, u'W');
    QTest::newRow("Arabic") << QString(64, QChar(0x0645));
    QTest::newRow("Chinese") << QString(64, QChar(0x4e3b));
    QTest::newRow("combining") << u"e\u0301\u0323"_s.repeated(64);
}

// No text goes beyond its place.
void tst_ClusterWindow::longNames()
{
    QFETCH(QString, name);
    for (int i = 0; i < 2; ++i)
        send(i,
             "{\"time\":9000,\"devices\":[{\"device\":\"" + name.toUtf8()
                     + "\"}],\"ports\":[{\"device\":\"" + name.toUtf8()
                     + "\",\"port\":1,\"netdev\":\"" + name.toUtf8() + "\"}]}\n");
    QTRY_COMPARE(w()->property("cluster").value<Cluster *>()->index(0).data(Cluster::Ports), 1);
    QTRY_VERIFY(item(u"loads"_s));
    int names = 0;
    QStringList wide;
    const auto look = [&](const QQuickItem *root, const auto &self) -> void {
        const QString text = root->property("text").toString();
        const QVariant width = root->property("contentWidth");
        names += root->isVisible() && text.contains(name) ? 1 : 0;
        if (root->isVisible() && width.isValid() && width.toDouble() > root->width() + 1)
            wide.append(text);
        const auto children = root->childItems();
        for (const QQuickItem *child : children)
            self(child, self);
    };
    QTRY_VERIFY((names = 0, wide.clear(), look(item(u"loads"_s), look), names > 0));
    QCOMPARE(wide, QStringList());
}

QTEST_MAIN(tst_ClusterWindow)

#include "tst_clusterwindow.moc"
