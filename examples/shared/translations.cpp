// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Every program that is built with this file speaks the language of its user, as soon as it has an
// application object: what Qt says, where Qt's own translations are installed, and what the library
// and the program say.

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace {

void load(const QString &name, const QString &directory)
{
    auto *const translator = new QTranslator(QCoreApplication::instance());
    if (translator->load(QLocale(), name, QStringLiteral("_"), directory))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

void speakTheUsersLanguage()
{
    load(QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    load(QStringLiteral("qtrdma"), QStringLiteral(":/translations"));
}

} // namespace

Q_COREAPP_STARTUP_FUNCTION(speakTheUsersLanguage)
