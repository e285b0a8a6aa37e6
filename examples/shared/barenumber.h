// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef BARENUMBER_H
#define BARENUMBER_H

#include <QString>

// Whether the number, which Qt could read, has no blank and no plus around it. Qt takes both.
inline bool isBareNumber(const QString &text)
{
    return text.trimmed() == text && !text.startsWith(u'+');
}

#endif // BARENUMBER_H
