// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "scrape.h"

#include <QtCore/qlist.h>

namespace {

constexpr char startPage[] = "<!DOCTYPE html>\n<html lang=\"en\"><title>qtrdma-monitor</title>"
                             "<h1>qtrdma-monitor</h1><p><a href=\"/metrics\">Metrics</a></html>\n";

QByteArray answer(const QByteArray &status, const QByteArray &type, const QByteArray &page,
                  bool withPage, const QByteArray &header = QByteArray())
{
    return "HTTP/1.1 " + status + "\r\nContent-Type: " + type
            + "\r\nContent-Length: " + QByteArray::number(page.size()) + "\r\n" + header
            + "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
            + (withPage ? page : QByteArray());
}

// Header lines as RFC 9112 has them: a name without blanks, a colon.
bool isHeaderLine(const QByteArray &line)
{
    const qsizetype colon = line.indexOf(':');
    return colon > 0 && !line.left(colon).contains(' ') && !line.left(colon).contains('\t');
}

// HTTP/1.1 needs one Host, HTTP/1.0 none.
bool hasGoodHeaders(const QByteArrayList &lines, bool isHttp11)
{
    qsizetype hosts = 0;
    for (const QByteArray &line : lines) {
        if (!isHeaderLine(line))
            return false;
        hosts += line.left(5).toLower() == "host:";
    }
    return isHttp11 ? hosts == 1 : hosts <= 1;
}

} // namespace

qsizetype endOfHead(const QByteArray &received)
{
    const qsizetype end = received.indexOf("\r\n\r\n");
    return end < 0 ? -1 : end + 4;
}

QByteArray refusal(const QByteArray &status, const QByteArray &header)
{
    return answer(status, "text/plain; charset=utf-8", status + '\n', true, header);
}

QByteArray answerTo(const QByteArray &head, const QByteArray &metrics)
{
    QByteArrayList lines = head.chopped(4).split('\n');
    for (QByteArray &line : lines) {
        if (line.endsWith('\r'))
            line.chop(1);
    }
    const QByteArrayList request = lines.takeFirst().split(' ');
    if (request.size() != 3 || !request.at(2).startsWith("HTTP/"))
        return refusal("400 Bad Request");
    if (request.at(2) != "HTTP/1.1" && request.at(2) != "HTTP/1.0")
        return refusal("505 HTTP Version Not Supported");
    if (!hasGoodHeaders(lines, request.at(2) == "HTTP/1.1"))
        return refusal("400 Bad Request");
    const bool isGet = request.at(0) == "GET";
    if (!isGet && request.at(0) != "HEAD")
        return refusal("405 Method Not Allowed", "Allow: GET, HEAD\r\n");
    const QByteArray path = request.at(1).split('?').constFirst();
    if (path == "/metrics")
        return answer("200 OK", "text/plain; version=0.0.4; charset=utf-8", metrics, isGet);
    if (path == "/")
        return answer("200 OK", "text/html; charset=utf-8", startPage, isGet);
    return refusal("404 Not Found");
}
