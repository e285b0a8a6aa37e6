// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fileanswer.h"

#include "conditions.h"
#include "listing.h"
#include "place.h"

#include <QFile>
#include <QMimeDatabase>

#include <algorithm>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

Answer::Answer() = default;
Answer::Answer(Answer &&other) noexcept = default;
Answer &Answer::operator=(Answer &&other) noexcept = default;
Answer::~Answer() = default;

namespace {

constexpr qint64 MostLookedThrough = 1024 * 1024; // bytes of a text, for its encoding

QByteArray reasonOf(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 206:
        return "Partial Content";
    case 301:
        return "Moved Permanently";
    case 304:
        return "Not Modified";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 412:
        return "Precondition Failed";
    case 413:
        return "Content Too Large";
    case 414:
        return "URI Too Long";
    case 416:
        return "Range Not Satisfiable";
    case 431:
        return "Request Header Fields Too Large";
    case 501:
        return "Not Implemented";
    case 505:
        return "HTTP Version Not Supported";
    default:
        return "Internal Server Error";
    }
}

QByteArray headOf(int status, const QByteArray &more)
{
    return "HTTP/1.1 " + QByteArray::number(status) + ' ' + reasonOf(status)
            + "\r\nDate: " + toHttpDate(QDateTime::currentDateTimeUtc()) + "\r\n" + more;
}

QByteArray headOf(int status, const QByteArray &type, qint64 size, const QByteArray &more = {})
{
    return headOf(status,
                  "Content-Type: " + type + "\r\nContent-Length: " + QByteArray::number(size)
                          + "\r\n" + more);
}

// Empty if the conditions of the request hold.
std::optional<Answer> answerToConditions(const HttpRequest &request, const Validators &current)
{
    switch (conditionOf(request, current)) {
    case Condition::Failed:
        return errorAnswer(412);
    case Condition::NotModified: {
        Answer answer;
        answer.head = headOf(304, current.headers());
        return answer;
    }
    case Condition::Holds:
        break;
    }
    return {};
}

Answer listing(const HttpRequest &request, const QString &root, const QByteArray &path)
{
    Answer answer;
    answer.body = listingOf(root, path);
    const Validators validators = Validators::of(answer.body);
    if (std::optional<Answer> other = answerToConditions(request, validators))
        return std::move(*other);
    answer.head = headOf(200, "text/html; charset=utf-8", answer.body.size(), validators.headers());
    return answer;
}

// A page of HTML says its encoding itself. Nothing is said of a text that was not seen to its end.
QByteArray typeOf(const QByteArray &path, QFile *file)
{
    const QString name = QString::fromUtf8(path.mid(path.lastIndexOf('/') + 1));
    QByteArray type = QMimeDatabase().mimeTypeForFileNameAndData(name, file).name().toLatin1();
    if (!type.startsWith("text/") || type == "text/html" || file->size() > MostLookedThrough)
        return type;
    const QByteArray text = file->seek(0) ? file->readAll() : QByteArray("\xff");
    return QUtf8StringView(text).isValidUtf8() ? type + "; charset=utf-8" : type;
}

// The file whose status this is: not one that took its name meanwhile.
std::unique_ptr<QFile> open(const Place &place, struct stat *status)
{
    auto file = std::make_unique<QFile>();
    const int descriptor =
            ::open(place.path.constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return {};
    if (!file->open(descriptor, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle)) {
        ::close(descriptor);
        return {};
    }
    const bool isFile = ::fstat(descriptor, status) == 0 && S_ISREG(status->st_mode);
    return isFile ? std::move(file) : nullptr;
}

RangeKind rangeOf(const HttpRequest &request, const Validators &current, qint64 size,
                  ByteRange *range)
{
    const bool asks = request.method == "GET" && continuesVersion(request, current);
    return parseRange(asks ? request.headers.value("range") : QByteArray(), size, range);
}

Answer contents(const HttpRequest &request, const Place &place)
{
    struct stat status = {};
    Answer answer;
    answer.file = open(place, &status);
    if (!answer.file)
        return errorAnswer(403);
    const Validators validators = Validators::of(status);
    if (std::optional<Answer> other = answerToConditions(request, validators))
        return std::move(*other);
    ByteRange range;
    const RangeKind kind = rangeOf(request, validators, status.st_size, &range);
    const QByteArray ofSize = '/' + QByteArray::number(qint64(status.st_size)) + "\r\n";
    if (kind == RangeKind::Beyond)
        return errorAnswer(416, "Content-Range: bytes *" + ofSize);
    const QByteArray type = typeOf(place.path, answer.file.get());
    if (!answer.file->seek(range.first))
        return errorAnswer(500);
    QByteArray more = "Accept-Ranges: bytes\r\n" + validators.headers();
    if (kind == RangeKind::Part) {
        more += "Content-Range: bytes " + QByteArray::number(range.first) + '-'
                + QByteArray::number(range.first + range.size - 1) + ofSize;
    }
    answer.head = headOf(kind == RangeKind::Part ? 206 : 200, type, range.size, more);
    answer.fileBytes = range.size;
    return answer;
}

// Within this server: a name behind two slashes would be another host.
Answer redirection(const QByteArray &encoded)
{
    const qsizetype name =
            std::find_if(encoded.cbegin(), encoded.cend(), [](char c) { return c != '/'; })
            - encoded.cbegin();
    return errorAnswer(301, "Location: /" + encoded.mid(name) + "/\r\n");
}

} // namespace

Answer errorAnswer(int status, const QByteArray &moreHeaders)
{
    Answer answer;
    answer.body = QByteArray::number(status) + ' ' + reasonOf(status) + '\n';
    answer.head = headOf(status, "text/plain; charset=utf-8", answer.body.size(), moreHeaders);
    return answer;
}

Answer answerTo(const HttpRequest &request, const QString &root)
{
    static const QList<QByteArray> others{ "CONNECT", "DELETE", "OPTIONS", "PATCH",
                                           "POST",    "PUT",    "TRACE" };
    if (others.contains(request.method))
        return errorAnswer(405, "Allow: GET, HEAD\r\n");
    if (request.method != "GET" && request.method != "HEAD")
        return errorAnswer(501);
    const QByteArray encoded = request.path();
    const QByteArray path = QByteArray::fromPercentEncoding(encoded);
    if (path.isEmpty() || path.contains('\0'))
        return errorAnswer(400);
    const Place place = placeOf(root, path);
    switch (place.kind) {
    case Place::Nothing:
        return errorAnswer(404);
    case Place::File:
        return contents(request, place);
    case Place::Directory:
        return path.endsWith('/') ? listing(request, root, path) : redirection(encoded);
    case Place::Other:
        break;
    }
    return errorAnswer(403);
}
