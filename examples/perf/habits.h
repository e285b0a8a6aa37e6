// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HABITS_H
#define HABITS_H

#include <QStringList>

#include <optional>

namespace Perf {

// Puts this program's names in place of the long names that options have in perftest. Nothing, and
// the problem tells why, if an option of perftest has no counterpart here.
std::optional<QStringList> withOwnNames(QStringList arguments, QString *problem);

} // namespace Perf

#endif // HABITS_H
