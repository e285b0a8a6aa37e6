// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOCALLISTENER_P_H
#define LOCALLISTENER_P_H

#include "bridgeendpoint_p.h"

#include <QtRdma/rdmaerror.h>

#include <QtCore/qobject.h>
#include <QtCore/qsocketnotifier.h>
#include <QtCore/qtimer.h>

#include <memory>

namespace QtRdmaPrivate {

// Takes connections of TCP or Unix as descriptors.
class LocalListener final : public QObject
{
    Q_OBJECT

public:
    explicit LocalListener(QObject *parent = nullptr);
    ~LocalListener() override;

    bool listen(const BridgeEndpoint &endpoint);
    // A socket that listens, as systemd hands it over. It belongs to this object if that succeeds.
    bool adopt(int descriptor);
    // Those that come meanwhile wait in the kernel.
    void setAccepting(bool on);

    BridgeEndpoint endpoint() const
    {
        return BridgeEndpoint::of(SocketAddress::ofSocket(m_descriptor));
    }
    RdmaError error() const { return m_error; }

Q_SIGNALS:
    // The socket belongs to the slot. The peer is null for Unix.
    void accepted(int descriptor, const QHostAddress &peer);
    void acceptFailed(const RdmaError &error);

private:
    bool bindTo(const BridgeEndpoint &endpoint, const SocketAddress &address);
    bool fail(const char *call, int code, const QString &hint = {});
    void start();
    void acceptSome();
    void pauseAfter(int code);

    int m_descriptor = -1;
    bool m_accepts = true;
    QString m_path; // of a socket of our own, which is removed at the end
    RdmaError m_error;
    std::unique_ptr<QSocketNotifier> m_notifier;
    QTimer m_pause;
};

} // namespace QtRdmaPrivate

#endif // LOCALLISTENER_P_H
