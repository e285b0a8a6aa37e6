// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOGGING_P_H
#define LOGGING_P_H

#include <QtCore/qloggingcategory.h>

namespace QtRdmaPrivate {

Q_DECLARE_LOGGING_CATEGORY(lcRdmaCm)
Q_DECLARE_LOGGING_CATEGORY(lcRdmaCompletion)
Q_DECLARE_LOGGING_CATEGORY(lcRdmaDevice)
Q_DECLARE_LOGGING_CATEGORY(lcRdmaMemory)
Q_DECLARE_LOGGING_CATEGORY(lcRdmaQueuePair)
Q_DECLARE_LOGGING_CATEGORY(lcRdmaStream)

} // namespace QtRdmaPrivate

#endif // LOGGING_P_H
