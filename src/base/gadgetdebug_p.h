// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef GADGETDEBUG_P_H
#define GADGETDEBUG_P_H

#include <QtCore/qdebug.h>

#include <utility>

namespace QtRdmaPrivate {

// Prints the class and its properties. Members that are no property, because they are secret or
// have no text, are left out.
QDebug printGadget(QDebug debug, const QMetaObject &meta, const void *gadget);

template <typename Gadget>
QDebug printGadget(QDebug debug, const Gadget &gadget)
{
    return printGadget(std::move(debug), Gadget::staticMetaObject, &gadget);
}

} // namespace QtRdmaPrivate

#endif // GADGETDEBUG_P_H
