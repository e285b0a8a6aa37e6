// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/RdmaReconnector>
#include <QtRdma/RdmaStream>

#include <QtCore/qelapsedtimer.h>
#include <QtCore/qpointer.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qthread.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <atomic>

#include <algorithm>
#include <functional>
#include <limits>
#include <thread>

using namespace std::chrono_literals;

namespace {

constexpr int Patience = 30000;
constexpr quint16 Port = 7471;

// A loopback address has no RDMA device: each attempt fails, soon, and on every machine.
const QString nowhere = QStringLiteral("127.0.0.1");
const QString unknown = QStringLiteral("no-such-host.invalid");

QList<int> numbers(const QSignalSpy &spy)
{
    QList<int> result;
    for (const QList<QVariant> &arguments : spy)
        result += arguments.first().toInt();
    return result;
}

} // namespace

// What a reconnector does with attempts that fail.
class tst_ReconnectDelays : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void settings();
    void delaysGrowUpToTheMaximum();
    void jitterShortensDelays();
    void noAttemptBeforeItsTime();
    void attemptsNeverBeginInSlots();
    void givesUp();
    void unknownHost();
    void blockingAttempt();
    void stopWhileWaiting();
    void stopDuringAttempt();
    void closeDuringAttempt_data();
    void closeDuringAttempt();
    void closeWhileWaiting();
    void closeAfterFailure_data();
    void closeAfterFailure();
    void eventLoopInSlot();
    void applicationConnects();
    void anotherHostDuringAttempt();
    void connectInActiveChanged();
    void stopInAnySlot_data();
    void stopInAnySlot();
    void deleteInSlot_data();
    void deleteInSlot();
    void eitherAsParent();
    void withoutStream();
    void callsFromAnotherThread();
    void goesToAnotherThreadWithItsStream();
    void goesToAnotherThreadBetweenAttempts();
    void apartFromItsStream_data();
    void apartFromItsStream();

private:
    QPointer<RdmaStream> stream;
    QPointer<RdmaReconnector> reconnector;
};

void tst_ReconnectDelays::init()
{
    stream = new RdmaStream;
    reconnector = new RdmaReconnector(stream);
    reconnector->setInitialDelay(1);
    reconnector->setMaxDelay(1);
}

void tst_ReconnectDelays::cleanup()
{
    delete reconnector;
    delete stream;
}

void tst_ReconnectDelays::settings()
{
    RdmaReconnector fresh(stream);
    QCOMPARE(fresh.stream(), stream.data());
    QVERIFY(!fresh.isActive());
    QCOMPARE(fresh.failedAttempts(), 0);
    QCOMPARE(fresh.initialDelay(), 250);
    QCOMPARE(fresh.maxDelay(), 30000);
    QCOMPARE(fresh.jitter(), 0.5);
    QCOMPARE(fresh.maxAttempts(), 0);
    fresh.setInitialDelay(2s);
    QCOMPARE(fresh.initialDelay(), 2000);
    fresh.setInitialDelay(0);
    QCOMPARE(fresh.initialDelay(), 1);
    fresh.setMaxDelay(100000h);
    QCOMPARE(fresh.maxDelay(), std::numeric_limits<int>::max());
    fresh.setJitter(7);
    QCOMPARE(fresh.jitter(), 1.0);
    fresh.setJitter(qQNaN());
    QCOMPARE(fresh.jitter(), 0.0);
    fresh.setMaxAttempts(-1);
    QCOMPARE(fresh.maxAttempts(), 0);
    fresh.stop();
    QSignalSpy initialDelays(&fresh, &RdmaReconnector::initialDelayChanged);
    QSignalSpy maxDelays(&fresh, &RdmaReconnector::maxDelayChanged);
    QSignalSpy jitters(&fresh, &RdmaReconnector::jitterChanged);
    QSignalSpy attempts(&fresh, &RdmaReconnector::maxAttemptsChanged);
    QVERIFY(fresh.setProperty("initialDelay", 17));
    QVERIFY(fresh.setProperty("initialDelay", 17));
    QCOMPARE(fresh.property("initialDelay").toInt(), 17);
    QCOMPARE(initialDelays.count(), 1);
    QCOMPARE(initialDelays.first().first().toInt(), 17);
    QVERIFY(fresh.setProperty("jitter", 0.25));
    QCOMPARE(jitters.count(), 1);
    QCOMPARE(jitters.first().first().toDouble(), 0.25);
    fresh.setMaxDelay(1s);
    fresh.setMaxDelay(1000);
    QCOMPARE(maxDelays.count(), 1);
    QCOMPARE(maxDelays.first().first().toInt(), 1000);
    fresh.setMaxAttempts(3);
    fresh.setMaxAttempts(3);
    QCOMPARE(attempts.count(), 1);
    QCOMPARE(attempts.first().first().toInt(), 3);
    QCOMPARE(initialDelays.count(), 1);
}

