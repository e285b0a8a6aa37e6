// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SERVER_H
#define SERVER_H

#include <QJsonObject>
#include <QTcpServer>
#include <QtRdma/RdmaServer>

#include <memory>

class RdmaStream;

namespace Perf {

class Gathering;
class Session;

// Does the server's part of each test that clients ask for, for several clients at a time. Their
// resources are bounded. What a client had is freed when the client vanishes.
class Server : public RdmaServer
{
    Q_OBJECT

public:
    // A patient server has no time limits. With a number of clients it starts these together.
    explicit Server(bool isPatient = false, qint64 clients = 0, QObject *parent = nullptr);
    ~Server() override;

    bool start(const QHostAddress &address, quint16 port);
    QString problem() const { return m_problem; } // although it has started

Q_SIGNALS:
    void log(const QString &line);
    void compared(const QString &table);

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override;

private:
    template <typename Socket>
    void greet(Socket *socket);
    template <typename Socket>
    bool greeted(Socket *socket, const QJsonObject &firstLine);
    bool addSession(RdmaStream *stream);
    Session *find(quint64 token) const;
    qint64 memoryLeft() const;

    const bool m_isPatient;
    QTcpServer m_tcp; // on a port of its own: over iWARP both would be ports of TCP
    std::unique_ptr<Gathering> m_gathering; // if it starts clients together
    QString m_problem;
    QList<Session *> m_sessions;
    int m_strangers = 0; // streams that have not told their purpose
};

} // namespace Perf

#endif // SERVER_H
