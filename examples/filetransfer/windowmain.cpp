// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A window that sends a file over RDMA or TCP and takes files from others. Its work is in the QML
// files; its options are here.

#include "checkedoptions.h"
#include "qmlwindow.h"
#include "transportoption.h"
#include "unixsignals.h"

#include <QtCore/qdir.h>
#include <QtGui/qguiapplication.h>

#include <csignal>

// Made by qmltyperegistrar. To name it here keeps it in programs that are linked with the library.
extern void qml_register_types_FileTransfer();

namespace {

void addOptions(QCommandLineParser *parser)
{
    Program::describe(parser, Program::Texts::tr("Sends files over RDMA or TCP, and takes them."),
                      "qtrdma-send-window --listen 10.77.0.1");
    Program::addStandardOptions(parser);
    parser->addOptions(Program::withDefaults({
            { "listen", Program::Texts::tr("Take files on this address of this machine."),
              "address" },
            { "port", Program::Texts::tr("The port to listen at, and to send to."), "port",
              "7472" },
            { "directory", Program::Texts::tr("Where files go that come (here)."), "directory" },
            { "send", Program::Texts::tr("Send this file."), "file" },
            { "to", Program::Texts::tr("Send the file to this host."), "host" },
            { "accept-all", Program::Texts::tr("Take files without asking.") },
            { "dark", Program::Texts::tr("Light text on dark ground, whatever the system has.") },
            { "screenshot", Program::Texts::tr("Write a picture of the window, and end."), "file" },
    }));
    Program::addOverwriteOption(parser);
    TransportOption::addTo(parser);
}

int run(const QCommandLineParser &parser)
{
    Endpoint own{ {}, Program::port(parser) };
    if (parser.isSet("listen"))
        own = Program::listenEndpoint(parser, "listen", own.port);
    const QString directory = parser.value("directory");
    const Rdma::TransportPolicy policy = TransportOption::policyOf(parser);
    Program::keepFiles(parser, { "screenshot" });
    Program::keepInput(parser, "send", { "screenshot" });
    volatile const auto types = &qml_register_types_FileTransfer;
    Q_UNUSED(types)
    const EndBySignal terminations;
    QQmlApplicationEngine engine;
    auto *const window = QmlWindow::open(
            &engine, "qrc:/FileTransfer/Main.qml",
            { { "listenAddress", own.address().toString() },
              { "port", own.port },
              { "directory", directory.isEmpty() ? QDir::currentPath() : directory },
              { "file", parser.value("send") },
              { "host", parser.value("to") },
              { "transport", int(policy) },
              { "asks", !parser.isSet("accept-all") },
              { "theme", parser.isSet("dark") ? "dark" : "system" } });
    if (!window)
        return 1;
    if (parser.isSet("screenshot")) // after some time, for a transfer to get somewhere
        QmlWindow::savePicture(window, parser.value("screenshot"), 3000);
    return QGuiApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN); // a pipe of our output that closes shall not end the transfer
    if (!QmlWindow::hasDisplay())
        return QmlWindow::runWithoutDisplay(addOptions, argc, argv, "qtrdma-send");
    const QGuiApplication app(argc, argv);
    QGuiApplication::setDesktopFileName("org.qtrdma.send");
    QCommandLineParser parser;
    addOptions(&parser);
    Program::process(&parser);
    return run(parser);
}
