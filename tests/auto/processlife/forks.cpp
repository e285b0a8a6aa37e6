// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "processpeer.h"

#include <QtRdma/RdmaBufferPool>
#include <QtRdma/RdmaConnectionWatcher>
#include <QtRdma/RdmaDatagramSocket>
#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaDeviceWatcher>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaMemoryWindow>
#include <QtRdma/RdmaProtectionDomain>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaReconnector>
#include <QtRdma/RdmaSharedReceiveQueue>

#include <QtCore/qdir.h>
#include <QtCore/qfuture.h>
#include <QtCore/qtimer.h>

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <vector>

namespace {

class PairServer : public RdmaServer
{
public:
    PairServer() { setAcceptPolicy(AcceptPolicy::Deferred); }

    std::unique_ptr<RdmaQueuePair> accepted;

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        accepted = std::make_unique<RdmaQueuePair>();
        accepted->accept(request);
    }
};

// One of everything, in use.
struct Everything
{
    explicit Everything(const QHostAddress &address) : echo(std::make_unique<Echo>(address))
    {
        domain = RdmaDevice::fromAddress(address).allocateProtectionDomain();
        region = RdmaMemoryRegion::allocate(domain, 4096);
        window = RdmaMemoryWindow::allocate(domain); // not over iWARP, as datagrams
        buffers = RdmaBufferPool(domain, 1 << 20);
        buffer = buffers.take(4096);
        sharedReceives = std::make_unique<RdmaSharedReceiveQueue>();
        sharedReceives->create(domain);
        sharedReceives->postReceive(64);
        connectPair(address);
        joinGroup(address);
        watcher = std::make_unique<RdmaDeviceWatcher>();
        connections = std::make_unique<RdmaConnectionWatcher>();
        reconnector = std::make_unique<RdmaReconnector>(&echo->stream);
        reconnector->connectToHost(address, echo->server.serverPort());
        isComplete = isComplete && echo->isReady() && buffer.isValid() && sharedReceives->isValid()
                && !received.isFinished();
    }

    void connectPair(const QHostAddress &address)
    {
        pair = std::make_unique<RdmaQueuePair>();
        received = pair->whenCompleted(pair->postReceive(64));
        isComplete = pairServer.listen(address)
                && pair->connectToHost(address, pairServer.serverPort())
                && until([this] { return pair->state() == QAbstractSocket::ConnectedState; });
    }

    void joinGroup(const QHostAddress &address)
    {
        datagrams = std::make_unique<RdmaDatagramSocket>();
        if (!datagrams->bind(address))
            return;
        QObject context;
        bool joined = false;
        QObject::connect(datagrams.get(), &RdmaDatagramSocket::joinedMulticastGroup, &context,
                         [&joined] { joined = true; });
        isComplete = isComplete && window.isValid()
                && datagrams->joinMulticastGroup(QHostAddress(QStringLiteral("239.1.2.3")))
                && until([&] { return joined; });
    }

    bool isUnconnected() const
    {
        return echo->stream.state() == QAbstractSocket::UnconnectedState
                && !echo->server.isListening() && pair->state() == QAbstractSocket::UnconnectedState
                && datagrams->state() == QAbstractSocket::UnconnectedState
                && !sharedReceives->isValid() && echo->server.connectionCount() == 0;
    }

    std::unique_ptr<Echo> echo;
    RdmaProtectionDomain domain;
    RdmaMemoryRegion region;
    RdmaMemoryWindow window;
    RdmaBufferPool buffers;
    RdmaMemoryRegion buffer;
    std::unique_ptr<RdmaSharedReceiveQueue> sharedReceives;
    PairServer pairServer;
    std::unique_ptr<RdmaQueuePair> pair;
    QFuture<RdmaCompletion> received; // which never happens
    std::unique_ptr<RdmaDeviceWatcher> watcher;
    std::unique_ptr<RdmaConnectionWatcher> connections;
    std::unique_ptr<RdmaReconnector> reconnector;
    std::unique_ptr<RdmaDatagramSocket> datagrams;
    bool isComplete = true;
};

