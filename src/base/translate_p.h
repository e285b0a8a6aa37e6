// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TRANSLATE_P_H
#define TRANSLATE_P_H

#include <QtCore/qcoreapplication.h>

namespace QtRdmaPrivate {

// Words::tr() is the tr() of classes that are no QObject. As a class it tells lupdate the context.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(QtRdma)
};

} // namespace QtRdmaPrivate

#endif // TRANSLATE_P_H
