// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "refusal.h"

#include "words.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <utility>

namespace Perf {

namespace {

// QString::arg() would complain of a peer's words on the terminal. Each value is put in once, so
// that these words cannot make it long.
QString filled(const QString &text, QStringList values)
{
    static const QRegularExpression place("%([1-9])");
    QString all;
    qsizetype end = 0;
    for (const QRegularExpressionMatch &match : place.globalMatch(text)) {
        const qsizetype which = match.captured(1).toInt() - 1;
        all += QStringView(text).mid(end, match.capturedStart() - end);
        all += which < values.size() ? std::exchange(values[which], {}) : match.captured();
        end = match.capturedEnd();
    }
    return all += QStringView(text).mid(end);
}

} // namespace

QString Refusal::inOwnLanguage() const
{
    return filled(Words::tr(words.toUtf8().constData()), values);
}

// Clients that are older know "why" only.
QJsonObject Refusal::toJson() const
{
    return { { "op", "refused" },
             { "why", filled(words, values) },
             { "words", words },
             { "values", QJsonArray::fromStringList(values) } };
}

Refusal Refusal::fromJson(const QJsonObject &message)
{
    Refusal refusal{ message["words"].toString(message["why"].toString()) };
    const QJsonArray values = message["values"].toArray();
    for (const auto &value : values)
        refusal.values.append(value.toString());
    return refusal;
}

} // namespace Perf
