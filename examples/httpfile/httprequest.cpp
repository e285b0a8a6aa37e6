// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "httprequest.h"

#include <QList>

HttpRequest::Result HttpRequest::take(QByteArray *input)
{
    // A robust server ignores empty lines in front of a request (RFC 9112, 2.2).
    while (input->startsWith("\r\n"))
        input->remove(0, 2);
    const qsizetype end = input->indexOf("\r\n\r\n");
    if (end > LongestHead || (end < 0 && input->size() > LongestHead))
        return TooLong;
    if (end < 0)
        return Incomplete;
    const QByteArray head = input->left(end);
    input->remove(0, end + 4);
    if (!parse(head))
        return Malformed;
    const bool hasBody = headers.contains("transfer-encoding")
            || headers.value("content-length", "0").trimmed() != "0";
    return hasBody ? HasBody : Complete;
}

bool HttpRequest::parse(const QByteArray &head)
{
    QList<QByteArray> lines = head.split('\n');
    const QList<QByteArray> words = lines.takeFirst().trimmed().split(' ');
    if (words.size() != 3 || !words.at(2).startsWith("HTTP/1.") || words.at(1).isEmpty())
        return false;
    method = words.at(0);
    target = words.at(1);
    isOld = words.at(2) == "HTTP/1.0";
    for (const QByteArray &line : lines) {
        const qsizetype colon = line.indexOf(':');
        if (colon <= 0 || line.at(colon - 1) == ' ')
            return false;
        headers.insert(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
    }
    return true;
}

bool HttpRequest::keepsAlive() const
{
    const QByteArray connection = headers.value("connection").toLower();
    return isOld ? connection == "keep-alive" : connection != "close";
}

RangeKind parseRange(const QByteArray &header, qint64 size, ByteRange *range)
{
    *range = { 0, size };
    const qsizetype dash = header.indexOf('-');
    if (!header.startsWith("bytes=") || dash < 0 || header.contains(','))
        return RangeKind::Whole;
    const QByteArray from = header.mid(6, dash - 6).trimmed();
    const QByteArray to = header.mid(dash + 1).trimmed();
    bool fromIsNumber = false;
    bool toIsNumber = false;
    const qint64 first = from.toLongLong(&fromIsNumber);
    const qint64 last = to.toLongLong(&toIsNumber);
    if (from.isEmpty()) { // a number of bytes at the end
        if (!toIsNumber || last < 0)
            return RangeKind::Whole;
        range->size = qMin(last, size);
        range->first = size - range->size;
        return range->size > 0 ? RangeKind::Part : RangeKind::Beyond;
    }
    if (!fromIsNumber || first < 0 || (!to.isEmpty() && (!toIsNumber || last < first)))
        return RangeKind::Whole;
    if (first >= size)
        return RangeKind::Beyond;
    range->first = first;
    range->size = (to.isEmpty() ? size : qMin(last, size - 1) + 1) - first;
    return RangeKind::Part;
}
