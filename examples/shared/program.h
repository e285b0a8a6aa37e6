// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// How a program speaks to the terminal that it was started from, and the options of every program.

#ifndef PROGRAM_H
#define PROGRAM_H

#include "printable.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTextStream>
#include <QtRdma/rdma.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

namespace Program {

// Texts of programs that have no class of their own to translate them.
struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Program)
};

// With what each program ends; some have further numbers for results of their own.
enum Status {
    Failed = 1, // a file cannot be read or written, a host or a device is not there
    Misuse = 2 // the command line makes no sense, whatever there is on the machine
};

enum class Version {
    BothOptions, // -v and --version
    LongOption, // -v is another option; the program calls showVersion() if --version is set
};

// The last that a program does. What it printed may not have arrived, on a full disk for example,
// and then a status of 0 would be a lie.
inline void checkOutput(int status, void *)
{
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return;
    QTextStream(stderr) << program_invocation_short_name << ": "
                        << Texts::tr("Cannot write all to the standard output") << Qt::endl;
    _exit(status != 0 ? status : 1);
}

// Options for help, and for the version of the library, with which the programs are released.
inline void addStandardOptions(QCommandLineParser *parser, Version version = Version::BothOptions)
{
    QCoreApplication::setApplicationVersion(Rdma::libraryVersion().toString());
    on_exit(&checkOutput, nullptr);
    parser->addHelpOption();
    if (version == Version::BothOptions)
        parser->addVersionOption();
    else
        parser->addOption({ "version",
                            QCoreApplication::translate("QCommandLineParser",
                                                        "Displays version information.") });
}

inline void print(const QString &line)
{
    QTextStream(stdout) << line << Qt::endl;
}

// Prints the reason for which the program ends, and returns its exit status. The reason may hold
// names of files and hosts as they are.
inline int fail(const QString &why, int status = Misuse)
{
    QTextStream(stderr) << QCoreApplication::applicationName() << ": " << Text::inOneLine(why)
                        << Qt::endl;
    return status;
}

} // namespace Program

#endif // PROGRAM_H
