// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "conditions.h"

#include <QCryptographicHash>
#include <QLocale>

namespace {

constexpr int FewYears = 50; // a year of two digits is not further in the future (RFC 9110, 5.6.7)

enum class Comparison { Strong, Weak };

// The next tag of a list, which may hold commas between its quotes; the rest stays in 'list'.
QByteArray takeTag(QByteArray *list)
{
    while (list->startsWith(',') || list->startsWith(' ') || list->startsWith('\t'))
        list->remove(0, 1);
    const qsizetype open = list->indexOf('"');
    const qsizetype close = open < 0 ? -1 : list->indexOf('"', open + 1);
    QByteArray tag = close < 0 ? QByteArray() : list->left(close + 1);
    list->remove(0, close < 0 ? list->size() : close + 1);
    return tag;
}

bool holdsTag(QByteArray list, const QByteArray &tag, Comparison comparison)
{
    if (list.trimmed() == "*")
        return true;
    while (!list.isEmpty()) {
        QByteArray candidate = takeTag(&list);
        if (comparison == Comparison::Weak && candidate.startsWith("W/"))
            candidate.remove(0, 2);
        if (candidate == tag)
            return true;
    }
    return false;
}

QDateTime parsed(const QByteArray &text, const QString &format)
{
    QDateTime time = QLocale::c().toDateTime(QString::fromLatin1(text.simplified()), format);
    time.setTimeSpec(Qt::UTC);
    return time;
}

// Qt takes two digits for a year of the last century.
QDateTime inThisCentury(const QDateTime &time)
{
    const QDateTime later = time.addYears(100);
    return later > QDateTime::currentDateTimeUtc().addYears(FewYears) ? time : later;
}

} // namespace

QByteArray toHttpDate(const QDateTime &time)
{
    return QLocale::c()
            .toString(time.toUTC(), QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"))
            .toLatin1();
}

QDateTime fromHttpDate(const QByteArray &text)
{
    QDateTime usual = parsed(text, QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"));
    if (usual.isValid())
        return usual;
    const QDateTime rfc850 = parsed(text, QStringLiteral("dddd, dd-MMM-yy hh:mm:ss 'GMT'"));
    if (rfc850.isValid())
        return inThisCentury(rfc850);
    return parsed(text, QStringLiteral("ddd MMM d hh:mm:ss yyyy"));
}

Validators Validators::of(const struct stat &status)
{
    const auto hex = [](auto number) { return QByteArray::number(quint64(number), 16); };
    Validators validators;
    validators.tag = '"' + hex(status.st_ino) + '-' + hex(status.st_size) + '-'
            + hex(status.st_mtim.tv_sec) + '-' + hex(status.st_mtim.tv_nsec) + '"';
    validators.modified = QDateTime::fromSecsSinceEpoch(status.st_mtim.tv_sec, Qt::UTC);
    return validators;
}

Validators Validators::of(const QByteArray &page)
{
    const QByteArray hash = QCryptographicHash::hash(page, QCryptographicHash::Sha256);
    return { '"' + hash.toHex() + '"', {} };
}

QByteArray Validators::headers() const
{
    const QByteArray date =
            modified.isValid() ? "Last-Modified: " + toHttpDate(modified) + "\r\n" : QByteArray();
    return "ETag: " + tag + "\r\n" + date;
}

Condition conditionOf(const HttpRequest &request, const Validators &current)
{
    const auto header = [&request](const char *name) { return request.headers.value(name); };
    const auto dateOf = [&](const char *name) { // to compare with; else invalid
        return current.modified.isValid() ? fromHttpDate(header(name)) : QDateTime();
    };
    if (request.headers.contains("if-match")) {
        if (!holdsTag(header("if-match"), current.tag, Comparison::Strong))
            return Condition::Failed;
    } else if (const QDateTime date = dateOf("if-unmodified-since"); date.isValid()) {
        if (current.modified > date)
            return Condition::Failed;
    }
    if (request.headers.contains("if-none-match")) {
        if (holdsTag(header("if-none-match"), current.tag, Comparison::Weak))
            return Condition::NotModified;
    } else if (const QDateTime date = dateOf("if-modified-since"); date.isValid()) {
        if (current.modified <= date)
            return Condition::NotModified;
    }
    return Condition::Holds;
}

bool continuesVersion(const HttpRequest &request, const Validators &current)
{
    if (!request.headers.contains("if-range"))
        return true;
    const QByteArray version = request.headers.value("if-range");
    return version == current.tag || fromHttpDate(version) == current.modified;
}
