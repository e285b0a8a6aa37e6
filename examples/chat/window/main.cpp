// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// qtrdma-chat-window [--connect HOST[:PORT]] [--name NAME] [--listen ADDRESS]
//
// A person in a room, and perhaps the room.

#include "endpoint.h"
#include "protocol.h"
#include "qmlwindow.h"
#include "transportoption.h"

#include <QGuiApplication>

#include <csignal>

// Made by qmltyperegistrar. To name it here keeps it in programs that are linked with the library.
extern void qml_register_types_ChatWindow();

namespace {

void addOptions(QCommandLineParser *parser)
{
    parser->setApplicationDescription("A chat over RDMA or TCP, in a window");
    Program::addStandardOptions(parser);
    parser->addOptions({
            { "connect", "Join a relay's room.", "host[:port]" },
            { "listen", "Have a room here, on this address.", "address[:port]" },
            { "name", "Your name in the room.", "name", qEnvironmentVariable("USER") },
            { "download-dir", "Take files and put them here.", "directory" },
            { "dark", "Light text on dark ground." },
            { "screenshot", "Write a picture of the window to this file, and end.", "file" },
            { "after", "Take the picture so long after the window has opened.", "ms", "3000" },
    });
    TransportOption::addTo(parser);
}

int run(const QCommandLineParser &parser)
{
    const auto room = Endpoint::fromString(parser.value("listen"), Protocol::DefaultPort);
    if (parser.isSet("listen") && !room)
        return Program::fail("An address looks like host, host:port or [IPv6]:port");
    const auto policy = TransportOption::policyOf(parser);
    if (!policy)
        return Program::fail(TransportOption::problem());

    volatile const auto types = &qml_register_types_ChatWindow;
    Q_UNUSED(types)
    QQmlApplicationEngine engine;
    auto *const window =
            QmlWindow::open(&engine, "qrc:/ChatWindow/Main.qml",
                            { { "relayAddress", parser.value("connect") },
                              { "listenAddress", room ? room->host : QString() },
                              { "listenPort", room ? room->port : Protocol::DefaultPort },
                              { "name", parser.value("name") },
                              { "downloadDirectory", parser.value("download-dir") },
                              { "transport", int(*policy) },
                              { "dark", parser.isSet("dark") } });
    if (!window)
        return 1;
    if (parser.isSet("screenshot"))
        QmlWindow::savePicture(window, parser.value("screenshot"), parser.value("after").toInt());
    return QGuiApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN);
    QCommandLineParser parser;
    addOptions(&parser);
    if (!QmlWindow::hasDisplay())
        return QmlWindow::runWithoutDisplay(&parser, argc, argv, "qtrdma-chat");
    const QGuiApplication app(argc, argv);
    QGuiApplication::setDesktopFileName("org.qtrdma.chat");
    parser.process(app);
    return run(parser);
}
