// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "localdialer_p.h"

#include "bridgetimes_p.h"
#include "localsocket_p.h"

#include <QtNetwork/qhostinfo.h>

#include <unistd.h>

#include <cerrno>
#include <utility>

using namespace QtRdmaPrivate;

LocalDialer::LocalDialer(const BridgeEndpoint &endpoint, QObject *parent)
    : QObject(parent)
    , m_endpoint(endpoint)
    , m_delay(FirstDelay)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &LocalDialer::attempt);
}

LocalDialer::~LocalDialer()
{
    stop();
}

void LocalDialer::stop()
{
    m_pause.stop();
    QHostInfo::abortHostLookup(m_lookup);
    m_notifier.reset();
    if (m_descriptor < 0)
        return;
    setReset(m_descriptor); // the server may have it already
    ::close(std::exchange(m_descriptor, -1));
}

void LocalDialer::start()
{
    m_pause.start(0);
}

void LocalDialer::attempt()
{
    if (m_endpoint.kind == BridgeEndpoint::Kind::Unix)
        return connectTo(SocketAddress::ofPath(m_endpoint.host));
    const QHostAddress literal(m_endpoint.host);
    if (!literal.isNull()) {
        m_addresses = { literal };
        return next();
    }
    m_lookup = QHostInfo::lookupHost(m_endpoint.host, this, [this](const QHostInfo &info) {
        m_addresses = info.addresses();
        if (m_addresses.isEmpty())
            m_error = RdmaError(RdmaError::Category::System, QStringLiteral("getaddrinfo()"), 0,
                                info.errorString(), {}, QAbstractSocket::HostNotFoundError);
        next();
    });
}

void LocalDialer::next()
{
    if (!m_addresses.isEmpty())
        return connectTo(SocketAddress::ofHost(m_addresses.takeFirst(), m_endpoint.port));
    const int delay = m_delay;
    m_delay = qMin(2 * m_delay, LongestDelay);
    m_pause.start(delay);
    Q_EMIT waiting(m_error, delay);
}

void LocalDialer::connectTo(const SocketAddress &address)
{
    m_descriptor = ::socket(address.family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (m_descriptor < 0)
        return fail(localError("socket()", errno));
    if (::connect(m_descriptor, address.data(), address.length) == 0)
        return hand();
    if (errno != EINPROGRESS)
        return fail(localError("connect()", errno));
    m_notifier = std::make_unique<QSocketNotifier>(m_descriptor, QSocketNotifier::Write);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &LocalDialer::decided);
}

void LocalDialer::decided()
{
    int code = 0;
    socklen_t length = sizeof code;
    if (getsockopt(m_descriptor, SOL_SOCKET, SO_ERROR, &code, &length) != 0)
        code = errno;
    m_notifier->setEnabled(false);
    m_notifier.release()->deleteLater(); // this is its slot
    if (code == 0)
        hand();
    else
        fail(localError("connect()", code));
}

void LocalDialer::fail(const RdmaError &error)
{
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
    m_error = error;
    next();
}

void LocalDialer::hand()
{
    Q_EMIT connected(std::exchange(m_descriptor, -1));
}