// An event dispatcher that waits by epoll: what a child removes from it the parent would miss, for they share it.
class EpollSet
{
public:
    EpollSet()
    {
        const QDir all(QStringLiteral("/proc/self/fd"));
        for (const QString &entry : all.entryList(QDir::Files | QDir::System)) {
            const QString file = QFile::symLinkTarget(all.filePath(entry));
            const bool isChannel = file.contains(QLatin1String("infinibandevent"))
                    || file.contains(QLatin1String("rdma_cm"));
            // What blocks when it is read belongs to librdmacm, which waits for nothing.
            if (isChannel && (::fcntl(entry.toInt(), F_GETFL) & O_NONBLOCK))
                members.push_back(entry.toInt());
        }
        for (const int fd : members)
            control(EPOLL_CTL_ADD, fd);
    }
    ~EpollSet() { ::close(set); }
    Q_DISABLE_COPY_MOVE(EpollSet)

    bool isEmpty() const { return members.empty(); }
    void removeAll() const
    {
        for (const int fd : members)
            control(EPOLL_CTL_DEL, fd);
    }
    bool isComplete() const
    {
        return std::all_of(members.cbegin(), members.cend(),
                           [this](int fd) { return control(EPOLL_CTL_ADD, fd) == EEXIST; });
    }

private:
    int control(int operation, int fd) const
    {
        epoll_event event = {};
        return ::epoll_ctl(set, operation, fd, &event) == 0 ? 0 : errno;
    }

    const int set = ::epoll_create1(EPOLL_CLOEXEC);
    std::vector<int> members;
};

void runLoop(int msecs)
{
    QEventLoop loop;
    QTimer::singleShot(msecs, &loop, &QEventLoop::quit);
    loop.exec();
}

bool usesItsOwn(const QHostAddress &address, quint16 port)
{
    RdmaStream stream;
    stream.connectToHost(address, port);
    const bool refused = !stream.waitForConnected(Patience) && saysForked(stream.rdmaError());
    RdmaServer server;
    RdmaQueuePair pair;
    RdmaDatagramSocket datagrams;
    RdmaError error;
    const bool none = !server.listen(QHostAddress::Any) && saysForked(server.rdmaError())
            && !datagrams.bind(address) && saysForked(datagrams.rdmaError());
    const RdmaDevice device = RdmaDevice::fromName(RdmaDevice::names().value(0));
    device.allocateProtectionDomain(&error);
    pair.connectToHost(address, port);
    runLoop(10);
    return refused && none && saysForked(error) && saysForked(pair.rdmaError()) && device.isValid();
}

// With what it has inherited.
bool makesNothing(Everything *everything)
{
    RdmaError ofRegion;
    RdmaError ofBuffer;
    RdmaMemoryRegion::allocate(everything->domain, 4096, Rdma::AccessFlag::LocalWrite, &ofRegion);
    everything->buffers.take(4096, &ofBuffer);
    RdmaSharedReceiveQueue &receives = *everything->sharedReceives;
    return saysForked(ofRegion) && saysForked(ofBuffer) && receives.postReceive(64) == 0
            && saysForked(receives.rdmaError()) && !receives.create(everything->domain)
            && saysForked(receives.rdmaError());
}

bool uses(Everything *everything)
{
    RdmaStream &stream = everything->echo->stream;
    const bool writes = stream.write("of the child") >= 0;
    stream.disconnectFromHost();
    stream.abort();
    everything->reconnector->connectToHost(QHostAddress(QHostAddress::LocalHost), 7471);
    everything->connections->requestUpdate();
    everything->echo->server.close();
    everything->pair->abort();
    everything->pair->postSend(QByteArray("of the child"));
    everything->datagrams->close();
    everything->watcher.reset();
    runLoop(20);
    return !writes && !stream.waitForReadyRead(10) && saysForked(stream.rdmaError())
            && !everything->reconnector->isActive();
}

