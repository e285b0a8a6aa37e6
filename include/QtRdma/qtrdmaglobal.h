// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef QTRDMAGLOBAL_H
#define QTRDMAGLOBAL_H

#include <QtCore/qglobal.h>

#include <QtRdma/qtrdmaexport.h>

#endif // QTRDMAGLOBAL_H
