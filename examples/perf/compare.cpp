// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "compare.h"

#include "output.h"
#include "plot.h"
#include "printable.h"
#include "program.h"
#include "words.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <cmath>
#include <map>

namespace Perf {

namespace {

constexpr qint64 MaxFile = 64 * 1024 * 1024;
constexpr qsizetype InRow = 4; // runs in 80 columns

struct Results
{
    QString name;
    QJsonObject all;
};

// Nothing, and the reason, if the file has no results.
std::optional<Results> resultsIn(const QString &name, QString *problem)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly)) {
        *problem = Words::tr("%1 cannot be read: %2").arg(name, file.errorString());
        return {};
    }
    const QByteArray content = file.read(MaxFile + 1);
    const QJsonObject all = QJsonDocument::fromJson(content).object();
    const QString measure = all["test"]["measure"].toString();
    if (content.size() > MaxFile || all["results"].toArray().isEmpty()
        || !measureNames().contains(measure)) {
        *problem = Words::tr("%1 has no results: --json writes such files").arg(name);
        return {};
    }
    return Results{ QFileInfo(name).completeBaseName(), all };
}

QString measureOf(const Results &run)
{
    return run.all["test"]["measure"].toString();
}

// By size.
std::map<double, double> numbersOf(const Results &run, const QString &key)
{
    std::map<double, double> numbers;
    const QJsonArray results = run.all["results"].toArray();
    for (const auto &result : results) {
        const QJsonValue number = result.toObject()[key];
        if (number.isDouble())
            numbers[result.toObject()["size"].toDouble()] = number.toDouble();
    }
    return numbers;
}

QChar letter(qsizetype run)
{
    return QChar(u'A' + char16_t(run));
}

QString cell(const std::map<double, double> &numbers, double size)
{
    const auto found = numbers.find(size);
    return found == numbers.end() ? QString("-") : shortNumber(found->second, 10);
}

QString ratio(const std::map<double, double> &first, const std::map<double, double> &other,
              double size)
{
    const auto before = first.find(size);
    const auto now = other.find(size);
    if (before == first.end() || now == other.end() || !(before->second > 0))
        return {};
    return QString("x%1").arg(now->second / before->second, 0, 'f', 2);
}

// The first run beside some of the others.
QString block(const QList<Results> &runs, qsizetype from, const QString &key)
{
    const auto first = numbersOf(runs.constFirst(), key);
    QString text = QString(" #bytes %1").arg(letter(0), 10);
    std::map<qsizetype, std::map<double, double>> others;
    std::map<double, bool> sizes;
    for (const auto &[size, number] : first)
        sizes[size] = true;
    for (qsizetype i = from; i < qMin(from + InRow - 1, runs.size()); ++i) {
        text += QString(" %1 %2").arg(letter(i), 11).arg(QString("%1/A").arg(letter(i)), 8);
        others[i] = numbersOf(runs[i], key);
        for (const auto &[size, number] : others[i])
            sizes[size] = true;
    }
    text += '\n';
    for (const auto &[size, isThere] : sizes) {
        text += QString("%1 %2").arg(size, 7, 'f', 0).arg(cell(first, size), 10);
        for (const auto &[run, numbers] : others)
            text += QString(" %1 %2")
                            .arg(cell(numbers, size), 11)
                            .arg(ratio(first, numbers, size), 8);
        text += '\n';
    }
    return text;
}

QString unitTextOf(const QString &measure)
{
    return measure == "latency"      ? Words::tr("us")
            : measure == "bandwidth" ? Words::tr("MB/sec")
                                     : Words::tr("1/sec");
}

QString table(const QList<Results> &runs)
{
    QString text;
    for (qsizetype i = 0; i < runs.size(); ++i)
        text += QString("%1 %2: %3\n")
                        .arg(letter(i))
                        .arg(Text::printable(runs[i].name), Text::printable(titleOf(runs[i].all)));
    const QString measure = measureOf(runs.constFirst());
    for (const Value &value : valuesOf(measure)) {
        for (qsizetype from = 1; from < runs.size(); from += InRow - 1) {
            text += '\n' + Words::tr("%1 [%2]").arg(value.name, unitTextOf(measure)) + '\n'
                    + block(runs, from, value.key);
        }
    }
    return text;
}

QByteArray picture(const QList<Results> &runs, Chart::Theme theme)
{
    QList<QJsonObject> all;
    QStringList names;
    for (const Results &run : runs) {
        all.append(run.all);
        names.append(run.name);
    }
    return toSvg(plotOf(all, names), theme);
}

} // namespace

int compare(const Options &options)
{
    QList<Results> runs;
    QString problem;
    for (const QString &name : options.compared) {
        const auto run = resultsIn(name, &problem);
        if (run && !runs.isEmpty() && measureOf(*run) != measureOf(runs.constFirst())) {
            problem = Words::tr("%1 has %2 and %3 has %4: only like can be compared")
                              .arg(options.compared.constFirst(), measureOf(runs.constFirst()),
                                   name, measureOf(*run));
        }
        if (!problem.isEmpty())
            return Program::fail(problem, 1);
        runs.append(*run);
    }
    Output plot;
    if (!options.plot.isEmpty()) {
        problem = plot.open(options.plot, options.overwrites);
        if (problem.isEmpty())
            problem = plot.write(picture(runs, options.theme));
    }
    if (!problem.isEmpty())
        return Program::fail(problem, 1);
    if (options.plot != "-")
        QTextStream(stdout) << table(runs);
    return 0;
}

} // namespace Perf
