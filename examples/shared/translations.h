// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TRANSLATIONS_H
#define TRANSLATIONS_H

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace Translations {

inline void load(const QString &name, const QString &directory)
{
    auto *const translator = new QTranslator(QCoreApplication::instance());
    if (translator->load(QLocale(), name, QStringLiteral("_"), directory))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

// Lets the program speak the language of its user: what Qt says, where Qt's own translations are
// installed, and what the library and the program say. To be called when there is an application
// object, before the first text.
inline void load()
{
    load(QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    load(QStringLiteral("qtrdma"), QStringLiteral(":/translations"));
}

} // namespace Translations

#endif // TRANSLATIONS_H
