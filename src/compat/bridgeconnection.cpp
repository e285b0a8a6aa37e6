// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "bridgeconnection_p.h"

#include "bridgepump_p.h"
#include "localdialer_p.h"
#include "localsocket_p.h"

#include <QtRdma/rdmaabstractstream.h>
#include <QtRdma/rdmareconnector.h>

#include <QtCore/qmetaobject.h>
#include <QtCore/qpointer.h>

#include <utility>

using namespace QtRdmaPrivate;

BridgeConnection::BridgeConnection(quint64 number, const QHostAddress &peer,
                                   const BridgeTimeouts &timeouts, BridgeCounts *counts,
                                   QObject *parent)
    : QObject(parent)
    , m_number(number)
    , m_peer(peer)
    , m_timeouts(timeouts)
    , m_counts(counts)
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, &BridgeConnection::timedOut);
}

BridgeConnection::~BridgeConnection()
{
    if (!m_hasEnded)
        letGo(false);
}

void BridgeConnection::begin()
{
    if (m_timeouts.connect >= 0)
        m_deadline.start(m_timeouts.connect);
}

void BridgeConnection::dialStream(int descriptor, RdmaAbstractStream *stream,
                                  const BridgeEndpoint &to)
{
    m_to = to;
    m_socket = new LocalSocket(descriptor, this);
    m_stream = stream;
    stream->setParent(this);
    m_reconnector = new RdmaReconnector(stream, this);
    m_reconnector->setInitialDelay(FirstDelay);
    m_reconnector->setMaxDelay(LongestDelay);
    connect(m_socket, &LocalSocket::broken, this, &BridgeConnection::end);
    connect(m_reconnector, &RdmaReconnector::waiting, this,
            [this](int msecs) { attemptFailed(m_stream->rdmaError(), msecs); });
    connect(m_reconnector, &RdmaReconnector::gaveUp, this, [this] { end(m_stream->rdmaError()); });
    // A stream of TLS is of use when its peer has been verified. This library does not link to its
    // class.
    if (stream->metaObject()->indexOfSignal("encrypted()") >= 0)
        connect(stream, SIGNAL(encrypted()), this, SLOT(open()));
    else
        connect(stream, &RdmaAbstractStream::connected, this, &BridgeConnection::open);
    begin();
    m_reconnector->connectToHost(to.host, to.port);
}

void BridgeConnection::dialSocket(RdmaAbstractStream *stream, const BridgeEndpoint &to)
{
    m_to = to;
    m_stream = stream;
    stream->setParent(this);
    m_dialer = new LocalDialer(to, this);
    connect(stream, &RdmaAbstractStream::disconnected, this, [this] {
        if (!m_stream->endedCleanly()) // otherwise it is to be delivered
            end(m_stream->rdmaError());
    });
    connect(m_dialer, &LocalDialer::waiting, this, &BridgeConnection::attemptFailed);
    connect(m_dialer, &LocalDialer::connected, this, [this](int descriptor) {
        m_socket = new LocalSocket(descriptor, this);
        open();
    });
    begin();
    m_dialer->start();
}

void BridgeConnection::attemptFailed(const RdmaError &error, int msecs)
{
    m_lastError = error;
    Q_EMIT waiting(error, msecs);
}

void BridgeConnection::timedOut()
{
    end({ RdmaError::Category::Timeout, tr("connecting to %1").arg(m_to.toString()), 0,
          m_lastError.isError() ? m_lastError.toString() : tr("There was no answer."),
          tr("Is the other side running, and is this its address?"),
          QAbstractSocket::SocketTimeoutError, RdmaError::Cause::ConnectTimeout });
}

void BridgeConnection::open()
{
    m_deadline.stop();
    m_stream->disconnect(this);
    m_socket->disconnect(this);
    delete std::exchange(m_reconnector, nullptr);
    if (m_dialer)
        std::exchange(m_dialer, nullptr)->deleteLater(); // this is its slot
    m_pump = new BridgePump(m_socket, m_stream, m_counts, m_timeouts.idle, this);
    connect(m_pump, &BridgePump::ended, this, &BridgeConnection::end);
    const QPointer<BridgeConnection> here(this);
    Q_EMIT opened();
    if (here && !m_hasEnded)
        m_pump->start();
}

void BridgeConnection::cut()
{
    end({ RdmaError::Category::Usage,
          QStringLiteral("RdmaBridge::abort()"),
          0,
          tr("The bridge has cut the connection."),
          {},
          QAbstractSocket::OperationError });
}

// A stream that is closed ends in good order, unless bytes of it are lost. So a byte is written,
// and dropped by abort(): the peer must not take what it has got for the whole.
static void cutStream(RdmaAbstractStream *stream)
{
    if (stream->state() == QAbstractSocket::ConnectedState && stream->bytesToWrite() == 0)
        stream->write("", 1);
    stream->abort();
}

void BridgeConnection::letGo(bool inOrder)
{
    m_hasEnded = true;
    m_deadline.stop();
    delete std::exchange(m_reconnector, nullptr);
    m_stream->disconnect(this);
    if (m_dialer)
        m_dialer->stop(); // a socket that it hands out now would end in order
    if (m_socket)
        m_socket->disconnect(this);
    if (m_pump)
        m_pump->stop();
    if (inOrder)
        return;
    cutStream(m_stream);
    if (m_socket)
        m_socket->setReset();
}

void BridgeConnection::end(const RdmaError &error)
{
    letGo(!error.isError());
    Q_EMIT ended(error);
}
