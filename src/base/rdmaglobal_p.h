// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAGLOBAL_P_H
#define RDMAGLOBAL_P_H

#include <QtRdma/qtrdmaglobal.h>

// Marks internals that tests link to; exported only when the tests are built.
#ifdef QTRDMA_AUTOTEST
#  define Q_RDMA_AUTOTEST_EXPORT Q_RDMA_EXPORT
#else
#  define Q_RDMA_AUTOTEST_EXPORT
#endif

#endif // RDMAGLOBAL_P_H
