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

// What there is to say, and to do, where no RDMA device is.
Advice adviceWithoutDevice();

#endif // ADVICE_H
