// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "locallistener_p.h"

#include "localsocket_p.h"

#include <QtCore/qfile.h>
#include <QtCore/qpointer.h>

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

using namespace QtRdmaPrivate;

namespace {

constexpr int AcceptsInATurn = 16;
constexpr int PauseAfterFailure = 100; // ms

// Whether the path is a socket that a process left behind which has ended.
bool isAbandoned(const QByteArray &path, const SocketAddress &address)
{
    struct stat found = {};
    if (::lstat(path.constData(), &found) != 0 || !S_ISSOCK(found.st_mode))
        return false; // connect() refuses a file, too
    const int probe = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (probe < 0)
        return false;
    const bool refused =
            ::connect(probe, address.data(), address.length) != 0 && errno == ECONNREFUSED;
    ::close(probe);
    return refused;
}

bool isListeningSocket(int descriptor)
{
    int type = 0;
    int listens = 0;
    socklen_t length = sizeof type;
    if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) != 0)
        return false;
    length = sizeof listens;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) != 0)
        return false;
    return type == SOCK_STREAM && listens != 0;
}

} // namespace

LocalListener::LocalListener(QObject *parent) : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(PauseAfterFailure);
    connect(&m_pause, &QTimer::timeout, this, [this] { m_notifier->setEnabled(m_accepts); });
}

LocalListener::~LocalListener()
{
    m_notifier.reset();
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    if (!m_path.isEmpty())
        QFile::remove(m_path);
}

bool LocalListener::listen(const BridgeEndpoint &endpoint)
{
    const bool isUnix = endpoint.kind == BridgeEndpoint::Kind::Unix;
    if (!isUnix && endpoint.address().isNull())
        return fail("bind()", EINVAL, tr("Give an IPv4 or IPv6 address of this machine, or any."));
    const SocketAddress address = isUnix ? SocketAddress::ofPath(endpoint.host)
                                         : SocketAddress::ofHost(endpoint.address(), endpoint.port);
    m_descriptor = ::socket(address.family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (m_descriptor < 0)
        return fail("socket()", errno);
    if (!bindTo(endpoint, address))
        return false;
    if (::listen(m_descriptor, SOMAXCONN) != 0)
        return fail("listen()", errno);
    start();
    return true;
}

bool LocalListener::bindTo(const BridgeEndpoint &endpoint, const SocketAddress &address)
{
    const bool isUnix = address.family() == AF_UNIX;
    const int on = 1;
    const int off = 0; // "any" is both families
    if (!isUnix && setsockopt(m_descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0)
        return fail("setsockopt(SO_REUSEADDR)", errno);
    if (address.family() == AF_INET6 && endpoint.address().protocol() == QHostAddress::AnyIPProtocol
        && setsockopt(m_descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off) != 0)
        return fail("setsockopt(IPV6_V6ONLY)", errno);
    int status = ::bind(m_descriptor, address.data(), address.length);
    if (status != 0 && errno == EADDRINUSE && isUnix
        && isAbandoned(QFile::encodeName(endpoint.host), address)) {
        QFile::remove(endpoint.host);
        status = ::bind(m_descriptor, address.data(), address.length);
    }
    if (status != 0)
        return fail("bind()", errno,
                    errno == EADDRINUSE ? tr("Another program listens there.") : QString());
    if (isUnix)
        m_path = endpoint.host;
    return true;
}

bool LocalListener::adopt(int descriptor)
{
    const SocketAddress address = SocketAddress::ofSocket(descriptor);
    const bool isKnown = address.length > 0
            && (address.family() == AF_UNIX || address.family() == AF_INET
                || address.family() == AF_INET6);
    if (!isKnown || !isListeningSocket(descriptor))
        return fail("listen()", ENOTSOCK,
                    tr("The descriptor must be a stream socket of TCP or Unix that listens."));
    if (::fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0
        || ::fcntl(descriptor, F_SETFL, O_NONBLOCK) != 0)
        return fail("fcntl()", errno);
    m_descriptor = descriptor;
    start();
    return true;
}

bool LocalListener::fail(const char *call, int code, const QString &hint)
{
    m_error = localError(call, code, hint);
    return false;
}

void LocalListener::start()
{
    m_notifier = std::make_unique<QSocketNotifier>(m_descriptor, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &LocalListener::acceptSome);
}

void LocalListener::setAccepting(bool on)
{
    m_accepts = on;
    m_notifier->setEnabled(on && !m_pause.isActive());
}

void LocalListener::acceptSome()
{
    const QPointer<LocalListener> here(this);
    for (int i = 0; here && m_accepts && i < AcceptsInATurn; ++i) {
        SocketAddress peer;
        peer.length = sizeof peer.storage;
        const int descriptor =
                ::accept4(m_descriptor, peer.data(), &peer.length, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (descriptor >= 0)
            Q_EMIT accepted(descriptor, QHostAddress(peer.data()));
        else if (errno == EAGAIN)
            return;
        else if (errno != ECONNABORTED && errno != EINTR)
            return pauseAfter(errno);
    }
}

// The connection that could not be taken still waits in the kernel, which would tell of it at once.
void LocalListener::pauseAfter(int code)
{
    m_notifier->setEnabled(false);
    m_pause.start();
    const bool isDescriptors = code == EMFILE || code == ENFILE;
    Q_EMIT acceptFailed(localError(
            "accept4()", code,
            isDescriptors ? tr("Raise the number of open files (ulimit -n, LimitNOFILE=).")
                          : QString()));
}
