// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "server.h"

#include "gathering.h"
#include "session.h"
#include "words.h"

#include <QJsonDocument>
#include <QTcpSocket>
#include <QTimer>
#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaStream>

#include <algorithm>
#include <utility>

namespace Perf {

namespace {

constexpr qsizetype MaxSessions = 64;
constexpr int MaxStrangers = 1024;
constexpr int MaxStreams = 8192;
constexpr int Patience = 10'000; // ms until a stream must have said what it is for

bool hasDeviceAt(const QHostAddress &address)
{
    const auto any = { QHostAddress::Any, QHostAddress::AnyIPv4, QHostAddress::AnyIPv6 };
    const bool isAny = std::any_of(any.begin(), any.end(),
                                   [&address](auto special) { return address == special; });
    return isAny ? !RdmaDevice::names().isEmpty() : RdmaDevice::fromAddress(address).isValid();
}

} // namespace

Server::Server(bool isPatient, qint64 clients, QObject *parent)
    : RdmaServer(parent)
    , m_isPatient(isPatient)
{
    if (clients > 0) {
        m_gathering = std::make_unique<Gathering>(clients);
        connect(m_gathering.get(), &Gathering::log, this, &Server::log);
        connect(m_gathering.get(), &Gathering::compared, this, &Server::compared);
    }
    setAcceptPolicy(AcceptPolicy::Deferred);
    setMaxConnections(MaxStreams);
    setListenBacklogSize(MaxStrangers);
    setMaxPendingConnections(MaxStrangers);
    m_tcp.setMaxPendingConnections(MaxStrangers);
    connect(this, &RdmaServer::newConnection, this, [this] {
        while (hasPendingConnections())
            greet(nextPendingConnection());
    });
    connect(&m_tcp, &QTcpServer::newConnection, this, [this] {
        while (m_tcp.hasPendingConnections())
            greet(m_tcp.nextPendingConnection());
    });
}

Server::~Server()
{
    qDeleteAll(std::exchange(m_sessions, {}));
}

// Where there is no TCP at the address of the device, the other tests go on; where there is no
// device, that of TCP does.
bool Server::start(const QHostAddress &address, quint16 port)
{
    using Transport = Rdma::StreamTransport;
    if (!m_tcp.listen(address)) {
        m_problem = Words::tr("There is no test of TCP: %1").arg(m_tcp.errorString());
        return listen(address, port);
    }
    setTransports(Transport::Rdma | Transport::Tcp);
    if (!hasDeviceAt(address))
        m_problem = Words::tr("There is no RDMA device at this address: the only test is tcp");
    return listen(address, port);
}

void Server::incomingConnection(const RdmaConnectionRequest &request)
{
    const auto lane = LaneRequest::fromPrivateData(request.privateData());
    if (!lane)
        return RdmaServer::incomingConnection(request); // a stream, or no connection of ours
    Session *session = find(lane->token);
    if (!session || !session->accept(request, *lane))
        request.reject("qtrdma-perf: not expected");
}

// The first line tells the purpose of a stream.
template <typename Socket>
void Server::greet(Socket *socket)
{
    const QString peer = socket->peerAddress().toString();
    if (m_strangers == MaxStrangers) {
        Q_EMIT log(Words::tr("%1: too many streams have not said what they are for").arg(peer));
        return delete socket;
    }
    ++m_strangers;
    auto *greeting = new QObject(socket); // its connections last as long as the greeting
    connect(greeting, &QObject::destroyed, this, [this] { --m_strangers; });
    connect(socket, &Socket::disconnected, greeting, [socket] { socket->deleteLater(); });
    if (!m_isPatient) {
        QTimer::singleShot(Patience, greeting, [this, socket, peer] {
            Q_EMIT log(Words::tr("%1: a stream has not said what it is for").arg(peer));
            socket->deleteLater();
        });
    }
    const auto read = [this, socket, greeting, peer] {
        if (!socket->canReadLine() && socket->bytesAvailable() < MaxLine)
            return;
        const QByteArray line = socket->readLine(MaxLine);
        delete greeting;
        if (greeted(socket, QJsonDocument::fromJson(line).object()))
            return;
        Q_EMIT log(Words::tr("%1: a stream is not expected").arg(peer));
        socket->deleteLater();
    };
    connect(socket, &Socket::readyRead, greeting, read);
    read();
}

template <typename Socket>
bool Server::greeted(Socket *socket, const QJsonObject &firstLine)
{
    if constexpr (std::is_same_v<Socket, RdmaStream>) {
        if (firstLine["for"].toString() == "control")
            return addSession(socket);
    }
    Session *session = find(firstLine["token"].toString().toULongLong(nullptr, 16));
    return session && session->accept(socket, firstLine["index"].toInteger(-1));
}

bool Server::addSession(RdmaStream *stream)
{
    if (m_sessions.size() == MaxSessions)
        return false;
    if (!m_isPatient)
        stream->setSocketOption(QAbstractSocket::KeepAliveOption, 1); // its machine may vanish
    auto *session = new Session(
            new Control(stream), m_tcp.serverPort(), [this] { return memoryLeft(); },
            m_gathering != nullptr, this);
    m_sessions.append(session);
    const QString peer = stream->peerAddress().toString();
    connect(session, &Session::log, this,
            [this, peer](const QString &line) { Q_EMIT log(Words::tr("%1: %2").arg(peer, line)); });
    connect(session, &Session::beginWanted, this, [this, session] { m_gathering->wait(session); });
    connect(session, &Session::measured, this, [this, session](const QJsonObject &result) {
        if (m_gathering)
            m_gathering->report(session, result);
    });
    connect(session, &Session::ended, this, [this, session] {
        m_sessions.removeOne(session);
        if (m_gathering)
            m_gathering->leave(session);
        session->deleteLater();
    });
    return true;
}

Session *Server::find(quint64 token) const
{
    for (Session *session : m_sessions) {
        if (token != 0 && session->token() == token)
            return session;
    }
    return nullptr;
}

qint64 Server::memoryLeft() const
{
    qint64 left = MaxMemory;
    for (const Session *session : m_sessions)
        left -= session->memory();
    return left;
}

} // namespace Perf

#include "moc_server.cpp"
