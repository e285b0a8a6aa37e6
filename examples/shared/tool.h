// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TOOL_H
#define TOOL_H

#include "program.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>
#include <QtRdma/RdmaServer>

// A program that measures something between two processes: the server, which gets no address on its
// command line, and the client, which gets the server's. Both end with one result.
class Tool : public QCommandLineParser
{
public:
    // The options are those that this tool has beside the common ones.
    Tool(const QString &description, const QString &port, const QList<QCommandLineOption> &options)
    {
        setApplicationDescription(description);
        Program::addStandardOptions(this);
        addPositionalArgument("address", "Of the server, which gets none.", "[address]");
        addOptions({ { "listen", "The server's own address.", "address", "0.0.0.0" },
                     { { "p", "port" }, "0: the server chooses.", "port", port } });
        addOptions(options);
        addOption({ "json", "Print one line of JSON." });
        process(*QCoreApplication::instance());
    }

    bool isServer() const { return positionalArguments().value(0).isEmpty(); }

    // The server listens there, and the client connects to it.
    QHostAddress address() const
    {
        return QHostAddress(isServer() ? value("listen") : positionalArguments().value(0));
    }
    quint16 port() const { return value("port").toUShort(); }

    int number(const QString &option) const { return value(option).toInt(); }

    // Runs the event loop with the server. Returns the exit status.
    int serve(RdmaServer *server) const
    {
        if (!server->listen(address(), port()))
            return Program::fail(server->errorString(), 1);
        QTextStream(stderr) << "Listening on port " << server->serverPort() << '\n';
        return QCoreApplication::exec();
    }

    // Prints the result, as JSON or as text, and ends the program.
    void finish(const QJsonObject &result, const QString &text) const
    {
        const QByteArray line = QJsonDocument(result).toJson(QJsonDocument::Compact);
        Program::print(isSet("json") ? QString::fromUtf8(line) : text);
        QCoreApplication::exit(0);
    }

    // Prints the reason for which there is no result, and ends the program. This also works before
    // the event loop runs.
    static void fail(const QString &why)
    {
        const int status = Program::fail(why, 1);
        QTimer::singleShot(0, qApp, [status] { QCoreApplication::exit(status); });
    }

    // Returns a percentile, in microseconds, of sorted times in nanoseconds.
    static double percentile(const QList<qint64> &sorted, int percent)
    {
        return double(sorted.at((sorted.size() - 1) * percent / 100)) / 1000;
    }
};

#endif // TOOL_H
