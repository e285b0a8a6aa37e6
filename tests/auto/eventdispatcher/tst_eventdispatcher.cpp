// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"
#include "../shared/waitfor.h"
#include "../shared/worker.h"

#include <QtRdma/RdmaEventDispatcher>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qbytearraylist.h>
#include <QtCore/qcoreapplication.h>
#include <QtCore/qelapsedtimer.h>
#include <QtCore/qeventloop.h>
#include <QtCore/qpointer.h>
#include <QtCore/qscopeguard.h>
#include <QtCore/qsocketnotifier.h>
#include <QtCore/qtemporaryfile.h>
#include <QtCore/qthread.h>
#include <QtCore/qtimer.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <array>
#include <atomic>
#include <memory>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace std::chrono_literals;

namespace {

constexpr int Patience = 30000;

// The main thread has the dispatcher, too: this runs before the application object is made.
const bool installed = [] {
    QCoreApplication::setEventDispatcher(new RdmaEventDispatcher);
    return true;
}();

class Pipe
{
public:
    Pipe()
    {
        if (::pipe2(m_ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
            qFatal("pipe2 failed");
    }
    ~Pipe()
    {
        for (const int fd : m_ends)
            ::close(fd);
    }
    Q_DISABLE_COPY_MOVE(Pipe)

    int reader() const { return m_ends[0]; }
    void write() const { QCOMPARE(::write(m_ends[1], "w", 1), 1); }
    void read() const
    {
        char byte = 0;
        QCOMPARE(::read(m_ends[0], &byte, 1), 1);
    }

private:
    std::array<int, 2> m_ends{};
};

// A server that sends back what comes, and lives in the thread that made it.
class Echo
{
public:
    explicit Echo(const QHostAddress &address)
    {
        QObject::connect(&m_server, &RdmaServer::newConnection, &m_server, [this] {
            while (RdmaStream *stream = m_server.nextPendingConnection()) {
                QObject::connect(stream, &RdmaStream::readyRead, stream,
                                 [stream] { stream->write(stream->readAll()); });
            }
        });
        m_server.listen(address);
    }

    quint16 port() const { return m_server.serverPort(); }

private:
    RdmaServer m_server;
};

// A thread with the dispatcher, in which functions are called.
class DispatcherThread : public LoopThread
{
public:
    DispatcherThread()
    {
        setEventDispatcher(new RdmaEventDispatcher);
        m_inside.moveToThread(this);
        start();
    }
    ~DispatcherThread() override
    {
        quit();
        wait();
    }

    template <typename Function>
    void call(Function function)
    {
        QMetaObject::invokeMethod(&m_inside, function, Qt::BlockingQueuedConnection);
    }

private:
    QObject m_inside;
};

bool connectTo(RdmaStream *stream, quint16 port)
{
    stream->connectToHost(RdmaTest::address(), port);
    return stream->waitForConnected(Patience);
}

// By signals: the event loop of this thread does the work.
QByteArray echoed(RdmaStream *stream, const QByteArray &data)
{
    stream->write(data);
    RdmaTest::waitFor([&] { return stream->bytesAvailable() >= data.size(); }, Patience);
    return stream->readAll();
}

class Told : public QObject
{
public:
    explicit Told(QList<int> *order) : m_order(order) { }

protected:
    bool event(QEvent *event) override
    {
        m_order->append(event->type());
        return true;
    }

private:
    QList<int> *m_order;
};

} // namespace

class tst_EventDispatcher : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void theDispatcher();
    void postedEvents();
    void timers();
    void oneRound();
    void nestedRounds();
    void wokenUp();
    void interrupted();
    void quitFromOutside();
    void signalsOfTheLoop();

    void notifiers();
    void deletedInItsSlot();
    void deletesTheNext();
    void excludedNotifiers();
    void regularFile();
    void closedWhileCopied();
    void forkedChild();

