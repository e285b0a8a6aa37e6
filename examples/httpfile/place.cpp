// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "place.h"

#include <QFile>

#include <cstdlib>
#include <memory>

namespace {

QByteArray realPath(const QByteArray &path)
{
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.constData(), nullptr),
                                                           &std::free);
    return QByteArray(real.get());
}

// With a slash at its end; empty if the root has gone.
QByteArray realRoot(const QString &root)
{
    const QByteArray real = realPath(QFile::encodeName(root));
    return real.isEmpty() || real.endsWith('/') ? real : real + '/';
}

Place::Kind kindOf(mode_t mode)
{
    if (S_ISREG(mode))
        return Place::File;
    return S_ISDIR(mode) ? Place::Directory : Place::Other;
}

} // namespace

Place placeOf(const QString &root, const QByteArray &path)
{
    Place place;
    const QByteArray base = realRoot(root);
    const QByteArray real = realPath(base + path);
    const bool isRoot = real + '/' == base || real == base;
    if (base.isEmpty() || path.contains("/.") || (!isRoot && !real.startsWith(base)))
        return place;
    const bool leadsToHidden = !isRoot && real.mid(base.size() - 1).contains("/.");
    if (leadsToHidden || ::lstat(real.constData(), &place.status) != 0)
        return place;
    place.kind = kindOf(place.status.st_mode);
    place.path = real;
    return place;
}
