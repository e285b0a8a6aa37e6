// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "clusteroptions.h"

#include "checkedoptions.h"
#include "keyfile.h"
#include "transportoption.h"

#include <QtCore/qcommandlineparser.h>

namespace {

constexpr std::chrono::seconds LongestWrite(30); // to a viewer that takes nothing

bool showsHosts(const QCommandLineParser &parser)
{
    return parser.isSet("connect") || parser.isSet("hosts");
}

QString tooMany()
{
    return Program::Texts::tr("There are more than %1 hosts").arg(HostAddress::MostHosts);
}

} // namespace

void ClusterOptions::addTo(QCommandLineParser *parser)
{
    parser->addOptions({
            { "connect",
              Program::withPort(
                      Program::Texts::tr(
                              "Show other machines: HOST or HOST:PORT of an agent, or ssh:HOST."),
                      HostAddress::DefaultPort),
              "host" },
            { "hosts", Program::Texts::tr("Show the machines in this file, one in a line."),
              "file" },
            { "serve",
              Program::withPort(
                      Program::Texts::tr("Be the agent of this machine: send samples to viewers "
                                         "that connect. Without --key-file at a loopback address "
                                         "only."),
                      HostAddress::DefaultPort),
              "address[:port]" },
            { "key-file",
              Program::Texts::tr("Agent and viewer prove that they have the key in this file."),
              "file" },
            { "insecure",
              Program::Texts::tr(
                      "The agent needs no key: everybody who can connect sees this machine.") },
    });
    TransportOption::addTo(parser);
    parser->addPositionalArgument("host", Program::Texts::tr("More hosts after --connect."),
                                  "[host ...]");
}

QString ClusterOptions::read(const QCommandLineParser &parser)
{
    stream.setTransport(TransportOption::policyOf(parser));
    QString problem = readAgent(parser);
    if (problem.isEmpty())
        problem = readHosts(parser);
    if (!problem.isEmpty() || !showsHosts(parser))
        return problem;
    for (const char *other : { "serve", "listen", "replay", "record", "headless", "terminal",
                               "prometheus", "prometheus-file", "export" }) {
        if (parser.isSet(other))
            return Program::Texts::tr("--connect and --hosts show a window, without --%1")
                    .arg(other);
    }
    return {};
}

QString ClusterOptions::readFiles(const QCommandLineParser &parser)
{
    QString problem = KeyFile::read(parser.value("key-file"), &stream);
    if (!problem.isEmpty() || !parser.isSet("hosts"))
        return problem;
    hosts = HostAddress::fromFile(parser.value("hosts"), &problem) + hosts;
    if (problem.isEmpty() && hosts.isEmpty())
        return Program::Texts::tr("There is no host in %1").arg(parser.value("hosts"));
    if (problem.isEmpty() && hosts.size() > HostAddress::MostHosts)
        return tooMany();
    return problem;
}

// All who can connect see programs and addresses of others, so this has to be wanted.
QString ClusterOptions::readAgent(const QCommandLineParser &parser)
{
    if (!parser.isSet("serve"))
        return parser.isSet("insecure") ? Program::Texts::tr("--insecure goes with --serve only")
                                        : QString();
    const auto endpoint = Endpoint::fromString(parser.value("serve"), HostAddress::DefaultPort);
    address = endpoint ? endpoint->address() : QHostAddress();
    if (address.isNull())
        return Program::Texts::tr(
                       "--serve takes an address of this machine or any, and a port from 0 to "
                       "65535 if it is not %1: 10.0.0.1 or any:7000; not %2")
                .arg(HostAddress::DefaultPort)
                .arg(parser.value("serve"));
    port = endpoint->port;
    if (!address.isLoopback() && !parser.isSet("key-file") && !parser.isSet("insecure"))
        return Program::Texts::tr(
                "--serve at an address that others reach needs --key-file, or --insecure: "
                "everybody who can connect sees the names of processes and their peers");
    stream.setWriteTimeout(LongestWrite);
    return {};
}

QString ClusterOptions::readHosts(const QCommandLineParser &parser)
{
    const QStringList others = parser.positionalArguments();
    if (!others.isEmpty() && !parser.isSet("connect"))
        return Program::Texts::tr("%1: hosts follow --connect").arg(others.first());
    const QStringList texts = parser.values("connect") + others;
    for (const QString &text : texts) {
        const auto host = HostAddress::fromString(text);
        if (!host)
            return Program::Texts::tr(
                           "--connect takes HOST, HOST:PORT or ssh:HOST, and a port from 1 to "
                           "65535; not %1")
                    .arg(text);
        hosts.append(*host);
    }
    return hosts.size() > HostAddress::MostHosts ? tooMany() : QString();
}
