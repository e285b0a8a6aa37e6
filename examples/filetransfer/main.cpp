// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Sends a file over RDMA or TCP, or takes files from others, without a window:
//
//   qtrdma-send --receive DIRECTORY    takes files
//   qtrdma-send FILE HOST[:PORT]       sends one
//
// Its work is in the QML files, which a window uses, too; its options are here.

#include "checkedoptions.h"
#include "qmlimports.h"
#include "transportoption.h"
#include "unixsignals.h"

#include <QtCore/qfileinfo.h>
#include <QtQml/qqmlapplicationengine.h>

#include <csignal>

// Made by qmltyperegistrar. To name it here keeps it in programs that are linked with the library.
extern void qml_register_types_FileTransfer();

namespace {

constexpr quint16 DefaultPort = 7472;

void addOptions(QCommandLineParser *parser)
{
    Program::describe(parser, Program::Texts::tr("Sends a file over RDMA or TCP, or takes files."),
                      "qtrdma-send report.pdf 10.77.0.1");
    Program::addStandardOptions(parser);
    parser->addPositionalArgument("file", Program::Texts::tr("Send this file."), "[file");
    parser->addPositionalArgument("host", Program::Texts::tr("Send the file to this host."),
                                  "host[:port]]");
    parser->addOptions(Program::withDefaults({
            { "receive", Program::Texts::tr("Take files, and put them into this directory."),
              "directory" },
            { "listen",
              Program::withPort(Program::Texts::tr("Take files on this address; any stands for all "
                                                   "addresses."),
                                DefaultPort),
              "address[:port]", "any" },
            { "count", Program::Texts::tr("End when so many files have come; 0: never."), "files",
              "0" },
    }));
    TransportOption::addTo(parser);
}

// Whether it is said what to do.
bool saysWhat(const QCommandLineParser &parser)
{
    const qsizetype words = parser.positionalArguments().size();
    return parser.isSet("receive") ? words == 0 : words == 2;
}

// Empty if files can be put there.
QString problemOf(const QFileInfo &directory)
{
    if (!directory.isDir())
        return Program::Texts::tr("%1 is no directory").arg(directory.filePath());
    if (!directory.isWritable())
        return Program::Texts::tr("Nothing may be written to %1").arg(directory.filePath());
    return {};
}

int run(const QVariantMap &properties)
{
    volatile const auto types = &qml_register_types_FileTransfer;
    Q_UNUSED(types)
    QQmlApplicationEngine engine;
    addQmlImports(&engine);
    engine.setInitialProperties(properties);
    // The end of the engine removes what has come of a file.
    const EndBySignal interrupts(properties["file"].toString().isEmpty() ? 0 : Program::Failed);
    engine.load(QUrl("qrc:/FileTransfer/Lines.qml"));
    return engine.rootObjects().isEmpty() ? 1 : QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN); // a pipe of our output that closes shall not end the transfer
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    addOptions(&parser);
    Program::process(&parser, 2);

    if (!saysWhat(parser))
        return Program::fail(Program::Texts::tr(
                "Say FILE and HOST[:PORT], or --receive DIRECTORY (--help tells more)"));
    const int count = Program::number(parser, "count", 0);
    const Rdma::TransportPolicy policy = TransportOption::policyOf(parser);
    const QStringList words = parser.positionalArguments();
    const auto endpoint = words.isEmpty() ? Program::listenEndpoint(parser, "listen", DefaultPort)
                                          : Endpoint::fromString(words.at(1), DefaultPort);
    if (!endpoint)
        return Program::fail(
                Program::Texts::tr("An address looks like host, host:port or [IPv6]:port"));
    if (parser.isSet("receive")) {
        const QString problem = problemOf(QFileInfo(parser.value("receive")));
        if (!problem.isEmpty())
            return Program::fail(problem, Program::Failed);
    }
    const bool onAll = endpoint->address() == QHostAddress(QHostAddress::Any);
    return run({ { "file", words.value(0) },
                 { "host", onAll ? QString() : endpoint->host },
                 { "port", endpoint->port },
                 { "directory", parser.value("receive") },
                 { "transport", int(policy) },
                 { "count", count } });
}
