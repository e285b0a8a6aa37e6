// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "dashboard.h"

#include "transportoption.h"
#include "webpage.h"

#include <QJsonDocument>
#include <QWebSocket>

namespace {

constexpr int IdleTimeout = 60000; // ms
constexpr qsizetype MaxName = 40;
constexpr qsizetype MaxValues = 8;
constexpr QLatin1StringView SourcePath("/source/"); // and its name

// The numbers of a message, with their names.
QJsonObject valuesIn(const QString &message)
{
    const QJsonObject all = QJsonDocument::fromJson(message.toUtf8()).object();
    QJsonObject values;
    for (auto it = all.begin(); it != all.end() && values.size() < MaxValues; ++it) {
        if (it.value().isDouble())
            values.insert(it.key().left(MaxName), it.value());
    }
    return values;
}

} // namespace

Dashboard::Dashboard(RdmaServer *server, QObject *parent)
    : QObject(parent)
    , m_server(server)
    , m_webSockets("dashboard", QWebSocketServer::NonSecureMode)
{
    RdmaStreamOptions options = server->streamOptions();
    options.setIdleTimeout(IdleTimeout);
    server->setStreamOptions(options);
    server->setMaxConnections(MaxConnections);
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        while (RdmaTcpSocket *socket = m_server.nextPendingConnection())
            welcome(socket);
    });
    connect(&m_webSockets, &QWebSocketServer::newConnection, this, [this] {
        while (QWebSocket *client = m_webSockets.nextPendingConnection())
            take(client);
    });
}

Dashboard::~Dashboard() = default;

bool Dashboard::listen(const QHostAddress &address, quint16 port)
{
    return m_server.listen(address, port);
}

QString Dashboard::errorString() const
{
    return m_server.errorString();
}

void Dashboard::welcome(RdmaTcpSocket *socket)
{
    // A QWebSocket that is deleted drops the connections of its socket, not those of the stream.
    connect(socket->stream(), &RdmaAbstractStream::disconnected, socket, &QObject::deleteLater);
    connect(socket, &QTcpSocket::readyRead, this, [this, socket] { decide(socket); });
    decide(socket);
}

// A browser first asks for the page, on a connection of its own.
void Dashboard::decide(RdmaTcpSocket *socket)
{
    const WebPage::Request request = WebPage::requestIn(socket->peek(WebPage::MaxHead));
    switch (request) {
    case WebPage::Request::Unfinished:
        return;
    case WebPage::Request::TooLong:
        socket->abort();
        return;
    case WebPage::Request::WebSocket:
        disconnect(socket, &QTcpSocket::readyRead, this, nullptr);
        m_webSockets.handleConnection(socket);
        return;
    case WebPage::Request::Page:
    case WebPage::Request::Nothing:
        disconnect(socket, &QTcpSocket::readyRead, this, nullptr);
        socket->write(WebPage::answerTo(request));
        socket->disconnectFromHost();
        return;
    }
}

void Dashboard::take(QWebSocket *client)
{
    client->setParent(this);
    client->setMaxAllowedIncomingFrameSize(MaxMessage);
    client->setMaxAllowedIncomingMessageSize(MaxMessage);
    connect(client, &QWebSocket::disconnected, client, &QObject::deleteLater);
    if (client->requestUrl().path().startsWith(SourcePath)) {
        takeSource(client);
        return;
    }
    m_watchers.append(client);
    connect(client, &QObject::destroyed, this, [this, client] { m_watchers.removeOne(client); });
}

void Dashboard::takeSource(QWebSocket *source)
{
    const QString name = source->requestUrl().path().mid(SourcePath.size()).left(MaxName);
    const QString transport = transportOf(*source);
    connect(source, &QWebSocket::textMessageReceived, this,
            [this, name, transport](const QString &message) { publish(name, transport, message); });
    connect(source, &QWebSocket::disconnected, this, [this, name] { Q_EMIT sourceLeft(name); });
    Q_EMIT sourceJoined(name, transport);
}

void Dashboard::publish(const QString &name, const QString &transport, const QString &message)
{
    const QJsonObject sample{ { "source", name },
                              { "transport", transport },
                              { "values", valuesIn(message) } };
    const QString text = QString::fromUtf8(QJsonDocument(sample).toJson(QJsonDocument::Compact));
    const QList<QWebSocket *> watchers = m_watchers; // a slot may change the list
    for (QWebSocket *watcher : watchers) {
        if (watcher->bytesToWrite() > MaxBehind)
            watcher->abort();
        else
            watcher->sendTextMessage(text);
    }
}

// QWebSocket does not tell which socket it has, but whose.
QString Dashboard::transportOf(const QWebSocket &client) const
{
    const QList<RdmaTcpSocket *> sockets = m_server.findChildren<RdmaTcpSocket *>();
    for (const RdmaTcpSocket *socket : sockets) {
        const auto *stream = qobject_cast<RdmaStream *>(socket->stream());
        if (stream && socket->peerAddress() == client.peerAddress()
            && socket->peerPort() == client.peerPort())
            return TransportOption::textOf(*stream);
    }
    return {};
}