    void echo();
    void echoOfBlocks();
    void writesFromTimer();
    void nestedLoopOfSlot();
    void deleteLaterInNestedLoop();
    void timersBesideStreams();
    void threadEnds();
    void usedByHand();
};

void tst_EventDispatcher::init()
{
    if (RdmaTest::address().isNull())
        QSKIP("There is no RDMA device to test on");
}

// With the lines that the reference of the class shows.
void tst_EventDispatcher::theDispatcher()
{
    QVERIFY(installed);
    QVERIFY(qobject_cast<RdmaEventDispatcher *>(QAbstractEventDispatcher::instance()));
    QThread thread;
    thread.setEventDispatcher(new RdmaEventDispatcher);
    thread.start();
    QVERIFY(qobject_cast<RdmaEventDispatcher *>(QAbstractEventDispatcher::instance(&thread)));
    thread.quit();
    QVERIFY(thread.wait());
}

// By priority, then in the order in which they were posted.
void tst_EventDispatcher::postedEvents()
{
    QList<int> order;
    Told told(&order);
    for (const auto &[number, priority] : { std::pair(1, 0), std::pair(2, -1), std::pair(3, 0) })
        QCoreApplication::postEvent(&told, new QEvent(QEvent::Type(QEvent::User + number)),
                                    priority);
    QVERIFY(QCoreApplication::eventDispatcher()->processEvents(QEventLoop::WaitForMoreEvents));
    const int user = QEvent::User;
    QCOMPARE(order, QList<int>({ user + 1, user + 3, user + 2 }));
}

// In the order of their times, each not before its own.
void tst_EventDispatcher::timers()
{
    QList<int> order;
    QElapsedTimer clock;
    clock.start();
    QEventLoop loop;
    const auto start = [&](int msecs) {
        QTimer::singleShot(msecs, Qt::PreciseTimer, &loop, [&order, &clock, &loop, msecs] {
            QVERIFY(clock.elapsed() >= msecs);
            order.append(msecs);
            if (order.size() == 4)
                loop.quit();
        });
    };
    for (const int msecs : { 300, 100, 0, 200 })
        start(msecs);
    loop.exec();
    QCOMPARE(order, QList<int>({ 0, 100, 200, 300 }));

    QTimer stopped;
    stopped.start(1ms);
    stopped.stop();
    QCOMPARE(stopped.remainingTime(), -1);
    QSignalSpy fired(&stopped, &QTimer::timeout);
    QTest::qWait(5);
    QCOMPARE(fired.size(), 0);
}

// Posted events, then notifiers, then timers; what they post has the next round.
void tst_EventDispatcher::oneRound()
{
    QByteArrayList order;
    Pipe pipe;
    pipe.write();
    QSocketNotifier notifier(pipe.reader(), QSocketNotifier::Read);
    const auto post = [&](const QByteArray &what) {
        QMetaObject::invokeMethod(
                &notifier, [&order, what] { order.append(what); }, Qt::QueuedConnection);
    };
    connect(&notifier, &QSocketNotifier::activated, this, [&] {
        pipe.read();
        order.append("notifier");
        post("posted later");
    });
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] {
        order.append("timer");
        timer.stop();
    });
    timer.start(0);
    post("posted");
    QCoreApplication::eventDispatcher()->processEvents(QEventLoop::AllEvents);
    QCOMPARE(order, QByteArrayList({ "posted", "notifier", "timer" }));
    QVERIFY(QCoreApplication::eventDispatcher()->processEvents(QEventLoop::AllEvents));
    QCOMPARE(order.last(), "posted later");
    QVERIFY(!QCoreApplication::eventDispatcher()->processEvents(QEventLoop::AllEvents));
}

