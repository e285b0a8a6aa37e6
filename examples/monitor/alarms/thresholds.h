// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef THRESHOLDS_H
#define THRESHOLDS_H

#include <QtCore/qlist.h>
#include <QtCore/qobject.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qvariant.h>
#include <QtQml/qqmlregistration.h>

// From which rate on a counter raises an alarm. The settings of the user keep them.
class Thresholds : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QVariantList rules READ rules WRITE setRules NOTIFY rulesChanged)

public:
    static constexpr int MostRules = 100;
    static constexpr double Highest = 1e12; // per second

    explicit Thresholds(QObject *parent = nullptr);

    // A list of { pattern, perSecond }; the first pattern that matches a name counts. A * in it
    // stands for any letters.
    QVariantList rules() const;
    // Rules without a pattern, or with a rate that is no number from 0 to Highest, are left out.
    void setRules(const QVariantList &rules);

    // Events per second that a counter may have without an alarm: none if there is no rule for it.
    double of(const QString &counter) const;

Q_SIGNALS:
    void rulesChanged();

private:
    struct Rule
    {
        QString pattern;
        double perSecond;
        QRegularExpression expression;
    };

    void read(const QVariantList &rules);

    QList<Rule> m_rules;
};

#endif // THRESHOLDS_H
