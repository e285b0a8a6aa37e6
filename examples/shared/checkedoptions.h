// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Reads a command line more strictly than QCommandLineParser does. Each function here ends the
// program, as QCommandLineParser::process() does, if the command line makes no sense: with status 2
// and a line that names the option and what it takes.

#ifndef CHECKEDOPTIONS_H
#define CHECKEDOPTIONS_H

#include "barenumber.h"
#include "endpoint.h"
#include "printable.h"
#include "program.h"

#include <QFile>
#include <QFileInfo>

#include <cstdlib>
#include <limits>

#include <sys/stat.h>

namespace Program {

constexpr int Unlimited = std::numeric_limits<int>::max();

[[noreturn]] inline void refuse(const QString &why, int status = Misuse)
{
    std::exit(Program::fail(why, status)); // NOLINT(concurrency-mt-unsafe)
}

// The description of an option whose port may be left out.
inline QString withPort(const QString &description, quint16 defaultPort)
{
    return Texts::tr("%1 Default port: %2.").arg(description).arg(defaultPort);
}

// The options, whose descriptions tell their defaults, too.
inline QList<QCommandLineOption> withDefaults(QList<QCommandLineOption> options)
{
    for (QCommandLineOption &option : options) {
        const QString value = option.defaultValues().value(0);
        if (!value.isEmpty())
            option.setDescription(Texts::tr("%1 Default: %2.").arg(option.description(), value));
    }
    return options;
}

// What the program is for, and a command line to begin with, for --help.
inline void describe(QCommandLineParser *parser, const QString &purpose, const QString &example)
{
    parser->setApplicationDescription(purpose + "\n\n" + Texts::tr("Example: %1").arg(example));
}

// Parses the command line, which has at most so many words beside the options.
inline void process(QCommandLineParser *parser, qsizetype mostWords = 0,
                    const QStringList &arguments = QCoreApplication::arguments())
{
    if (!parser->parse(arguments))
        refuse(Texts::tr("%1 --help tells more.").arg(parser->errorText()));
    parser->process(arguments); // --help and --version
    const QStringList words = parser->positionalArguments();
    if (words.size() <= mostWords)
        return;
    const QString why = mostWords == 0 ? Texts::tr("\"%1\": this takes options only.")
                                       : Texts::tr("\"%1\" is one word too many.");
    refuse(Texts::tr("%1 --help tells more.").arg(why.arg(words[mostWords])));
}

inline int number(const QCommandLineParser &parser, const QString &option, int least,
                  int most = Unlimited)
{
    bool ok = false;
    const QString text = parser.value(option);
    const int value = text.toInt(&ok);
    if (ok && isBareNumber(text) && value >= least && value <= most)
        return value;
    refuse(Texts::tr("--%1 wants a number from %2 to %3, not \"%4\"")
                   .arg(option, QString::number(least), QString::number(most), text));
}

inline double real(const QCommandLineParser &parser, const QString &option, double least,
                   double most)
{
    bool ok = false;
    const QString text = parser.value(option);
    const double value = text.toDouble(&ok);
    if (ok && isBareNumber(text) && value >= least && value <= most)
        return value;
    refuse(Texts::tr("--%1 wants a number from %2 to %3, not \"%4\"")
                   .arg(option, QString::number(least), QString::number(most), text));
}

// A server may leave its port to the system with 0.
inline quint16 port(const QCommandLineParser &parser, quint16 least = 0)
{
    return quint16(number(parser, "port", least, std::numeric_limits<quint16>::max()));
}

// The option's value is an endpoint.
inline Endpoint endpoint(const QCommandLineParser &parser, const QString &option,
                         quint16 defaultPort)
{
    const QString text = parser.value(option);
    if (const auto endpoint = Endpoint::fromString(text, defaultPort))
        return *endpoint;
    refuse(Texts::tr("--%1 wants HOST, HOST:PORT or [IPv6]:PORT with a port up to 65535, not "
                     "\"%2\"")
                   .arg(option, text));
}

// The option's value is an endpoint on which a server listens.
inline Endpoint listenEndpoint(const QCommandLineParser &parser, const QString &option,
                               quint16 defaultPort)
{
    Endpoint result = endpoint(parser, option, defaultPort);
    if (result.address().isNull())
        refuse(Texts::tr("--%1: %2 is no address to listen on. Give an IPv4 or IPv6 address of "
                         "this machine, or any")
                       .arg(option, result.host));
    return result;
}

inline void addOverwriteOption(QCommandLineParser *parser)
{
    parser->addOption({ "overwrite", Texts::tr("Replace files that are there.") });
}

// A file that holds something. Programs make an empty one to have its name for themselves.
inline bool isInTheWay(const QString &file)
{
    return QFileInfo(file).size() > 0;
}

// The options name files that the program writes. Ends it with status 1 if one is there already,
// and --overwrite is not given.
inline void keepFiles(const QCommandLineParser &parser, const QStringList &options)
{
    for (const QString &option : options) {
        const QString file = parser.value(option);
        if (!parser.isSet("overwrite") && isInTheWay(file))
            refuse(Texts::tr("--%1: %2 is there already; --overwrite replaces it")
                           .arg(option, file),
                   1);
    }
}

// Links count as what they lead to, and a file may have several names.
inline bool isSameFile(const QString &one, const QString &other)
{
    struct stat first, second;
    return stat(QFile::encodeName(one).constData(), &first) == 0
            && stat(QFile::encodeName(other).constData(), &second) == 0
            && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

// Ends the program with status 2 if one of these options would write the file that the input option
// reads. Nobody means that by --overwrite.
inline void keepInput(const QCommandLineParser &parser, const QString &input,
                      const QStringList &options)
{
    for (const QString &option : options) {
        const QString file = parser.value(option);
        if (isSameFile(file, parser.value(input)))
            refuse(Texts::tr("--%1: %2 is the file that --%3 reads").arg(option, file, input));
    }
}

} // namespace Program

#endif // CHECKEDOPTIONS_H