// A timer whose slot runs an event loop does not fire in it, and others do.
void tst_EventDispatcher::nestedRounds()
{
    int outer = 0;
    int inner = 0;
    QEventLoop loop;
    QTimer outerTimer;
    QTimer innerTimer;
    connect(&innerTimer, &QTimer::timeout, this, [&] { ++inner; });
    connect(&outerTimer, &QTimer::timeout, this, [&] {
        ++outer;
        QEventLoop nested;
        QTimer::singleShot(20, &nested, &QEventLoop::quit);
        nested.exec();
        outerTimer.stop();
        loop.quit();
    });
    innerTimer.start(0);
    outerTimer.start(1);
    loop.exec();
    QCOMPARE(outer, 1);
    QVERIFY(inner > 0);
}

void tst_EventDispatcher::wokenUp()
{
    auto *dispatcher = QCoreApplication::eventDispatcher();
    while (dispatcher->processEvents(QEventLoop::AllEvents)) { }
    const Worker worker([dispatcher] { dispatcher->wakeUp(); });
    while (!dispatcher->processEvents(QEventLoop::WaitForMoreEvents)) { } // does not sleep for ever
}

void tst_EventDispatcher::interrupted()
{
    auto *dispatcher = QCoreApplication::eventDispatcher();
    std::atomic<bool> isOver = false;
    const Worker worker([&] {
        while (!isOver) {
            dispatcher->interrupt();
            QThread::usleep(100);
        }
    });
    for (int i = 0; i < 20; ++i)
        dispatcher->processEvents(QEventLoop::WaitForMoreEvents);
    isOver = true;
}

void tst_EventDispatcher::quitFromOutside()
{
    const int rounds = RdmaTest::rounds(200, 2000);
    for (int i = 0; i < rounds; ++i) {
        DispatcherThread thread;
        std::atomic<int> count = 0;
        QObject *context = nullptr;
        thread.call([&] { context = new QObject; });
        for (int k = 0; k < 3; ++k)
            QMetaObject::invokeMethod(
                    context, [&] { ++count; }, Qt::QueuedConnection);
        thread.call([&] { delete context; });
        QCOMPARE(count.load(), 3);
    }
}

void tst_EventDispatcher::signalsOfTheLoop()
{
    auto *dispatcher = QCoreApplication::eventDispatcher();
    QSignalSpy awake(dispatcher, &QAbstractEventDispatcher::awake);
    QSignalSpy aboutToBlock(dispatcher, &QAbstractEventDispatcher::aboutToBlock);
    while (dispatcher->processEvents(QEventLoop::AllEvents)) { }
    QCOMPARE(aboutToBlock.size(), 0);
    QVERIFY(awake.size() > 0);
    QTimer::singleShot(1, this, [] {});
    while (!dispatcher->processEvents(QEventLoop::WaitForMoreEvents)) { }
    QVERIFY(aboutToBlock.size() > 0);
    QVERIFY(awake.size() > aboutToBlock.size());
}

// ---- socket notifiers ----

void tst_EventDispatcher::notifiers()
{
    Pipe pipe;
    QSocketNotifier notifier(pipe.reader(), QSocketNotifier::Read);
    QSignalSpy activated(&notifier, &QSocketNotifier::activated);
    QCoreApplication::processEvents();
    QCOMPARE(activated.size(), 0);
    pipe.write();
    QCoreApplication::processEvents();
    QCoreApplication::processEvents(); // there is still something to read
    QCOMPARE(activated.size(), 2);
    notifier.setEnabled(false);
    QCoreApplication::processEvents();
    QCOMPARE(activated.size(), 2);
    notifier.setEnabled(true);
    QCoreApplication::processEvents();
    QCOMPARE(activated.size(), 3);
    pipe.read();
    QCoreApplication::processEvents();
    QCOMPARE(activated.size(), 3);
}

void tst_EventDispatcher::deletedInItsSlot()
{
    Pipe pipe;
    pipe.write();
    int times = 0;
    auto *notifier = new QSocketNotifier(pipe.reader(), QSocketNotifier::Read);
    connect(notifier, &QSocketNotifier::activated, this, [&] {
        ++times;
        delete std::exchange(notifier, nullptr);
    });
    const auto clean = qScopeGuard([&] { delete notifier; });
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
    QCOMPARE(times, 1);
}

