// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SCRAPE_H
#define SCRAPE_H

#include <QtCore/qbytearray.h>

// HTTP/1.1 as far as a scrape needs it: one request on a connection, without a body, for a page
// that is in memory.

// Where the head of a request ends, behind the empty line; -1 if it has not ended.
qsizetype endOfHead(const QByteArray &received);

// The whole answer to a request whose head this is.
QByteArray answerTo(const QByteArray &head, const QByteArray &metrics);

// An answer without a page, for what is no request. 'status' is like "400 Bad Request".
QByteArray refusal(const QByteArray &status, const QByteArray &header = QByteArray());

#endif // SCRAPE_H
