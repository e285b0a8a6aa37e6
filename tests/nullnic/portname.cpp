// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "portname_p.h"

#include "wire_p.h"

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace NullNic {

namespace {

using Key = std::pair<int, uint16_t>; // the space, and the port

std::map<Key, std::weak_ptr<PortName>> &names()
{
    static auto *map = new std::map<Key, std::weak_ptr<PortName>>;
    return *map;
}

const char *net()
{
    static const char *const name = std::getenv("QTRDMA_NULL_NET");
    return name;
}

struct Address
{
    sockaddr_un address = {};
    socklen_t length = 0; // 0: the name is too long
};

// The first byte of an abstract name is zero.
Address addressOf(rdma_port_space space, uint16_t port)
{
    const std::string name = std::string("qtrdma-null/") + net() + '/' + std::to_string(space) + '/'
            + std::to_string(port);
    Address result;
    result.address.sun_family = AF_UNIX;
    if (name.size() >= sizeof(result.address.sun_path))
        return result;
    std::memcpy(result.address.sun_path + 1, name.data(), name.size());
    result.length = socklen_t(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    return result;
}

// With errno: -1.
template <typename Call>
int socketThat(const Call &call, rdma_port_space space, uint16_t port)
{
    const Address to = addressOf(space, port);
    if (to.length == 0) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0 || call(made, reinterpret_cast<const sockaddr *>(&to.address), to.length) == 0)
        return made;
    const int error = errno;
    close(made);
    errno = error;
    return -1;
}

} // namespace

bool hasNet()
{
    return net() != nullptr;
}

PortName::~PortName()
{
    close(m_socket);
}

std::shared_ptr<PortName> PortName::take(rdma_port_space space, uint16_t port)
{
    std::weak_ptr<PortName> &known = names()[{ space, port }];
    if (std::shared_ptr<PortName> name = known.lock())
        return name;
    const int socket = socketThat(::bind, space, port);
    if (socket < 0)
        return nullptr;
    std::shared_ptr<PortName> name(new PortName(socket));
    known = name;
    return name;
}

PortName *PortName::find(int socket)
{
    for (const auto &[key, known] : names()) {
        const std::shared_ptr<PortName> name = known.lock();
        if (name && name->socket() == socket)
            return name.get();
    }
    return nullptr;
}

int PortName::listen() const
{
    if (::listen(m_socket, SOMAXCONN) != 0)
        return errno;
    return watchSocket(m_socket) ? 0 : errno;
}

int connectTo(rdma_port_space space, uint16_t port)
{
    return socketThat(::connect, space, port);
}

} // namespace NullNic
