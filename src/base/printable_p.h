// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PRINTABLE_P_H
#define PRINTABLE_P_H

#include <QtCore/qlist.h>
#include <QtCore/qstring.h>

namespace QtRdmaPrivate {

// Text of peers and of other processes goes to terminals and logs with a question mark for each
// control character.
inline QString printable(const QString &text)
{
    QList<uint> characters = text.toUcs4();
    for (uint &c : characters) {
        if (!QChar::isPrint(c))
            c = U'?';
    }
    return QString::fromUcs4(reinterpret_cast<const char32_t *>(characters.constData()),
                             characters.size());
}

} // namespace QtRdmaPrivate

#endif // PRINTABLE_P_H
