// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CHATRELAY_H
#define CHATRELAY_H

#include "relay.h"

#include <QObject>
#include <QPointer>
#include <QtQml/qqmlregistration.h>

#include <memory>

// Relay in QML: a room of the members that connect to a server.
class ChatRelay : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    // An RdmaServer or RdmaTlsServer.
    Q_PROPERTY(QObject *server READ server WRITE setServer NOTIFY serverChanged)
    Q_PROPERTY(Rdma::TransportPolicy policy READ policy WRITE setPolicy) // for RDMA or TCP

public:
    explicit ChatRelay(QObject *parent = nullptr);
    ~ChatRelay() override;

    QObject *server() const;
    void setServer(QObject *server);
    Rdma::TransportPolicy policy() const { return m_policy; }
    void setPolicy(Rdma::TransportPolicy policy); // before the server listens

Q_SIGNALS:
    void serverChanged();
    void log(const QString &line);

private:
    void applyPolicy();

    QPointer<QObject> m_server;
    Rdma::TransportPolicy m_policy = Rdma::TransportPolicy::PreferRdma;
    std::unique_ptr<Relay> m_relay;
};

#endif // CHATRELAY_H
