// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DASHBOARD_H
#define DASHBOARD_H

#include <QJsonObject>
#include <QWebSocketServer>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaTcpServer>

// Takes measurements from sources and passes them on to watchers, all by WebSocket, and serves the
// page that watches. Sources are expected over RDMA and browsers over TCP, but both may use either.
class Dashboard : public QObject
{
    Q_OBJECT

public:
    static constexpr int MaxConnections = 100;
    static constexpr int MaxMessage = 4096; // bytes
    static constexpr qint64 MaxBehind = 1024 * 1024; // bytes that a watcher has not taken

    // Takes the server, which may have options and does not listen yet.
    explicit Dashboard(RdmaServer *server, QObject *parent = nullptr);
    ~Dashboard() override;

    bool listen(const QHostAddress &address, quint16 port);
    QString errorString() const;

Q_SIGNALS:
    void sourceJoined(const QString &name, const QString &transport);
    void sourceLeft(const QString &name);

private:
    void welcome(RdmaTcpSocket *socket);
    void decide(RdmaTcpSocket *socket);
    void take(QWebSocket *client);
    void takeSource(QWebSocket *source);
    void publish(const QString &name, const QString &transport, const QString &message);
    QString transportOf(const QWebSocket &client) const;

    RdmaTcpServer m_server;
    QWebSocketServer m_webSockets;
    QList<QWebSocket *> m_watchers;
};

#endif // DASHBOARD_H
