// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TLSGLOBAL_P_H
#define TLSGLOBAL_P_H

#include <QtRdma/qtrdmatlsexport.h>

// Marks internals that tests link to; exported only when the tests are built.
#ifdef QTRDMA_TLS_AUTOTEST
#  define Q_RDMA_TLS_AUTOTEST_EXPORT Q_RDMA_TLS_EXPORT
#else
#  define Q_RDMA_TLS_AUTOTEST_EXPORT
#endif

#endif // TLSGLOBAL_P_H
