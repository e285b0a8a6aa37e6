// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fetch.h"

#include <QCoreApplication>

namespace {
constexpr qint64 MaxHead = 16 * 1024;
constexpr qint64 Piece = 256 * 1024;
constexpr int HttpPort = 80;
} // namespace

Fetch::Fetch(const QUrl &url, const RdmaStreamOptions &options, QIODevice *device) : target(device)
{
    stream.setOptions(options);
    connect(&stream, &RdmaStream::connected, this, [this, url] { ask(url); });
    connect(&stream, &RdmaStream::readyRead, this, &Fetch::read);
    connect(&stream, &RdmaStream::disconnected, this, &Fetch::ended);
    connect(&stream, &RdmaStream::errorOccurred, this, [this](QAbstractSocket::SocketError error) {
        if (error != QAbstractSocket::RemoteHostClosedError)
            finish(stream.errorString());
    });
    stream.connectToHost(url.host(), quint16(url.port(HttpPort)));
}

void Fetch::ask(const QUrl &url)
{
    Q_EMIT connected(stream);
    const QUrl path = url.path().isEmpty() ? QUrl("/") : url;
    stream.write("GET "
                 + path.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment)
                 + " HTTP/1.1\r\nHost: " + url.authority(QUrl::FullyEncoded).toLatin1()
                 + "\r\nConnection: close\r\n\r\n");
}

void Fetch::read()
{
    if (expects == Expects::Head)
        readHead();
    if (expects == Expects::Body)
        readBody();
}

// The first line is "HTTP/1.1 200 OK"; an empty line ends the head.
void Fetch::readHead()
{
    while (expects == Expects::Head && stream.canReadLine()) {
        const QByteArray line = stream.readLine();
        const bool isFirst = headSize == 0;
        headSize += line.size();
        if (isFirst && line.split(' ').value(1) != "200")
            return finish(QCoreApplication::translate("Program", "the server answers: %1")
                                  .arg(QString::fromLatin1(line.trimmed())));
        if (line.toLower().startsWith("content-length:"))
            left = line.mid(line.indexOf(':') + 1).trimmed().toLongLong();
        if (line.trimmed().isEmpty())
            expects = Expects::Body;
    }
    if (expects == Expects::Head && headSize + stream.bytesAvailable() > MaxHead)
        finish(QCoreApplication::translate("Program", "the head of the answer does not end"));
}

void Fetch::readBody()
{
    while (left != 0 && stream.bytesAvailable() > 0) {
        const QByteArray piece = stream.read(left < 0 ? Piece : qMin(left, Piece));
        if (target->write(piece) != piece.size())
            return finish(target->errorString());
        if (left > 0)
            left -= piece.size();
    }
    if (left == 0)
        finish({});
}

void Fetch::ended()
{
    const bool isWhole = expects == Expects::Body && left < 0 && stream.endedCleanly();
    finish(isWhole ? QString()
                   : QCoreApplication::translate("Program",
                                                 "the connection has ended before the answer"));
}

void Fetch::finish(const QString &problem)
{
    if (std::exchange(expects, Expects::Nothing) == Expects::Nothing)
        return;
    stream.disconnectFromHost();
    Q_EMIT finished(problem);
}
