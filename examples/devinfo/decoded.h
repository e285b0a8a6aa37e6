// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DECODED_H
#define DECODED_H

#include <QtCore/qstring.h>
#include <QtCore/qvariant.h>

// The value of a field, by its name in the verbs, as ibv_devinfo prints it: enumerators by name and
// number, masks in hexadecimal. Empty if a device has none.
QString decoded(const QString &field, const QVariant &value);

#endif // DECODED_H
