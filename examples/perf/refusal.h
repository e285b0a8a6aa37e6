// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REFUSAL_H
#define REFUSAL_H

#include <QJsonObject>
#include <QStringList>

namespace Perf {

// Why a server does not measure. Its words are in English, with places for values, and each side
// shows them in its own language.
struct Refusal
{
    QString words;
    QStringList values = {};

    bool isEmpty() const { return words.isEmpty(); }
    QString inOwnLanguage() const;

    QJsonObject toJson() const;
    static Refusal fromJson(const QJsonObject &message);
};

} // namespace Perf

#endif // REFUSAL_H
