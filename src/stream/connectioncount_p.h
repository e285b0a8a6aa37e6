// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONNECTIONCOUNT_P_H
#define CONNECTIONCOUNT_P_H

#include <QtCore/qhash.h>
#include <QtCore/qmutex.h>
#include <QtNetwork/qhostaddress.h>

#include <memory>

namespace QtRdmaPrivate {

// How many connections of a server there are, in all and from each address. A connection counts as long as its ticket is
// held, which any thread may let go of: that of the reaper does.
class ConnectionCount : public std::enable_shared_from_this<ConnectionCount>
{
public:
    // Null when there are as many as 'most' in all or 'mostEach' from that address; 0 is no limit.
    std::shared_ptr<void> admit(const QHostAddress &peer, int most, int mostEach);
    int total() const;

private:
    void leave(const QHostAddress &peer);

    mutable QMutex m_mutex;
    QHash<QHostAddress, int> m_each;
    int m_total = 0;
};

} // namespace QtRdmaPrivate

#endif // CONNECTIONCOUNT_P_H
