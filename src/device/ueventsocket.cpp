// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "ueventsocket_p.h"

#include "../verbs/descriptor_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/verbscall_p.h"

#include <linux/netlink.h>
#include <sys/socket.h>
#include <unistd.h>

namespace QtRdmaPrivate {

UeventSocket::UeventSocket()
    : m_fd(::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT))
{
    sockaddr_nl address = {};
    address.nl_family = AF_NETLINK;
    address.nl_groups = 1; // messages of the kernel itself, not those of udev
    if (m_fd < 0)
        m_error = callError("socket", errno);
    else if (::bind(m_fd, reinterpret_cast<sockaddr *>(&address), sizeof(address)) != 0)
        m_error = callError("bind", errno);
    if (m_fd >= 0)
        fenceInChildren(m_fd);
}

UeventSocket::~UeventSocket()
{
    if (m_fd < 0)
        return;
    unfence(m_fd);
    ::close(m_fd);
}

bool UeventSocket::readAll()
{
    bool concerned = false;
    char buffer[8192]; // the kernel's messages have 2 KiB at most
    for (;;) {
        const ssize_t size = ::recv(m_fd, buffer, sizeof(buffer), 0);
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0 && errno != EAGAIN && errno != ENOBUFS) { // the socket has failed for good
            m_error = callError("recv", errno);
            descriptorFailed(&m_fd, m_error.code());
            return concerned;
        }
        // With ENOBUFS messages were lost, and one of them may have been about RDMA.
        if (size < 0)
            return concerned || errno == ENOBUFS;
        concerned = concerned || concernsRdma(QByteArray::fromRawData(buffer, size));
    }
}

} // namespace QtRdmaPrivate
