// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Sockets as programs in C have them: QTcpSocket cannot end one direction, and does not tell a reset
// from an end.

#ifndef RAWSOCKET_H
#define RAWSOCKET_H

#include <QtCore/qbytearray.h>
#include <QtCore/qeventloop.h>
#include <QtCore/qfile.h>
#include <QtCore/qstring.h>
#include <QtCore/qtimer.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <memory>
#include <utility>

namespace RawSockets {

constexpr int Patience = 60000;

// "127.0.0.1:PORT" or "unix:/PATH".
struct Address
{
    explicit Address(const QString &end)
    {
        if (end.startsWith(u"unix:")) {
            auto *const to = reinterpret_cast<sockaddr_un *>(&storage);
            to->sun_family = AF_UNIX;
            qstrncpy(to->sun_path, QFile::encodeName(end.mid(5)).constData(), sizeof to->sun_path);
            length = sizeof *to;
            return;
        }
        auto *const to = reinterpret_cast<sockaddr_in *>(&storage);
        to->sin_family = AF_INET;
        to->sin_port = htons(end.section(u':', -1).toUShort());
        to->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        length = sizeof *to;
    }
    const sockaddr *data() const { return reinterpret_cast<const sockaddr *>(&storage); }

    sockaddr_storage storage = {};
    socklen_t length = 0;
};

// RdmaTest::waitFor() looks every 10 ms, which is long for sockets that are moved in between.
inline bool waitFor(const std::function<bool()> &done)
{
    if (done())
        return true;
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (done())
            loop.quit();
    });
    look.start(1);
    QTimer::singleShot(Patience, &loop, [&] { loop.exit(1); });
    return loop.exec() == 0;
}

class Socket
{
public:
    enum class End { None, Finished, Reset };

    explicit Socket(int descriptor) : m_descriptor(descriptor) { }
    explicit Socket(const QString &to)
        : m_descriptor(::socket(Address(to).storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        const Address address(to);
        isConnected = ::connect(m_descriptor, address.data(), address.length) == 0;
        ::fcntl(m_descriptor, F_SETFL, O_NONBLOCK);
    }
    ~Socket() { close(); }
    Q_DISABLE_COPY_MOVE(Socket)

    // Moves what can be moved now.
    void move()
    {
        while (sent < out.size()) {
            const ssize_t count = ::send(m_descriptor, out.constData() + sent,
                                         size_t(out.size() - sent), MSG_NOSIGNAL);
            if (count < 0)
                break;
            sent += count;
        }
        if (finishes && sent == out.size()) {
            ::shutdown(m_descriptor, SHUT_WR);
            finishes = false;
        }
        char bytes[65536];
        while (reads && end == End::None) {
            const ssize_t count = ::recv(m_descriptor, bytes, sizeof bytes, 0);
            if (count < 0 && errno == EAGAIN)
                return;
            if (count > 0)
                in.append(bytes, count);
            else
                end = count == 0 ? End::Finished : End::Reset;
        }
    }
    bool waitFor(const std::function<bool()> &done)
    {
        return RawSockets::waitFor([&] {
            move();
            return done();
        });
    }
    bool waitForBytes(qsizetype count)
    {
        return waitFor([&] { return in.size() >= count; });
    }
    bool waitForEnd()
    {
        return waitFor([&] { return end != End::None; });
    }

    void close()
    {
        if (m_descriptor >= 0)
            ::close(std::exchange(m_descriptor, -1));
    }
    void reset()
    {
        const linger now{ 1, 0 };
        setsockopt(m_descriptor, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        close();
    }

    bool isConnected = true;
    QByteArray out;
    qsizetype sent = 0; // of out
    bool finishes = false; // behind out
    bool reads = true;
    QByteArray in;
    End end = End::None;

private:
    int m_descriptor;
};

// A server of a program that knows nothing of bridges.
class Listener
{
public:
    explicit Listener(const QString &where = QStringLiteral("127.0.0.1:0")) : m_end(where)
    {
        const Address address(where);
        descriptor =
                ::socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        const int on = 1;
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        isListening = ::bind(descriptor, address.data(), address.length) == 0
                && ::listen(descriptor, SOMAXCONN) == 0;
        if (address.storage.ss_family == AF_INET) {
            sockaddr_in own = {};
            socklen_t length = sizeof own;
            getsockname(descriptor, reinterpret_cast<sockaddr *>(&own), &length);
            m_end = QStringLiteral("127.0.0.1:%1").arg(ntohs(own.sin_port));
        }
    }
    ~Listener()
    {
        if (descriptor >= 0)
            ::close(descriptor);
    }
    Q_DISABLE_COPY_MOVE(Listener)

    QString end() const { return m_end; }
    // Null if nobody has come.
    std::unique_ptr<Socket> take()
    {
        const int taken = ::accept4(descriptor, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        return taken < 0 ? nullptr : std::make_unique<Socket>(taken);
    }
    std::unique_ptr<Socket> waitForSocket()
    {
        std::unique_ptr<Socket> socket;
        RawSockets::waitFor([&] { return socket || (socket = take()); });
        return socket;
    }

    int descriptor = -1;
    bool isListening = false;

private:
    QString m_end;
};

} // namespace RawSockets

#endif // RAWSOCKET_H
