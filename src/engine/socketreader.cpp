// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "socketreader_p.h"

#include "descriptors_p.h"

#include "../base/logging_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/verbscall_p.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>
#include <vector>

namespace QtRdmaPrivate {

SocketReader::SocketReader(Descriptors *descriptors) : m_descriptors(descriptors) { }

SocketReader::~SocketReader()
{
    if (m_epoll >= 0)
        ::close(m_epoll);
}

RdmaError SocketReader::open()
{
    m_epoll = epoll_create1(EPOLL_CLOEXEC);
    if (m_epoll < 0)
        return callError("epoll_create1", errno);
    m_descriptors->add(m_epoll);
    markUse(); // a child of fork() is told, and keeps away from it
    return {};
}

RdmaError SocketReader::add(int fd, Trigger trigger, SocketClient *client)
{
    if (m_epoll < 0) {
        if (RdmaError failure = open(); failure.isError())
            return failure;
    }
    epoll_event event = {};
    event.data.fd = fd;
    event.events = trigger == Trigger::Edge ? EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET : EPOLLIN;
    if (epoll_ctl(m_epoll, EPOLL_CTL_ADD, fd, &event) != 0)
        return callError("epoll_ctl", errno);
    m_clients[fd] = client;
    return {};
}

void SocketReader::remove(int fd)
{
    if (m_clients.erase(fd) == 0)
        return;
    if (epoll_ctl(m_epoll, EPOLL_CTL_DEL, fd, nullptr) != 0)
        qCWarning(lcRdmaStream) << callError("epoll_ctl", errno) << "of descriptor" << fd;
}

bool SocketReader::setReadable(int fd)
{
    const bool isSet = fd == m_epoll;
    m_isReadable = m_isReadable || isSet;
    return isSet;
}

// A client may remove itself and others, and what it calls may add new ones.
void SocketReader::readSet()
{
    m_isReadable = false;
    std::array<epoll_event, MostEvents> events;
    const int count = epoll_wait(m_epoll, events.data(), MostEvents, 0);
    if (count < 0 && errno != EINTR)
        qCWarning(lcRdmaStream) << callError("epoll_wait", errno);
    for (int i = 0; i < count; ++i) {
        const auto found = m_clients.find(events[size_t(i)].data.fd);
        if (found != m_clients.end())
            found->second->socketReady(events[size_t(i)].events);
    }
}

void SocketReader::threadEnds()
{
    std::vector<int> sockets;
    for (const auto &[fd, client] : m_clients)
        sockets.push_back(fd);
    for (const int fd : sockets) {
        const auto found = m_clients.find(fd);
        if (found != m_clients.end())
            found->second->threadEnded();
    }
}

// The set is the parent's: taking a socket out of it would take it out there, too.
void SocketReader::forked()
{
    m_clients.clear();
    if (m_epoll >= 0)
        ::close(std::exchange(m_epoll, -1));
    m_isReadable = false;
}

} // namespace QtRdmaPrivate
