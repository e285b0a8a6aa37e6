// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "qtrdmafault.h"
#include "queuepairs.h"
#include "rdmatest.h"

#include "engine/asyncevents_p.h"

#include <QtRdma/RdmaCompletionQueue>
#include <QtRdma/RdmaDeviceWatcher>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qabstracteventdispatcher.h>
#include <QtCore/qdir.h>
#include <QtCore/qtimer.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <fcntl.h>
#include <linux/netlink.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>
#include <vector>

namespace {

constexpr int Patience = 60000;

// What the library has logged; and a call that has failed fails again then, if that is wanted.
std::atomic_int logged = 0; // by whichever thread
const char *failingAgain = nullptr;
QtMessageHandler usual = nullptr;

void countMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (QByteArrayView(context.category).startsWith("qtrdma.") && type >= QtWarningMsg) {
        ++logged;
        if (failingAgain)
            qtrdmafault_arm(failingAgain, 1, EIO);
    }
    usual(type, context, text);
}

// How often the event loop turns while nothing happens.
int turnsOfAnIdleLoop()
{
    QEventLoop loop;
    int turns = 0;
    QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, &loop,
                     [&turns] { ++turns; });
    QTimer::singleShot(200, &loop, &QEventLoop::quit);
    loop.exec();
    return turns;
}

std::vector<int> descriptors(bool (*isOfKind)(int))
{
    std::vector<int> result;
    for (const QString &entry :
         QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::Files | QDir::System)) {
        const int fd = entry.toInt();
        if (isOfKind(fd))
            result.push_back(fd);
    }
    return result;
}

QString fileOf(int fd)
{
    char name[64] = {};
    const QByteArray link = "/proc/self/fd/" + QByteArray::number(fd);
    return ::readlink(link.constData(), name, sizeof(name) - 1) > 0 ? QString::fromLatin1(name)
                                                                    : QString();
}

bool isEventDescriptor(int fd)
{
    return fileOf(fd) == QLatin1String("anon_inode:[eventfd]");
}

bool isTimerDescriptor(int fd)
{
    return fileOf(fd) == QLatin1String("anon_inode:[timerfd]");
}

bool isEventChannelOfDevice(int fd)
{
    return fileOf(fd) == QLatin1String("anon_inode:[infinibandevent]");
}

bool isCmChannel(int fd)
{
    return fileOf(fd).endsWith(QLatin1String("/rdma_cm"));
}

bool isUeventSocket(int fd)
{
    int domain = 0;
    int protocol = 0;
    socklen_t size = sizeof(int);
    return ::getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 && domain == AF_NETLINK
            && ::getsockopt(fd, SOL_SOCKET, SO_PROTOCOL, &protocol, &size) == 0
            && protocol == NETLINK_KOBJECT_UEVENT;
}

// As a program does that closes what is not its own and opens something else: always readable, and it cannot be read. The descriptor's
// former file.
int replace(int fd)
{
    const int before = ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
    const int directory = ::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool done = before >= 0 && directory >= 0 && ::dup3(directory, fd, O_CLOEXEC) == fd;
    ::close(directory);
    return done ? before : -1;
}

// What has been put there is not closed by the library.
bool isOfProgram(int fd)
{
    return fileOf(fd) == QLatin1String("/");
}

// While it exists the process gets no descriptor, and poll() is refused that looks at more than that many.
class DescriptorLimit
{
public:
    explicit DescriptorLimit(rlim_t most)
    {
        isInForce = ::getrlimit(RLIMIT_NOFILE, &before) == 0;
        rlimit few = before;
        few.rlim_cur = most;
        isInForce = isInForce && ::setrlimit(RLIMIT_NOFILE, &few) == 0;
    }
    ~DescriptorLimit()
    {
        if (isInForce)
            ::setrlimit(RLIMIT_NOFILE, &before);
    }
    Q_DISABLE_COPY_MOVE(DescriptorLimit)

    bool isInForce = false;

private:
    rlimit before = {};
};

} // namespace

