// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "plot.h"
#include "scale.h"

#include <QtCore/qjsonarray.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qrect.h>
#include <QtCore/qxmlstream.h>
#include <QtTest/qtest.h>

#include <cmath>

using namespace Perf;

namespace {

struct Word
{
    QString kind;
    QString content;
    QRectF place; // as wide as letters of 0.6 of their height are
};

// What a program that shows a picture reads of it.
struct Picture
{
    explicit Picture(const QByteArray &svg);

    QStringList contents(const QString &kind) const;

    QString problem;
    QRectF view;
    QRectF plot;
    QRectF legend;
    QList<Word> words;
    QList<QRectF> bars;
    QStringList dashes; // of curves
    QString background;
    QString foreground;
};

double number(const QXmlStreamReader &xml, const char *name)
{
    return xml.attributes().value(QLatin1String(name)).toDouble();
}

QRectF rectangle(const QXmlStreamReader &xml)
{
    return { number(xml, "x"), number(xml, "y"), number(xml, "width"), number(xml, "height") };
}

Picture::Picture(const QByteArray &svg)
{
    QXmlStreamReader xml(svg);
    QPointF origin; // of a text that is turned
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::EndElement && xml.name() == u"g")
            origin = {};
        if (token != QXmlStreamReader::StartElement)
            continue;
        const QString id = xml.attributes().value(QLatin1String("id")).toString();
        const QString kind = xml.attributes().value(QLatin1String("class")).toString();
        const QString fill = xml.attributes().value(QLatin1String("fill")).toString();
        if (xml.name() == u"svg") {
            view = { 0, 0, number(xml, "width"), number(xml, "height") };
            foreground = fill;
        } else if (xml.name() == u"g") {
            const QStringList parts =
                    xml.attributes().value(QLatin1String("transform")).toString().split(u' ');
            origin = { parts[0].mid(10).toDouble(), parts[1].chopped(1).toDouble() };
        } else if (xml.name() == u"rect" && id == u"plot") {
            plot = rectangle(xml);
        } else if (xml.name() == u"rect" && id == u"legend") {
            legend = rectangle(xml);
        } else if (xml.name() == u"rect" && kind == u"bar") {
            bars.append(rectangle(xml));
        } else if (xml.name() == u"rect" && background.isEmpty()) {
            background = fill;
        } else if (xml.name() == u"polyline") {
            dashes.append(xml.attributes().value(QLatin1String("stroke-dasharray")).toString());
        } else if (xml.name() == u"text") {
            const auto anchor = xml.attributes().value(QLatin1String("text-anchor")).toString();
            const double size = number(xml, "font-size");
            const QPointF at(number(xml, "x"), number(xml, "y"));
            const QString content = xml.readElementText();
            const double width = 0.6 * size * double(content.size());
            const double before = anchor == u"start" ? 0 : anchor == u"end" ? width : width / 2;
            const QRectF level(at.x() - before, at.y() - size, width, size);
            const bool isTurned = !origin.isNull();
            words.append({ kind, content,
                           isTurned ? QRectF(origin.x() - size, origin.y() - width / 2, size, width)
                                    : level });
        }
    }
    if (xml.hasError())
        problem = xml.errorString();
}

QStringList Picture::contents(const QString &kind) const
{
    QStringList found;
    for (const Word &word : words) {
        if (word.kind == kind)
            found.append(word.content);
    }
    return found;
}

QJsonObject results(const QString &measure, const QList<int> &sizes, double from, double factor)
{
    QJsonArray rows;
    double value = from;
    for (const int size : sizes) {
        rows.append(QJsonObject{ { QStringLiteral("size"), size },
                                 { QStringLiteral("half_round_trip"), true },
                                 { QStringLiteral("p50_us"), value },
                                 { QStringLiteral("p99_us"), value * 1.3 },
                                 { QStringLiteral("p99_9_us"), value * 1.31 },
                                 { QStringLiteral("mb_per_s"), value },
                                 { QStringLiteral("messages_per_s"), value } });
        value *= factor;
    }
    const QJsonObject device{ { QStringLiteral("name"), QStringLiteral("mlx5_0") },
                              { QStringLiteral("transport"), QStringLiteral("RoCE") } };
    const QJsonObject environment{ { QStringLiteral("host"), QStringLiteral("hosta") },
                                   { QStringLiteral("time"),
                                     QStringLiteral("2026-11-28T16:20:37Z") },
                                   { QStringLiteral("qtrdma"), QStringLiteral("1.2.3") },
                                   { QStringLiteral("kernel"), QStringLiteral("6.1.0") },
                                   { QStringLiteral("device"), device } };
    const QJsonObject test{ { QStringLiteral("test"), QStringLiteral("send") },
                            { QStringLiteral("measure"), measure },
                            { QStringLiteral("connections"), 3 },
                            { QStringLiteral("depth"), 1 },
                            { QStringLiteral("batch"), 1 } };
    return { { QStringLiteral("environment"), environment },
             { QStringLiteral("test"), test },
             { QStringLiteral("results"), rows } };
}

