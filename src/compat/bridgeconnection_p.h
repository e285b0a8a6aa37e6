// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef BRIDGECONNECTION_P_H
#define BRIDGECONNECTION_P_H

#include "bridgetimes_p.h"
#include "bridgeendpoint_p.h"

#include <QtRdma/rdmaerror.h>

#include <QtCore/qobject.h>
#include <QtCore/qtimer.h>

#include <memory>

class RdmaAbstractStream;
class RdmaReconnector;

namespace QtRdmaPrivate {

class BridgePump;
class LocalDialer;
class LocalSocket;
struct BridgeCounts;

// One connection of a bridge, from the end that came to the end of both.
class BridgeConnection final : public QObject
{
    Q_OBJECT

public:
    // 'peer' is the address that it counts for, null for none.
    BridgeConnection(quint64 number, const QHostAddress &peer, const BridgeTimeouts &timeouts,
                     BridgeCounts *counts, QObject *parent);
    ~BridgeConnection() override;

    quint64 number() const { return m_number; }
    QHostAddress peer() const { return m_peer; }

    // The socket has come, and the stream is to be connected. Both belong to this object from now.
    void dialStream(int descriptor, RdmaAbstractStream *stream, const BridgeEndpoint &to);
    // The stream has come.
    void dialSocket(RdmaAbstractStream *stream, const BridgeEndpoint &to);

    // Both ends see that the connection was cut.
    void cut();

Q_SIGNALS:
    void opened();
    void waiting(const RdmaError &error, int msecs);
    void ended(const RdmaError &error); // without an error: in good order

private Q_SLOTS:
    void open();

private:
    void begin();
    void attemptFailed(const RdmaError &error, int msecs);
    void timedOut();
    void end(const RdmaError &error);
    void letGo(bool inOrder);

    const quint64 m_number;
    const QHostAddress m_peer;
    const BridgeTimeouts m_timeouts;
    BridgeCounts *const m_counts;
    BridgeEndpoint m_to;
    RdmaError m_lastError; // of an attempt
    QTimer m_deadline;
    LocalSocket *m_socket = nullptr;
    RdmaAbstractStream *m_stream = nullptr;
    RdmaReconnector *m_reconnector = nullptr;
    LocalDialer *m_dialer = nullptr;
    BridgePump *m_pump = nullptr;
    bool m_hasEnded = false;
};

} // namespace QtRdmaPrivate

#endif // BRIDGECONNECTION_P_H
