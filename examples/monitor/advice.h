// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ADVICE_H
#define ADVICE_H

#include <QtCore/qstring.h>

struct Advice
{
    QString text;
    QString hint;
};

// Explanation and advice for a machine without an RDMA device.
Advice adviceWithoutDevice();

#endif // ADVICE_H
