// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TCPSOCKET_P_H
#define TCPSOCKET_P_H

#include <QtRdma/rdmaerror.h>

#include <QtCore/qbytearray.h>
#include <QtNetwork/qhostaddress.h>

#include <utility>

struct iovec;

namespace QtRdmaPrivate {

// A TCP socket of the kernel that never blocks. Its errors name the call, and say what to do.
class TcpSocket
{
public:
    TcpSocket() = default;
    explicit TcpSocket(int descriptor) : m_descriptor(descriptor) { }
    TcpSocket(TcpSocket &&other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) { }
    TcpSocket &operator=(TcpSocket &&other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }
    ~TcpSocket() { close(); }

    explicit operator bool() const { return m_descriptor >= 0; }
    int descriptor() const { return m_descriptor; }

    // A null address and the port 0 leave the choice to the kernel; the first function takes peers
    // of both families then.
    static TcpSocket bindTo(const QHostAddress &address, quint16 port, bool isShared,
                            RdmaError *error);
    static TcpSocket makeFor(const QHostAddress &peer, const QHostAddress &source,
                             quint16 sourcePort, RdmaError *error);
    bool isFor(const QHostAddress &peer) const; // by its family
    // The attempt is under way when this returns no error; connectResult() tells of its end, when
    // the socket is writable.
    RdmaError connectTo(const QHostAddress &address, quint16 port) const;
    RdmaError connectResult() const;
    // QHostAddress::Any takes both families. With an interface only connections that come by it are
    // heard.
    static TcpSocket listenOn(const QHostAddress &address, quint16 port, int backlog,
                              const QByteArray &interface, RdmaError *error);
    // None without an error: nobody waits any more.
    TcpSocket accept(RdmaError *error) const;

    static constexpr qint64 NotNow = -1; // or an error
    qint64 read(char *data, qint64 most, RdmaError *error) const; // 0: the peer's end
    qint64 write(const iovec *pieces, size_t count, RdmaError *error) const;
    RdmaError endWriting() const; // a FIN follows all that was written
    void reset(); // closes, and tells the peer that something is missing
    void close();

    // The kernel asks a peer that is silent for that long, in ms; negative: it does not.
    void setKeepAlive(int interval) const;
    void setTypeOfService(int value) const;
    int typeOfService() const;
    struct Acknowledgements
    {
        quint64 bytes = 0; // that the peer's kernel has acknowledged
        qint64 roundTrip = -1; // ns
        bool isMissing = false; // one that the kernel has asked for
        bool isWaiting = false; // for one of bytes that were written
    };
    Acknowledgements acknowledgements() const;

    QHostAddress localAddress(quint16 *port) const;
    QHostAddress peerAddress(quint16 *port) const;

private:
    static TcpSocket make(const QHostAddress &address, RdmaError *error);
    static TcpSocket makeOwn(QHostAddress *address, RdmaError *error);
    RdmaError bind(const QHostAddress &address, quint16 port) const;
    bool isIPv6() const;

    int m_descriptor = -1;
};

} // namespace QtRdmaPrivate

#endif // TCPSOCKET_P_H
