// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LISTING_H
#define LISTING_H

#include <QByteArray>
#include <QString>

// The page of a directory: every entry that is served, with its size and date. The path ends with a
// slash.
QByteArray listingOf(const QString &root, const QByteArray &path);

#endif // LISTING_H
