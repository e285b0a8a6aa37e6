// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONDITIONS_H
#define CONDITIONS_H

#include "httprequest.h"

#include <QByteArray>
#include <QDateTime>

#include <sys/stat.h>

// The tag and date that tell one version of a file or page from another (RFC 9110, 8.8).
struct Validators
{
    QByteArray tag; // strong, with its quotes
    QDateTime modified; // in whole seconds, as HTTP has it; invalid for a page

    static Validators of(const QByteArray &page);
    static Validators of(const struct stat &status);
    QByteArray headers() const;
};

QByteArray toHttpDate(const QDateTime &time);
QDateTime fromHttpDate(const QByteArray &text); // in any of the three forms; else invalid

enum class Condition { Holds, NotModified, Failed };
// The conditions of a GET or HEAD, in the order of RFC 9110, 13.2.2.
Condition conditionOf(const HttpRequest &request, const Validators &current);

// Whether the part that the request asks for continues the version that its client has.
bool continuesVersion(const HttpRequest &request, const Validators &current);

#endif // CONDITIONS_H
