// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FIELDS_H
#define FIELDS_H

#include <QtCore/qmetaobject.h>
#include <QtCore/qstring.h>
#include <QtCore/qvariant.h>

// maxQpWr becomes max_qp_wr, the name in the verbs.
QString verbsName(const char *property);

// Calls use() with the name in the verbs, the property and its value for each property of a value
// class, in the order of their declarations.
template <typename Gadget, typename Use>
void forEachField(const Gadget &gadget, Use use)
{
    const QMetaObject &meta = Gadget::staticMetaObject;
    for (int i = 0; i < meta.propertyCount(); ++i) {
        const QMetaProperty property = meta.property(i);
        use(verbsName(property.name()), property, property.readOnGadget(&gadget));
    }
}

#endif // FIELDS_H
