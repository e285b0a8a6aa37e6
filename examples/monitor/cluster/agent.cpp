// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "agent.h"

#include "program.h"
#include "transportoption.h"

#include <QtRdma/RdmaStream>

#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>

#include <algorithm>

namespace {

constexpr int LongestInterval = 60'000;
constexpr qsizetype LongestWish = 256;

} // namespace

Agent::Agent(const Options &options, QObject *parent) : QObject(parent), m_options(options)
{
    m_server.setMaxConnections(MostViewers);
    m_server.setMaxConnectionsPerAddress(MostViewersPerAddress);
    connect(&m_server, &RdmaServer::newConnection, this, &Agent::takeViewers);
    connect(&m_source, &TableSource::sampled, this, &Agent::send);
}

Agent::~Agent()
{
    for (auto viewer = m_viewers.keyBegin(); viewer != m_viewers.keyEnd(); ++viewer)
        (*viewer)->disconnect(this);
}

bool Agent::start()
{
    if (!m_source.open(m_options))
        return false;
    adjust();
    m_server.setStreamOptions(m_options.cluster.stream);
    TransportOption::apply(m_options.cluster.stream.transport(), &m_server);
    if (!m_server.listen(m_options.cluster.address, m_options.cluster.port)) {
        Program::fail(m_server.errorString(), 1);
        return false;
    }
    QTextStream(stderr) << tr("Viewers can connect to port %1").arg(port()) << Qt::endl;
    return true;
}

void Agent::takeViewers()
{
    while (RdmaStream *stream = m_server.nextPendingConnection()) {
        m_viewers.insert(stream, Viewer());
        connect(stream, &RdmaStream::readyRead, this, [this, stream] { takeWish(stream); });
        connect(stream, &RdmaStream::disconnected, this, [this, stream] { forget(stream); });
        QByteArray head;
        QMetaObject::invokeMethod(m_source.source(), "recordingHead",
                                  Q_RETURN_ARG(QByteArray, head));
        stream->write(head);
        takeWish(stream);
    }
    adjust();
}

// Lines of JSON, of which the last one holds; a viewer that sends more than that is none.
void Agent::takeWish(RdmaStream *stream)
{
    Viewer &viewer = m_viewers[stream];
    viewer.wish += stream->read(LongestWish + 1 - viewer.wish.size());
    if (viewer.wish.size() > LongestWish)
        return stream->abort();
    if (!viewer.wish.endsWith('\n'))
        return;
    const QByteArray wish = viewer.wish.trimmed();
    const int wanted = QJsonDocument::fromJson(wish.mid(wish.lastIndexOf('\n') + 1))
                               .object()
                               .value(QLatin1String("interval"))
                               .toInt(m_options.interval);
    viewer.interval =
            std::clamp(wanted, m_options.interval, std::max(m_options.interval, LongestInterval));
    viewer.wish.clear();
    adjust();
}

void Agent::forget(RdmaStream *stream)
{
    m_viewers.remove(stream);
    stream->deleteLater();
    adjust();
}

// All viewers get the samples that the fastest one wants.
void Agent::adjust()
{
    int interval = LongestInterval;
    for (const Viewer &viewer : std::as_const(m_viewers))
        interval = std::min(interval, viewer.interval > 0 ? viewer.interval : m_options.interval);
    m_source.source()->setProperty("interval", interval);
    m_source.source()->setProperty("running", !m_viewers.isEmpty());
}

void Agent::send()
{
    const QByteArray change = line(false, 0);
    QByteArray whole;
    for (auto it = m_viewers.begin(); it != m_viewers.end(); ++it) {
        Viewer &viewer = it.value();
        if (it.key()->bytesToWrite() > MostUnsent) {
            ++viewer.skipped;
            ++m_skipped;
            viewer.needsWhole = true;
            continue;
        }
        if (viewer.needsWhole && viewer.skipped == 0 && whole.isEmpty())
            whole = line(true, 0);
        it.key()->write(!viewer.needsWhole           ? change
                                : viewer.skipped > 0 ? line(true, viewer.skipped)
                                                     : whole);
        viewer.needsWhole = false;
        viewer.skipped = 0;
    }
}

QByteArray Agent::line(bool whole, int skipped) const
{
    QByteArray result;
    QMetaObject::invokeMethod(m_source.source(), "recordingLine", Q_RETURN_ARG(QByteArray, result),
                              Q_ARG(bool, whole), Q_ARG(int, skipped));
    return result;
}