const QList<int> AllSizes = [] {
    QList<int> sizes;
    for (int size = 2; size <= 8 * 1024 * 1024; size *= 2)
        sizes.append(size);
    return sizes;
}();

} // namespace

// The pictures that qtrdma-perf draws are fit for a report.
class tst_PerfChart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ticks_data();
    void ticks();
    void picture_data();
    void picture();
    void titleTellsTheOrigin();
    void unitsFitTheValues();
    void percentilesDiffer();
    void oneSize();
    void themes();
    void hostileTexts();
    void severalRuns();
    void runsWithLongNames();
};

void tst_PerfChart::ticks_data()
{
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("most");
    QTest::addColumn<QList<double>>("expected");
    QTest::newRow("below one") << 0.0 << 0.83 << QList<double>{ 0, 0.2, 0.4, 0.6, 0.8, 1 };
    QTest::newRow("draft's") << 0.0 << 13500.0 << QList<double>{ 0, 5000, 10000, 15000 };
    QTest::newRow("at a tick") << 9.0 << 10.0 << QList<double>{ 0, 2, 4, 6, 8, 10 };
    QTest::newRow("far apart") << 3.0 << 180.0 << QList<double>{ 2, 5, 10, 20, 50, 100, 200 };
    QTest::newRow("decades") << 0.002 << 7000.0
                             << QList<double>{ 0.001, 0.01, 0.1, 1, 10, 100, 1000, 10000 };
    QTest::newRow("nothing") << 0.0 << 0.0 << QList<double>{ 0, 0.2, 0.4, 0.6, 0.8, 1 };
}

void tst_PerfChart::ticks()
{
    QFETCH(double, least);
    QFETCH(double, most);
    QFETCH(QList<double>, expected);
    const Scale scale(least, most, Scale::kindFor(least, most));
    QCOMPARE(scale.ticks().size(), expected.size());
    for (qsizetype i = 0; i < expected.size(); ++i)
        QCOMPARE(QString::number(scale.ticks()[i]), QString::number(expected[i]));
    QCOMPARE(scale.position(expected.constFirst()), 0.0);
    QCOMPARE(scale.position(expected.constLast()), 1.0);
    QVERIFY(scale.position(most) <= 1 && scale.position(most) >= 0);
}

void tst_PerfChart::picture_data()
{
    QTest::addColumn<QString>("measure");
    QTest::addColumn<QList<int>>("sizes");
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("factor");
    for (const char *measure : { "latency", "bandwidth", "rate" }) {
        const QString name = QString::fromLatin1(measure);
        QTest::addRow("%s, all sizes", measure) << name << AllSizes << 3.217 << 1.9;
        QTest::addRow("%s, two sizes", measure)
                << name << QList<int>{ 5000, 5001 } << 13541.3 << 1.01;
        QTest::addRow("%s, one size", measure) << name << QList<int>{ 64 } << 41.3 << 1.0;
        QTest::addRow("%s, tiny values", measure) << name << QList<int>{ 1, 3 } << 0.0000123 << 2.0;
        QTest::addRow("%s, huge values", measure) << name << QList<int>{ 1, 3 } << 1.7e12 << 2.0;
        QTest::addRow("%s, no result", measure) << name << QList<int>() << 1.0 << 1.0;
    }
}

