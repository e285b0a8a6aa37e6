// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "wire_p.h"

#include "link_p.h"
#include "portname_p.h"
#include "queuepair_p.h"
#include "requests_p.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <sched.h>
#include <thread>

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace NullNic {

namespace {

// ---- what comes ----

void carryOut(Link &link, const Frame &frame)
{
    switch (frame.kind) {
    case Frame::Kind::Request:
        return requestCame(link, frame.request);
    case Frame::Kind::Answer:
        return answerCame(link, frame.answer);
    case Frame::Kind::Ready:
        return readyCame(link);
    default:
        return handshakeCame(link, frame);
    }
}

// As many as a lane has, so that a peer cannot keep this process busy.
void receive(Link &link)
{
    for (uint32_t i = 0; i < Lane::MostFrames; ++i) {
        const auto frame = link.take();
        if (!frame)
            return;
        carryOut(link, *frame);
    }
}

bool isOurs(int socket)
{
    ucred peer = {};
    socklen_t size = sizeof(peer);
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

void accept(const PortName &name)
{
    const int socket = accept4(name.socket(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket < 0)
        return;
    if (isOurs(socket) && watchSocket(socket))
        links().push_back(std::make_unique<Link>(socket));
    else
        close(socket);
}

void socketIsReady(Link &link)
{
    if (link.stage == Link::Stage::Accepted) {
        if (!link.takeMemory())
            return link.end();
        link.stage = Link::Stage::Silent;
    }
    const bool hasPeer = link.takeBells();
    receive(link); // which a peer may have sent before it ended
    if (!hasPeer)
        link.end();
}

// The socket may be another one by now, if it was closed after it was found to be ready.
void socketIsReady(int socket)
{
    const auto found = std::find_if(links().begin(), links().end(), [socket](const auto &link) {
        return link->socket() == socket;
    });
    if (found != links().end())
        socketIsReady(**found);
    else if (const PortName *name = PortName::find(socket))
        accept(*name);
}

// ---- the thread ----

[[noreturn]] void run(int set)
{
    for (;;) {
        epoll_event ready[16];
        const int count = epoll_wait(set, ready, int(std::size(ready)), -1);
        const Lock lock;
        for (int i = 0; i < count; ++i)
            socketIsReady(ready[i].data.fd);
        closeLinks();
    }
}

// Signals are for the threads of the program.
int startThread()
{
    const int set = epoll_create1(EPOLL_CLOEXEC);
    if (set < 0)
        return -1;
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread(run, set).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return set;
}

// ---- the end of a link ----

bool isUnused(const Link &link)
{
    return link.stage == Link::Stage::Open && !link.near && !findQueuePair(link.nearNumber);
}

// As if the peer had destroyed its id and its queue pair. The link is none of the list any more.
void sayGoodbye(Link &link)
{
    link.stage = Link::Stage::Ended;
    leave(link.far);
    if (QueuePair *queuePair = findQueuePair(link.nearNumber))
        peerHasGone(*queuePair);
}

} // namespace

Links &links()
{
    static auto *list = new Links;
    return *list;
}

bool watchSocket(int socket)
{
    static const int set = startThread();
    epoll_event wanted = {};
    wanted.events = EPOLLIN;
    wanted.data.fd = socket;
    return epoll_ctl(set, EPOLL_CTL_ADD, socket, &wanted) == 0 || errno == EEXIST;
}

Link *linkFor(const Id &client)
{
    if (!hasNet())
        return nullptr;
    const int socket = connectTo(client.ps, ntohs(client.route.addr.dst_sin.sin_port));
    if (socket < 0)
        return nullptr;
    auto link = std::make_unique<Link>(socket);
    if (!isOurs(socket) || !link->makeMemory() || !watchSocket(socket))
        return nullptr;
    link->stage = Link::Stage::Open;
    return links().emplace_back(std::move(link)).get();
}

Link *findLink(const QueuePair &queuePair)
{
    for (const auto &link : links()) {
        if (link->stage == Link::Stage::Open && link->nearNumber == queuePair.number()
            && link->far.queuePairNumber == queuePair.settings.dest_qp_num)
            return link.get();
    }
    return nullptr;
}

void receiveFrames()
{
    if (links().empty())
        return;
    for (size_t i = 0; i < links().size(); ++i)
        receive(*links()[i]);
    closeLinks();
}

void yieldToPeers(Lock *lock)
{
    if (links().empty())
        return;
    lock->unlock();
    sched_yield();
}

void closeLinks()
{
    for (size_t i = 0; i < links().size();) {
        if (links()[i]->stage != Link::Stage::Ended && !isUnused(*links()[i])) {
            ++i;
            continue;
        }
        const std::unique_ptr<Link> closed = std::move(links()[i]);
        links().erase(links().begin() + std::ptrdiff_t(i));
        sayGoodbye(*closed);
    }
}

} // namespace NullNic
