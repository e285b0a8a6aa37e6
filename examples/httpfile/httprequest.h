// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HTTPREQUEST_H
#define HTTPREQUEST_H

#include <QByteArray>
#include <QHash>

// The head of a request of HTTP/1.1 (RFC 9112) or 1.0. What has a body is not understood.
struct HttpRequest
{
    enum Result { Incomplete, Complete, Malformed, TooLong, HasBody };
    static constexpr qsizetype LongestHead = 16 * 1024;

    // Takes one head from the front of 'input', if it is there.
    Result take(QByteArray *input);
    bool keepsAlive() const;

    QByteArray method;
    QByteArray target;
    QHash<QByteArray, QByteArray> headers; // names in lower case
    bool isOld = false; // HTTP/1.0

private:
    bool parse(const QByteArray &head);
};

// So many bytes from there on.
struct ByteRange
{
    qint64 first = 0;
    qint64 size = 0;
};

enum class RangeKind { Whole, Part, Beyond };
// The header Range (RFC 9110, 14.2) for something of that size; more than one range, and what is no range, is ignored.
RangeKind parseRange(const QByteArray &header, qint64 size, ByteRange *range);

#endif // HTTPREQUEST_H
