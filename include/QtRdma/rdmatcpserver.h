// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMATCPSERVER_H
#define RDMATCPSERVER_H

#include <QtRdma/qtrdmacompatexport.h>
#include <QtRdma/rdmaabstractserver.h>
#include <QtRdma/rdmatcpsocket.h>

#include <QtCore/qlist.h>
#include <QtCore/qpointer.h>
#include <QtNetwork/qtcpserver.h>

QT_BEGIN_NAMESPACE
class QSocketNotifier;
QT_END_NAMESPACE

class Q_RDMA_COMPAT_EXPORT RdmaTcpServer : public QTcpServer
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RdmaTcpServer)

public:
    explicit RdmaTcpServer(QObject *parent = nullptr);
    explicit RdmaTcpServer(RdmaAbstractServer *server, QObject *parent = nullptr);
    ~RdmaTcpServer() override;

    RdmaAbstractServer *server() const;

    bool isDecoyEnabled() const;
    void setDecoyEnabled(bool enabled);

    bool listen(const QHostAddress &address = QHostAddress::Any, quint16 port = 0);
    void close();
    bool isListening() const;

    quint16 serverPort() const;
    QHostAddress serverAddress() const;
    qintptr socketDescriptor() const;
    bool setSocketDescriptor(qintptr socketDescriptor);

    bool waitForNewConnection(int msecs = 0, bool *timedOut = nullptr);
    bool hasPendingConnections() const override;
    RdmaTcpSocket *nextPendingConnection() override;

    QAbstractSocket::SocketError serverError() const;
    QString errorString() const;

    void pauseAccepting();
    void resumeAccepting();

protected:
    void incomingConnection(qintptr handle) override;
    void addPendingConnection(RdmaTcpSocket *socket);
    virtual RdmaTcpSocket *createSocket(RdmaAbstractStream *stream);

private:
    void takeConnections();
    bool startDecoy();
    void stopDecoy();
    void dropVisitor();

    RdmaAbstractServer *const m_server;
    QList<QPointer<RdmaTcpSocket>> m_pending;
    QSocketNotifier *m_decoy = nullptr;
    QString m_refusal; // of setSocketDescriptor()
    bool m_isDecoyEnabled = false;
};

#endif // RDMATCPSERVER_H
