// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tcpstate_p.h"

#include <QtCore/qendian.h>

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>

namespace QtRdmaPrivate {

namespace {

struct DiagnosisRequest
{
    nlmsghdr header = {};
    inet_diag_req_v2 wanted = {};
};

void setAddress(const QHostAddress &address, __be32 (&words)[4])
{
    if (address.protocol() == QAbstractSocket::IPv4Protocol) {
        words[0] = qToBigEndian(address.toIPv4Address());
        return;
    }
    const Q_IPV6ADDR bytes = address.toIPv6Address();
    std::memcpy(words, &bytes, sizeof(bytes));
}

DiagnosisRequest requestFor(const QHostAddress &local, quint16 localPort, const QHostAddress &peer,
                            quint16 peerPort)
{
    DiagnosisRequest request;
    request.header.nlmsg_len = sizeof(request);
    request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    request.header.nlmsg_flags = NLM_F_REQUEST;
    inet_diag_req_v2 &wanted = request.wanted;
    wanted.sdiag_family =
            peer.protocol() == QAbstractSocket::IPv4Protocol ? quint8(AF_INET) : quint8(AF_INET6);
    wanted.sdiag_protocol = IPPROTO_TCP;
    wanted.idiag_states = ~quint32(0);
    wanted.id.idiag_sport = qToBigEndian(localPort);
    wanted.id.idiag_dport = qToBigEndian(peerPort);
    setAddress(local, wanted.id.idiag_src);
    setAddress(peer, wanted.id.idiag_dst);
    wanted.id.idiag_cookie[0] = wanted.id.idiag_cookie[1] = quint32(INET_DIAG_NOCOOKIE);
    return request;
}

} // namespace

// The kernel answers within send(): nothing here waits.
TcpState tcpState(const QHostAddress &local, quint16 localPort, const QHostAddress &peer,
                  quint16 peerPort)
{
    const int fd = ::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (fd < 0)
        return TcpState::Unknown;
    const DiagnosisRequest request = requestFor(local, localPort, peer, peerPort);
    alignas(nlmsghdr) char answer[4096];
    ssize_t size = ::send(fd, &request, sizeof(request), 0);
    if (size > 0)
        size = ::recv(fd, answer, sizeof(answer), MSG_DONTWAIT);
    ::close(fd);
    const auto *header = reinterpret_cast<const nlmsghdr *>(answer);
    if (size < ssize_t(NLMSG_LENGTH(sizeof(inet_diag_msg)))
        || header->nlmsg_type != SOCK_DIAG_BY_FAMILY)
        return TcpState::Unknown;
    inet_diag_msg state;
    std::memcpy(&state, answer + NLMSG_HDRLEN, sizeof(state));
    return state.idiag_wqueue == 0 ? TcpState::Acknowledged : TcpState::Waiting;
}

} // namespace QtRdmaPrivate
