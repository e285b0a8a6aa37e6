// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PORTNAME_P_H
#define PORTNAME_P_H

#include <rdma/rdma_cma.h>

#include <cstdint>
#include <memory>

namespace NullNic {

// Whether this process can connect to others: QTRDMA_NULL_NET names their net.
bool hasNet();

// A port of this process, as the others know it. Ids with the same port share it.
class PortName
{
public:
    ~PortName();
    PortName(const PortName &) = delete;
    PortName &operator=(const PortName &) = delete;

    // Null with errno. Another process may have the port.
    static std::shared_ptr<PortName> take(rdma_port_space space, uint16_t port);
    static PortName *find(int socket);

    int socket() const { return m_socket; }
    // Connections come from now on. Returns 0 or an errno.
    int listen() const;

private:
    explicit PortName(int socket) : m_socket(socket) { }

    const int m_socket;
};

// A socket that leads to the process with this port; -1: there is none.
int connectTo(rdma_port_space space, uint16_t port);

} // namespace NullNic

#endif // PORTNAME_P_H
