// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONNECTIONCOUNT_P_H
#define CONNECTIONCOUNT_P_H

#include "../base/peersource_p.h"

#include "../base/rdmaglobal_p.h"

#include <QtCore/qhash.h>
#include <QtCore/qmutex.h>
#include <QtNetwork/qhostaddress.h>

#include <memory>

namespace QtRdmaPrivate {

// How many connections a server has, in all and from each source. A connection counts as long as
// its ticket is held. Any thread may release the ticket; the reaper's does.
class Q_RDMA_AUTOTEST_EXPORT ConnectionCount : public std::enable_shared_from_this<ConnectionCount>
{
public:
    class Ticket;

    // Returns null if there are 'mostEach' from that source already; 0 means no limit.
    std::shared_ptr<Ticket> admit(const QHostAddress &peer, int mostEach);
    // The connection of the ticket was ended in favour of another one. The other one need not wait
    // until the device has released it, so it is counted apart.
    void makesWay(Ticket *ticket);

    int total() const;
    int makingWay() const;

private:
    void leave(const Ticket &ticket);
    void discount(const QHostAddress &source);

    mutable QMutex m_mutex;
    QHash<QHostAddress, int> m_each;
    int m_total = 0;
    int m_makingWay = 0;
};

} // namespace QtRdmaPrivate

#endif // CONNECTIONCOUNT_P_H
