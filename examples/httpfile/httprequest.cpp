// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "httprequest.h"

#include <QList>
#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace {

// RFC 9110, 5.6.2
constexpr QLatin1String Token("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

QByteArray withoutReturn(const QByteArray &line)
{
    return line.endsWith('\r') ? line.chopped(1) : line;
}

// The number that the digits make; one that is too large is the largest.
qint64 position(const QString &digits)
{
    bool ok = false;
    const qint64 number = digits.toLongLong(&ok);
    return ok || digits.isEmpty() ? number : std::numeric_limits<qint64>::max();
}

} // namespace

HttpRequest::Result HttpRequest::take(QByteArray *input)
{
    // A robust server ignores empty lines in front of a request (RFC 9112, 2.2).
    while (input->startsWith("\r\n"))
        input->remove(0, 2);
    const qsizetype end = input->indexOf("\r\n\r\n");
    if (end > LongestHead || (end < 0 && input->size() > LongestHead))
        return input->lastIndexOf("\r\n", LongestHead) < 0 ? TargetTooLong : TooLong;
    if (end < 0)
        return Incomplete;
    const QByteArray head = input->left(end);
    input->remove(0, end + 4);
    return parse(head);
}

HttpRequest::Result HttpRequest::parse(const QByteArray &head)
{
    QList<QByteArray> lines = head.split('\n');
    const Result result = parseFirstLine(withoutReturn(lines.takeFirst()));
    if (result != Complete)
        return result;
    for (const QByteArray &line : std::as_const(lines)) {
        if (!parseHeader(withoutReturn(line)))
            return Malformed;
    }
    if (!hasValidHost())
        return Malformed;
    return bodyResult();
}

// A later 1.x is answered as 1.1 (RFC 9110, 2.5).
HttpRequest::Result HttpRequest::parseFirstLine(const QByteArray &line)
{
    static const QRegularExpression syntax(
            QStringLiteral("\\A(%1) ([!-~]+) HTTP/([0-9])\\.([0-9])\\z").arg(Token));
    const QRegularExpressionMatch match = syntax.match(QString::fromLatin1(line));
    if (!match.hasMatch())
        return Malformed;
    if (match.captured(3) != u"1")
        return OtherVersion;
    method = match.captured(1).toLatin1();
    target = match.captured(2).toLatin1();
    isOld = match.captured(4) == u"0";
    return Complete;
}

bool HttpRequest::parseHeader(const QByteArray &line)
{
    static const QRegularExpression name(QStringLiteral("\\A%1\\z").arg(Token));
    const qsizetype colon = line.indexOf(':');
    const QByteArray value = line.mid(colon + 1).trimmed();
    if (colon <= 0 || !name.match(QString::fromLatin1(line.left(colon))).hasMatch()
        || value.contains('\r') || value.contains('\0'))
        return false;
    const QByteArray key = line.left(colon).toLower();
    headers.insert(key, headers.contains(key) ? headers.value(key) + ", " + value : value);
    return true;
}

// Exactly one in 1.1 (RFC 9112, 3.2). A second one would have made a list.
bool HttpRequest::hasValidHost() const
{
    static const QRegularExpression syntax(
            QStringLiteral("\\A(\\[[0-9A-Fa-f:.]+\\]|[^\\s,/@?#:\\[\\]]*)(:[0-9]*)?\\z"));
    const bool hasHost = headers.contains("host");
    return hasHost ? syntax.match(QString::fromLatin1(headers.value("host"))).hasMatch() : isOld;
}

// One length of digits, or a coding without a length (RFC 9112, 6.3).
HttpRequest::Result HttpRequest::bodyResult() const
{
    static const QRegularExpression digits(QStringLiteral("\\A[0-9]+\\z"));
    static const QRegularExpression zeros(QStringLiteral("\\A0+\\z"));
    const bool hasCoding = headers.contains("transfer-encoding");
    if (!headers.contains("content-length"))
        return hasCoding ? HasBody : Complete;
    const QString length = QString::fromLatin1(headers.value("content-length"));
    if (hasCoding || !digits.match(length).hasMatch())
        return Malformed;
    return zeros.match(length).hasMatch() ? Complete : HasBody;
}

// The origin-form or the absolute-form (RFC 9112, 3.2). An URL without a path means "/".
QByteArray HttpRequest::path() const
{
    static const QRegularExpression syntax(
            QStringLiteral(
                    "\\A(http://[^/?#@]+)?((?:/(?:[^?#%]|%[0-9a-f]{2})*+)?)(?:\\?[^#]*+)?\\z"),
            QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = syntax.match(QString::fromLatin1(target));
    const bool isEmptyPath = match.capturedLength(1) > 0 && match.capturedLength(2) == 0;
    return isEmptyPath ? QByteArray("/") : match.captured(2).toLatin1();
}

bool HttpRequest::keepsAlive() const
{
    const QList<QByteArray> words = headers.value("connection").toLower().split(',');
    const auto says = [&words](const char *option) {
        return std::any_of(words.cbegin(), words.cend(),
                           [option](const QByteArray &word) { return word.trimmed() == option; });
    };
    return !says("close") && (!isOld || says("keep-alive"));
}

RangeKind parseRange(const QByteArray &header, qint64 size, ByteRange *range)
{
    static const QRegularExpression syntax(
            QStringLiteral("\\Abytes=[ \\t]*([0-9]*)-([0-9]*)[ \\t]*\\z"),
            QRegularExpression::CaseInsensitiveOption);
    *range = { 0, size };
    const QRegularExpressionMatch match = syntax.match(QString::fromLatin1(header));
    const bool hasFirst = match.capturedLength(1) > 0;
    const bool hasLast = match.capturedLength(2) > 0;
    if (!match.hasMatch() || (!hasFirst && !hasLast))
        return RangeKind::Whole;
    const qint64 first = position(match.captured(1));
    const qint64 last = position(match.captured(2));
    if (!hasFirst) { // a number of bytes at the end
        range->size = qMin(last, size);
        range->first = size - range->size;
        if (last > 0 && size == 0) // there is no part without a byte
            return RangeKind::Whole;
        return range->size > 0 ? RangeKind::Part : RangeKind::Beyond;
    }
    if (hasLast && last < first)
        return RangeKind::Whole;
    if (first >= size)
        return RangeKind::Beyond;
    range->first = first;
    range->size = (hasLast ? qMin(last, size - 1) + 1 : size) - first;
    return RangeKind::Part;
}
