// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// qtrdma-chat-window [--connect HOST[:PORT]] [--name NAME] [--listen ADDRESS]
//
// A person in a room, and perhaps the room.

#include "checkedoptions.h"
#include "protocol.h"
#include "qmlwindow.h"
#include "transportoption.h"
#include "unixsignals.h"

#include <QGuiApplication>
#include <QStandardPaths>

#include <csignal>

// Made by qmltyperegistrar. To name it here keeps it in programs that are linked with the library.
extern void qml_register_types_ChatWindow();

namespace {

void addOptions(QCommandLineParser *parser)
{
    Program::describe(parser, Program::Texts::tr("A chat over RDMA or TCP, in a window."),
                      "qtrdma-chat-window --connect 10.77.0.1 --name Ada");
    Program::addStandardOptions(parser);
    parser->addOptions(Program::withDefaults({
            { "connect",
              Program::withPort(Program::Texts::tr("Join a relay's room."), Protocol::DefaultPort),
              "host[:port]" },
            { "listen",
              Program::withPort(Program::Texts::tr("Have a room here, on this address."),
                                Protocol::DefaultPort),
              "address[:port]" },
            { "name", Program::Texts::tr("Your name in the room."), "name",
              qEnvironmentVariable("USER") },
            { "download-dir", Program::Texts::tr("Put files here that you take."), "directory",
              QStandardPaths::writableLocation(QStandardPaths::DownloadLocation) },
            { "dark", Program::Texts::tr("Light text on dark ground, whatever the system has.") },
            { "screenshot",
              Program::Texts::tr("Write a picture of the window to this file, and end."), "file" },
            { "after", Program::Texts::tr("Take the picture so long after the window has opened."),
              "ms", "3000" },
    }));
    Program::addOverwriteOption(parser);
    TransportOption::addTo(parser);
}

int run(const QCommandLineParser &parser)
{
    std::optional<Endpoint> room;
    if (parser.isSet("listen"))
        room = Program::listenEndpoint(parser, "listen", Protocol::DefaultPort);
    if (parser.isSet("connect"))
        Program::endpoint(parser, "connect", Protocol::DefaultPort);
    const int after = Program::number(parser, "after", 0);
    Program::keepFiles(parser, { "screenshot" });
    const Rdma::TransportPolicy policy = TransportOption::policyOf(parser);

    volatile const auto types = &qml_register_types_ChatWindow;
    Q_UNUSED(types)
    const EndBySignal terminations;
    QQmlApplicationEngine engine;
    auto *const window =
            QmlWindow::open(&engine, "qrc:/ChatWindow/Main.qml",
                            { { "relayAddress", parser.value("connect") },
                              { "listenAddress", room ? room->host : QString() },
                              { "listenPort", room ? room->port : Protocol::DefaultPort },
                              { "name", parser.value("name") },
                              { "downloadDirectory", parser.value("download-dir") },
                              { "transport", int(policy) },
                              { "theme", parser.isSet("dark") ? "dark" : "system" } });
    if (!window)
        return 1;
    if (parser.isSet("screenshot"))
        QmlWindow::savePicture(window, parser.value("screenshot"), after);
    return QGuiApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN);
    if (!QmlWindow::hasDisplay())
        return QmlWindow::runWithoutDisplay(addOptions, argc, argv, "qtrdma-chat");
    const QGuiApplication app(argc, argv);
    QGuiApplication::setDesktopFileName("org.qtrdma.chat");
    QCommandLineParser parser;
    addOptions(&parser);
    Program::process(&parser);
    return run(parser);
}
