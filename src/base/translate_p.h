// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TRANSLATE_P_H
#define TRANSLATE_P_H

#include <QtCore/qcoreapplication.h>

namespace QtRdmaPrivate {

// tr() for classes that are no QObject.
inline QString tr(const char *text)
{
    return QCoreApplication::translate("QtRdma", text);
}

} // namespace QtRdmaPrivate

#endif // TRANSLATE_P_H
