// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "scrapeserver.h"

#include "scrape.h"

#include <QtCore/qtimer.h>
#include <QtNetwork/qtcpsocket.h>

#include <sys/socket.h>

namespace {

// Once the answer has left, ends this side, and waits for the end of the other: an end with bytes
// that were not read would take the answer from the client.
void endAfterAnswer(QTcpSocket *client)
{
    if (client->bytesToWrite() > 0)
        return;
    ::shutdown(int(client->socketDescriptor()), SHUT_WR);
    const auto discard = [client] { client->skip(client->bytesAvailable()); };
    QObject::connect(client, &QTcpSocket::readyRead, client, discard);
    client->setReadBufferSize(ScrapeServer::LongestHead + 1);
    discard();
}

} // namespace

ScrapeServer::ScrapeServer(const Limits &limits, QObject *parent)
    : QTcpServer(parent)
    , m_limits(limits)
{
    setMaxPendingConnections(limits.connections);
    connect(this, &QTcpServer::newConnection, this, &ScrapeServer::serve);
}

void ScrapeServer::setPage(const QByteArray &metrics)
{
    m_page = metrics;
    serve();
}

void ScrapeServer::serve()
{
    while (!m_page.isEmpty() && m_connections < m_limits.connections) {
        QTcpSocket *client = nextPendingConnection();
        if (!client)
            break;
        ++m_connections;
        client->setReadBufferSize(LongestHead + 1);
        connect(client, &QTcpSocket::readyRead, this, [this, client] { read(client); });
        connect(client, &QTcpSocket::disconnected, this, [this, client] {
            client->disconnect(this);
            client->deleteLater();
            --m_connections;
            serve();
        });
        limitTime(client, m_limits.requestTime);
        read(client);
    }
}

void ScrapeServer::read(QTcpSocket *client)
{
    const QByteArray head = client->peek(LongestHead + 1);
    const qsizetype end = endOfHead(head);
    if (end > LongestHead || (end < 0 && head.size() > LongestHead))
        send(client, refusal("431 Request Header Fields Too Large"));
    else if (end >= 0)
        send(client, answerTo(head.left(end), m_page));
}

void ScrapeServer::send(QTcpSocket *client, const QByteArray &answer)
{
    disconnect(client, &QTcpSocket::readyRead, this, nullptr);
    if (!answer.startsWith("HTTP/1.1 200 "))
        ++m_refused;
    limitTime(client, m_limits.answerTime);
    // The request fills the buffer, so that the end of the client's side is not read before the
    // answer has left. QTcpSocket would drop what is left of it.
    client->setReadBufferSize(1);
    connect(client, &QTcpSocket::bytesWritten, client, [client] { endAfterAnswer(client); });
    client->write(answer);
}

void ScrapeServer::limitTime(QTcpSocket *client, int time)
{
    auto *limit = client->findChild<QTimer *>();
    if (!limit) {
        limit = new QTimer(client);
        connect(limit, &QTimer::timeout, this, [this, client] {
            ++m_refused;
            client->abort();
        });
    }
    limit->start(time);
}
