// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "listing.h"

#include "place.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QList>
#include <QLocale>

#include <algorithm>

#include <dirent.h>

namespace {

QList<QByteArray> namesIn(const QByteArray &directory)
{
    QList<QByteArray> names;
    DIR *const entries = ::opendir(directory.constData());
    if (!entries)
        return names;
    while (const dirent *entry = ::readdir(entries))
        names.append(entry->d_name);
    ::closedir(entries);
    std::sort(names.begin(), names.end());
    return names;
}

QByteArray toHtml(const QByteArray &bytes)
{
    return QString::fromUtf8(bytes).toHtmlEscaped().toUtf8();
}

QByteArray row(const QByteArray &name, const Place &place)
{
    const bool isDirectory = place.kind == Place::Directory;
    const QByteArray slash = isDirectory ? "/" : "";
    const QDateTime modified = QDateTime::fromSecsSinceEpoch(place.status.st_mtim.tv_sec, Qt::UTC);
    const QString size =
            isDirectory ? QString() : QLocale::c().formattedDataSize(place.status.st_size);
    // "./" keeps a colon in a name from becoming a scheme.
    return "<tr><td><a href=\"./" + name.toPercentEncoding() + slash + "\">" + toHtml(name) + slash
            + "</a><td class=\"size\">" + size.toUtf8() + "<td>"
            + modified.toString(QStringLiteral("yyyy-MM-dd hh:mm:ss")).toLatin1() + "\n";
}

} // namespace

QByteArray listingOf(const QString &root, const QByteArray &path)
{
    const QByteArray title = toHtml(path);
    QByteArray page = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>"
            + title
            + "</title>\n<style>body { font-family: sans-serif } td { padding: 0 1em 0 0 } "
              ".size { text-align: right }</style>\n<h1>"
            + title + "</h1>\n<table>\n<tr><th>"
            + QCoreApplication::translate("Listing", "Name").toUtf8() + "<th>"
            + QCoreApplication::translate("Listing", "Size").toUtf8() + "<th>"
            + QCoreApplication::translate("Listing", "Changed (UTC)").toUtf8() + "\n";
    if (path != "/")
        page += "<tr><td><a href=\"../\">../</a>\n";
    const QList<QByteArray> names = namesIn(placeOf(root, path).path);
    for (const QByteArray &name : names) {
        const Place place = placeOf(root, path + name);
        if (place.kind == Place::File || place.kind == Place::Directory)
            page += row(name, place);
    }
    return page + "</table>\n";
}
