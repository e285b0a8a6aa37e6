// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ERRORTEXTS_P_H
#define ERRORTEXTS_P_H

#include <QtCore/qstring.h>

namespace QtRdmaPrivate {

// Advice for a call that has failed with this errno, or nothing. Rdma::explain…() explain other
// numbers.
QString errnoHint(const char *call, int errorNumber);

} // namespace QtRdmaPrivate

#endif // ERRORTEXTS_P_H
