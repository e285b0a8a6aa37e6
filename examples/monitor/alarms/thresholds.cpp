// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "thresholds.h"

#include <QtCore/qsettings.h>

namespace {

constexpr qsizetype LongestPattern = 200;

QSettings settings()
{
    return QSettings(QStringLiteral("QtRdma"), QStringLiteral("monitor"));
}

QString settingsKey()
{
    return QStringLiteral("alarms/thresholds");
}

} // namespace

Thresholds::Thresholds(QObject *parent) : QObject(parent)
{
    read(settings().value(settingsKey()).toList());
}

QVariantList Thresholds::rules() const
{
    QVariantList result;
    for (const Rule &rule : m_rules)
        result.append(QVariantMap{ { QStringLiteral("pattern"), rule.pattern },
                                   { QStringLiteral("perSecond"), rule.perSecond } });
    return result;
}

void Thresholds::setRules(const QVariantList &rules)
{
    const QVariantList before = this->rules();
    read(rules);
    if (before == this->rules())
        return;
    QSettings kept = settings();
    kept.setValue(settingsKey(), this->rules());
    Q_EMIT rulesChanged();
}

void Thresholds::read(const QVariantList &rules)
{
    m_rules.clear();
    for (const QVariant &one : rules.mid(0, MostRules)) {
        const QVariantMap rule = one.toMap();
        const QString pattern = rule.value(QStringLiteral("pattern")).toString().trimmed();
        bool isNumber = false;
        const double rate = rule.value(QStringLiteral("perSecond")).toDouble(&isNumber);
        const auto expression = QRegularExpression::fromWildcard(pattern, Qt::CaseInsensitive);
        if (!pattern.isEmpty() && pattern.size() <= LongestPattern && expression.isValid()
            && isNumber && rate >= 0 && rate <= Highest)
            m_rules.append({ pattern, rate, expression });
    }
}

double Thresholds::of(const QString &counter) const
{
    for (const Rule &rule : m_rules) {
        if (rule.expression.match(counter).hasMatch())
            return rule.perSecond;
    }
    return 0;
}
