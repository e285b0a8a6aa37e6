// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// chatwindow [--connect HOST[:PORT]] [--name NAME] [--listen ADDRESS]    a person in a room, and perhaps the room

#include "endpoint.h"

#include <QCommandLineParser>
#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQuickWindow>
#include <QTextStream>
#include <QTimer>

#include <csignal>

// Made by qmltyperegistrar. To name it here keeps it in programs that are linked with the library.
extern void qml_register_types_ChatWindow();

namespace {

int fail(const QString &text)
{
    QTextStream(stderr) << "chatwindow: " << text << Qt::endl;
    return 2;
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN);
    const QGuiApplication app(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("A chat over RDMA, in a window"));
    parser.addHelpOption();
    const auto option = [&parser](const QString &name, const QString &text,
                                  const QString &value = {}, const QString &preset = {}) {
        const QCommandLineOption made(name, text, value, preset);
        parser.addOption(made);
        return made;
    };
    const auto connect = option(QStringLiteral("connect"), QStringLiteral("Join a relay's room."),
                                QStringLiteral("host[:port]"));
    const auto listen =
            option(QStringLiteral("listen"), QStringLiteral("Have a room here, on this address."),
                   QStringLiteral("address[:port]"));
    const auto name = option(QStringLiteral("name"), QStringLiteral("Your name in the room."),
                             QStringLiteral("name"), qEnvironmentVariable("USER"));
    const auto directory =
            option(QStringLiteral("download-dir"), QStringLiteral("Take files and put them here."),
                   QStringLiteral("directory"));
    const auto dark = option(QStringLiteral("dark"), QStringLiteral("Light text on dark ground."));
    const auto screenshot =
            option(QStringLiteral("screenshot"),
                   QStringLiteral("Write a picture of the window when it was open for a while."),
                   QStringLiteral("file"));
    const auto after = option(QStringLiteral("after"), QStringLiteral("So long."),
                              QStringLiteral("ms"), QStringLiteral("3000"));
    parser.process(app);
    const auto room = Endpoint::fromString(parser.value(listen));
    if (parser.isSet(listen) && !room)
        return fail(QStringLiteral("An address looks like host, host:port or [IPv6]:port"));

    volatile const auto types = &qml_register_types_ChatWindow;
    Q_UNUSED(types)
    QQmlApplicationEngine engine;
#ifdef QML_IMPORTS
    engine.addImportPath(QStringLiteral(QML_IMPORTS));
#endif
    engine.setInitialProperties({
            { QStringLiteral("relayAddress"), parser.value(connect) },
            { QStringLiteral("listenAddress"), room ? room->host : QString() },
            { QStringLiteral("listenPort"), room ? room->port : Endpoint::DefaultPort },
            { QStringLiteral("name"), parser.value(name) },
            { QStringLiteral("downloadDirectory"), parser.value(directory) },
            { QStringLiteral("dark"), parser.isSet(dark) },
    });
    engine.load(QUrl(QStringLiteral("qrc:/ChatWindow/Main.qml")));
    auto *window = qobject_cast<QQuickWindow *>(engine.rootObjects().value(0));
    if (!window)
        return 1;
    if (parser.isSet(screenshot)) {
        QTimer::singleShot(parser.value(after).toInt(), window, [&] {
            const bool saved = window->grabWindow().save(parser.value(screenshot));
            QCoreApplication::exit(saved ? 0 : fail(QStringLiteral("cannot write the picture")));
        });
    }
    return QGuiApplication::exec();
}
