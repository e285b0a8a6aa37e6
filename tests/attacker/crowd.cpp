// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "crowd.h"
#include "session.h"

#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qendian.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

constexpr int Members = 2000;
// Only a few. The kernel alone handles them, in a backlog that all clients share, and gives them
// port numbers.
constexpr int SocketMembers = 20;
// These numbers differ from those of real queue pairs here. A second connection with the number of
// an existing one proves that the first is dead (InfiniBand specification, 12.4.1, stale
// connections), and ends it.
constexpr quint32 FirstQueuePair = 0xe00000;
constexpr int Patience = 10000; // ms, for the way to the server
constexpr int Stay = 3000; // ms

bool failed(const char *what)
{
    std::printf("CANNOT %s: %s\n", what, std::strerror(errno));
    return false;
}

// Connection requests without queue pairs, which do not answer the server's reply.
class Requests
{
public:
    Requests() = default;
    Q_DISABLE_COPY_MOVE(Requests)
    ~Requests()
    {
        for (rdma_cm_id *id : m_ids)
            rdma_destroy_id(id);
        if (m_events)
            rdma_destroy_event_channel(m_events);
    }

    bool begin()
    {
        m_events = rdma_create_event_channel();
        return m_events || failed("rdma_create_event_channel");
    }
    // A new request that knows its way to the server.
    rdma_cm_id *resolve(sockaddr *server)
    {
        rdma_cm_id *id = nullptr;
        if (rdma_create_id(m_events, &id, nullptr, RDMA_PS_TCP) != 0)
            return nullptr;
        m_ids.push_back(id);
        const bool found = rdma_resolve_addr(id, nullptr, server, Patience) == 0
                && waitFor(RDMA_CM_EVENT_ADDR_RESOLVED, Patience)
                && rdma_resolve_route(id, Patience) == 0
                && waitFor(RDMA_CM_EVENT_ROUTE_RESOLVED, Patience);
        return found ? id : nullptr;
    }
    bool ask(rdma_cm_id *id)
    {
        const QByteArray handshake = Session::handshake().toPrivateData();
        rdma_conn_param parameters = {};
        parameters.private_data = handshake.constData();
        parameters.private_data_len = quint8(handshake.size());
        parameters.qp_num = FirstQueuePair + quint32(m_ids.size());
        return rdma_connect(id, &parameters) == 0;
    }
    bool waitFor(int type, int milliseconds)
    {
        const QDeadlineTimer deadline(milliseconds);
        for (;;) {
            pollfd descriptor = { m_events->fd, POLLIN, 0 };
            if (poll(&descriptor, 1, int(deadline.remainingTime())) <= 0)
                return false;
            rdma_cm_event *event = nullptr;
            if (rdma_get_cm_event(m_events, &event) != 0)
                return false;
            const int got = event->event;
            m_refused += got == RDMA_CM_EVENT_REJECTED;
            rdma_ack_cm_event(event);
            if (got == type)
                return true;
        }
    }
    int refused() const { return m_refused; }

private:
    rdma_event_channel *m_events = nullptr;
    std::vector<rdma_cm_id *> m_ids;
    int m_refused = 0;
};

// iWARP has no request without a queue pair, but its connections begin like those of TCP.
bool silentSockets(const sockaddr_in &server)
{
    std::vector<int> sockets;
    for (int i = 0; i < SocketMembers; ++i) {
        const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (descriptor < 0)
            return failed("socket");
        const int result =
                connect(descriptor, reinterpret_cast<const sockaddr *>(&server), sizeof(server));
        if (result != 0 && errno != EINPROGRESS)
            return failed("connect");
        sockets.push_back(descriptor);
    }
    poll(nullptr, 0, Stay);
    const linger atOnce = { 1, 0 }; // a port in TIME_WAIT could be the next client's
    for (const int descriptor : sockets) {
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, sizeof(atOnce));
        close(descriptor);
    }
    std::printf("SILENT %d sockets\n", SocketMembers);
    return true;
}

} // namespace

bool unfinishedHandshakes(const char *address, quint16 port)
{
    sockaddr_in server = {};
    server.sin_family = AF_INET;
    server.sin_port = qToBigEndian(port);
    if (inet_pton(AF_INET, address, &server.sin_addr) != 1)
        return failed("understand the address");
    Requests requests;
    if (!requests.begin())
        return false;
    for (int i = 0; i < Members; ++i) {
        rdma_cm_id *id = requests.resolve(reinterpret_cast<sockaddr *>(&server));
        if (!id)
            return failed("resolve the way to the server");
        if (id->verbs->device->transport_type == IBV_TRANSPORT_IWARP)
            return silentSockets(server);
        if (!requests.ask(id))
            return failed("rdma_connect");
    }
    requests.waitFor(-1, Stay);
    std::printf("REFUSED %d of %d\n", requests.refused(), Members);
    return true;
}