// Futures, too, end with a result.
bool deletes(Everything *everything)
{
    const QFuture<RdmaCompletion> received = everything->received;
    everything->datagrams.reset();
    everything->pair.reset();
    everything->sharedReceives.reset();
    everything->buffer = {};
    everything->buffers = {};
    everything->window = {};
    everything->region = {};
    everything->domain = {};
    everything->watcher.reset();
    everything->reconnector.reset();
    everything->connections.reset();
    everything->echo.reset();
    return received.isFinished() && received.resultCount() == 1
            && received.result().status() == Rdma::CompletionStatus::Flushed;
}

// What the child does with the rest of its life. Its exit status.
int liveAsChild(const QString &what, Everything *everything, const EpollSet &watched,
                const QHostAddress &address)
{
    if (!everything->isUnconnected())
        return 10;
    if (what == QLatin1String("own"))
        return usesItsOwn(address, 7471) ? 0 : 11;
    if (what == QLatin1String("make"))
        return makesNothing(everything) ? 0 : 12;
    if (what == QLatin1String("use"))
        return uses(everything) ? 0 : 13;
    if (what == QLatin1String("delete"))
        return deletes(everything) ? 0 : 14;
    if (what == QLatin1String("loop"))
        runLoop(100);
    if (what == QLatin1String("epoll"))
        watched.removeAll();
    return 0;
}

// Forks, and waits for the child. Its wait status; -1: it does not end.
int statusOfChild(const QString &what, Everything *everything, const EpollSet &watched,
                  const QHostAddress &address)
{
    const pid_t child = ::fork();
    if (child == 0) {
        const int status = liveAsChild(what, everything, watched, address);
        what == QLatin1String("exit") ? std::exit(status) : ::_exit(status);
    }
    int status = 0;
    const bool ended = until([&] { return ::waitpid(child, &status, WNOHANG) == child; });
    return ended ? status : -1;
}

} // namespace

#ifdef __SANITIZE_ADDRESS__
#  include <sanitizer/lsan_interface.h>

static const pid_t notForked = ::getpid();

// In a child the stacks of the parent's other threads are no stacks: what they alone point to would count as lost.
int __lsan_is_turned_off()
{
    return ::getpid() != notForked;
}
#endif

bool saysForked(const RdmaError &error)
{
    return error.text().contains(QLatin1String("forked"))
            && error.hint().contains(QLatin1String("exec"));
}

int forks(const QHostAddress &address)
{
    const auto everything = std::make_unique<Everything>(address);
    const EpollSet watched;
    if (!everything->isComplete || watched.isEmpty())
        return 1;
    int disconnects = 0;
    QObject::connect(&everything->echo->stream, &RdmaStream::disconnected,
                     [&disconnects] { ++disconnects; });
    for (const char *what :
         { "nothing", "own", "make", "loop", "use", "delete", "epoll", "exit" }) {
        const int status =
                statusOfChild(QString::fromLatin1(what), everything.get(), watched, address);
        say(QStringLiteral("%1: child %2, works %3, watched %4")
                    .arg(QLatin1String(what))
                    .arg(status, 0, 16)
                    .arg(everything->echo->works())
                    .arg(watched.isComplete()));
    }
    const bool bound = everything->datagrams->state() == QAbstractSocket::BoundState;
    say(QStringLiteral("listening: %1, bound: %2, disconnects: %3")
                .arg(everything->echo->server.isListening())
                .arg(bound)
                .arg(disconnects));
    return 0;
}

// The parent has not used RDMA yet.
int forksBefore(const QHostAddress &address)
{
    const pid_t child = ::fork();
    if (child == 0) {
        Echo echo(address);
        ::_exit(echo.isReady() && echo.works() ? 0 : 1);
    }
    Echo echo(address);
    int status = 0;
    const bool ended = until([&] { return ::waitpid(child, &status, WNOHANG) == child; });
    return ended && status == 0 && echo.isReady() && echo.works() ? 0 : 1;
}
