// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "refusal.h"

#include "words.h"

#include <QJsonArray>

namespace Perf {

namespace {

// QString::arg() would complain of a peer's words on the terminal.
QString filled(QString text, const QStringList &values)
{
    for (qsizetype i = 0; i < values.size(); ++i)
        text.replace('%' + QString::number(i + 1), values[i]);
    return text;
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
