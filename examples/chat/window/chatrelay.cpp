// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "chatrelay.h"

#include "text.h"
#include "tls.h"
#include "transportoption.h"

#include <QtRdma/RdmaAbstractServer>

ChatRelay::ChatRelay(QObject *parent) : QObject(parent) { }

ChatRelay::~ChatRelay() = default;

QObject *ChatRelay::server() const
{
    return m_server;
}

void ChatRelay::setServer(QObject *server)
{
    if (server == m_server)
        return;
    m_server = server;
    m_relay.reset();
    auto *const listening = qobject_cast<RdmaAbstractServer *>(server);
    if (server && !listening)
        qWarning("ChatRelay.server is no RdmaServer and no RdmaTlsServer");
    if (listening) {
        m_relay = std::make_unique<Relay>(new Listener(listening, Tls::connectionOf, nullptr));
        connect(m_relay.get(), &Relay::log, this,
                [this](const QString &line) { Q_EMIT log(Text::printable(line)); });
    }
    applyPolicy();
    Q_EMIT serverChanged();
}

void ChatRelay::setPolicy(int policy)
{
    if (policy == m_policy)
        return;
    m_policy = policy;
    applyPolicy();
    Q_EMIT policyChanged();
}

void ChatRelay::applyPolicy()
{
    if (auto *const listening = qobject_cast<RdmaAbstractServer *>(m_server))
        TransportOption::apply(Rdma::TransportPolicy(m_policy), listening);
}
