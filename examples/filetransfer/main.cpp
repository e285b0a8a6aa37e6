// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A window that sends a file over RDMA and takes files from others. Its work is in the QML files;
// its options are here.

#include <QtCore/qcommandlineparser.h>
#include <QtCore/qdir.h>
#include <QtCore/qtextstream.h>
#include <QtCore/qtimer.h>
#include <QtGui/qguiapplication.h>
#include <QtQml/qqmlapplicationengine.h>
#include <QtQuick/qquickwindow.h>

#include <csignal>

// Made by qmltyperegistrar. To name it here keeps it in programs that are linked with the library.
extern void qml_register_types_FileTransfer();

namespace {

constexpr int ScreenshotAfter = 3000; // ms, for a transfer to get somewhere

QCommandLineOption option(const char *name, const char *text, const char *value = nullptr,
                          const QString &byDefault = {})
{
    return QCommandLineOption(QString::fromLatin1(name), QString::fromLatin1(text),
                              QString::fromLatin1(value), byDefault);
}

void saveScreenshot(QQuickWindow *window, const QString &file)
{
    const bool saved = window->grabWindow().save(file);
    if (!saved)
        QTextStream(stderr) << "filetransfer: cannot write " << file << Qt::endl;
    QCoreApplication::exit(saved ? 0 : 1);
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN); // a pipe of our output that closes shall not end the transfer
    const QGuiApplication app(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Sends files over RDMA, and takes them."));
    parser.addHelpOption();
    const auto listen = option("listen", "Take files on this address of this machine.", "address");
    const auto port =
            option("port", "Listen there, or send there.", "port", QStringLiteral("7472"));
    const auto directory =
            option("directory", "Where files go that come.", "directory", QDir::currentPath());
    const auto send = option("send", "Send this file.", "file");
    const auto to = option("to", "Send it there.", "host");
    const auto dark = option("dark", "Light text on dark ground.");
    const auto screenshot = option("screenshot", "Write a picture of the window, and end.", "file");
    parser.addOptions({ listen, port, directory, send, to, dark, screenshot });
    parser.process(app);

    volatile const auto types = &qml_register_types_FileTransfer;
    Q_UNUSED(types)
    QQmlApplicationEngine engine;
#ifdef QML_IMPORTS
    engine.addImportPath(QStringLiteral(QML_IMPORTS));
#endif
    engine.setInitialProperties({
            { QStringLiteral("listenAddress"), parser.value(listen) },
            { QStringLiteral("port"), parser.value(port).toInt() },
            { QStringLiteral("directory"), parser.value(directory) },
            { QStringLiteral("file"), parser.value(send) },
            { QStringLiteral("host"), parser.value(to) },
            { QStringLiteral("dark"), parser.isSet(dark) },
    });
    engine.load(QUrl(QStringLiteral("qrc:/FileTransfer/Main.qml")));
    auto *window = qobject_cast<QQuickWindow *>(engine.rootObjects().value(0));
    if (!window)
        return 1;
    if (parser.isSet(screenshot)) {
        QTimer::singleShot(ScreenshotAfter, window, [window, file = parser.value(screenshot)] {
            saveScreenshot(window, file);
        });
    }
    return QGuiApplication::exec();
}
