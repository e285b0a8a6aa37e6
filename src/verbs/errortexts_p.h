// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ERRORTEXTS_P_H
#define ERRORTEXTS_P_H

#include <QtCore/qstring.h>

namespace QtRdmaPrivate {

// Advice for a failed system call, or nothing. What other numbers mean, Rdma::explain…() tell, from the same table.
QString errnoHint(int errorNumber);

} // namespace QtRdmaPrivate

#endif // ERRORTEXTS_P_H
