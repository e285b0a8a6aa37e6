// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "client.h"

#include "control.h"
#include "environment.h"
#include "plot.h"
#include "program.h"
#include "run.h"
#include "words.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace Perf {

namespace {

constexpr qsizetype KeptResults = 10'000; // of an endless run
constexpr size_t KeptInOrder = 1'000'000; // latencies of each path

} // namespace

Client::Client(const Options &options, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_legs(size_t(options.paths.size()))
{
    connect(&m_progress, &QTimer::timeout, this, &Client::showProgress);
    if (!options.isQuiet && isatty(STDERR_FILENO))
        m_progress.start(1000);
}

Client::~Client() = default;

void Client::start()
{
    if (!openFiles())
        return finish(Failed);
    m_missing = m_legs.size();
    for (size_t i = 0; i < m_legs.size(); ++i)
        connectLeg(&m_legs[i], m_options.paths[qsizetype(i)]);
}

bool Client::openFiles()
{
    const std::pair<Output *, QString> places[] = { { &m_json, m_options.json },
                                                    { &m_csv, m_options.csv },
                                                    { &m_plot, m_options.plot } };
    for (const auto &[output, name] : places) {
        if (name.isEmpty())
            continue;
        if (const QString why = output->open(name, m_options.overwrites); !why.isEmpty()) {
            Program::fail(why);
            return false;
        }
    }
    return true;
}

void Client::connectLeg(Leg *leg, const Path &path)
{
    auto *stream = new RdmaStream;
    leg->control = new Control(stream, this);
    connect(leg->control, &Control::connected, this, [this, leg, stream] {
        leg->device = stream->deviceName();
        leg->control->send({ { "for", "control" } });
        if (--m_missing == 0)
            allConnected();
    });
    connect(leg->control, &Control::ended, this,
            [this, leg](const QString &why) { fail(*leg, why); });
    if (!path.local.isNull())
        stream->bind(path.local);
    if (m_options.runs.constFirst().test == Test::Tcp) {
        RdmaStreamOptions options = stream->options();
        options.setTransport(Rdma::TransportPolicy::PreferRdma);
        stream->setOptions(options);
    }
    stream->connectToHost(path.host, m_options.port);
}

void Client::allConnected()
{
    if (m_options.printsTable()) {
        const QStringList names = devices();
        QTextStream(stdout) << tableHeader(m_options.runs.constFirst(),
                                           names.isEmpty() ? Words::tr("TCP") : names.join(", "),
                                           m_options.table)
                            << Qt::flush;
    }
    next();
}

void Client::next()
{
    if (m_interrupted)
        return finish(isEndless() ? Success : Interrupted);
    if (isEndless() && m_next > 0)
        return measure();
    if (m_next == m_options.runs.size())
        return finish(meetsLimits() ? Success : LimitMissed);
    ++m_next;
    m_missing = m_legs.size();
    for (Leg &leg : m_legs)
        startRun(&leg);
}

void Client::startRun(Leg *leg)
{
    leg->run = std::make_unique<Run>(m_options.runs[m_next - 1], leg->control);
    Run *run = leg->run.get();
    connect(run, &Run::ready, this, [this] {
        if (--m_missing == 0)
            measure();
    });
    // Queued, because a run must not be deleted while it emits.
    connect(
            run, &Run::finished, this,
            [this] {
                if (--m_missing == 0)
                    allMeasured();
            },
            Qt::QueuedConnection);
    connect(
            run, &Run::failed, this, [this, leg](const QString &why) { fail(*leg, why); },
            Qt::QueuedConnection);
    run->start();
}

void Client::measure()
{
    m_missing = m_legs.size();
    const bool inOrder = m_options.table.listing == TableStyle::Listing::InOrder;
    for (Leg &leg : m_legs)
        leg.run->measure(inOrder ? KeptInOrder : 0);
}

void Client::allMeasured()
{
    eraseProgress();
    const bool isOne = m_legs.size() == 1;
    Result total = m_legs.front().run->result();
    QJsonArray paths;
    QString rows;
    for (size_t i = 0; i < m_legs.size(); ++i) {
        const Leg &leg = m_legs[i];
        Result result = leg.run->result();
        if (i > 0)
            total.add(result);
        if (!isOne)
            result.forgetUsage();
        QJsonObject path = result.toJson();
        path["device"] = leg.device;
        paths.append(path);
        rows += pathRow(nameOf(leg), result, m_options.table);
        if (leg.run->isCompared())
            leg.control->send({ { "op", "result" }, { "result", path } });
    }
    QJsonObject result = total.toJson();
    if (!isOne)
        result["paths"] = paths;
    if (m_options.table.listing != TableStyle::Listing::None)
        result["histogram_ns"] = histogram(total.samples);
    if (m_options.printsTable())
        print(total, isOne ? QString() : rows);
    keep(result);
    next();
}

void Client::print(const Result &result, const QString &rows) const
{
    QTextStream out(stdout);
    out << tableRow(result, m_options.table) << rows;
    if (m_options.table.listing != TableStyle::Listing::None)
        writeLatencies(result, m_options.table.listing, &out);
}

void Client::keep(const QJsonObject &result)
{
    if (m_results.size() == KeptResults)
        m_results.removeFirst();
    m_results.append(result);
}

void Client::interrupt()
{
    if (std::exchange(m_interrupted, true) || m_next == 0)
        return finish(Interrupted);
    for (Leg &leg : m_legs)
        leg.run->stop();
}

void Client::fail(const Leg &leg, const QString &why)
{
    if (m_interrupted)
        return finish(isEndless() && !m_results.isEmpty() ? Success : Interrupted);
    eraseProgress();
    const QString text = m_legs.size() == 1 ? why : Words::tr("%1: %2").arg(nameOf(leg), why);
    finish(Program::fail(text, Failed));
}

// The results are written, however the run ends.
void Client::finish(int status)
{
    if (std::exchange(m_finished, true))
        return;
    m_progress.stop();
    const bool isWorthIt = status != Failed || !m_results.isEmpty();
    if (isWorthIt && !writeFiles() && status == Success)
        status = Failed;
    Q_EMIT finished(status);
}

bool Client::writeFiles()
{
    QJsonArray results;
    for (const QJsonObject &result : std::as_const(m_results))
        results.append(result);
    const Description &description = m_options.runs.constFirst();
    const QJsonObject all{ { "environment", environment(devices()) },
                           { "test", description.toJson() },
                           { "results", results } };
    const bool hasJson = !m_json.isWanted() || write(&m_json, QJsonDocument(all).toJson());
    const bool hasCsv = !m_csv.isWanted() || write(&m_csv, toCsv(m_results));
    const bool hasPlot = !m_plot.isWanted() || write(&m_plot, toSvg(plotOf(all), m_options.theme));
    return hasJson && hasCsv && hasPlot;
}

bool Client::write(Output *output, const QByteArray &content)
{
    const QString why = output->write(content);
    if (!why.isEmpty())
        Program::fail(why);
    return why.isEmpty();
}

bool Client::meetsLimits() const
{
    return std::all_of(m_results.begin(), m_results.end(), [this](const QJsonObject &result) {
        return (!m_options.minBandwidth || result["mb_per_s"].toDouble() >= *m_options.minBandwidth)
                && (!m_options.maxP99 || result["p99_us"].toDouble() <= *m_options.maxP99);
    });
}

void Client::showProgress()
{
    if (m_next == 0)
        return;
    qint64 completed = 0;
    for (const Leg &leg : m_legs)
        completed += leg.run->completed();
    QTextStream(stderr) << '\r'
                        << Words::tr(" %1 bytes: %2 messages (%3 of %4 sizes)   ")
                                   .arg(m_options.runs[m_next - 1].size)
                                   .arg(completed)
                                   .arg(m_next)
                                   .arg(m_options.runs.size())
                        << Qt::flush;
}

void Client::eraseProgress()
{
    if (m_progress.isActive())
        QTextStream(stderr) << '\r' << QString(60, ' ') << '\r' << Qt::flush;
}

// The device as the user has named it, or else as it is called.
QString Client::nameOf(const Leg &leg) const
{
    const Path &path = m_options.paths[&leg - m_legs.data()];
    if (!path.device.isEmpty())
        return path.device;
    return leg.device.isEmpty() ? path.host : leg.device;
}

// There are none if all goes over TCP.
QStringList Client::devices() const
{
    QStringList names;
    for (const Leg &leg : m_legs) {
        if (!leg.device.isEmpty())
            names.append(leg.device);
    }
    names.removeDuplicates();
    return names;
}

} // namespace Perf

#include "moc_client.cpp"
