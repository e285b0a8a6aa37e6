// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A socket of librdmacm's rsockets, from its arguments:
//
//     rsocketpeer connect ADDRESS PORT STEP...
//     rsocketpeer listen ADDRESS STEP...          prints its port first
//
// Steps: send=N, receive=N (of the bytes that send would have sent), end (nothing more comes), shutdown, close, sleep=MS,
// exit (without closing). Ends with status 1 at the first that fails, and says which.

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <rdma/rsocket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int StepTimeout = 30000; // ms

[[noreturn]] void fail(const std::string &what)
{
    std::fprintf(stderr, "rsocketpeer: %s: %s\n", what.c_str(), std::strerror(errno));
    std::_Exit(1);
}

char byteAt(size_t position)
{
    return char(position * 31 + position / 251);
}

sockaddr_storage addressOf(const char *text, int port, socklen_t *size)
{
    sockaddr_storage storage = {};
    auto *v4 = reinterpret_cast<sockaddr_in *>(&storage);
    auto *v6 = reinterpret_cast<sockaddr_in6 *>(&storage);
    if (inet_pton(AF_INET, text, &v4->sin_addr) == 1) {
        storage.ss_family = AF_INET;
        v4->sin_port = htons(uint16_t(port));
        *size = sizeof(*v4);
    } else if (inet_pton(AF_INET6, text, &v6->sin6_addr) == 1) {
        storage.ss_family = AF_INET6;
        v6->sin6_port = htons(uint16_t(port));
        *size = sizeof(*v6);
    } else {
        fail(std::string("no address: ") + text);
    }
    return storage;
}

int connectTo(const char *address, int port)
{
    socklen_t size = 0;
    const sockaddr_storage to = addressOf(address, port, &size);
    const int socket = rsocket(to.ss_family, SOCK_STREAM, 0);
    if (socket < 0 || rconnect(socket, reinterpret_cast<const sockaddr *>(&to), size) != 0)
        fail("rconnect");
    // siw can overlook the first message of a connection until another one comes (doc/verbs.md). Here that is a grant, and who waits
    // for data behind it sends no more: rsockets' keepalive does.
    const int on = 1;
    const int seconds = 1;
    if (rsetsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on)) != 0
        || rsetsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &seconds, sizeof(seconds)) != 0)
        fail("rsetsockopt");
    return socket;
}

int acceptOne(const char *address)
{
    socklen_t size = 0;
    sockaddr_storage at = addressOf(address, 0, &size);
    const int listener = rsocket(at.ss_family, SOCK_STREAM, 0);
    if (listener < 0 || rbind(listener, reinterpret_cast<sockaddr *>(&at), size) != 0
        || rlisten(listener, 1) != 0
        || rgetsockname(listener, reinterpret_cast<sockaddr *>(&at), &size) != 0)
        fail("rlisten");
    // The port has the same place in both families.
    std::printf("%d\n", ntohs(reinterpret_cast<sockaddr_in *>(&at)->sin_port));
    std::fflush(stdout);
    const int socket = raccept(listener, nullptr, nullptr);
    if (socket < 0)
        fail("raccept");
    return socket;
}

class Socket
{
public:
    explicit Socket(int descriptor) : m_socket(descriptor) { }

    void step(const std::string &text)
    {
        const size_t equals = text.find('=');
        const std::string name = text.substr(0, equals);
        const size_t count = equals == std::string::npos ? 0 : std::stoul(text.substr(equals + 1));
        if (name == "send")
            send(count);
        else if (name == "receive")
            receive(count);
        else if (name == "end")
            expectEnd();
        else if (name == "shutdown")
            check(rshutdown(m_socket, SHUT_WR) == 0, "rshutdown");
        else if (name == "close")
            check(rclose(m_socket) == 0, "rclose");
        else if (name == "sleep")
            std::this_thread::sleep_for(std::chrono::milliseconds(count));
        else if (name == "exit")
            std::_Exit(0);
        else
            fail("what is " + text);
    }

private:
    static void check(bool ok, const std::string &what)
    {
        if (!ok)
            fail(what);
    }

    void send(size_t count)
    {
        std::vector<char> data(count);
        for (char &c : data)
            c = byteAt(m_sent++);
        for (size_t done = 0; done < count;) {
            const ssize_t now = rsend(m_socket, data.data() + done, count - done, 0);
            check(now > 0, "rsend");
            done += size_t(now);
        }
    }

    ssize_t receiveSome(char *data, size_t size)
    {
        pollfd wanted = { m_socket, POLLIN, 0 };
        check(rpoll(&wanted, 1, StepTimeout) == 1, "nothing comes: rpoll");
        return rrecv(m_socket, data, size, 0);
    }

    void receive(size_t count)
    {
        std::vector<char> data(65536);
        for (size_t done = 0; done < count;) {
            const ssize_t now = receiveSome(data.data(), std::min(data.size(), count - done));
            check(now > 0, "rrecv after " + std::to_string(done));
            for (ssize_t i = 0; i < now; ++i)
                check(data[size_t(i)] == byteAt(m_received++), "another byte");
            done += size_t(now);
        }
    }

    void expectEnd()
    {
        char byte = 0;
        check(receiveSome(&byte, 1) == 0, "rrecv at the end");
    }

    int m_socket;
    size_t m_sent = 0;
    size_t m_received = 0;
};

} // namespace

int main(int argc, char **argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const bool connects = arguments.size() >= 3 && arguments[0] == "connect";
    if (!connects && (arguments.size() < 2 || arguments[0] != "listen")) {
        std::fprintf(stderr,
                     "usage: rsocketpeer connect ADDRESS PORT STEP...\n"
                     "       rsocketpeer listen ADDRESS STEP...\n");
        return 2;
    }
    Socket socket(connects ? connectTo(argv[2], std::stoi(arguments[2])) : acceptOne(argv[2]));
    for (size_t i = connects ? 3 : 2; i < arguments.size(); ++i)
        socket.step(arguments[i]);
    return 0;
}
