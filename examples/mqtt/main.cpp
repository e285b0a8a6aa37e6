// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// mqtt 10.77.0.1:1883 TOPIC     prints the messages of a topic that a broker sends over RDMA
//
// No release of Debian has Qt MQTT. This program was written by its documentation and source, and
// has been neither compiled nor run by the authors of QtRdma.

#include "checkedoptions.h"
#include "transportoption.h"

#include <QMqttClient>
#include <QtRdma/RdmaTcpSocket>

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    Program::describe(&parser,
                      Program::Texts::tr("Prints the messages of a topic of MQTT, over RDMA."),
                      "mqtt 10.77.0.1:1883 sensors/#");
    Program::addStandardOptions(&parser);
    TransportOption::addTo(&parser);
    parser.addPositionalArgument("broker", "HOST:PORT", "broker");
    parser.addPositionalArgument(
            "topic", Program::Texts::tr("The topic, which may have wildcards."), "topic");
    Program::process(&parser, 2);

    const QStringList arguments = parser.positionalArguments();
    const Rdma::TransportPolicy policy = TransportOption::policyOf(parser);
    const auto broker = Endpoint::fromString(arguments.value(0), 1883);
    if (arguments.size() != 2 || !broker)
        return Program::fail(Program::Texts::tr("it wants HOST:PORT and a topic"));

    auto *stream = new RdmaStream; // the socket owns it
    TransportOption::apply(policy, stream);
    RdmaTcpSocket socket(stream);
    QMqttClient client;
    client.setTransport(&socket, QMqttClient::AbstractSocket);

    // The client is told neither of the beginning nor of the end of a connection that is not its
    // own: it begins when it is asked to, and it ends with aboutToClose(), which close() emits.
    QObject::connect(&socket, &QTcpSocket::connected, &client,
                     [&client] { client.connectToHost(); });
    QObject::connect(&socket, &QTcpSocket::disconnected, &socket, &QTcpSocket::close);
    QObject::connect(&socket, &QTcpSocket::errorOccurred, &client,
                     [&socket] { QCoreApplication::exit(Program::fail(socket.errorString(), 1)); });
    QObject::connect(&client, &QMqttClient::connected, &client, [&client, &arguments] {
        client.subscribe(QMqttTopicFilter(arguments.at(1)));
    });
    QObject::connect(&client, &QMqttClient::messageReceived, &client,
                     [](const QByteArray &message, const QMqttTopicName &topic) {
                         Program::print(
                                 Text::printable(topic.name() + ": " + QString::fromUtf8(message)));
                     });
    socket.connectToHost(broker->host, broker->port);
    return QCoreApplication::exec();
}
