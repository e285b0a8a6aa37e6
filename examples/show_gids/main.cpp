// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Shows the GIDs of all RDMA devices and which of them can be used from here; with --json for
// programs.

#include "checkedoptions.h"

#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qtextstream.h>

#include <QtRdma/RdmaDevice>

namespace {

QJsonObject toJson(const RdmaDevice &device, const RdmaGidEntry &entry)
{
    return { { "device", device.name() },         { "port", entry.port() },
             { "index", entry.index() },          { "gid", entry.toString() },
             { "ipv4", entry.ipv4().toString() }, { "type", entry.typeName() },
             { "netdev", entry.netdev() },        { "usable", entry.isUsable() } };
}

void printTable(const QJsonArray &rows)
{
    QTextStream out(stdout);
    out << "Device    Port Index GID                                     IPv4            "
           "Type       Netdev   Usable\n";
    for (const auto &value : rows) {
        const QJsonObject row = value.toObject();
        const auto text = [&row](const QString &key, int width) {
            const QString value = row[key].toVariant().toString();
            return Text::printable(value).leftJustified(width) + u' ';
        };
        out << text("device", 9) << text("port", 4) << text("index", 5) << text("gid", 39)
            << text("ipv4", 15) << text("type", 10) << text("netdev", 8)
            << (row["usable"].toBool() ? "yes" : "no") << '\n';
    }
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    Program::describe(&parser, "Shows the GIDs of RDMA devices.", "qtrdma-gids --json");
    Program::addStandardOptions(&parser);
    parser.addOption({ "json", "Print JSON." });
    Program::process(&parser);

    QJsonArray rows;
    RdmaError error;
    const QList<RdmaDevice> devices = RdmaDevice::devices(&error);
    for (const RdmaDevice &device : devices) {
        const QList<RdmaGidEntry> gids = device.gids();
        for (const RdmaGidEntry &entry : gids)
            rows.append(toJson(device, entry));
    }
    if (parser.isSet("json"))
        QTextStream(stdout) << QJsonDocument(rows).toJson();
    else
        printTable(rows);
    if (devices.isEmpty())
        QTextStream(stderr) << error.toString() << '\n';
    return 0;
}
