// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "webpage.h"

#include <QFile>

namespace {

// The page uses what is in it, and its own server, and nothing else.
const char Policy[] = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
                      "connect-src 'self'; frame-ancestors 'none'";

QByteArray answer(const QByteArray &status, const QByteArray &type, const QByteArray &body)
{
    return "HTTP/1.1 " + status + "\r\nContent-Type: " + type
            + "\r\nContent-Length: " + QByteArray::number(body.size())
            + "\r\nContent-Security-Policy: " + Policy + "\r\nConnection: close\r\n\r\n" + body;
}

} // namespace

WebPage::Request WebPage::requestIn(const QByteArray &bytes)
{
    const qsizetype end = bytes.indexOf("\r\n\r\n");
    if (end < 0)
        return bytes.size() < MaxHead ? Request::Unfinished : Request::TooLong;
    if (bytes.left(end).toLower().contains("\r\nupgrade: websocket"))
        return Request::WebSocket;
    return bytes.startsWith("GET / ") ? Request::Page : Request::Nothing;
}

QByteArray WebPage::answerTo(Request request)
{
    if (request != Request::Page)
        return answer("404 Not Found", "text/plain", "There is only / here.\n");
    QFile page(":/page.html");
    if (!page.open(QIODevice::ReadOnly))
        return answer("500 Internal Server Error", "text/plain", "The page is missing.\n");
    return answer("200 OK", "text/html; charset=utf-8", page.readAll());
}
