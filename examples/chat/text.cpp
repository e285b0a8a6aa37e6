// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Chat)
};

bool isNameCharacter(char32_t c)
{
    return QChar::isLetterOrNumber(c) || QChar::isMark(c) || c == U'-' || c == U'_' || c == U'.';
}

} // namespace

QString Text::nameProblem(const QString &name)
{
    if (name.isEmpty())
        return Words::tr("A name needs at least one character");
    if (name.size() > MaxName)
        return Words::tr("A name has at most %1 characters").arg(MaxName);
    const QList<uint> characters = name.toUcs4();
    for (uint c : characters) {
        if (!isNameCharacter(c))
            return Words::tr("A name is made of letters, digits, '-', '_' and '.'");
    }
    return {};
}

static QString ofRelayPart(const QString &text)
{
    return QCoreApplication::translate("Relay", text.toUtf8().constData());
}

QString Text::ofRelay(const QString &text)
{
    const QLatin1String received("The relay received ");
    if (text.startsWith(received))
        return QCoreApplication::translate("Relay", "The relay received %1")
                .arg(ofRelayPart(text.mid(received.size())));
    return ofRelayPart(text);
}

QString Text::nameKey(const QString &name)
{
    return name.normalized(QString::NormalizationForm_KC).toCaseFolded();
}

QString Text::fileName(const QString &offered)
{
    static const QRegularExpression separators(QStringLiteral("[/\\\\]"));
    QString name = printable(offered).section(separators, -1).trimmed();
    while (name.startsWith(u'.'))
        name.remove(0, 1);
    // A file system takes names of 255 bytes. The number of a second copy needs some of them.
    while (name.toUtf8().size() > 200)
        name.chop(1);
    return name.isEmpty() ? QStringLiteral("file") : name;
}

QString Text::size(quint64 bytes, QLocale locale)
{
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    const quint64 most = quint64(std::numeric_limits<qint64>::max());
    return locale.formattedDataSize(qint64(std::min(bytes, most)), 1);
}