void tst_PerfChart::picture()
{
    QFETCH(QString, measure);
    QFETCH(QList<int>, sizes);
    QFETCH(double, from);
    QFETCH(double, factor);
    const QByteArray svg =
            toSvg(plotOf(results(measure, sizes, from, factor)), Chart::Theme::Light);
    const Picture picture(svg);
    QVERIFY2(picture.problem.isEmpty(), qPrintable(picture.problem));
    for (const Word &word : picture.words)
        QVERIFY2(picture.view.contains(word.place), qPrintable(word.content));
    for (qsizetype i = 1; i < picture.words.size(); ++i) {
        const Word &one = picture.words[i - 1];
        const Word &other = picture.words[i];
        QVERIFY2(!one.place.intersects(other.place),
                 qPrintable(one.content + u" touches " + other.content));
    }
    if (sizes.isEmpty())
        return;
    QVERIFY(picture.view.contains(picture.plot) && picture.view.contains(picture.legend));
    QVERIFY(!picture.plot.intersects(picture.legend));
    for (const Word &word : picture.words) {
        if (word.kind == u"label")
            QVERIFY2(picture.legend.contains(word.place), qPrintable(word.content));
    }
    const QStringList ticks = picture.contents(QStringLiteral("tick-y"));
    QVERIFY(ticks.size() >= 2 && ticks.size() <= 13);
    QVERIFY2(picture.contents(QStringLiteral("name-y")).value(0).contains(u" in "),
             svg.constData());
    QCOMPARE(picture.contents(QStringLiteral("name-x")).size(), 1);
}

void tst_PerfChart::titleTellsTheOrigin()
{
    const Picture picture(toSvg(plotOf(results(QStringLiteral("latency"), { 64, 128 }, 40, 1.1)),
                                Chart::Theme::Light));
    const QString text =
            (picture.contents(QStringLiteral("title")) + picture.contents(QStringLiteral("detail")))
                    .join(u' ');
    for (const char *part :
         { "send latency", "hosta", "mlx5_0", "RoCE", "2026-11-28 16:20", "QtRdma 1.2.3",
           "Linux 6.1.0", "connections 3", "half of a round trip" })
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
}

