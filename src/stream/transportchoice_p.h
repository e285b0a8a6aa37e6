// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TRANSPORTCHOICE_P_H
#define TRANSPORTCHOICE_P_H

#include "../base/rdmaglobal_p.h"

#include <QtRdma/rdma.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qdeadlinetimer.h>
#include <QtNetwork/qhostaddress.h>

namespace QtRdmaPrivate {

// The transports over which one address is tried, one after the other, and the time of each.
class Q_RDMA_AUTOTEST_EXPORT TransportChoice
{
public:
    TransportChoice() = default;
    explicit TransportChoice(Rdma::TransportPolicy policy)
        : m_policy(policy)
        , m_transport(policy == Rdma::TransportPolicy::TcpOnly ? Rdma::StreamTransport::Tcp
                                                               : Rdma::StreamTransport::Rdma)
    {
    }

    Rdma::StreamTransport transport() const { return m_transport; }
    // The time of the present one in ms, when all of them end then; negative: no limit.
    int share(const QDeadlineTimer &end);
    // Whether the time of the present one is over, and that of another begins.
    bool isShareOver(const QDeadlineTimer &end) const;
    // The present one has failed so. Returns false if there is no other.
    bool takeNext(const RdmaError &failure);

private:
    bool hasNext() const
    {
        return m_policy == Rdma::TransportPolicy::PreferRdma
                && m_transport == Rdma::StreamTransport::Rdma;
    }

    Rdma::TransportPolicy m_policy = Rdma::TransportPolicy::RdmaOnly;
    Rdma::StreamTransport m_transport = Rdma::StreamTransport::Rdma;
    qint64 m_reserved = 0; // ms, for the next one
};

// Why an address is tried over TCP when RDMA has failed so, for people.
QString reasonForTcp(const QHostAddress &address, const RdmaError &failure);

} // namespace QtRdmaPrivate

#endif // TRANSPORTCHOICE_P_H
