// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Shows the GIDs of RDMA devices and which of them can be used from here, as show_gids of
// Mellanox's drivers does; with --json for programs.

#include "checkedoptions.h"

#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>

#include <QtRdma/RdmaDevice>

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(gids)
};

constexpr int MostPorts = 255;

QJsonObject toJson(const RdmaDevice &device, const RdmaGidEntry &entry)
{
    return { { "device", device.name() },         { "port", entry.port() },
             { "index", entry.index() },          { "gid", entry.toString() },
             { "ipv4", entry.ipv4().toString() }, { "type", entry.typeName() },
             { "netdev", entry.netdev() },        { "usable", entry.isUsable() } };
}

// fe80:0000:0000:0000:5054:00ff:fe12:3456 becomes fe80::5054:ff:fe12:3456.
QString compressed(const QString &gid)
{
    return QHostAddress(gid).toString();
}

QStringList cellsOf(const QJsonObject &row)
{
    return { row["device"].toString(),
             QString::number(row["port"].toInt()),
             QString::number(row["index"].toInt()),
             compressed(row["gid"].toString()),
             row["ipv4"].toString(),
             row["type"].toString(),
             row["netdev"].toString(),
             row["usable"].toBool() ? "yes" : "no" };
}

// Each column is as wide as its widest cell.
void printTable(const QJsonArray &rows)
{
    QList<QStringList> lines{ { "Device", "Port", "Index", "GID", "IPv4", "Type", "Netdev",
                                "Usable" } };
    for (const auto &row : rows)
        lines.append(cellsOf(row.toObject()));
    QList<qsizetype> widths(lines.constFirst().size());
    for (QStringList &line : lines) {
        for (qsizetype i = 0; i < line.size(); ++i) {
            line[i] = Text::printable(line[i]);
            widths[i] = qMax(widths[i], line[i].size());
        }
    }
    QTextStream out(stdout);
    for (QStringList &line : lines) {
        for (qsizetype i = 0; i < line.size() - 1; ++i)
            line[i] = line[i].leftJustified(widths[i]);
        out << line.join(u' ') << '\n';
    }
}

// Those of the command line. Ends the program if there is none.
QList<RdmaDevice> devicesOf(const QString &name)
{
    RdmaError error;
    QList<RdmaDevice> devices;
    if (name.isEmpty())
        devices = RdmaDevice::devices(&error);
    else if (const RdmaDevice device = RdmaDevice::fromName(name, &error); device.isValid())
        devices.append(device);
    const QStringList others = RdmaDevice::names();
    if (devices.isEmpty() && !name.isEmpty() && !others.isEmpty())
        Program::refuse(Texts::tr("There is no RDMA device \"%1\". Devices here: %2")
                                .arg(name, others.join(u' ')),
                        1);
    if (devices.isEmpty() && !name.isEmpty())
        Program::refuse(QStringLiteral("%1: %2").arg(name, error.toString()), 1);
    if (devices.isEmpty())
        Program::refuse(error.toString(), 1);
    return devices;
}

// 0 if all are wanted.
int portFrom(const QString &text)
{
    bool ok = false;
    const int port = text.toInt(&ok);
    if (text.isNull() || (ok && isBareNumber(text) && port >= 1 && port <= MostPorts))
        return port;
    Program::refuse(Texts::tr("A port is a number from 1 to %1, not \"%2\"")
                            .arg(QString::number(MostPorts), text));
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    Program::describe(&parser, Texts::tr("Shows the GIDs of RDMA devices."),
                      "qtrdma-gids mlx5_0 1");
    Program::addStandardOptions(&parser);
    parser.addOption({ "json", Texts::tr("Print JSON.") });
    parser.addPositionalArgument("device", Texts::tr("Show those of this device only."), "[device");
    parser.addPositionalArgument("port", Texts::tr("Show those of this port only."), "[port]]");
    Program::process(&parser, 2);

    const QStringList words = parser.positionalArguments();
    const int port = portFrom(words.value(1));
    const QList<RdmaDevice> devices = devicesOf(words.value(0));
    QJsonArray rows;
    for (const RdmaDevice &device : devices) {
        if (port > device.portCount())
            Program::refuse(Texts::tr("%1 has no port %2: its ports are 1 to %3")
                                    .arg(device.name())
                                    .arg(port)
                                    .arg(device.portCount()),
                            1);
        const QList<RdmaGidEntry> gids = port > 0 ? device.gids(port) : device.gids();
        for (const RdmaGidEntry &entry : gids)
            rows.append(toJson(device, entry));
    }
    if (parser.isSet("json"))
        QTextStream(stdout) << QJsonDocument(rows).toJson();
    else
        printTable(rows);
    return 0;
}
