// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "localsocket_p.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

using namespace QtRdmaPrivate;

static QAbstractSocket::SocketError socketErrorOf(int code)
{
    switch (code) {
    case ECONNREFUSED:
    case ENOENT:
        return QAbstractSocket::ConnectionRefusedError;
    case ECONNRESET:
    case EPIPE:
        return QAbstractSocket::RemoteHostClosedError;
    case EADDRINUSE:
        return QAbstractSocket::AddressInUseError;
    case EADDRNOTAVAIL:
        return QAbstractSocket::SocketAddressNotAvailableError;
    case EACCES:
    case EPERM:
        return QAbstractSocket::SocketAccessError;
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case ENOBUFS:
        return QAbstractSocket::SocketResourceError;
    case ETIMEDOUT:
        return QAbstractSocket::SocketTimeoutError;
    default:
        return QAbstractSocket::NetworkError;
    }
}

RdmaError QtRdmaPrivate::localError(const char *call, int code, const QString &hint)
{
    return {
        RdmaError::Category::System, QString::fromLatin1(call), code, qt_error_string(code), hint,
        socketErrorOf(code)
    };
}

void QtRdmaPrivate::setReset(int descriptor)
{
    const linger now{ 1, 0 };
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

LocalSocket::LocalSocket(int descriptor, QObject *parent)
    : QObject(parent)
    , m_descriptor(descriptor)
    , m_reading(descriptor, QSocketNotifier::Read)
    , m_writing(descriptor, QSocketNotifier::Write)
    , m_breaking(descriptor, QSocketNotifier::Exception)
{
    m_reading.setEnabled(false);
    m_writing.setEnabled(false);
    connect(&m_reading, &QSocketNotifier::activated, this, &LocalSocket::readable);
    connect(&m_writing, &QSocketNotifier::activated, this, &LocalSocket::writable);
    connect(&m_breaking, &QSocketNotifier::activated, this, &LocalSocket::examine);
    const int on = 1;
    // Bytes that have come through a bridge do not wait for others. A Unix socket never does.
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

LocalSocket::~LocalSocket()
{
    close();
}

LocalSocket::Transfer LocalSocket::receive(char *to, qint64 size)
{
    ssize_t count = -1;
    do
        count = ::recv(m_descriptor, to, size_t(size), 0);
    while (count < 0 && errno == EINTR);
    return count < 0 ? Transfer{ 0, errno } : Transfer{ count, 0 };
}

LocalSocket::Transfer LocalSocket::send(QByteArrayView bytes)
{
    ssize_t count = -1;
    do
        count = ::send(m_descriptor, bytes.data(), size_t(bytes.size()), MSG_NOSIGNAL);
    while (count < 0 && errno == EINTR);
    return count < 0 ? Transfer{ 0, errno } : Transfer{ count, 0 };
}

bool LocalSocket::finishSending()
{
    return ::shutdown(m_descriptor, SHUT_WR) == 0;
}

void LocalSocket::watchReading(bool on)
{
    if (m_reading.isEnabled() != on)
        m_reading.setEnabled(on);
}

void LocalSocket::watchWriting(bool on)
{
    if (m_writing.isEnabled() != on)
        m_writing.setEnabled(on);
}

void LocalSocket::close()
{
    m_reading.setEnabled(false);
    m_writing.setEnabled(false);
    m_breaking.setEnabled(false);
    ::close(m_descriptor);
}

// The kernel also tells that both directions have ended, again and again.
void LocalSocket::examine()
{
    int code = 0;
    socklen_t length = sizeof code;
    if (getsockopt(m_descriptor, SOL_SOCKET, SO_ERROR, &code, &length) != 0)
        code = errno;
    m_breaking.setEnabled(false);
    if (code != 0)
        Q_EMIT broken(localError("recv()", code));
}
