// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FILEANSWER_H
#define FILEANSWER_H

#include "httprequest.h"

#include <QByteArray>
#include <QString>

#include <memory>

class QFile;

// The answer to a request: a head, and either bytes or a part of a file.
struct Answer
{
    QByteArray head; // complete, but for "Connection" and the empty line
    QByteArray body;
    std::unique_ptr<QFile> file; // at its first byte
    qint64 fileBytes = 0;

    Answer();
    Answer(Answer &&other) noexcept;
    Answer &operator=(Answer &&other) noexcept;
    ~Answer();
};

Answer errorAnswer(int status, const QByteArray &moreHeaders = {});

// The answer to GET and HEAD for a file in 'root'. Nothing outside of it is shown, whatever name or
// link leads there.
Answer answerTo(const HttpRequest &request, const QString &root);

#endif // FILEANSWER_H
