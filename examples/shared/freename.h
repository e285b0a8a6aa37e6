// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FREENAME_H
#define FREENAME_H

#include <QDir>
#include <QFileInfo>
#include <QTemporaryFile>

// Keeps a temporary file under its name in a directory, or as "name (2)", "name (3)" and so on if
// there is such a file already. Returns its path; empty if it cannot be kept.
inline QString keepUnderFreeName(QTemporaryFile *file, const QDir &directory, const QString &name)
{
    const QFileInfo info(name);
    const QString suffix = info.suffix().isEmpty() ? QString() : '.' + info.suffix();
    for (int number = 1; number < 1000; ++number) {
        const QString other =
                QString("%1 (%2)%3").arg(info.completeBaseName(), QString::number(number), suffix);
        QString path = directory.filePath(number == 1 ? name : other);
        // QTemporaryFile::rename() refuses to replace a file: a name that somebody else takes in
        // between costs another attempt and nothing else.
        if (QFileInfo::exists(path) || QFileInfo(path).isSymLink() || !file->rename(path))
            continue;
        file->setAutoRemove(false);
        return path;
    }
    return {};
}

#endif // FREENAME_H
