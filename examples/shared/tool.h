// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TOOL_H
#define TOOL_H

#include "checkedoptions.h"
#include "hostname.h"

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
    Tool(const QString &purpose, const QString &port, const QList<QCommandLineOption> &options)
    {
        const QString name = QCoreApplication::applicationName();
        Program::describe(this, purpose,
                          Program::Texts::tr("%1, and elsewhere %1 10.77.0.1").arg(name));
        Program::addStandardOptions(this);
        addPositionalArgument(
                "address",
                Program::Texts::tr("The address of the server. The server itself is given none."),
                "[address]");
        addOptions(
                Program::withDefaults({ { "listen", Program::Texts::tr("The server's own address."),
                                          "address", "0.0.0.0" },
                                        { { "p", "port" },
                                          Program::Texts::tr("Of the server. 0: it chooses one."),
                                          "port",
                                          port } }));
        addOptions(Program::withDefaults(options));
        addOption({ "json", Program::Texts::tr("Print one line of JSON.") });
        Program::process(this, 1);
    }

    bool isServer() const { return positionalArguments().value(0).isEmpty(); }

    // The client connects to it.
    QHostAddress serverAddress() const
    {
        QString problem;
        const QHostAddress address = HostName::addressOf(positionalArguments().value(0), &problem);
        if (address.isNull())
            Program::refuse(problem, 1);
        return address;
    }
    quint16 port() const { return Program::port(*this, isServer() ? 0 : 1); }

    int number(const QString &option, int most = Program::Unlimited) const
    {
        return Program::number(*this, option, 1, most);
    }

    // Runs the event loop with the server. Returns the exit status.
    int serve(RdmaServer *server) const
    {
        const Endpoint own = Program::listenEndpoint(*this, "listen", port());
        if (!server->listen(own.address(), own.port))
            return Program::fail(server->errorString(), 1);
        QTextStream(stderr) << Program::Texts::tr("Listening on port %1").arg(server->serverPort())
                            << '\n';
        return QCoreApplication::exec();
    }

    // Prints a result, as JSON or as text.
    void print(const QJsonObject &result, const QString &text) const
    {
        const QByteArray line = QJsonDocument(result).toJson(QJsonDocument::Compact);
        Program::print(isSet("json") ? QString::fromUtf8(line) : text);
    }

    // Prints the result, and ends the program.
    void finish(const QJsonObject &result, const QString &text) const
    {
        print(result, text);
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
