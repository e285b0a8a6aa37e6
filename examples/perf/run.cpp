// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "run.h"

#include "control.h"
#include "lanes.h"
#include "places.h"
#include "printable.h"
#include "refusal.h"
#include "streamlane.h"
#include "verbslane.h"
#include "words.h"

#include <QTcpSocket>
#include <QtRdma/RdmaStream>

#include <chrono>
#include <utility>

namespace Perf {

namespace {

constexpr std::chrono::seconds Silence(5);

} // namespace

Run::Run(const Description &description, Control *control, QObject *parent)
    : QObject(parent)
    , m_description(description)
    , m_control(control)
{
    m_result.description = description;
    connect(control, &Control::received, this, &Run::received);
    m_duration.setSingleShot(true);
    m_duration.setTimerType(Qt::PreciseTimer);
    m_watch.callOnTimeout(this, &Run::watch);
    connect(&m_duration, &QTimer::timeout, this, [this] { m_lanes->stop(); });
}

Run::~Run() = default;

void Run::start()
{
    const QString problem = m_polling.start(m_control->stream()->localAddress(), m_description);
    if (!problem.isEmpty()) {
        Q_EMIT failed(problem);
        return;
    }
    m_control->send({ { "op", "prepare" }, { "description", m_description.toJson() } });
}

void Run::stop()
{
    if (m_phase == Phase::Measured)
        return;
    if (m_phase != Phase::Measuring) {
        Q_EMIT failed(Words::tr("interrupted"));
        return;
    }
    m_result.isInterrupted = true;
    m_duration.stop();
    m_lanes->stop();
}

qint64 Run::completed() const
{
    return m_phase == Phase::Measuring ? m_lanes->completed() : 0;
}

void Run::received(const QJsonObject &message)
{
    const QString what = message["op"].toString();
    if (what == "prepared" && !m_lanes)
        makeLanes(message);
    else if (what == "joined" && m_places)
        m_places->greet();
    else if (what == "begun" && m_lanes)
        begun();
    else if (what == "ended" && m_lanes)
        ended(message);
    else
        Q_EMIT failed(Words::tr("the server refuses: %1")
                              .arg(Text::printable(Refusal::fromJson(message).inOwnLanguage())));
}

void Run::makeLanes(const QJsonObject &prepared)
{
    m_lanes = std::make_unique<Lanes>(m_description.connections);
    m_isCompared = prepared["compares"].toBool();
    // When all has been measured, the server may be the first to end its connections.
    connect(m_lanes.get(), &Lanes::failed, this, [this](const QString &why) {
        m_failure = why;
        if (m_phase != Phase::Measured)
            Q_EMIT failed(why);
    });
    connect(m_lanes.get(), &Lanes::ready, this, [this] {
        if (m_description.warmUp == 0)
            return setReady();
        m_phase = Phase::WarmingUp;
        begin(m_description.warmUp);
    });
    connect(m_lanes.get(), &Lanes::finished, this, &Run::sent);
    connect(m_lanes.get(), &Lanes::arrived, this, &Run::phaseEnded);

    if (!m_description.isManaged())
        return makePlaces(prepared["places"].toArray());
    for (qint64 i = 0; i < m_lanes->count(); ++i)
        makeLane(i, prepared);
}

void Run::makeLane(qint64 index, const QJsonObject &prepared)
{
    const RdmaStream *server = m_control->stream();
    const QHostAddress local = server->localAddress();
    const QHostAddress address = server->peerAddress();
    const QString token = prepared["token"].toString();
    const QByteArray firstLine = toLine({ { "token", token }, { "index", index } });
    if (m_description.test == Test::Stream) {
        auto *lane = new StreamLane(m_description, new RdmaStream);
        m_lanes->insert(index, lane);
        lane->connectTo(local, address, server->peerPort(), firstLine);
    } else if (m_description.test == Test::Tcp) {
        auto *lane = new StreamLane(m_description, new QTcpSocket);
        m_lanes->insert(index, lane);
        lane->connectTo(local, address, quint16(prepared["tcpPort"].toInt()), firstLine);
    } else {
        auto *lane = new VerbsLane(m_description);
        m_lanes->insert(index, lane);
        lane->connectTo(local, address, server->peerPort(),
                        { token.toULongLong(nullptr, 16), quint32(index), {} });
    }
}

void Run::makePlaces(const QJsonArray &others)
{
    m_places = std::make_unique<Places>();
    const QJsonArray own =
            m_places->create(m_description, m_control->stream()->localAddress(), m_lanes.get());
    if (own.isEmpty())
        return; // failed() tells of it
    connect(m_places.get(), &Places::joined, this, [this, own] {
        m_control->send({ { "op", "join" }, { "places", own } });
    });
    m_places->join(others);
}

// A message that is lost is waited for in vain.
void Run::watch()
{
    const qint64 arrived = m_lanes->completed();
    if (std::exchange(m_watched, arrived) == arrived) {
        Q_EMIT failed(Words::tr("no message has arrived for %1 seconds: UC and UD lose messages")
                              .arg(Silence.count()));
    }
}

void Run::setReady()
{
    m_phase = Phase::Ready;
    Q_EMIT ready();
}

void Run::measure(size_t keptInOrder)
{
    if (!m_failure.isEmpty()) {
        Q_EMIT failed(m_failure);
        return;
    }
    m_result = Result();
    m_result.description = m_description;
    m_result.samples.keepOrder(keptInOrder);
    m_phase = Phase::Beginning;
    begin(m_description.iterations);
}

void Run::begin(qint64 messages)
{
    const bool isMeasured = m_phase == Phase::Beginning;
    m_control->send({ { "op", "begin" }, { "messages", messages }, { "measured", isMeasured } });
}

void Run::begun()
{
    if (!m_description.isManaged()) {
        m_watched = -1;
        m_watch.start(Silence);
    }
    m_used = Usage::now();
    m_started = monotonicTime();
    if (m_phase == Phase::WarmingUp)
        return m_lanes->start(m_description.warmUp);
    m_phase = Phase::Measuring;
    const bool forSeconds = m_description.seconds > 0;
    if (forSeconds)
        m_duration.start(std::chrono::seconds(m_description.seconds));
    m_lanes->start(forSeconds ? Lane::NoEnd : m_description.iterations,
                   m_description.isLatency() ? &m_result.samples : nullptr);
}

// True when this side sees the end of a request and nothing of the peer.
bool Run::clockStopsWhenSent() const
{
    return m_description.isLatency()
            || !(m_description.isNoticed() || m_description.bothDirections);
}

void Run::stopClock()
{
    m_result.elapsed = monotonicTime() - m_started;
    m_result.client = Usage::now().since(m_used);
}

void Run::sent()
{
    if (clockStopsWhenSent())
        stopClock();
    m_control->send({ { "op", "end" }, { "sent", m_lanes->completedEach() } });
}

// The server has all bytes that were sent from here.
void Run::ended(const QJsonObject &message)
{
    const QJsonArray fromServer = message["sent"].toArray();
    m_result.server = Usage::fromJson(message["usage"].toObject());
    m_result.messages = m_lanes->completed();
    if (m_description.bothDirections) {
        for (const auto messages : fromServer)
            m_result.messages += messages.toInteger();
        if (m_description.isNoticed())
            return m_lanes->expect(fromServer);
    }
    phaseEnded();
}

void Run::phaseEnded()
{
    if (!clockStopsWhenSent())
        stopClock();
    m_watch.stop();
    if (m_phase == Phase::WarmingUp)
        return setReady();
    m_phase = Phase::Measured;
    Q_EMIT finished();
}

} // namespace Perf

#include "moc_run.cpp"
