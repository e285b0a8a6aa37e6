// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fileanswer.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QMimeDatabase>
#include <QUrl>

Answer::Answer() = default;
Answer::Answer(Answer &&other) noexcept = default;
Answer &Answer::operator=(Answer &&other) noexcept = default;
Answer::~Answer() = default;

namespace {

QByteArray httpDate(const QDateTime &time)
{
    return QLocale::c()
            .toString(time.toUTC(), QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"))
            .toLatin1();
}

QByteArray reasonOf(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 206:
        return "Partial Content";
    case 301:
        return "Moved Permanently";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 413:
        return "Content Too Large";
    case 416:
        return "Range Not Satisfiable";
    case 431:
        return "Request Header Fields Too Large";
    default:
        return "Internal Server Error";
    }
}

QByteArray headOf(int status, const QByteArray &type, qint64 size, const QByteArray &more = {})
{
    return "HTTP/1.1 " + QByteArray::number(status) + ' ' + reasonOf(status)
            + "\r\nDate: " + httpDate(QDateTime::currentDateTimeUtc()) + "\r\nContent-Type: " + type
            + "\r\nContent-Length: " + QByteArray::number(size) + "\r\n" + more;
}

Answer listing(const QFileInfo &directory, const QString &path)
{
    Answer answer;
    const QByteArray title = path.toHtmlEscaped().toUtf8();
    answer.body = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>" + title + "</title>\n<h1>"
            + title + "</h1>\n<ul>\n";
    const QFileInfoList entries =
            QDir(directory.filePath())
                    .entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name);
    for (const QFileInfo &entry : entries) {
        const QString name = entry.fileName() + QLatin1String(entry.isDir() ? "/" : "");
        // "./" keeps a colon in a name from becoming a scheme.
        answer.body += "<li><a href=\"./" + QUrl::toPercentEncoding(name, "/") + "\">"
                + name.toHtmlEscaped().toUtf8() + "</a>\n";
    }
    answer.body += "</ul>\n";
    answer.head = headOf(200, "text/html; charset=utf-8", answer.body.size());
    return answer;
}

Answer contents(const QFileInfo &info, const QByteArray &rangeHeader)
{
    Answer answer;
    answer.file = std::make_unique<QFile>(info.filePath());
    if (!answer.file->open(QIODevice::ReadOnly))
        return errorAnswer(403);
    const qint64 size = answer.file->size();
    ByteRange range;
    const RangeKind kind = parseRange(rangeHeader, size, &range);
    const QByteArray ofSize = '/' + QByteArray::number(size) + "\r\n";
    if (kind == RangeKind::Beyond)
        return errorAnswer(416, "Content-Range: bytes *" + ofSize);
    if (!answer.file->seek(range.first))
        return errorAnswer(500);
    QByteArray more =
            "Accept-Ranges: bytes\r\nLast-Modified: " + httpDate(info.lastModified()) + "\r\n";
    if (kind == RangeKind::Part) {
        more += "Content-Range: bytes " + QByteArray::number(range.first) + '-'
                + QByteArray::number(range.first + range.size - 1) + ofSize;
    }
    const QByteArray type = QMimeDatabase().mimeTypeForFile(info).name().toLatin1();
    answer.head = headOf(kind == RangeKind::Part ? 206 : 200, type, range.size, more);
    answer.fileBytes = range.size;
    return answer;
}

// The canonical path has no links and no "..".
bool isWithin(const QFileInfo &info, const QString &root)
{
    const QString base = QFileInfo(root).canonicalFilePath();
    const QString path = info.canonicalFilePath();
    return path == base || path.startsWith(base.endsWith(u'/') ? base : base + u'/');
}

} // namespace

Answer errorAnswer(int status, const QByteArray &moreHeaders)
{
    Answer answer;
    answer.body = QByteArray::number(status) + ' ' + reasonOf(status) + '\n';
    answer.head = headOf(status, "text/plain", answer.body.size(), moreHeaders);
    return answer;
}

Answer answerTo(const HttpRequest &request, const QString &root)
{
    if (request.method != "GET" && request.method != "HEAD")
        return errorAnswer(405, "Allow: GET, HEAD\r\n");
    const QUrl url = QUrl::fromEncoded(request.target, QUrl::StrictMode);
    const QString path = url.path(QUrl::FullyDecoded);
    if (!url.isValid() || !path.startsWith(u'/') || path.contains(QChar(0)))
        return errorAnswer(400);
    const QFileInfo info(root + path);
    if (!info.exists() || !isWithin(info, root))
        return errorAnswer(404);
    if (info.isDir() && !path.endsWith(u'/'))
        return errorAnswer(301, "Location: " + url.path(QUrl::FullyEncoded).toUtf8() + "/\r\n");
    if (info.isDir())
        return listing(info, path);
    return info.isFile() ? contents(info, request.headers.value("range")) : errorAnswer(403);
}
