// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WEBPAGE_H
#define WEBPAGE_H

#include <QByteArray>

// The one page of this program, and as much of HTTP as it takes to serve it.
namespace WebPage {

constexpr int MaxHead = 8 * 1024; // of a request

enum class Request { Unfinished, TooLong, WebSocket, Page, Nothing };

// For the first bytes that a client has sent.
Request requestIn(const QByteArray &bytes);

// The whole answer to a request for the page or for something that is not there.
QByteArray answerTo(Request request);

} // namespace WebPage

#endif // WEBPAGE_H
