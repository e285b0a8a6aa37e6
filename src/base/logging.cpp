// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "logging_p.h"

namespace QtRdmaPrivate {

Q_LOGGING_CATEGORY(lcRdmaCm, "qtrdma.cm", QtWarningMsg)
Q_LOGGING_CATEGORY(lcRdmaCompletion, "qtrdma.completion", QtWarningMsg)
Q_LOGGING_CATEGORY(lcRdmaDevice, "qtrdma.device", QtWarningMsg)
Q_LOGGING_CATEGORY(lcRdmaMemory, "qtrdma.memory", QtWarningMsg)
Q_LOGGING_CATEGORY(lcRdmaQueuePair, "qtrdma.queuepair", QtWarningMsg)
Q_LOGGING_CATEGORY(lcRdmaStream, "qtrdma.stream", QtWarningMsg)

} // namespace QtRdmaPrivate