// Both are ready in the same round. An event loop that runs in the slot of the first serves the
// second, and not twice.
void tst_EventDispatcher::deletesTheNext()
{
    std::array<Pipe, 2> pipes;
    std::array<std::unique_ptr<QSocketNotifier>, 2> both;
    int times = 0;
    const auto prepare = [&](auto activated) {
        times = 0;
        for (size_t i = 0; i < pipes.size(); ++i) {
            pipes[i].write();
            both[i].reset();
            both[i] = std::make_unique<QSocketNotifier>(pipes[i].reader(), QSocketNotifier::Read);
            connect(both[i].get(), &QSocketNotifier::activated, this, [=, &times] {
                ++times;
                activated(i);
            });
        }
    };
    prepare([&](size_t i) { both[1 - i].reset(); });
    QCoreApplication::processEvents();
    QCOMPARE(times, 1);
    for (const Pipe &pipe : pipes)
        pipe.read();

    prepare([&](size_t i) {
        pipes[i].read();
        QCoreApplication::processEvents();
    });
    QCoreApplication::processEvents();
    QCOMPARE(times, 2);
}

void tst_EventDispatcher::excludedNotifiers()
{
    Pipe pipe;
    pipe.write();
    QSocketNotifier notifier(pipe.reader(), QSocketNotifier::Read);
    QSignalSpy activated(&notifier, &QSocketNotifier::activated);
    int fired = 0;
    QTimer::singleShot(5, this, [&] { ++fired; });
    const auto flags = QEventLoop::WaitForMoreEvents | QEventLoop::ExcludeSocketNotifiers;
    while (fired == 0)
        QCoreApplication::eventDispatcher()->processEvents(flags);
    QCOMPARE(activated.size(), 0);

    const Worker worker([dispatcher = QCoreApplication::eventDispatcher()] {
        QThread::msleep(5);
        dispatcher->wakeUp();
    });
    while (!QCoreApplication::eventDispatcher()->processEvents(flags)) { }
    QCOMPARE(activated.size(), 0);
    QCoreApplication::processEvents();
    QCOMPARE(activated.size(), 1);
}

// The kernel's epoll refuses regular files. Other system calls say that they are always ready.
void tst_EventDispatcher::regularFile()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    {
        QSocketNotifier notifier(file.handle(), QSocketNotifier::Read);
        QSignalSpy activated(&notifier, &QSocketNotifier::activated);
        QCoreApplication::eventDispatcher()->processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::eventDispatcher()->processEvents(QEventLoop::WaitForMoreEvents);
        QCOMPARE(activated.size(), 2);
    }
    while (QCoreApplication::eventDispatcher()->processEvents(QEventLoop::AllEvents)) { }
}

// The kernel goes on telling of a descriptor that was closed while a copy of it is open.
void tst_EventDispatcher::closedWhileCopied()
{
    Pipe pipe;
    const int closed = ::fcntl(pipe.reader(), F_DUPFD_CLOEXEC, 0);
    auto notifier = std::make_unique<QSocketNotifier>(closed, QSocketNotifier::Read);
    QSignalSpy activated(notifier.get(), &QSocketNotifier::activated);
    ::close(closed);
    notifier.reset();
    pipe.write();
    while (QCoreApplication::eventDispatcher()->processEvents(QEventLoop::AllEvents)) { }
    QTimer::singleShot(5, this, [] {});
    while (!QCoreApplication::eventDispatcher()->processEvents(QEventLoop::WaitForMoreEvents)) { }
    QCOMPARE(activated.size(), 0);
}

