// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Shows the GIDs of all RDMA devices and which of them can be used from here; with --json for
// programs.

#include "printable.h"

#include <QtCore/qcommandlineparser.h>
#include <QtCore/qcoreapplication.h>
#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qtextstream.h>

#include <QtRdma/RdmaDevice>

namespace {

QString typeName(Rdma::GidType type)
{
    switch (type) {
    case Rdma::GidType::RoceV1:
        return QStringLiteral("RoCE v1");
    case Rdma::GidType::RoceV2:
        return QStringLiteral("RoCE v2");
    case Rdma::GidType::Iwarp:
        return QStringLiteral("iWARP");
    default:
        return QStringLiteral("IB");
    }
}

QJsonObject toJson(const RdmaDevice &device, const RdmaGidEntry &entry)
{
    return { { QStringLiteral("device"), device.name() },
             { QStringLiteral("port"), entry.port() },
             { QStringLiteral("index"), entry.index() },
             { QStringLiteral("gid"), entry.toString() },
             { QStringLiteral("ipv4"), entry.ipv4().toString() },
             { QStringLiteral("type"), typeName(entry.type()) },
             { QStringLiteral("netdev"), entry.netdev() },
             { QStringLiteral("usable"), entry.isUsable() } };
}

void printTable(const QJsonArray &rows)
{
    QTextStream out(stdout);
    out << "Device    Port Index GID                                     IPv4            Type    "
           "Netdev   Usable\n";
    for (const auto &value : rows) {
        const QJsonObject row = value.toObject();
        const auto text = [&row](const char *key, int width) {
            const QString value = row.value(QLatin1String(key)).toVariant().toString();
            return Text::printable(value).leftJustified(width) + u' ';
        };
        out << text("device", 9) << text("port", 4) << text("index", 5) << text("gid", 39)
            << text("ipv4", 15) << text("type", 7) << text("netdev", 8)
            << (row.value(QStringLiteral("usable")).toBool() ? "yes" : "no") << '\n';
    }
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Shows the GIDs of RDMA devices."));
    parser.addHelpOption();
    const QCommandLineOption json(QStringLiteral("json"), QStringLiteral("Print JSON."));
    parser.addOption(json);
    parser.process(app);

    QJsonArray rows;
    const QList<RdmaDevice> devices = RdmaDevice::devices();
    for (const RdmaDevice &device : devices) {
        const QList<RdmaGidEntry> gids = device.gids();
        for (const RdmaGidEntry &entry : gids)
            rows.append(toJson(device, entry));
    }
    if (parser.isSet(json))
        QTextStream(stdout) << QJsonDocument(rows).toJson();
    else
        printTable(rows);
    return 0;
}
