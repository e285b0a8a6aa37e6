// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "processpeer.h"

#include <QtRdma/RdmaBufferPool>
#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaDeviceWatcher>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaProtectionDomain>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaSharedReceiveQueue>

#include <QtCore/qdebug.h>

#include <infiniband/verbs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <memory>
#include <thread>

namespace {

// A thread that does this over and over, as long as it exists.
class Busy
{
public:
    template <typename Work>
    explicit Busy(Work work)
        : thread([this, work] {
            const QEventLoop dispatcher; // the thread has one from here on
            while (!stop)
                work();
        })
    {
    }
    ~Busy()
    {
        stop = true;
        thread.join();
    }
    Q_DISABLE_COPY_MOVE(Busy)

private:
    std::atomic<bool> stop = false;
    std::thread thread;
};

// Connects, sends a while and ends, in its own thread.
void streamOnce(const QHostAddress &address)
{
    constexpr qint64 Size = 1 << 20;
    Echo echo(address);
    qint64 received = 0;
    echo.stream.write(QByteArray(Size, 'x'));
    until([&] {
        received += echo.stream.readAll().size();
        return received == Size || echo.stream.state() == QAbstractSocket::UnconnectedState;
    });
}

void takeBuffers(RdmaBufferPool buffers)
{
    for (qsizetype size = 512; size <= 1 << 18; size *= 2)
        buffers.take(size);
}

// Forks that often, one child after the other. The first wait status that is not 0; a child that waits for ever ends by SIGALRM.
template <typename Live>
int statusOfChildren(int count, const Live &live)
{
    int status = 0;
    for (int i = 0; i < count && status == 0; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::alarm(Patience / 1000);
            ::_exit(live());
        }
        while (::waitpid(child, &status, 0) < 0) {
            if (errno != EINTR)
                return -1;
        }
    }
    return status;
}

int useAsChild(RdmaBufferPool *buffers, const QHostAddress &address)
{
    QString text;
    RdmaError error;
    QDebug(&text) << *buffers;
    buffers->take(4096, &error);
    if (!saysForked(error) || buffers->registeredBytes() != 0)
        return 2;
    *buffers = {};
    RdmaStream stream;
    stream.connectToHost(address, 7471);
    if (stream.waitForConnected(Patience) || !saysForked(stream.rdmaError()))
        return 3;
    RdmaQueuePair pair;
    const RdmaDeviceWatcher watcher;
    return watcher.devices() == RdmaDevice::names() && !watcher.rdmaError().isError() ? 0 : 4;
}

class AnsweringServer : public RdmaServer
{
public:
    AnsweringServer() { setAcceptPolicy(AcceptPolicy::Deferred); }

    std::unique_ptr<RdmaQueuePair> accepted;

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        accepted = std::make_unique<RdmaQueuePair>();
        accepted->accept(request);
    }
};

// Whether an event of a queue of its own, from the kernel, reaches a watcher that it has made.
bool hearsOfQueues(const QHostAddress &address)
{
    RdmaDeviceWatcher watcher;
    bool heard = false;
    QObject::connect(&watcher, &RdmaDeviceWatcher::eventReceived, &watcher,
                     [&heard](const RdmaDeviceEvent &event) {
                         heard = heard || event.type() == IBV_EVENT_SRQ_LIMIT_REACHED;
                     });
    RdmaSharedReceiveQueue receives;
    AnsweringServer server;
    RdmaQueuePair pair;
    RdmaConnectionOptions options;
    options.setSharedReceiveQueue(&receives);
    const auto areConnected = [&] {
        return pair.state() == QAbstractSocket::ConnectedState && server.accepted
                && server.accepted->state() == QAbstractSocket::ConnectedState;
    };
    if (!receives.create(RdmaProtectionDomain::allocate(address), 16) || !server.listen(address)
        || !pair.connectToHost(address, server.serverPort(), options) || !until(areConnected)
        || !receives.postReceive(64) || !receives.postReceive(64))
        return false;
    ibv_srq_attr limit = {};
    limit.srq_limit = 2;
    return ibv_modify_srq(receives.nativeHandle(), &limit, IBV_SRQ_LIMIT) == 0
            && server.accepted->postSend("below the limit") != 0
            && until([&heard] { return heard; });
}

bool isLeftToParent(const RdmaDeviceWatcher &watcher)
{
    return watcher.devices().isEmpty()
            && watcher.rdmaError().text().contains(QLatin1String("forked"))
            && watcher.rdmaError().hint().contains(QLatin1String("in the child"));
}

} // namespace

// The parent uses RDMA in other threads, which hold the library's locks at any time.
int forksWhileBusy(const QHostAddress &address)
{
    constexpr int Children = 50;
    RdmaBufferPool buffers(RdmaDevice::fromAddress(address).allocateProtectionDomain(), 1 << 24);
    Echo echo(address);
    int status = 0;
    {
        const Busy streaming([&address] { streamOnce(address); });
        const Busy taking([&buffers] { takeBuffers(buffers); });
        const Busy looking([] { RdmaDevice::names(); });
        status = statusOfChildren(Children, [&] { return useAsChild(&buffers, address); });
    }
    say(QStringLiteral("child %1, works %2").arg(status, 0, 16).arg(echo.works()));
    return 0;
}

// The parent has watched devices only, while others make what they do not use: the child begins anew, with all that there is, on one device
// and then on another.
int forksWhileWatching(const QHostAddress &address, const QHostAddress &other)
{
    constexpr int Children = 10;
    const RdmaDeviceWatcher watcher;
    int status = 0;
    {
// A sanitizer has locks for memory and threads. One that another thread holds at the fork is never
// released in the child.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        const Busy looking([] { RdmaDevice::names(); });
        const Busy making([] {
            const RdmaStream unused;
            const RdmaQueuePair unusedToo;
        });
#endif
        status = statusOfChildren(Children, [&] {
            const Echo echo(address);
            if (!echo.isReady())
                return 2;
            if (!hearsOfQueues(other))
                return 3;
            return isLeftToParent(watcher) ? 0 : 4;
        });
    }
    say(QStringLiteral("child %1, watches %2")
                .arg(status, 0, 16)
                .arg(!watcher.rdmaError().isError() && !watcher.devices().isEmpty()));
    return 0;
}
