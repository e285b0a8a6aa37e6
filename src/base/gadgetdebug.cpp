// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "gadgetdebug_p.h"

#include <QtCore/qmetaobject.h>
#include <QtCore/qvariant.h>

namespace QtRdmaPrivate {

QDebug printGadget(QDebug debug, const QMetaObject &meta, const void *gadget)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << meta.className() << '(';
    for (int i = 0; i < meta.propertyCount(); ++i) {
        const QMetaProperty property = meta.property(i);
        const QVariant value = property.readOnGadget(gadget);
        debug << (i > 0 ? ", " : "") << property.name() << ' ';
        value.metaType().debugStream(debug, value.constData());
    }
    debug << ')';
    return debug;
}

} // namespace QtRdmaPrivate
