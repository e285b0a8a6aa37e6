// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FLAGNAMES_H
#define FLAGNAMES_H

#include <QtCore/qstringlist.h>

// Whether the field, by its name in the verbs, is a mask whose bits have names.
bool hasFlagNames(const QString &field);

// The names of the bits that are set, as ibv_devinfo prints them; bits without a name in
// hexadecimal.
QStringList flagNames(const QString &field, quint64 flags);

#endif // FLAGNAMES_H
