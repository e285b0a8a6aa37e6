// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "session.h"

#include "words.h"

#include <QRandomGenerator>
#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaStream>

#include <utility>

namespace Perf {

Session::Session(Control *control, quint16 tcpPort, std::function<qint64()> memoryLeft,
                 bool isOneOfSeveral, QObject *parent)
    : QObject(parent)
    , m_control(control)
    , m_tcpPort(tcpPort)
    , m_memoryLeft(std::move(memoryLeft))
    , m_isOneOfSeveral(isOneOfSeveral)
{
    control->setParent(this);
    connect(control, &Control::received, this, &Session::received);
    connect(control, &Control::ended, this, [this](const QString &why) {
        if (m_busy)
            Q_EMIT log(Words::tr("the client has gone: %1").arg(why));
        Q_EMIT ended();
    });
}

QString Session::clientName() const
{
    return m_control->stream()->peerAddress().toString();
}

void Session::received(const QJsonObject &message)
{
    const QString what = message["op"].toString();
    if (what == "prepare")
        return prepare(message["description"].toObject());
    if (what == "result") {
        Q_EMIT measured(message["result"].toObject());
        return;
    }
    if (!m_lanes)
        return refuse({ QT_TRANSLATE_NOOP("Perf", "nothing is prepared") });
    if (what == "begin") {
        m_messages = message["messages"].toInteger();
        m_measuring = message["measured"].toBool();
        m_beginning = true;
        return beginWhenReady();
    }
    if (what == "end")
        return end(message);
    if (what == "join")
        return join(message["places"].toArray());
    refuse({ QT_TRANSLATE_NOOP("Perf", "this server understands prepare, begin and end") });
}

void Session::refuse(const Refusal &refusal)
{
    m_places.reset();
    m_lanes.reset();
    m_token = 0;
    m_busy = false;
    m_control->send(refusal.toJson());
    Q_EMIT log(Words::tr("refused: %1").arg(refusal.inOwnLanguage()));
}

Refusal Session::missing(const Description &description) const
{
    if (description.memory() > m_memoryLeft()) {
        return { QT_TRANSLATE_NOOP("Perf",
                                   "other clients have taken most of the %1 MiB of this server"),
                 { QString::number(MaxMemory >> 20) } };
    }
    if (description.test == Test::Tcp && m_tcpPort == 0)
        return { QT_TRANSLATE_NOOP("Perf", "this server does not listen with TCP") };
    const bool isByTcp = m_control->stream()->transport() == Rdma::StreamTransport::Tcp;
    if (description.test != Test::Tcp && isByTcp)
        return { QT_TRANSLATE_NOOP("Perf",
                                   "%1 needs a way over RDMA, and there is one over TCP only"),
                 { description.name() } };
    if (description.test != Test::Atomic && description.test != Test::WriteImm)
        return {};
    const RdmaDevice device = RdmaDevice::fromName(m_control->stream()->deviceName());
    if (description.test == Test::Atomic && device.attributes().atomicCap() == 0)
        return { QT_TRANSLATE_NOOP("Perf", "the device %1 has no atomic operations"),
                 { device.name() } };
    if (description.test == Test::WriteImm && device.transport() == Rdma::Transport::Iwarp) {
        return { QT_TRANSLATE_NOOP(
                         "Perf",
                         "the device %1 speaks iWARP, which has no writes with immediate data"),
                 { device.name() } };
    }
    return {};
}

void Session::prepare(const QJsonObject &wanted)
{
    m_places.reset();
    m_lanes.reset();
    m_polling.stop();
    QString problem;
    const auto description = Description::fromJson(wanted, &problem);
    if (!description)
        return refuse({ problem });
    if (const Refusal refusal = missing(*description); !refusal.isEmpty())
        return refuse(refusal);
    problem = m_polling.start(m_control->stream()->localAddress(), *description);
    if (!problem.isEmpty())
        return refuse({ problem });
    m_description = *description;
    m_token = qMax<quint64>(QRandomGenerator::system()->generate64(), 1);
    m_allReady = m_beginning = m_sending = m_ending = m_expecting = false;
    m_busy = true;
    m_lanes = std::make_unique<Lanes>(m_description.connections);
    connect(m_lanes.get(), &Lanes::ready, this, [this] {
        m_allReady = true;
        beginWhenReady();
    });
    connect(m_lanes.get(), &Lanes::finished, this, [this] {
        m_sending = false;
        answerEnd();
    });
    connect(m_lanes.get(), &Lanes::arrived, this, [this] {
        m_expecting = false;
        answerEnd();
    });
    // A client that is done drops its lanes. One that is not done notices the failure itself.
    connect(m_lanes.get(), &Lanes::failed, this, [this](const QString &why) {
        if (m_busy)
            Q_EMIT log(Words::tr("a connection has ended: %1").arg(why));
    });
    QJsonArray places;
    if (!m_description.isManaged()) {
        places = createPlaces();
        if (places.isEmpty())
            return refuse({ m_places->problem() });
    }
    m_control->send({ { "op", "prepared" },
                      { "places", places },
                      { "token", QString::number(m_token, 16) },
                      { "tcpPort", m_tcpPort },
                      { "compares", m_isOneOfSeveral } });
    Q_EMIT log(Words::tr("%1, %2, %3 bytes, connections %4")
                       .arg(m_description.name(), measureNames().value(int(m_description.measure)))
                       .arg(m_description.size)
                       .arg(m_description.connections));
}

QJsonArray Session::createPlaces()
{
    m_places = std::make_unique<Places>();
    connect(m_places.get(), &Places::joined, this, [this] {
        m_control->send({ { "op", "joined" } });
    });
    return m_places->create(m_description, m_control->stream()->localAddress(), m_lanes.get());
}

void Session::join(const QJsonArray &places)
{
    if (!m_places || places.size() != m_lanes->count())
        return refuse({ QT_TRANSLATE_NOOP(
                "Perf", "these are other places than those of the connections") });
    m_places->join(places);
}

bool Session::accept(const RdmaConnectionRequest &request, const LaneRequest &peer)
{
    if (!m_lanes || !m_description.isVerbs() || m_places || !m_lanes->isFree(peer.index))
        return false;
    auto *lane = new VerbsLane(m_description);
    m_lanes->insert(peer.index, lane);
    lane->accept(request, peer);
    return true;
}

void Session::beginWhenReady()
{
    if (!m_beginning || !m_allReady)
        return;
    m_beginning = false;
    if (!m_isOneOfSeveral || !m_measuring)
        return begin();
    Q_EMIT beginWanted();
}

void Session::begin()
{
    if (!m_lanes)
        return; // the client has changed its mind meanwhile
    m_busy = true;
    m_used = Usage::now();
    m_control->send({ { "op", "begun" } });
    m_sending = m_description.bothDirections;
    if (m_sending)
        m_lanes->start(m_messages > 0 ? m_messages : Lane::NoEnd);
}

void Session::end(const QJsonObject &message)
{
    const QJsonArray sent = message["sent"].toArray();
    if (!m_allReady || sent.size() != m_lanes->count())
        return refuse({ QT_TRANSLATE_NOOP("Perf", "not all connections are there") });
    m_ending = true;
    m_expecting = m_description.isNoticed() && !m_description.isLatency();
    if (m_sending && m_messages == 0)
        m_lanes->stop();
    if (m_expecting)
        m_lanes->expect(sent);
    answerEnd();
}

void Session::answerEnd()
{
    if (m_sending || m_expecting || !std::exchange(m_ending, false))
        return;
    m_busy = false;
    m_control->send({ { "op", "ended" },
                      { "sent", m_lanes->completedEach() },
                      { "usage", Usage::now().since(m_used).toJson() } });
}

} // namespace Perf

#include "moc_session.cpp"
