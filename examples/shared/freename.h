// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FREENAME_H
#define FREENAME_H

#include <QDir>
#include <QFileInfo>
#include <QTemporaryFile>

#include <cstdio>

// Keeps a temporary file under its name in a directory, or as "name (2)", "name (3)" and so on if
// there is such a file already. Returns its path; empty if it cannot be kept. It gets the rights of
// any new file, while only its owner could read the temporary one.
inline QString keepUnderFreeName(QTemporaryFile *file, const QDir &directory, const QString &name)
{
    const QFileInfo info(name);
    const QString suffix = info.suffix().isEmpty() ? QString() : '.' + info.suffix();
    for (int number = 1; number < 1000; ++number) {
        const QString other =
                QString("%1 (%2)%3").arg(info.completeBaseName(), QString::number(number), suffix);
        QString path = directory.filePath(number == 1 ? name : other);
        QFile place(path); // takes the name, so nobody else can
        if (!place.open(QIODevice::WriteOnly | QIODevice::NewOnly))
            continue;
        file->setPermissions(place.permissions());
        if (std::rename(QFile::encodeName(file->fileName()).constData(),
                        QFile::encodeName(path).constData())
            != 0) {
            place.remove();
            return {};
        }
        file->setAutoRemove(false);
        return path;
    }
    return {};
}

#endif // FREENAME_H
