// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PLACE_H
#define PLACE_H

#include <QByteArray>
#include <QString>

#include <sys/stat.h>

// The place to which a path below the root leads. Names are bytes: not every name is UTF-8.
struct Place
{
    enum Kind { Nothing, File, Directory, Other };

    Kind kind = Nothing;
    QByteArray path; // of the file itself: without links, and without ".."
    struct stat status = {};
};

// Nothing for what is outside of the root, whatever name or link leads there, and for hidden names.
Place placeOf(const QString &root, const QByteArray &path);

#endif // PLACE_H
