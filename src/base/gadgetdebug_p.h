// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef GADGETDEBUG_P_H
#define GADGETDEBUG_P_H

#include <QtCore/qdebug.h>

#include <utility>

namespace QtRdmaPrivate {

// The class and its properties. What is no property, because it is secret or has no text, is left out.
QDebug printGadget(QDebug debug, const QMetaObject &meta, const void *gadget);

template <typename Gadget>
QDebug printGadget(QDebug debug, const Gadget &gadget)
{
    return printGadget(std::move(debug), Gadget::staticMetaObject, &gadget);
}

} // namespace QtRdmaPrivate

#endif // GADGETDEBUG_P_H
