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

// How many connections of a server there are, in all and from each source. A connection counts as long as its ticket is
// held, which any thread may let go of: that of the reaper does.
class Q_RDMA_AUTOTEST_EXPORT ConnectionCount : public std::enable_shared_from_this<ConnectionCount>
{
public:
    class Ticket;

    // Null when there are 'mostEach' from that source; 0 is no limit.
    std::shared_ptr<Ticket> admit(const QHostAddress &peer, int mostEach);
    // That connection was ended in favour of another one, which need not wait until the device has let go of it: it counts apart.
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