// A child waits for what it has itself. The parent goes on with what both had.
void tst_EventDispatcher::forkedChild()
{
    Pipe pipe;
    QSocketNotifier notifier(pipe.reader(), QSocketNotifier::Read);
    int activated = 0;
    connect(&notifier, &QSocketNotifier::activated, this, [&] {
        ++activated;
        pipe.read();
    });
    QCoreApplication::processEvents();
    auto *dispatcher = QCoreApplication::eventDispatcher();
    const pid_t child = ::fork();
    if (child == 0) {
        notifier.setEnabled(false);
        bool hasFired = false;
        QTimer::singleShot(1, this, [&] { hasFired = true; });
        while (!hasFired)
            dispatcher->processEvents(QEventLoop::WaitForMoreEvents);
        notifier.setEnabled(true);
        pipe.write();
        while (activated == 0)
            dispatcher->processEvents(QEventLoop::WaitForMoreEvents);
        ::_exit(0);
    }
    QVERIFY(child > 0);
    int status = -1;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
    QCOMPARE(activated, 0);
    pipe.write();
    QVERIFY(QTest::qWaitFor([&] { return activated == 1; }, Patience));
    QTimer timer;
    timer.start(1);
    QVERIFY(QSignalSpy(&timer, &QTimer::timeout).wait(Patience));
}

// ---- streams ----

void tst_EventDispatcher::echo()
{
    DispatcherThread thread;
    std::unique_ptr<Echo> echo;
    thread.call([&] { echo = std::make_unique<Echo>(RdmaTest::address()); });
    const auto clean = qScopeGuard([&] { thread.call([&] { echo.reset(); }); });
    RdmaStream stream;
    QVERIFY(connectTo(&stream, echo->port()));
    for (int i = 0; i < 100; ++i) {
        const QByteArray message = QByteArray::number(i);
        QCOMPARE(echoed(&stream, message), message);
    }
}

void tst_EventDispatcher::echoOfBlocks()
{
    DispatcherThread thread;
    std::unique_ptr<Echo> echo;
    thread.call([&] { echo = std::make_unique<Echo>(RdmaTest::address()); });
    const auto clean = qScopeGuard([&] { thread.call([&] { echo.reset(); }); });
    RdmaStream stream;
    QVERIFY(connectTo(&stream, echo->port()));
    const QByteArray block(4 * 1024 * 1024, 'b');
    QCOMPARE(echoed(&stream, block), block);
}

// What is written outside of a turn of the engine leaves in the next round.
void tst_EventDispatcher::writesFromTimer()
{
    const Echo echo(RdmaTest::address());
    RdmaStream stream;
    QVERIFY(connectTo(&stream, echo.port()));
    int answers = 0;
    QEventLoop loop;
    QTimer timer;
    connect(&timer, &QTimer::timeout, &stream, [&] { stream.write("t"); });
    connect(&stream, &RdmaStream::readyRead, &stream, [&] {
        answers += int(stream.readAll().size());
        if (answers >= 20)
            loop.quit();
    });
    QTimer::singleShot(Patience, &loop, &QEventLoop::quit);
    timer.start(1);
    loop.exec();
    QVERIFY(answers >= 20);
}

// The slot of a stream asks a second time and waits for the answer in an event loop of its own.
void tst_EventDispatcher::nestedLoopOfSlot()
{
    const Echo echo(RdmaTest::address());
    RdmaStream first;
    RdmaStream second;
    QVERIFY(connectTo(&first, echo.port()));
    QVERIFY(connectTo(&second, echo.port()));
    QByteArray answer;
    connect(&first, &RdmaStream::readyRead, &first, [&] {
        first.readAll();
        answer = echoed(&second, "second");
    });
    first.write("first");
    QVERIFY(RdmaTest::waitFor([&] { return !answer.isEmpty(); }, Patience));
    QCOMPARE(answer, "second");
}

