// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// dashboard --listen 10.77.0.1:7471       on the machine that collects; browsers open it
// dashboard --connect 10.77.0.1:7471      on each machine that is measured

#include "checkedoptions.h"
#include "dashboard.h"
#include "measurements.h"
#include "transportoption.h"
#include "websocketsender.h"

#include <QJsonDocument>
#include <QSysInfo>
#include <QTimer>

namespace {

constexpr quint16 DefaultPort = 7471;
constexpr qint64 MaxBehind = 64 * 1024; // bytes

int collect(const Endpoint &endpoint, Rdma::TransportPolicy policy)
{
    auto *server = new RdmaServer; // the dashboard owns it
    TransportOption::apply(policy, server);
    Dashboard dashboard(server);
    QObject::connect(
            &dashboard, &Dashboard::sourceJoined, &dashboard,
            [](const QString &name, const QString &transport) {
                Program::print(
                        Program::Texts::tr("%1 joined %2").arg(Text::printable(name), transport));
            });
    QObject::connect(&dashboard, &Dashboard::sourceLeft, &dashboard, [](const QString &name) {
        Program::print(Program::Texts::tr("%1 left").arg(Text::printable(name)));
    });
    if (!dashboard.listen(endpoint.address(), endpoint.port))
        return Program::fail(dashboard.errorString(), 1);
    Program::print(Program::Texts::tr("Listening on port %1 %2")
                           .arg(server->serverPort())
                           .arg(TransportOption::textOf(*server)));
    return QCoreApplication::exec();
}

int measure(const Endpoint &endpoint, const QString &name, int interval,
            Rdma::TransportPolicy policy)
{
    RdmaStreamOptions options;
    options.setTransport(policy);
    WebSocketSender sender(options);
    Measurements measurements;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &sender, [&sender, &measurements] {
        const QJsonDocument values(measurements.take());
        if (sender.bytesToWrite() < MaxBehind) // else the network is slower: this one is left out
            sender.send(values.toJson(QJsonDocument::Compact));
    });
    QObject::connect(
            &sender, &WebSocketSender::opened, &timer,
            [&timer, interval](const RdmaStream &stream) {
                Program::print(
                        Program::Texts::tr("Connected %1").arg(TransportOption::textOf(stream)));
                timer.start(interval);
            });
    QObject::connect(&sender, &WebSocketSender::failed, &timer, [](const QString &problem) {
        QCoreApplication::exit(Program::fail(problem, 1));
    });
    sender.open(endpoint.host, endpoint.port, "/source/" + name);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    Program::describe(&parser, Program::Texts::tr("A web page that shows how busy machines are."),
                      "dashboard --connect 10.77.0.1:7471");
    Program::addStandardOptions(&parser);
    parser.addOptions(Program::withDefaults(
            { { "listen", Program::Texts::tr("Where the page is, and sources connect."),
                "address:port" },
              { "connect", Program::Texts::tr("Measure this machine, for that page."),
                "host:port" },
              { "name", Program::Texts::tr("The name of this machine."), "name",
                QSysInfo::machineHostName() },
              { "interval", Program::Texts::tr("Time between measurements."), "ms", "500" } }));
    TransportOption::addTo(&parser);
    Program::process(&parser);

    const Rdma::TransportPolicy policy = TransportOption::policyOf(parser);
    const bool isSource = parser.isSet("connect");
    if (isSource == parser.isSet("listen"))
        return Program::fail(Program::Texts::tr("it wants either --listen or --connect"));
    const int interval = Program::number(parser, "interval", 1);
    if (!isSource)
        return collect(Program::listenEndpoint(parser, "listen", DefaultPort), policy);
    return measure(Program::endpoint(parser, "connect", DefaultPort), parser.value("name"),
                   interval, policy);
}