// A channel that fails for good is told once, and is replaced or ends what depends on it. The event loop sleeps then.
class tst_ChannelFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();
    void connectionManagerFailsOnce();
    void connectionManagerFailsAgain();
    void listenersFail();
    void completionsFail();
    void completionsFailWhileWaiting();
    void failedQueuesAreFreed();
    void queueCannotBeArmed();
    void pollFailsWhileWaiting();
    void restTimerFails();
    void deviceWatcherFails();
    void deviceWatcherIsDeleted();
    void eventDescriptorsFail();
    void eventDescriptorsAreRenewed();
    void noEventDescriptorIsLeft();

private:
    std::vector<int> eventDescriptors() const;
    void useDeviceAnew();
    std::unique_ptr<RdmaStream> connectAnother();
    bool echoes(RdmaStream *stream);

    std::vector<int> ofOthers; // event descriptors that are not the library's
    std::unique_ptr<RdmaServer> server;
    RdmaStream *peer = nullptr;
    std::unique_ptr<RdmaStream> stream;
};

void tst_ChannelFaults::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    usual = qInstallMessageHandler(countMessage);
    ofOthers = descriptors(isEventDescriptor);
}

void tst_ChannelFaults::init()
{
    server = std::make_unique<RdmaServer>();
    connect(server.get(), &RdmaServer::newConnection, this, [this] {
        peer = server->nextPendingConnection();
        connect(peer, &RdmaStream::readyRead, peer, [p = peer] { p->write(p->readAll()); });
    });
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    stream = connectAnother();
    QVERIFY(echoes(stream.get()));
    logged = 0;
}

void tst_ChannelFaults::cleanup()
{
    failingAgain = nullptr;
    qtrdmafault_reset();
    stream.reset();
    server.reset();
}

void tst_ChannelFaults::cleanupTestCase()
{
    if (usual)
        qInstallMessageHandler(usual);
}

std::unique_ptr<RdmaStream> tst_ChannelFaults::connectAnother()
{
    auto another = std::make_unique<RdmaStream>();
    another->connectToHost(RdmaTest::address(), server->serverPort());
    return another;
}

bool tst_ChannelFaults::echoes(RdmaStream *which)
{
    which->write("echo");
    return QTest::qWaitFor([&] { return which->bytesAvailable() == 4; }, Patience)
            && which->readAll() == "echo";
}

