// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sampletexts.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qpointer.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qthread.h>
#include <QtCore/qtranslator.h>

#include <algorithm>

namespace {

thread_local int wanted = 0; // how many ask for English

// Is asked before the translators of the program.
class SourceTexts : public QTranslator
{
public:
    using QTranslator::QTranslator;

    QString translate(const char *, const char *source, const char *, int) const override
    {
        return wanted > 0 ? QString::fromUtf8(source) : QString();
    }
    bool isEmpty() const override { return false; }
};

constexpr const char *contexts[] = { "QtRdma", "Sampler", "RdmaSource" }; // of texts in samples
constexpr const char *probe = QT_TRANSLATE_NOOP("QtRdma", "needs CAP_NET_ADMIN");

// Texts with something in them, which may be a text itself.
constexpr std::pair<const char *, const char *> patterns[] = {
    { "RdmaSource", "+%1. %2" },
    { "QtRdma", "priorities %1" },
    { "QtRdma", "not a number: %1" },
    { "QtRdma", "told after: mkdir /sys/kernel/config/rdma_cm/%1" },
    { "QtRdma", "%1 in the first %2 of %3 places" },
};

QRegularExpression expressionOf(const char *pattern)
{
    static const QRegularExpression place(QStringLiteral("%\\d"));
    QStringList parts = QString::fromUtf8(pattern).split(place);
    std::transform(parts.begin(), parts.end(), parts.begin(),
                   [](const QString &part) { return QRegularExpression::escape(part); });
    return QRegularExpression(QRegularExpression::anchoredPattern(parts.join(u"(.+?)")),
                              QRegularExpression::DotMatchesEverythingOption);
}

QString filledIn(const char *context, const char *pattern, const QString &text)
{
    const QRegularExpressionMatch match = expressionOf(pattern).match(text);
    if (!match.hasMatch())
        return {};
    QString result = QCoreApplication::translate(context, pattern);
    for (int i = 1; i <= match.lastCapturedIndex(); ++i)
        result.replace(u'%' + QString::number(i), SampleTexts::translated(match.captured(i)));
    return result;
}

} // namespace

namespace SampleTexts {

English::English()
{
    ++wanted;
}

English::~English()
{
    --wanted;
}

void install()
{
    static QPointer<SourceTexts> installed;
    QCoreApplication *const app = QCoreApplication::instance();
    if (installed || !app || QThread::currentThread() != app->thread())
        return;
    installed = new SourceTexts(app);
    QCoreApplication::installTranslator(installed);
}

QString translated(const QString &text)
{
    if (text.isEmpty() || QCoreApplication::translate("QtRdma", probe) == QLatin1String(probe))
        return text;
    const QByteArray source = text.toUtf8();
    for (const char *context : contexts) {
        QString result = QCoreApplication::translate(context, source.constData());
        if (result != text)
            return result;
    }
    for (const auto &[context, pattern] : patterns) {
        QString result = filledIn(context, pattern, text);
        if (!result.isEmpty())
            return result;
    }
    return text;
}

} // namespace SampleTexts
