// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "client.h"

#include "control.h"
#include "environment.h"
#include "program.h"
#include "report.h"
#include "run.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtRdma/RdmaStream>

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace Perf {

namespace {

bool writeFile(const QString &name, const QByteArray &content)
{
    QFile file(name);
    const bool opened = name == "-" ? file.open(stdout, QIODevice::WriteOnly)
                                    : file.open(QIODevice::WriteOnly | QIODevice::Truncate);
    if (opened && file.write(content) == content.size() && file.flush())
        return true;
    Program::fail(name + ": " + file.errorString());
    return false;
}

void print(const QString &text)
{
    QTextStream(stdout) << text << Qt::flush;
}

} // namespace

Client::Client(const Options &options, QObject *parent) : QObject(parent), m_options(options)
{
    connect(&m_progress, &QTimer::timeout, this, &Client::showProgress);
    if (options.showsProgress && isatty(STDERR_FILENO))
        m_progress.start(1000);
}

Client::~Client() = default;

void Client::start()
{
    auto *stream = new RdmaStream;
    m_control = new Control(stream, this);
    connect(m_control, &Control::connected, this, [this, stream] {
        m_device = stream->deviceName();
        m_control->send({ { "for", "control" } });
        if (m_options.json != "-" && m_options.csv != "-" && m_options.plot != "-")
            print(tableHeader(m_options.runs.first(), m_device));
        next();
    });
    connect(m_control, &Control::ended, this, &Client::fail);
    if (!m_options.local.isNull())
        stream->bind(m_options.local);
    stream->connectToHost(m_options.address, m_options.port);
}

void Client::next()
{
    if (m_interrupted)
        return finish(Interrupted);
    if (m_next == m_options.runs.size())
        return finish(meetsLimits() ? Success : LimitMissed);
    m_run = std::make_unique<Run>(m_options.runs[m_next++], m_control);
    // Queued, because a run must not be deleted while it emits.
    connect(m_run.get(), &Run::finished, this, &Client::runFinished, Qt::QueuedConnection);
    connect(m_run.get(), &Run::failed, this, &Client::fail, Qt::QueuedConnection);
    m_run->start();
}

void Client::runFinished()
{
    const Result &result = m_run->result();
    eraseProgress();
    if (m_options.json != "-" && m_options.csv != "-" && m_options.plot != "-")
        print(tableRow(result));
    m_results.append(result.toJson());
    next();
}

void Client::interrupt()
{
    if (std::exchange(m_interrupted, true) || !m_run)
        return finish(Interrupted);
    m_run->stop();
}

void Client::fail(const QString &why)
{
    if (m_interrupted)
        return finish(Interrupted);
    eraseProgress();
    finish(Program::fail(why, Failed));
}

// The results are written, however the run ends.
void Client::finish(int status)
{
    if (std::exchange(m_finished, true))
        return;
    m_progress.stop();
    if (!writeFiles() && status == Success)
        status = Failed;
    Q_EMIT finished(status);
}

bool Client::writeFiles()
{
    bool written = true;
    if (!m_options.json.isEmpty()) {
        QJsonArray results;
        for (const QJsonObject &result : std::as_const(m_results))
            results.append(result);
        const QJsonObject all{ { "environment", environment(m_device) },
                               { "test", m_options.runs.first().toJson() },
                               { "results", results } };
        written = writeFile(m_options.json, QJsonDocument(all).toJson());
    }
    if (!m_options.csv.isEmpty())
        written = writeFile(m_options.csv, toCsv(m_results)) && written;
    if (!m_options.plot.isEmpty())
        written = writeFile(m_options.plot, toSvg(m_options.runs.first(), m_results)) && written;
    return written;
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
    if (!m_run)
        return;
    const Description &description = m_run->result().description;
    QTextStream(stderr) << "\r " << description.size << " bytes: " << m_run->completed()
                        << " messages (" << m_next << " of " << m_options.runs.size()
                        << " sizes)   " << Qt::flush;
}

void Client::eraseProgress()
{
    if (m_progress.isActive())
        QTextStream(stderr) << '\r' << QString(60, ' ') << '\r' << Qt::flush;
}

} // namespace Perf

#include "moc_client.cpp"