void tst_ChannelFaults::connectionManagerFailsOnce()
{
    QSignalSpy acceptErrors(server.get(), &RdmaServer::acceptError);
    qtrdmafault_arm("rdma_get_cm_event", 1, EIO);
    const auto another = connectAnother(); // whose events move to the new channel
    QVERIFY(echoes(another.get()));
    QVERIFY(qtrdmafault_fired());
    QCOMPARE(logged, 1);
    QVERIFY(echoes(stream.get()));
    QVERIFY(server->isListening());
    QVERIFY(echoes(connectAnother().get()));
    another->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(another->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(acceptErrors.size(), 0);
    QCOMPARE(stream->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(logged, 1);
}

void tst_ChannelFaults::connectionManagerFailsAgain()
{
    QSignalSpy acceptErrors(server.get(), &RdmaServer::acceptError);
    QSignalSpy errors(stream.get(), &RdmaStream::errorOccurred);
    failingAgain = "rdma_get_cm_event";
    qtrdmafault_arm(failingAgain, 1, EIO);
    const auto another = connectAnother();
    QTRY_COMPARE_WITH_TIMEOUT(another->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
    failingAgain = nullptr;
    qtrdmafault_reset();
    QCOMPARE(errors.size(), 1);
    QCOMPARE(stream->rdmaError().call(), QStringLiteral("rdma_get_cm_event"));
    QCOMPARE(stream->rdmaError().code(), EIO);
    QCOMPARE(acceptErrors.size(), 0);
    QVERIFY(server->isListening()); // on a channel of its own
    QCOMPARE(logged, 2);
    QVERIFY(turnsOfAnIdleLoop() < 20);
    // What is new has a new channel.
    QVERIFY(echoes(connectAnother().get()));
    QCOMPARE(acceptErrors.size(), 0);
}

// One after the other: each ends alone.
void tst_ChannelFaults::listenersFail()
{
    QSignalSpy acceptErrors(server.get(), &RdmaServer::acceptError);
    QSignalSpy errors(stream.get(), &RdmaStream::errorOccurred);
    for (int failed = 1; failed <= 3; ++failed) {
        const std::vector<int> others = descriptors(isCmChannel);
        RdmaServer failing;
        QSignalSpy itsErrors(&failing, &RdmaServer::acceptError);
        QVERIFY2(failing.listen(RdmaTest::address()), qPrintable(failing.errorString()));
        std::vector<int> channels = descriptors(isCmChannel);
        std::erase_if(channels, [&others](int fd) {
            return std::find(others.cbegin(), others.cend(), fd) != others.cend();
        });
        QCOMPARE(channels.size(), size_t(1));
        const int before = replace(channels.front());
        QVERIFY(before >= 0);
        QTRY_VERIFY_WITH_TIMEOUT(!failing.isListening(), Patience);
        QCOMPARE(itsErrors.size(), 1);
        QCOMPARE(failing.rdmaError().call(), QStringLiteral("rdma_get_cm_event"));
        QCOMPARE(logged, failed);
        QVERIFY(isOfProgram(channels.front()));
        ::close(channels.front());
        ::close(before);
    }
    QVERIFY(turnsOfAnIdleLoop() < 20);
    QCOMPARE(errors.size(), 0);
    QCOMPARE(acceptErrors.size(), 0);
    QVERIFY(server->isListening());
    QVERIFY(echoes(stream.get()));
    QVERIFY(echoes(connectAnother().get()));
}

void tst_ChannelFaults::completionsFail()
{
    QSignalSpy errors(stream.get(), &RdmaStream::errorOccurred);
    qtrdmafault_arm("ibv_get_cq_event", 1, EIO);
    QTimer again; // an answer that comes before the thread sleeps needs no event
    connect(&again, &QTimer::timeout, stream.get(), [this] { stream->write("echo"); });
    connect(stream.get(), &RdmaStream::stateChanged, &again, &QTimer::stop);
    again.start(1);
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(qtrdmafault_fired());
    QCOMPARE(errors.size(), 1);
    QCOMPARE(stream->rdmaError().call(), QStringLiteral("ibv_get_cq_event"));
    QCOMPARE(logged, 1);
    QVERIFY(turnsOfAnIdleLoop() < 20);
    QVERIFY(server->isListening());
    QVERIFY(echoes(connectAnother().get()));
    QCOMPARE(logged, 1);
}

void tst_ChannelFaults::completionsFailWhileWaiting()
{
    qtrdmafault_arm("ibv_get_cq_event", 1, EIO);
    // An answer that comes before the thread sleeps needs no event.
    while (stream->state() == QAbstractSocket::ConnectedState) {
        stream->write("echo");
        if (stream->waitForReadyRead(Patience))
            stream->readAll();
    }
    QVERIFY(qtrdmafault_fired());
    QCOMPARE(stream->rdmaError().call(), QStringLiteral("ibv_get_cq_event"));
    QCOMPARE(logged, 1);
}

// What this thread shared on the device goes with those who used it, and is made anew.
void tst_ChannelFaults::failedQueuesAreFreed()
{
    // The first round may still see a queue of the test before this one, and its end. No round leaves one more.
    size_t least = descriptors(isEventChannelOfDevice).size();
    for (int failed = 1; failed <= 3; ++failed) {
        useDeviceAnew();
        QTRY_VERIFY_WITH_TIMEOUT(descriptors(isEventChannelOfDevice).size() <= least, Patience);
        least = descriptors(isEventChannelOfDevice).size();
        QCOMPARE(logged, failed);
    }
}

// It is looked at now and then, and says so once.
void tst_ChannelFaults::queueCannotBeArmed()
{
    QSignalSpy errors(stream.get(), &RdmaStream::errorOccurred);
    int failures = 0;
    QTimer again;
    connect(&again, &QTimer::timeout, this, [&failures] {
        if (qtrdmafault_fired() == 0)
            return;
        ++failures;
        qtrdmafault_arm("ibv_req_notify_cq", 1, EIO);
    });
    again.start(1);
    qtrdmafault_arm("ibv_req_notify_cq", 1, EIO);
    while (failures <= 3) // each message is a reason to arm it again
        QVERIFY(echoes(stream.get()));
    again.stop();
    QCOMPARE(errors.size(), 0);
    QCOMPARE(logged, 1);
}

// What waits looks now and then: at descriptors that there are.
void tst_ChannelFaults::pollFailsWhileWaiting()
{
    const DescriptorLimit refused(1);
    QVERIFY(refused.isInForce);
    peer->write("unasked");
    QVERIFY(peer->flush());
    QVERIFY(stream->waitForReadyRead(Patience));
    QCOMPARE(stream->readAll(), QByteArray("unasked"));
    qtrdmafault_arm("rdma_get_cm_event", 0, 0);
    QVERIFY(!stream->waitForReadyRead(200));
    QVERIFY(qtrdmafault_count() > 0);
    QVERIFY(qtrdmafault_count() < 100);
    QCOMPARE(logged, 1);
}

void tst_ChannelFaults::restTimerFails()
{
    RdmaCompletionQueue moderated(RdmaTest::address());
    QVERIFY(moderated.setModeration(100));
    const std::vector<int> timers = descriptors(isTimerDescriptor);
    QCOMPARE(timers.size(), size_t(1));
    const int before = replace(timers.front());
    QVERIFY(before >= 0);
    QTRY_COMPARE_WITH_TIMEOUT(moderated.moderation(), 0, Patience);
    QCOMPARE(logged, 1);
    QVERIFY(turnsOfAnIdleLoop() < 20);
    QVERIFY(echoes(stream.get()));
    QVERIFY(moderated.setModeration(100)); // by a new one
    QVERIFY(echoes(stream.get()));
    QVERIFY(moderated.setModeration(0));
    QCOMPARE(logged, 1);
    QVERIFY(isOfProgram(timers.front()));
    ::close(timers.front());
    ::close(before);
}

void tst_ChannelFaults::deviceWatcherFails()
{
    auto watcher = std::make_unique<RdmaDeviceWatcher>();
    const QSignalSpy errors(watcher.get(), &RdmaDeviceWatcher::errorOccurred);
    const std::vector<int> sockets = descriptors(isUeventSocket);
    QCOMPARE(sockets.size(), size_t(1));
    const int before = replace(sockets.front());
    QVERIFY(before >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(watcher->rdmaError().isError(), Patience);
    QCOMPARE(watcher->rdmaError().call(), QStringLiteral("recv"));
    QVERIFY(turnsOfAnIdleLoop() < 20);
    QCOMPARE(errors.count(), 1);
    QCOMPARE(errors.first().first().value<RdmaError>(), watcher->rdmaError());
    QCOMPARE(logged, 1);
    watcher.reset();
    QVERIFY(isOfProgram(sockets.front()));
    ::close(sockets.front());
    ::close(before);
}

void tst_ChannelFaults::deviceWatcherIsDeleted()
{
    auto watcher = std::make_unique<RdmaDeviceWatcher>();
    connect(watcher.get(), &RdmaDeviceWatcher::errorOccurred, this, [&] { watcher.reset(); });
    const std::vector<int> sockets = descriptors(isUeventSocket);
    QCOMPARE(sockets.size(), size_t(1));
    const int before = replace(sockets.front());
    QVERIFY(before >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(!watcher, Patience);
    QCOMPARE(logged, 1);
    QVERIFY(isOfProgram(sockets.front()));
    ::close(sockets.front());
    ::close(before);
}

// That of the thread that reads asynchronous events, and that by which it tells this thread.
std::vector<int> tst_ChannelFaults::eventDescriptors() const
{
    std::vector<int> result = descriptors(isEventDescriptor);
    std::erase_if(result, [this](int fd) {
        return std::find(ofOthers.cbegin(), ofOthers.cend(), fd) != ofOthers.cend();
    });
    return result;
}

// All that has used it in this thread ends.
void tst_ChannelFaults::useDeviceAnew()
{
    qtrdmafault_arm("ibv_get_cq_event", 1, EIO);
    while (stream->state() == QAbstractSocket::ConnectedState) {
        stream->write("echo");
        stream->waitForReadyRead(10); // what comes before the thread sleeps needs no event
    }
    QVERIFY(qtrdmafault_fired());
    QTRY_COMPARE_WITH_TIMEOUT(peer->state(), QAbstractSocket::UnconnectedState, Patience);
    stream = connectAnother();
    QVERIFY(echoes(stream.get()));
}

void tst_ChannelFaults::eventDescriptorsFail()
{
    std::vector<int> replaced;
    for (const int fd : eventDescriptors())
        replaced.push_back(replace(fd));
    QCOMPARE(replaced.size(), size_t(2));
    for (const int fd : replaced) // which the thread still looks at
        QCOMPARE(::eventfd_write(fd, 1), 0);
    QVERIFY(!stream->waitForReadyRead(50));
    QTRY_COMPARE_WITH_TIMEOUT(logged, 2, Patience);
    qtrdmafault_arm("ibv_get_async_event", 0, 0);
    QVERIFY(!stream->waitForReadyRead(50));
    QVERIFY(turnsOfAnIdleLoop() < 20);
    QVERIFY(qtrdmafault_count() < 20);
    QVERIFY(echoes(stream.get()));
    QCOMPARE(logged, 2);
    for (const int fd : replaced)
        ::close(fd);
}

// What is used from then on is watched, too, and tells of it without an event loop.
void tst_ChannelFaults::eventDescriptorsAreRenewed()
{
    std::vector<int> replaced;
    for (const int fd : eventDescriptors())
        replaced.push_back(replace(fd));
    QCOMPARE(replaced.size(), size_t(2));
    for (const int fd : replaced)
        QCOMPARE(::eventfd_write(fd, 1), 0);
    QVERIFY(!stream->waitForReadyRead(50));
    QTRY_COMPARE_WITH_TIMEOUT(logged, 2, Patience);
    for (const int fd : replaced)
        ::close(fd);
    QTRY_COMPARE_WITH_TIMEOUT(eventDescriptors().size(), size_t(2), Patience);
    useDeviceAnew();
    QueuePairs pairs;
    QVERIFY(pairs.connect());
    ibv_qp *const queuePair = pairs.here.nativeHandle();
    qtrdmafault_raise_async(queuePair->context, IBV_EVENT_QP_FATAL, queuePair);
    QtRdmaPrivate::lookForAsyncEvents();
    QVERIFY(pairs.here.waitForDisconnected(Patience));
    QCOMPARE(pairs.here.rdmaError().code(), int(IBV_EVENT_QP_FATAL));
    QCOMPARE(logged, 3); // and the completion channel
}

// The reader looks once in a second from then on, and the event loop is told. This is the last of the tests, for it stays so.
void tst_ChannelFaults::noEventDescriptorIsLeft()
{
    std::vector<int> replaced;
    for (const int fd : eventDescriptors())
        replaced.push_back(replace(fd));
    QCOMPARE(replaced.size(), size_t(2));
    {
        const DescriptorLimit few(10);
        QVERIFY(few.isInForce);
        for (const int fd : replaced)
            QCOMPARE(::eventfd_write(fd, 1), 0);
        QVERIFY(!stream->waitForReadyRead(50));
        QTRY_COMPARE_WITH_TIMEOUT(logged, 4, Patience);
    }
    for (const int fd : replaced)
        ::close(fd);
    useDeviceAnew();
    QVERIFY(turnsOfAnIdleLoop() < 20);
    QueuePairs pairs;
    QVERIFY(pairs.connect());
    ibv_qp *const queuePair = pairs.here.nativeHandle();
    qtrdmafault_raise_async(queuePair->context, IBV_EVENT_QP_FATAL, queuePair);
    QTRY_COMPARE_WITH_TIMEOUT(pairs.here.state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(pairs.here.rdmaError().code(), int(IBV_EVENT_QP_FATAL));
    QCOMPARE(logged, 5);
}

QTEST_GUILESS_MAIN(tst_ChannelFaults)
#include "tst_channelfaults.moc"
