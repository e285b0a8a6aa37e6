// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A window that sends a file over RDMA and takes files from others. Its work is in the QML files;
// its options are here.

#include "qmlwindow.h"

#include <QtCore/qcommandlineparser.h>
#include <QtCore/qdir.h>
#include <QtGui/qguiapplication.h>

#include <csignal>

// Made by qmltyperegistrar. To name it here keeps it in programs that are linked with the library.
extern void qml_register_types_FileTransfer();

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN); // a pipe of our output that closes shall not end the transfer
    const QGuiApplication app(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription("Sends files over RDMA, and takes them.");
    parser.addHelpOption();
    parser.addOptions({
            { "listen", "Take files on this address of this machine.", "address" },
            { "port", "Listen there, or send there.", "port", "7472" },
            { "directory", "Where files go that come.", "directory", QDir::currentPath() },
            { "send", "Send this file.", "file" },
            { "to", "Send it there.", "host" },
            { "dark", "Light text on dark ground." },
            { "screenshot", "Write a picture of the window, and end.", "file" },
    });
    parser.process(app);

    volatile const auto types = &qml_register_types_FileTransfer;
    Q_UNUSED(types)
    QQmlApplicationEngine engine;
    auto *const window = QmlWindow::open(&engine, "qrc:/FileTransfer/Main.qml",
                                         { { "listenAddress", parser.value("listen") },
                                           { "port", parser.value("port").toInt() },
                                           { "directory", parser.value("directory") },
                                           { "file", parser.value("send") },
                                           { "host", parser.value("to") },
                                           { "dark", parser.isSet("dark") } });
    if (!window)
        return 1;
    if (parser.isSet("screenshot")) // after some time, for a transfer to get somewhere
        QmlWindow::savePicture(window, parser.value("screenshot"), 3000);
    return QGuiApplication::exec();
}