void tst_ReconnectDelays::delaysGrowUpToTheMaximum()
{
    reconnector->setJitter(0);
    reconnector->setMaxDelay(6ms);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy errors(stream, &RdmaStream::errorOccurred);
    reconnector->connectToHost(nowhere, Port);
    QTRY_VERIFY_WITH_TIMEOUT(delays.count() >= 6, Patience);
    QCOMPARE(numbers(delays).first(6), QList<int>({ 1, 2, 4, 6, 6, 6 }));
    QCOMPARE(reconnector->failedAttempts(), delays.count());
    QCOMPARE(errors.count(), delays.count());

    // A call of the application begins anew.
    delays.clear();
    reconnector->connectToHost(QHostAddress(nowhere), Port);
    QCOMPARE(reconnector->failedAttempts(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(delays.count() >= 2, Patience);
    QCOMPARE(numbers(delays).first(2), QList<int>({ 1, 2 }));
}

void tst_ReconnectDelays::jitterShortensDelays()
{
    reconnector->setInitialDelay(20);
    reconnector->setMaxDelay(20);
    reconnector->setJitter(0.75);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    reconnector->connectToHost(nowhere, Port);
    QTRY_VERIFY_WITH_TIMEOUT(delays.count() >= 40, Patience);
    const QList<int> drawn = numbers(delays);
    const auto [least, most] = std::minmax_element(drawn.begin(), drawn.end());
    QVERIFY(*least >= 5);
    QVERIFY(*most <= 20);
    QVERIFY(*least < *most);
}

void tst_ReconnectDelays::noAttemptBeforeItsTime()
{
    reconnector->setInitialDelay(100);
    reconnector->setMaxDelay(100);
    QElapsedTimer timer;
    QList<qint64> tooEarly;
    int announced = 0;
    int attempts = 0;
    connect(reconnector, &RdmaReconnector::waiting, this, [&](int msecs) {
        announced = msecs;
        timer.start();
    });
    connect(stream, &RdmaStream::stateChanged, this, [&](QAbstractSocket::SocketState state) {
        // The timer is started after that of the reconnector, and rounds down.
        if (state == QAbstractSocket::HostLookupState && attempts++ > 0
            && timer.elapsed() + 2 < announced)
            tooEarly += announced - timer.elapsed();
    });
    reconnector->connectToHost(nowhere, Port);
    QTRY_VERIFY_WITH_TIMEOUT(attempts > 5, Patience);
    QCOMPARE(tooEarly, QList<qint64>());
}

void tst_ReconnectDelays::attemptsNeverBeginInSlots()
{
    int seen = 0;
    int wrong = 0;
    const auto look = [&] {
        ++seen;
        wrong += stream->state() != QAbstractSocket::UnconnectedState
                || stream->error() != QAbstractSocket::SocketAddressNotAvailableError;
    };
    connect(stream, &RdmaStream::errorOccurred, this, look);
    connect(reconnector, &RdmaReconnector::waiting, this, look);
    reconnector->connectToHost(nowhere, Port);
    QTRY_VERIFY_WITH_TIMEOUT(seen > 10, Patience);
    QCOMPARE(wrong, 0);
}

void tst_ReconnectDelays::givesUp()
{
    reconnector->setMaxAttempts(3);
    QSignalSpy activity(reconnector, &RdmaReconnector::activeChanged);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy ends(reconnector, &RdmaReconnector::gaveUp);
    for (int round = 1; round < 3; ++round) {
        reconnector->connectToHost(nowhere, Port);
        QVERIFY(reconnector->isActive());
        QCOMPARE(activity.last().first().toBool(), true);
        QTRY_COMPARE_WITH_TIMEOUT(ends.count(), round, Patience);
        QVERIFY(!reconnector->isActive());
        QCOMPARE(activity.last().first().toBool(), false);
        QCOMPARE(activity.count(), 2 * round);
        QCOMPARE(delays.count(), 2 * round);
        QCOMPARE(reconnector->failedAttempts(), 3);
        QCOMPARE(stream->error(), QAbstractSocket::SocketAddressNotAvailableError);
    }
    QTest::qWait(20);
    QCOMPARE(delays.count(), 4);
    QCOMPARE(stream->state(), QAbstractSocket::UnconnectedState);
}

void tst_ReconnectDelays::unknownHost()
{
    reconnector->setMaxAttempts(2);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy ends(reconnector, &RdmaReconnector::gaveUp);
    reconnector->connectToHost(unknown, Port);
    QCOMPARE(stream->state(), QAbstractSocket::HostLookupState);
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QCOMPARE(delays.count(), 1);
    QCOMPARE(stream->error(), QAbstractSocket::HostNotFoundError);
}

// A time-out of waitForConnected() is one that no signal tells of.
void tst_ReconnectDelays::blockingAttempt()
{
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    reconnector->connectToHost(nowhere, Port);
    QVERIFY(!stream->waitForConnected(0));
    QCOMPARE(stream->state(), QAbstractSocket::UnconnectedState);
    QTRY_VERIFY_WITH_TIMEOUT(delays.count() >= 2, Patience);
}

void tst_ReconnectDelays::stopWhileWaiting()
{
    reconnector->setInitialDelay(50);
    reconnector->setMaxDelay(50);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy states(stream, &RdmaStream::stateChanged);
    QSignalSpy ends(reconnector, &RdmaReconnector::gaveUp);
    reconnector->connectToHost(nowhere, Port);
    QTRY_COMPARE_WITH_TIMEOUT(delays.count(), 1, Patience);
    reconnector->stop();
    QVERIFY(!reconnector->isActive());
    states.clear();
    QTest::qWait(150);
    QCOMPARE(states.count(), 0);
    QCOMPARE(delays.count(), 1);
    QCOMPARE(ends.count(), 0);
}

void tst_ReconnectDelays::stopDuringAttempt()
{
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy activity(reconnector, &RdmaReconnector::activeChanged);
    reconnector->connectToHost(unknown, Port);
    QCOMPARE(stream->state(), QAbstractSocket::HostLookupState);
    reconnector->stop();
    QCOMPARE(stream->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(numbers(activity), QList<int>({ 1, 0 }));
    QTest::qWait(20);
    QCOMPARE(stream->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(delays.count(), 0);
}

using Close = std::function<void(RdmaStream *)>;
Q_DECLARE_METATYPE(Close)

void tst_ReconnectDelays::closeDuringAttempt_data()
{
    QTest::addColumn<Close>("close");
    QTest::newRow("abort") << Close([](RdmaStream *s) { s->abort(); });
    QTest::newRow("close") << Close([](RdmaStream *s) { s->close(); });
}

// After close() the attempt goes on, as that of a QTcpSocket does, and fails.
void tst_ReconnectDelays::closeDuringAttempt()
{
    QFETCH(const Close, close);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy activity(reconnector, &RdmaReconnector::activeChanged);
    reconnector->connectToHost(nowhere, Port);
    close(stream);
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(numbers(activity), QList<int>({ 1, 0 }), Patience);
    QTest::qWait(20);
    QCOMPARE(delays.count(), 0);
    QCOMPARE(stream->state(), QAbstractSocket::UnconnectedState);
}

void tst_ReconnectDelays::closeWhileWaiting()
{
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    connect(reconnector, &RdmaReconnector::waiting, stream, &RdmaStream::close);
    reconnector->connectToHost(nowhere, Port);
    QTRY_VERIFY_WITH_TIMEOUT(delays.count() >= 2, Patience);
}

// Which is no end that the application chose, whoever of the two hears of it first.
void tst_ReconnectDelays::closeAfterFailure_data()
{
    QTest::addColumn<bool>("first");
    QTest::newRow("before the reconnector hears of it") << true;
    QTest::newRow("after the reconnector has heard of it") << false;
}

void tst_ReconnectDelays::closeAfterFailure()
{
    QFETCH(const bool, first);
    if (first)
        delete reconnector;
    connect(stream, &RdmaStream::errorOccurred, stream, [this] {
        QCOMPARE(stream->write("refused"), -1);
        stream->close();
    });
    if (first)
        reconnector = new RdmaReconnector(stream);
    reconnector->setInitialDelay(1);
    reconnector->setMaxAttempts(3);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy ends(reconnector, &RdmaReconnector::gaveUp);
    reconnector->connectToHost(nowhere, Port);
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QCOMPARE(delays.count(), 2);
}

// As a message box has one, here in a slot that comes before those of the reconnector.
void tst_ReconnectDelays::eventLoopInSlot()
{
    delete reconnector;
    connect(stream, &RdmaStream::errorOccurred, stream, [] { QTest::qWait(20); });
    reconnector = new RdmaReconnector(stream);
    reconnector->setInitialDelay(100);
    reconnector->setMaxAttempts(3);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy ends(reconnector, &RdmaReconnector::gaveUp);
    reconnector->connectToHost(nowhere, Port);
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QCOMPARE(delays.count(), 2);
}

void tst_ReconnectDelays::applicationConnects()
{
    reconnector->setInitialDelay(200);
    reconnector->setMaxDelay(200);
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy errors(stream, &RdmaStream::errorOccurred);
    reconnector->connectToHost(nowhere, Port);
    QTRY_COMPARE_WITH_TIMEOUT(delays.count(), 1, Patience);
    stream->connectToHost(unknown, Port); // takes the place of the next attempt
    QTRY_COMPARE_WITH_TIMEOUT(delays.count(), 2, Patience);
    QCOMPARE(errors.count(), 2);
    QCOMPARE(stream->error(), QAbstractSocket::HostNotFoundError);
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 3, Patience);
    QCOMPARE(stream->error(), QAbstractSocket::SocketAddressNotAvailableError);
}

void tst_ReconnectDelays::anotherHostDuringAttempt()
{
    QSignalSpy activity(reconnector, &RdmaReconnector::activeChanged);
    QSignalSpy errors(stream, &RdmaStream::errorOccurred);
    reconnector->setMaxAttempts(1);
    reconnector->connectToHost(unknown, Port);
    reconnector->connectToHost(nowhere, Port);
    QCOMPARE(stream->peerName(), nowhere);
    QVERIFY(stream->state() != QAbstractSocket::UnconnectedState);
    QTRY_COMPARE_WITH_TIMEOUT(numbers(activity), QList<int>({ 1, 0 }), Patience);
    QCOMPARE(errors.count(), 1);
    QCOMPARE(stream->error(), QAbstractSocket::SocketAddressNotAvailableError);
}

void tst_ReconnectDelays::connectInActiveChanged()
{
    QSignalSpy delays(reconnector, &RdmaReconnector::waiting);
    QSignalSpy ends(reconnector, &RdmaReconnector::gaveUp);
    reconnector->setMaxAttempts(1);
    int rounds = 0;
    connect(reconnector, &RdmaReconnector::activeChanged, reconnector, [&](bool active) {
        if (!active && ++rounds < 4)
            reconnector->connectToHost(nowhere, Port);
    });
    reconnector->connectToHost(unknown, Port);
    QTRY_COMPARE_WITH_TIMEOUT(rounds, 4, Patience);
    QCOMPARE(ends.count(), 1); // of those that were not begun anew
    QCOMPARE(delays.count(), 0);
}

// When something happens, and who tells of it.
using Moment = std::function<void(RdmaStream *, RdmaReconnector *, const std::function<void()> &)>;
Q_DECLARE_METATYPE(Moment)

static void moments(const std::function<void(const char *, const Moment &)> &add)
{
    const auto inState = [](QAbstractSocket::SocketState wanted) {
        return [wanted](RdmaStream *s, RdmaReconnector *, const std::function<void()> &act) {
            QObject::connect(s, &RdmaStream::stateChanged, qApp, [wanted, act](auto state) {
                if (state == wanted)
                    act();
            });
        };
    };
    add("looking up", inState(QAbstractSocket::HostLookupState));
    add("connecting", inState(QAbstractSocket::ConnectingState));
    add("unconnected", inState(QAbstractSocket::UnconnectedState));
    add("errorOccurred", [](RdmaStream *s, RdmaReconnector *, const std::function<void()> &act) {
        QObject::connect(s, &RdmaStream::errorOccurred, qApp, act);
    });
    add("activeChanged", [](RdmaStream *, RdmaReconnector *r, const std::function<void()> &act) {
        QObject::connect(r, &RdmaReconnector::activeChanged, qApp, act);
    });
    add("waiting", [](RdmaStream *, RdmaReconnector *r, const std::function<void()> &act) {
        QObject::connect(r, &RdmaReconnector::waiting, qApp, act);
    });
    add("gaveUp", [](RdmaStream *, RdmaReconnector *r, const std::function<void()> &act) {
        QObject::connect(r, &RdmaReconnector::gaveUp, qApp, act);
    });
}

void tst_ReconnectDelays::stopInAnySlot_data()
{
    QTest::addColumn<Moment>("moment");
    moments([](const char *name, const Moment &moment) { QTest::newRow(name) << moment; });
}

void tst_ReconnectDelays::stopInAnySlot()
{
    QFETCH(const Moment, moment);
    reconnector->setMaxAttempts(2);
    int called = 0;
    moment(stream, reconnector, [&] {
        if (++called == 1)
            reconnector->stop();
    });
    reconnector->connectToHost(nowhere, Port);
    QTRY_VERIFY_WITH_TIMEOUT(called > 0 && !reconnector->isActive(), Patience);
    QSignalSpy states(stream, &RdmaStream::stateChanged);
    QTest::qWait(20);
    QCOMPARE(states.count(), 0);
    QCOMPARE(stream->state(), QAbstractSocket::UnconnectedState);
    QObject::disconnect(stream, nullptr, qApp, nullptr);
    QObject::disconnect(reconnector, nullptr, qApp, nullptr);
}

void tst_ReconnectDelays::deleteInSlot_data()
{
    QTest::addColumn<Moment>("moment");
    QTest::addColumn<bool>("ofStream");
    QTest::addColumn<int>("time");
    moments([](const char *name, const Moment &moment) {
        for (const int time : { 1, 2 }) {
            if (time == 2 && qstrcmp(name, "gaveUp") == 0)
                continue;
            QTest::addRow("stream, %s, %d", name, time) << moment << true << time;
            QTest::addRow("reconnector, %s, %d", name, time) << moment << false << time;
        }
    });
}

void tst_ReconnectDelays::deleteInSlot()
{
    QFETCH(const Moment, moment);
    QFETCH(const bool, ofStream);
    QFETCH(const int, time);
    reconnector->setMaxAttempts(3);
    int called = 0;
    moment(stream, reconnector, [&] {
        if (++called != time)
            return;
        if (ofStream)
            delete stream;
        else
            delete reconnector;
    });
    reconnector->connectToHost(nowhere, Port);
    QTRY_VERIFY_WITH_TIMEOUT(ofStream ? !stream : !reconnector, Patience);
    QTest::qWait(10);
    if (ofStream) {
        QVERIFY(!reconnector->isActive());
        QVERIFY(!reconnector->stream());
    } else {
        QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
    }
    if (stream)
        QObject::disconnect(stream, nullptr, qApp, nullptr);
    if (reconnector)
        QObject::disconnect(reconnector, nullptr, qApp, nullptr);
}

void tst_ReconnectDelays::eitherAsParent()
{
    for (const bool streamIsParent : { true, false }) {
        for (const QString &host : { nowhere, unknown }) {
            auto *child = new RdmaStream;
            auto *keeper = new RdmaReconnector(child);
            keeper->setInitialDelay(1);
            if (streamIsParent)
                keeper->setParent(child);
            else
                child->setParent(keeper);
            keeper->connectToHost(host, Port);
            QTest::qWait(5);
            delete (streamIsParent ? static_cast<QObject *>(child) : keeper);
        }
    }
}

void tst_ReconnectDelays::withoutStream()
{
    RdmaReconnector alone(nullptr);
    QTest::ignoreMessage(QtWarningMsg, "RdmaReconnector::connectToHost() called without a stream");
    alone.connectToHost(nowhere, Port);
    QVERIFY(!alone.isActive());
    alone.stop();
}

void tst_ReconnectDelays::callsFromAnotherThread()
{
    QTest::ignoreMessage(
            QtWarningMsg,
            "RdmaReconnector::connectToHost() called in another thread than the reconnector's");
    std::thread connecting([this] { reconnector->connectToHost(nowhere, Port); });
    connecting.join();
    QVERIFY(!reconnector->isActive());
    QCOMPARE(stream->error(), QAbstractSocket::UnknownSocketError);

    reconnector->connectToHost(nowhere, Port);
    QTest::ignoreMessage(QtWarningMsg,
                         "RdmaReconnector::stop() called in another thread than the reconnector's");
    std::thread stopping([this] { reconnector->stop(); });
    stopping.join();
    QTRY_VERIFY_WITH_TIMEOUT(reconnector->failedAttempts() > 2, Patience);
    QVERIFY(reconnector->isActive());
}

void tst_ReconnectDelays::goesToAnotherThreadWithItsStream()
{
    QThread thread;
    QTest::ignoreMessage(QtWarningMsg,
                         "RdmaReconnector::connectToHost(): the stream lives in another thread");
    stream->moveToThread(&thread);
    reconnector->connectToHost(nowhere, Port);
    QVERIFY(!reconnector->isActive());

    reconnector->setMaxAttempts(3);
    int gaveUp = 0;
    connect(reconnector.data(), &RdmaReconnector::gaveUp, this, [&gaveUp] { ++gaveUp; });
    reconnector->moveToThread(&thread);
    // Before the start, which the thread sanitizer sees; it does not see how Qt hands over events.
    QMetaObject::invokeMethod(reconnector.data(),
                              [this] { reconnector->connectToHost(nowhere, Port); });
    thread.start();
    QTRY_COMPARE_WITH_TIMEOUT(gaveUp, 1, Patience);
    thread.quit();
    QVERIFY(thread.wait());
}

void tst_ReconnectDelays::goesToAnotherThreadBetweenAttempts()
{
    QThread thread;
    reconnector->setMaxAttempts(3);
    QList<bool> inThread;
    std::atomic<bool> over = false; // the thread sanitizer does not see how Qt's threads end
    // Not of 'thread': it is moved itself.
    connect(reconnector, &RdmaReconnector::waiting, stream, [&] {
        inThread += QThread::currentThread() == &thread;
        if (inThread.size() > 1)
            return;
        reconnector->moveToThread(&thread);
        stream->moveToThread(&thread);
        thread.start();
    });
    connect(reconnector, &RdmaReconnector::gaveUp, stream, [&] {
        inThread += QThread::currentThread() == &thread;
        over = true;
        thread.quit();
    });
    reconnector->connectToHost(nowhere, Port);
    QTRY_VERIFY_WITH_TIMEOUT(over, Patience);
    QVERIFY(thread.wait(Patience));
    QCOMPARE(inThread, QList<bool>({ false, true, true }));
    QCOMPARE(reconnector->failedAttempts(), 3);
}

void tst_ReconnectDelays::apartFromItsStream_data()
{
    QTest::addColumn<bool>("movesStream");
    QTest::newRow("stream") << true;
    QTest::newRow("reconnector") << false;
}

// Attempts in its own thread would be those of a stranger to the stream.
void tst_ReconnectDelays::apartFromItsStream()
{
    QFETCH(const bool, movesStream);
    QThread thread;
    QSignalSpy errors(stream, &RdmaStream::errorOccurred);
    std::atomic<int> gaveUp = 0;
    connect(reconnector, &RdmaReconnector::gaveUp, reconnector, [&] {
        ++gaveUp;
        thread.quit();
    });
    connect(reconnector, &RdmaReconnector::waiting, this, [&] {
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("another thread")));
        if (movesStream)
            stream->moveToThread(&thread);
        else
            reconnector->moveToThread(&thread);
        thread.start();
    });
    reconnector->connectToHost(nowhere, Port);
    QTRY_COMPARE_WITH_TIMEOUT(gaveUp, 1, Patience);
    QVERIFY(thread.wait(Patience));
    QCOMPARE(gaveUp, 1);
    QCOMPARE(errors.count(), 1); // of the attempt before
    QVERIFY(!reconnector->isActive());
}

QTEST_GUILESS_MAIN(tst_ReconnectDelays)
#include "tst_reconnectdelays.moc"
