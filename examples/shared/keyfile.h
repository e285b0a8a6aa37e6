// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The option --key-file of programs whose streams have a pre-shared key.

#ifndef KEYFILE_H
#define KEYFILE_H

#include "pemfiles.h"

#include <QtRdma/RdmaStreamOptions>

namespace KeyFile {

// Returns the problem; without a file there is neither a key nor a problem. A line break at the end
// of the file is not part of the key.
inline QString read(const QString &file, RdmaStreamOptions *options)
{
    if (file.isEmpty())
        return {};
    QString problem;
    QByteArray key = PemFiles::contentsOf(file, &problem);
    if (!problem.isEmpty())
        return problem;
    if (QFile::permissions(file) & QFileDevice::ReadOther)
        return Program::Texts::tr("All users can read the key in %1: chmod o-r, or better 600")
                .arg(file);
    while (key.endsWith('\n') || key.endsWith('\r'))
        key.chop(1);
    if (key.isEmpty())
        return Program::Texts::tr("%1 has no key in it: 32 random bytes are a good one").arg(file);
    options->setPreSharedKey(key);
    return {};
}

} // namespace KeyFile

#endif // KEYFILE_H