void tst_PerfChart::unitsFitTheValues()
{
    const std::tuple<const char *, double, QString> expected[] = {
        { "latency", 40, QStringLiteral("latency in µs") },
        { "latency", 40'000, QStringLiteral("latency in ms") },
        { "latency", 4e7, QStringLiteral("latency in s") },
        { "bandwidth", 100, QStringLiteral("bandwidth in Mbit/s") },
        { "bandwidth", 3000, QStringLiteral("bandwidth in Gbit/s") },
        { "rate", 500, QStringLiteral("message rate in messages/s") },
        { "rate", 50'000, QStringLiteral("message rate in thousand messages/s") },
        { "rate", 5e6, QStringLiteral("message rate in million messages/s") },
    };
    for (const auto &[measure, value, name] : expected) {
        const Picture picture(
                toSvg(plotOf(results(QString::fromLatin1(measure), { 64, 128 }, value, 1.1)),
                      Chart::Theme::Light));
        QCOMPARE(picture.contents(QStringLiteral("name-y")), QStringList{ name });
    }
    const Picture sizes(
            toSvg(plotOf(results(QStringLiteral("rate"), { 5000, 65536, 4 << 20 }, 9, 1)),
                  Chart::Theme::Light));
    QCOMPARE(sizes.contents(QStringLiteral("tick-x")),
             (QStringList{ QStringLiteral("5000 B"), QStringLiteral("64 KiB"),
                           QStringLiteral("4 MiB") }));
}

void tst_PerfChart::percentilesDiffer()
{
    const Picture picture(toSvg(plotOf(results(QStringLiteral("latency"), AllSizes, 40, 1)),
                                Chart::Theme::Light));
    QCOMPARE(picture.dashes.size(), 3);
    QCOMPARE(QSet<QString>(picture.dashes.begin(), picture.dashes.end()).size(), 3);
    QCOMPARE(picture.contents(QStringLiteral("label")),
             (QStringList{ QStringLiteral("median"), QStringLiteral("p99"),
                           QStringLiteral("p99.9") }));
}

void tst_PerfChart::oneSize()
{
    const Picture picture(
            toSvg(plotOf(results(QStringLiteral("latency"), { 64 }, 40, 1)), Chart::Theme::Light));
    QCOMPARE(picture.bars.size(), 3);
    for (const QRectF &bar : picture.bars) {
        QVERIFY(picture.plot.contains(bar));
        QVERIFY(bar.height() > picture.plot.height() / 4);
    }
    QCOMPARE(picture.contents(QStringLiteral("value")),
             (QStringList{ QStringLiteral("40"), QStringLiteral("52"), QStringLiteral("52.4") }));
    QCOMPARE(picture.contents(QStringLiteral("name-x")),
             QStringList{ QStringLiteral("messages of 64 B") });
}

void tst_PerfChart::themes()
{
    const auto brightness = [](const QString &colour) {
        const uint value = colour.mid(1).toUInt(nullptr, 16);
        return int((value >> 16) + (value >> 8 & 0xff) + (value & 0xff));
    };
    const Chart chart = plotOf(results(QStringLiteral("rate"), { 64, 128 }, 40, 1));
    const Picture light(toSvg(chart, Chart::Theme::Light));
    const Picture dark(toSvg(chart, Chart::Theme::Dark));
    QVERIFY(brightness(light.background) - brightness(light.foreground) > 500);
    QVERIFY(brightness(dark.foreground) - brightness(dark.background) > 500);
}

// A file of results may come from anybody.
void tst_PerfChart::hostileTexts()
{
    QJsonObject all = results(QStringLiteral("latency"), { 64, 128 }, 40, 1);
    const QString rude = QStringLiteral("<script>&\"\x1b[31m\u202e") + QChar(0xffff) + QChar(0)
            + QString(3000, u'W');
    QJsonObject environment = all[u"environment"].toObject();
    for (const char *key : { "host", "kernel", "qtrdma", "time" })
        environment[QLatin1String(key)] = rude;
    all[QStringLiteral("environment")] = environment;
    QJsonArray rows = all[u"results"].toArray();
    rows.append(
            QJsonObject{ { QStringLiteral("size"), -1e300 }, { QStringLiteral("p50_us"), 1e308 } });
    rows.append(
            QJsonObject{ { QStringLiteral("size"), rude }, { QStringLiteral("p50_us"), rude } });
    all[QStringLiteral("results")] = rows;
    for (const Chart &chart : { plotOf(all), plotOf({ all, all }, { rude, rude }) }) {
        const QByteArray svg = toSvg(chart, Chart::Theme::Light);
        const Picture picture(svg);
        QVERIFY2(picture.problem.isEmpty(), qPrintable(picture.problem));
        QVERIFY(!svg.contains("<script") && !svg.contains('\x1b') && !svg.contains("nan"));
        for (const Word &word : picture.words)
            QVERIFY2(picture.view.contains(word.place), qPrintable(word.content));
    }
}

void tst_PerfChart::severalRuns()
{
    QList<QJsonObject> runs;
    QStringList names;
    for (int i = 0; i < 8; ++i) {
        runs.append(results(QStringLiteral("latency"), AllSizes, 40 + i, 1.2));
        names.append(QStringLiteral("run%1").arg(i));
        const Picture picture(toSvg(plotOf(runs, names), Chart::Theme::Light));
        QCOMPARE(picture.dashes.size(), i < 4 ? 2 * (i + 1) : i + 1);
        QVERIFY(picture.view.contains(picture.legend) && !picture.plot.intersects(picture.legend));
        for (const Word &word : picture.words)
            QVERIFY2(picture.view.contains(word.place), qPrintable(word.content));
    }
}

// The legend tells values apart, however long the names of the runs are.
void tst_PerfChart::runsWithLongNames()
{
    const QJsonObject run = results(QStringLiteral("latency"), AllSizes, 40, 1.2);
    const Picture picture(toSvg(plotOf(QList<QJsonObject>{ run, run },
                                       { QStringLiteral("measured-before-the-change"),
                                         QStringLiteral("measured-after-the-change") }),
                                Chart::Theme::Light));
    const QStringList labels = picture.contents(QStringLiteral("label"));
    QCOMPARE(labels.size(), 4);
    QVERIFY(labels[0].endsWith(u"median") && labels[1].endsWith(u"p99"));
    for (const Word &word : picture.words)
        QVERIFY2(picture.view.contains(word.place), qPrintable(word.content));
}

QTEST_GUILESS_MAIN(tst_PerfChart)
#include "tst_perfchart.moc"
