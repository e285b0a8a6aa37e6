// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORDS_H
#define WORDS_H

#include <QCoreApplication>

namespace Perf {

// Words::tr() translates the words that people read.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Perf)
};

} // namespace Perf

#endif // WORDS_H
