// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef INCOMINGCONNECTION_P_H
#define INCOMINGCONNECTION_P_H

#include "../verbs/cmid_p.h"
#include "../verbs/socketaddress_p.h"

#include <QtRdma/rdma.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qstring.h>

#include <memory>

namespace QtRdmaPrivate {

// A connection request, from its event until somebody accepts or rejects it. The destructor rejects
// a request that was not answered. If a server has accepted it ahead, 'accepted' is the result.
class IncomingConnection
{
public:
    IncomingConnection(CmId id, const QByteArray &privateData, int responderResources,
                       int initiatorDepth);
    virtual ~IncomingConnection();

    virtual RdmaError reject(const QByteArray &data);
    virtual bool isUnanswered() const { return bool(m_id); }
    CmId takeId() { return std::move(m_id); }
    rdma_cm_id *id() const { return m_id.get(); }

    const QByteArray privateData;
    const int responderResources = 0;
    const int initiatorDepth = 0;
    QString deviceName;
    QHostAddress peerAddress = noAddress();
    QHostAddress localAddress = noAddress();
    quint16 peerPort = 0;
    quint16 localPort = 0;
    Rdma::WireFormats wireFormats = Rdma::WireFormat::QtRdma; // the ones that the server takes
    Rdma::StreamTransport transport = Rdma::StreamTransport::Rdma;
    Rdma::StreamTransports transports = Rdma::StreamTransport::Rdma; // the server offers
    std::shared_ptr<void> accepted;
    std::shared_ptr<void> ticket; // a server counts its connections by it; the connection keeps it

protected:
    IncomingConnection() = default; // not of the connection manager: it has no id

private:
    CmId m_id;
};

} // namespace QtRdmaPrivate

#endif // INCOMINGCONNECTION_P_H
