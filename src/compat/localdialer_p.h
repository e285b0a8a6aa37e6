// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOCALDIALER_P_H
#define LOCALDIALER_P_H

#include "bridgeendpoint_p.h"

#include <QtRdma/rdmaerror.h>

#include <QtCore/qlist.h>
#include <QtCore/qobject.h>
#include <QtCore/qsocketnotifier.h>
#include <QtCore/qtimer.h>

#include <memory>

namespace QtRdmaPrivate {

// Connects to a server of TCP or Unix, and tries again after growing delays until it is there.
class LocalDialer final : public QObject
{
    Q_OBJECT

public:
    explicit LocalDialer(const BridgeEndpoint &endpoint, QObject *parent = nullptr);
    ~LocalDialer() override;

    void start();
    void stop(); // neither signal follows

Q_SIGNALS:
    // The socket belongs to the slot.
    void connected(int descriptor);
    void waiting(const RdmaError &error, int msecs);

private:
    void attempt();
    void next();
    void connectTo(const SocketAddress &address);
    void decided();
    void fail(const RdmaError &error);
    void hand();

    const BridgeEndpoint m_endpoint;
    QList<QHostAddress> m_addresses; // not tried yet
    int m_descriptor = -1;
    int m_delay = 0; // ms
    int m_lookup = -1; // of the host's name
    RdmaError m_error;
    std::unique_ptr<QSocketNotifier> m_notifier;
    QTimer m_pause;
};

} // namespace QtRdmaPrivate

#endif // LOCALDIALER_P_H