// An object that a slot marks is deleted when the loop runs again that has called the slot: here
// the nested one, long before the outer one.
void tst_EventDispatcher::deleteLaterInNestedLoop()
{
    const Echo echo(RdmaTest::address());
    RdmaStream stream;
    QVERIFY(connectTo(&stream, echo.port()));
    int marked = 0;
    int deleted = 0;
    int deletedInside = 0;
    QEventLoop nested;
    connect(&stream, &RdmaStream::readyRead, &stream, [&] {
        stream.readAll();
        auto *object = new QObject;
        connect(object, &QObject::destroyed, &nested, [&] {
            ++deleted;
            nested.quit();
        });
        object->deleteLater();
        ++marked;
    });
    QTimer::singleShot(0, &stream, [&] {
        stream.write("m");
        QTimer::singleShot(Patience, &nested, &QEventLoop::quit);
        nested.exec();
        deletedInside = deleted;
    });
    QEventLoop loop;
    QTimer::singleShot(0, &loop, [&] { QTimer::singleShot(0, &loop, &QEventLoop::quit); });
    loop.exec();
    QVERIFY(marked > 0);
    QCOMPARE(deletedInside, marked);

    stream.write("outside");
    QVERIFY(RdmaTest::waitFor([&] { return marked > deletedInside; }, Patience));
    QVERIFY(RdmaTest::waitFor([&] { return deleted == marked; }, Patience));
}

// A stream at full rate leaves time for the timers and the posted events of its thread.
void tst_EventDispatcher::timersBesideStreams()
{
    const Echo echo(RdmaTest::address());
    RdmaStream stream;
    QVERIFY(connectTo(&stream, echo.port()));
    const QByteArray block(64 * 1024, 'f');
    const auto fill = [&] {
        while (stream.bytesToWrite() < 4 * block.size())
            stream.write(block);
    };
    connect(&stream, &RdmaStream::bytesWritten, &stream, fill);
    qint64 received = 0;
    connect(&stream, &RdmaStream::readyRead, &stream, [&] { received += stream.readAll().size(); });
    fill();
    int posted = 0;
    int fired = 0;
    QEventLoop loop;
    QTimer timer;
    connect(&timer, &QTimer::timeout, &loop, [&] {
        QMetaObject::invokeMethod(
                &loop, [&] { ++posted; }, Qt::QueuedConnection);
        if (++fired >= 50 && received > 4 * block.size())
            loop.quit();
    });
    QTimer::singleShot(Patience, &loop, &QEventLoop::quit);
    timer.start(2);
    loop.exec();
    QVERIFY(fired >= 50);
    QVERIFY(posted >= fired - 1);
    QVERIFY(received > 4 * block.size());
    stream.disconnect();
}

// What was written before the end of the thread arrives; then the connection ends.
void tst_EventDispatcher::threadEnds()
{
    RdmaServer server;
    QVERIFY(server.listen(RdmaTest::address()));
    std::unique_ptr<RdmaStream> inside;
    {
        DispatcherThread thread;
        thread.call([&] {
            inside = std::make_unique<RdmaStream>();
            inside->connectToHost(RdmaTest::address(), server.serverPort());
        });
        QVERIFY(RdmaTest::waitFor([&] { return server.hasPendingConnections(); }, Patience));
        thread.call([&] {
            QVERIFY(inside->waitForConnected(Patience));
            inside->write("the last words");
        });
    }
    const std::unique_ptr<RdmaStream> outside(server.nextPendingConnection());
    QVERIFY(RdmaTest::waitFor([&] { return outside->state() == QAbstractSocket::UnconnectedState; },
                              Patience));
    QCOMPARE(outside->readAll(), "the last words");
    QCOMPARE(inside->state(), QAbstractSocket::UnconnectedState);
}

// By processEvents() of the program, without an event loop that runs.
void tst_EventDispatcher::usedByHand()
{
    const Echo echo(RdmaTest::address());
    RdmaStream stream;
    QVERIFY(connectTo(&stream, echo.port()));
    stream.write("by hand");
    while (stream.bytesAvailable() < 7)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCOMPARE(stream.readAll(), "by hand");
    QPointer<QObject> marked = new QObject;
    marked->deleteLater();
    QCoreApplication::processEvents();
    QVERIFY(marked); // no event loop runs
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(!marked);
}

QTEST_GUILESS_MAIN(tst_EventDispatcher)

#include "tst_eventdispatcher.moc"
