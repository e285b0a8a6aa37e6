// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WHOLEFILE_H
#define WHOLEFILE_H

#include <QFileInfo>
#include <QSaveFile>

namespace WholeFile {

// Writes a file as a whole or not at all, in place of one that is there. A device or a pipe is
// written to: a file in the place of /dev/null would break other programs. Returns the problem.
inline QString write(const QString &name, const QByteArray &content,
                     QFileDevice::Permissions permissions = {})
{
    const QFileInfo present(name);
    if (present.exists() && !present.isFile()) {
        QFile device(name);
        const bool isWritten = device.open(QIODevice::WriteOnly)
                && device.write(content) == content.size() && device.flush();
        return isWritten ? QString() : device.errorString();
    }
    QSaveFile file(name);
    const bool isWritten = file.open(QIODevice::WriteOnly)
            && (!permissions || file.setPermissions(permissions))
            && file.write(content) == content.size() && file.commit();
    return isWritten ? QString() : file.errorString();
}

} // namespace WholeFile

#endif // WHOLEFILE_H
