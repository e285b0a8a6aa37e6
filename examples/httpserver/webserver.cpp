// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "webserver.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QMimeDatabase>
#include <QtRdma/RdmaDevice>

namespace {

#if QT_VERSION < QT_VERSION_CHECK(6, 8, 0)
using Responder = QHttpServerResponder &&;
#else
using Responder = QHttpServerResponder &;
#endif

constexpr int MaxConnections = 100;
constexpr int IdleTimeout = 60000; // ms

QJsonObject describe(const RdmaDevice &device)
{
    QJsonArray gids;
    const QList<RdmaGidEntry> entries = device.gids();
    for (const RdmaGidEntry &entry : entries)
        gids.append(entry.toString());
    return { { "name", device.name() },
             { "ports", device.portCount() },
             { "software", device.isSoftware() },
             { "gids", gids } };
}

QJsonObject describeDevices()
{
    RdmaError error;
    const QList<RdmaDevice> devices = RdmaDevice::devices(&error);
    QJsonArray list;
    for (const RdmaDevice &device : devices)
        list.append(describe(device));
    QJsonObject answer{ { "devices", list } };
    if (error.isError())
        answer.insert("error", error.toString());
    return answer;
}

// Null if there is no such file below the directory; links do not lead out of it.
std::unique_ptr<QFile> openBelow(const QString &root, const QString &name)
{
    const QFileInfo info(QDir(root).filePath(name));
    const QString path = info.canonicalFilePath();
    if (!info.isFile() || !path.startsWith(root + u'/'))
        return nullptr;
    auto file = std::make_unique<QFile>(path);
    return file->open(QIODevice::ReadOnly) ? std::move(file) : nullptr;
}

} // namespace

WebServer::WebServer(const QString &directory, RdmaServer *server)
    : root(QFileInfo(directory).canonicalFilePath())
    , tcpServer(new LimitedServer(server, this))
{
    RdmaStreamOptions options = server->streamOptions();
    options.setIdleTimeout(IdleTimeout);
    server->setStreamOptions(options);
    server->setMaxConnections(MaxConnections);
    tcpServer->setDecoyEnabled(true); // QHttpServer wants a QTcpServer that listens
    addRoutes();
}

bool WebServer::listen(const QHostAddress &address, quint16 port)
{
    if (!tcpServer->listen(address, port))
        return false;
    http.bind(tcpServer);
    return true;
}

QString WebServer::errorString() const
{
    return tcpServer->errorString();
}

void WebServer::addRoutes()
{
    http.route("/", QHttpServerRequest::Method::Get, [] {
        return QHttpServerResponse(
                "text/html",
                "<!DOCTYPE html><title>QHttpServer over RDMA</title>"
                "<p>See <a href='/devices'>the RDMA devices of this machine</a>, "
                "or get a file: /files/NAME\n");
    });
    http.route("/devices", QHttpServerRequest::Method::Get,
               [] { return QHttpServerResponse(describeDevices()); });
    http.route("/files/<arg>", QHttpServerRequest::Method::Get,
               [this](const QUrl &name, Responder responder) {
                   auto file = openBelow(root, name.path(QUrl::FullyDecoded));
                   if (!file) {
                       responder.write(QHttpServerResponder::StatusCode::NotFound);
                       return;
                   }
                   const QMimeType type = QMimeDatabase().mimeTypeForFile(file->fileName());
                   responder.write(file.release(), type.name().toLatin1()); // in pieces
               });
}
