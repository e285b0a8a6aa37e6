// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAGIDENTRY_P_H
#define RDMAGIDENTRY_P_H

#include <QtRdma/rdmagidentry.h>

#include "../base/valuedata_p.h"

namespace QtRdmaPrivate {

// The values of RdmaGidEntry, which documents them.
struct GidEntryData : ValueData
{
    int port = 0;
    int index = 0;
    QByteArray gid;
    Rdma::GidType type = Rdma::GidType::InfiniBand;
    QString netdev;
    QHostAddress ipv4;
    bool usable = false;

    bool operator==(const GidEntryData &) const = default;
};

} // namespace QtRdmaPrivate

#endif // RDMAGIDENTRY_P_H
