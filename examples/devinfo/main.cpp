// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Shows RDMA devices with their attributes and ports, as ibv_devinfo does; with --json for
// programs.

#include "checkedoptions.h"
#include "description.h"
#include "report.h"

#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>

#include <numeric>

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(devinfo)
};

constexpr int MostPorts = 255;

// -v is that of ibv_devinfo, not of the version.
void addOptions(QCommandLineParser *parser)
{
    Program::describe(parser, Texts::tr("Shows RDMA devices and their ports."),
                      "qtrdma-devinfo -v -d mlx5_0 -i 1");
    Program::addStandardOptions(parser, Program::Version::LongOption);
    parser->addOptions({
            { { "d", "device" }, Texts::tr("Show this device only; may be repeated."), "name" },
            { { "i", "ib-port" }, Texts::tr("Show this port only (all)."), "number" },
            { { "l", "list" }, Texts::tr("Print names of devices only.") },
            { { "v", "verbose" },
              Texts::tr("Show all attributes, capabilities by name, and GIDs.") },
            { "json", Texts::tr("Print all as JSON.") },
    });
    parser->addPositionalArgument("device", Texts::tr("As --device."), "[device...]");
}

// Those that are asked for. Ends the program if there are none.
QList<RdmaDevice> devicesOf(const QStringList &names)
{
    RdmaError error;
    QList<RdmaDevice> devices;
    if (names.isEmpty())
        devices = RdmaDevice::devices(&error);
    for (const QString &name : names) {
        const RdmaDevice device = RdmaDevice::fromName(name, &error);
        const QStringList others = RdmaDevice::names();
        if (!device.isValid() && !others.isEmpty() && !others.contains(name))
            Program::refuse(Texts::tr("There is no RDMA device \"%1\". Devices here: %2")
                                    .arg(name, others.join(u' ')),
                            1);
        if (!device.isValid())
            Program::refuse(QStringLiteral("%1: %2").arg(name, error.toString()), 1);
        devices.append(device);
    }
    if (devices.isEmpty())
        Program::refuse(error.toString(), 1);
    return devices;
}

// All, or the one that is asked for. Ends the program if the device does not have it.
QList<int> portsOf(const RdmaDevice &device, int wanted)
{
    if (wanted > device.portCount())
        Program::refuse(Texts::tr("%1 has no port %2: its ports are 1 to %3")
                                .arg(device.name())
                                .arg(wanted)
                                .arg(device.portCount()),
                        1);
    QList<int> ports(wanted > 0 ? 1 : device.portCount());
    std::iota(ports.begin(), ports.end(), qMax(wanted, 1));
    return ports;
}

void print(const QList<RdmaDevice> &devices, int port, Detail detail)
{
    QTextStream out(stdout);
    for (const RdmaDevice &device : devices)
        report(out, device, portsOf(device, port), detail);
}

void printJson(const QList<RdmaDevice> &devices, int port)
{
    QJsonArray descriptions;
    for (const RdmaDevice &device : devices)
        descriptions.append(describe(device, portsOf(device, port)));
    QTextStream(stdout) << QJsonDocument(descriptions).toJson();
}

void printNames(const QList<RdmaDevice> &devices)
{
    QTextStream out(stdout);
    for (const RdmaDevice &device : devices)
        out << Text::printable(device.name()) << '\n';
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    addOptions(&parser);
    Program::process(&parser, Program::Unlimited);
    if (parser.isSet("version"))
        parser.showVersion();

    const int port = parser.isSet("ib-port") ? Program::number(parser, "ib-port", 1, MostPorts) : 0;
    const QList<RdmaDevice> devices =
            devicesOf(parser.values("device") + parser.positionalArguments());
    if (parser.isSet("list"))
        printNames(devices);
    else if (parser.isSet("json"))
        printJson(devices, port);
    else
        print(devices, port, parser.isSet("verbose") ? Detail::All : Detail::Short);
    return 0;
}
