// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ESCAPED_H
#define ESCAPED_H

#include <QByteArrayView>
#include <QString>

namespace KeyValue {

// A key in one line, from which its bytes can be told: \\ is a backslash, and \xNN a byte that is
// not UTF-8 or belongs to a character that a terminal does not show as it is.
QString escaped(QByteArrayView key);

} // namespace KeyValue

#endif // ESCAPED_H
