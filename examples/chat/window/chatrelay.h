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
    // An Rdma.TransportPolicy.
    Q_PROPERTY(int policy READ policy WRITE setPolicy NOTIFY policyChanged)

public:
    explicit ChatRelay(QObject *parent = nullptr);
    ~ChatRelay() override;

    QObject *server() const;
    void setServer(QObject *server);
    int policy() const { return m_policy; }
    void setPolicy(int policy); // before the server listens

Q_SIGNALS:
    void serverChanged();
    void policyChanged();
    void log(const QString &line);

private:
    void applyPolicy();

    QPointer<QObject> m_server;
    int m_policy = int(Rdma::TransportPolicy::PreferRdma);
    std::unique_ptr<Relay> m_relay;
};

#endif // CHATRELAY_H
