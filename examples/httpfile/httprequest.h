// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HTTPREQUEST_H
#define HTTPREQUEST_H

#include <QByteArray>
#include <QHash>

// The head of a request of HTTP/1.1 (RFC 9112) or 1.0. Requests with a body are not understood.
struct HttpRequest
{
    enum Result { Incomplete, Complete, Malformed, OtherVersion, TooLong, TargetTooLong, HasBody };
    static constexpr qsizetype LongestHead = 16 * 1024;

    // Takes one head from the front of 'input', if it is there.
    Result take(QByteArray *input);
    bool keepsAlive() const;
    // Encoded, and without the query; empty if the target is no path and no URL of HTTP.
    QByteArray path() const;

    QByteArray method;
    QByteArray target;
    // Names in lower case. Values of the same name are one list with commas.
    QHash<QByteArray, QByteArray> headers;
    bool isOld = false; // HTTP/1.0

private:
    Result parse(const QByteArray &head);
    Result parseFirstLine(const QByteArray &line);
    bool parseHeader(const QByteArray &line);
    bool hasValidHost() const;
    Result bodyResult() const;
};

// This number of bytes from there on.
struct ByteRange
{
    qint64 first = 0;
    qint64 size = 0;
};

enum class RangeKind { Whole, Part, Beyond };
// The header Range (RFC 9110, 14.2) for a resource of that size. More than one range is ignored,
// and so is a wrong one. Positions may be larger than any file.
RangeKind parseRange(const QByteArray &header, qint64 size, ByteRange *range);

#endif // HTTPREQUEST_H
