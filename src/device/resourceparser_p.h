// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RESOURCEPARSER_P_H
#define RESOURCEPARSER_P_H

#include "../base/rdmaglobal_p.h"

#include <QtRdma/rdmaresource.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qhash.h>

namespace QtRdmaPrivate {

// The command that asks for a kind of resource.
quint16 resourceCommand(RdmaResource::Kind kind);

// The content of one read of a netlink socket. It is believed to come from the kernel, but not to
// be of the version that this was compiled with: unknown attributes are passed over, and a message
// that is cut short ends it.
struct NetlinkAnswer
{
    bool ended = false; // the kernel says that nothing follows
    int failure = 0; // an errno of the kernel; EBADMSG if a message cannot be read
};

Q_RDMA_AUTOTEST_EXPORT NetlinkAnswer parseResources(const QByteArray &datagram,
                                                    RdmaResource::Kind kind,
                                                    QList<RdmaResource> *resources);
Q_RDMA_AUTOTEST_EXPORT NetlinkAnswer parseDevices(const QByteArray &datagram,
                                                  QHash<QString, quint32> *indices);

} // namespace QtRdmaPrivate

#endif // RESOURCEPARSER_P_H
