// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// How a program speaks to the terminal that it was started from.

#ifndef PROGRAM_H
#define PROGRAM_H

#include <QCoreApplication>
#include <QTextStream>

namespace Program {

inline void print(const QString &line)
{
    QTextStream(stdout) << line << Qt::endl;
}

// Prints the reason for which the program ends, and returns its exit status.
inline int fail(const QString &why, int status = 2)
{
    QTextStream(stderr) << QCoreApplication::applicationName() << ": " << why << Qt::endl;
    return status;
}

} // namespace Program

#endif // PROGRAM_H
