// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "relay.h"

#include "channel.h"
#include "relay_p.h"
#include "text.h"

#include <QDateTime>
#include <QRandomGenerator>

#include <algorithm>

using namespace Protocol;

Relay::Relay(Rdma::TransportPolicy policy, const RelayLimits &limits, QObject *parent)
    : Relay(Transport::createListener(policy, nullptr), limits, parent)
{
}

Relay::Relay(Listener *listener, const RelayLimits &limits, QObject *parent)
    : QObject(parent)
    , m_limits(limits)
    , m_id(QRandomGenerator::global()->generate64())
    , m_listener(listener)
{
    m_listener->setParent(this);
    connect(m_listener, &Listener::accepted, this, &Relay::admit);
    connect(m_listener, &Listener::acceptError, this, [this](const QString &text) {
        Q_EMIT log(tr("! Cannot accept a connection: %1").arg(text));
    });
    connect(&m_deadlines, &QTimer::timeout, this, &Relay::checkDeadlines);
    m_deadlines.setInterval(std::max(m_limits.stall / 8, std::chrono::milliseconds(20)));
}

Relay::~Relay()
{
    // A channel that closes emits signals, which must not come when half of the members are gone.
    for (const auto &member : m_members)
        member->channel->disconnect(this);
}

bool Relay::listen(const QHostAddress &address, quint16 port)
{
    return m_listener->listen(address, port);
}

QHostAddress Relay::serverAddress() const
{
    return m_listener->serverAddress();
}

quint16 Relay::serverPort() const
{
    return m_listener->serverPort();
}

QString Relay::transport() const
{
    return m_listener->transport();
}

QString Relay::errorString() const
{
    return m_listener->errorString();
}

void Relay::admit(Connection *connection)
{
    auto channel = new Channel(connection, this);
    m_members.push_back(std::make_unique<Member>());
    Member *member = m_members.back().get();
    member->channel = channel;
    member->hello.setRemainingTime(m_limits.hello);
    member->stall.setRemainingTime(m_limits.stall);
    connect(channel, &Channel::received, this,
            [this, member](const Message &message) { receive(*member, message); });
    connect(channel, &Channel::violated, this,
            [this, member](const QString &what) { violate(*member, what); });
    connect(channel, &Channel::drained, this, [this, member] {
        member->stall.setRemainingTime(m_limits.stall);
        if (member->channel->backlog() <= Channel::LowWater)
            releaseWaitingFor(*member);
    });
    connect(channel, &Channel::closed, this, [this, member](const QString &why) {
        leave(*member, QStringLiteral(QT_TR_NOOP("connection lost")), why);
        member->state = Member::Gone;
        QMetaObject::invokeMethod(this, &Relay::buryTheGone, Qt::QueuedConnection);
    });
    if (!m_deadlines.isActive())
        m_deadlines.start();
    // A refused client keeps a place for a second, to read the reason. In a flood nobody gets one.
    if (qsizetype(m_members.size()) > 2 * m_limits.members)
        channel->abort();
    else if (qsizetype(m_members.size()) > m_limits.members)
        refuse(*member, Fault::Full, QStringLiteral(QT_TR_NOOP("The room is full")));
}

void Relay::receive(Member &member, const Message &message)
{
    if (member.state == Member::Refused || member.state == Member::Gone)
        return;
    const bool greeting = std::holds_alternative<Hello>(message);
    if (greeting != (member.state == Member::Unnamed))
        return violate(member,
                       greeting ? QStringLiteral(QT_TR_NOOP("a second hello"))
                                : QStringLiteral(QT_TR_NOOP("a message before the hello")));
    std::visit(Overloaded{
                       [&](const Who &) { send(member, Members{ names() }); },
                       [&](const Bye &) {
                           leave(member, {});
                           member.channel->close();
                       },
                       [&](const auto &content) {
                           if constexpr (requires { handle(member, content); })
                               handle(member, content);
                           else
                               violate(member,
                                       QStringLiteral(QT_TR_NOOP("a message of the relay's")));
                       },
               },
               message);
}

void Relay::handle(Member &member, const Hello &hello)
{
    if (hello.version != Version)
        return refuse(member, Fault::Violation,
                      QStringLiteral("The relay received version %1 of the protocol, not %2")
                              .arg(hello.version)
                              .arg(Version),
                      tr("The relay received version %1 of the protocol, not %2")
                              .arg(hello.version)
                              .arg(Version));
    const QString problem = Text::nameProblem(hello.name);
    if (!problem.isEmpty())
        return refuse(member, Fault::BadName, problem);
    if (find(hello.name))
        return refuse(member, Fault::NameTaken,
                      QStringLiteral("The name %1 is taken; choose another").arg(hello.name),
                      tr("The name %1 is taken; choose another").arg(hello.name));
    welcome(member, hello);
}

void Relay::welcome(Member &member, const Hello &hello)
{
    member.name = hello.name;
    member.key = Text::nameKey(hello.name);
    member.state = Member::Present;
    Q_EMIT log(tr("* %1 joined from %2 %3")
                       .arg(member.name, member.channel->peer(), member.channel->transport()));
    send(member, Welcome{ m_id, member.name, names() });
    const quint64 seen = hello.relay == m_id ? hello.seen : 0;
    for (const Said &said : std::as_const(m_history)) {
        if (said.number > seen)
            send(member, said);
    }
    sendToAll(Joined{ member.name }, &member);
}

void Relay::handle(Member &member, const Say &say)
{
    if (say.text.isEmpty() || say.text.size() > Text::MaxLine)
        return violate(member, QStringLiteral(QT_TR_NOOP("an empty or an overlong line")));
    Said said{ ++m_lastSaid, QDateTime::currentMSecsSinceEpoch(), false, member.name, say.text };
    // The speaker hears itself, so that everybody sees the same lines in the same order.
    sendToAll(said);
    for (const auto &receiver : m_members)
        holdBack(member, *receiver);

    said.earlier = true;
    m_history.enqueue(said);
    while (m_history.size() > m_limits.history)
        m_history.dequeue();
}

void Relay::handle(Member &member, const Whisper &whisper)
{
    if (whisper.text.isEmpty() || whisper.text.size() > Text::MaxLine)
        return violate(member, QStringLiteral(QT_TR_NOOP("an empty or an overlong line")));
    if (whisper.to.size() > Text::MaxName)
        return violate(member, QStringLiteral(QT_TR_NOOP("an overlong name")));
    Member *receiver = find(whisper.to);
    if (!receiver)
        return send(member, Notice{ QStringLiteral("Nobody here is called %1").arg(whisper.to) });
    const Whispered whispered{ member.name, receiver->name, whisper.text };
    send(*receiver, whispered);
    if (receiver != &member)
        send(member, whispered);
    holdBack(member, *receiver);
    holdBack(member, member);
}

void Relay::send(Member &member, const Message &message)
{
    if (member.state != Member::Present)
        return;
    if (member.channel->backlog() == 0)
        member.stall.setRemainingTime(m_limits.stall);
    member.channel->send(message);
    if (member.channel->backlog() <= m_limits.backlog)
        return;
    leave(member, QStringLiteral(QT_TR_NOOP("read too slowly")));
    // Queued, because the caller may be iterating over the members.
    QMetaObject::invokeMethod(
            member.channel, [channel = member.channel] { channel->abort(); }, Qt::QueuedConnection);
}

void Relay::sendToAll(const Message &message, const Member *except)
{
    for (const auto &member : m_members) {
        if (member.get() != except && member->state == Member::Present)
            send(*member, message);
    }
}

// A sender is read no faster than the slowest of its receivers reads. This cannot end in a circle
// of members that wait for each other, because a client reads whatever its own writing does; one
// that does not is dropped when the stall time is over, and everybody goes on.
void Relay::holdBack(Member &sender, Member &receiver)
{
    if (receiver.state != Member::Present || receiver.channel->backlog() <= m_limits.highWater)
        return;
    sender.waitsFor.insert(&receiver);
    sender.channel->setPaused(true);
}

void Relay::releaseWaitingFor(Member &receiver)
{
    for (const auto &sender : m_members) {
        if (sender->waitsFor.erase(&receiver) && sender->waitsFor.empty())
            sender->channel->setPaused(false);
    }
}

void Relay::violate(Member &member, const QString &what)
{
    refuse(member, Fault::Violation, QStringLiteral("The relay received %1").arg(what));
}

void Relay::refuse(Member &member, quint8 code, const QString &text, const QString &ownText)
{
    Q_EMIT log(tr("! Refused %1: %2")
                       .arg(member.name.isEmpty() ? member.channel->peer() : member.name,
                            ownText.isEmpty() ? Text::ofRelay(text) : ownText));
    leave(member, QStringLiteral(QT_TR_NOOP("refused by the relay")));
    member.channel->refuse(code, text, m_limits.refusal);
}

// Ends membership; the channel may live on to say why. The log has the details.
void Relay::leave(Member &member, const QString &why, const QString &details)
{
    const bool wasPresent = member.state == Member::Present;
    if (member.state != Member::Gone)
        member.state = Member::Refused;
    releaseWaitingFor(member);
    member.waitsFor.clear();
    member.channel->setPaused(false);
    if (!wasPresent)
        return;
    dropTransfers(member);
    Q_EMIT log(why.isEmpty() ? tr("* %1 left").arg(member.name)
                             : tr("* %1 left (%2)")
                                       .arg(member.name,
                                            details.isEmpty() ? Text::ofRelay(why) : details));
    sendToAll(Left{ member.name, why });
}

void Relay::buryTheGone()
{
    for (const auto &member : m_members) {
        if (member->state == Member::Gone)
            member->channel->deleteLater();
    }
    std::erase_if(m_members, [](const auto &member) { return member->state == Member::Gone; });
    if (m_members.empty())
        m_deadlines.stop();
}

void Relay::checkDeadlines()
{
    endUnanswered();
    // By index, because dropping a member emits signals that may change the list.
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        Member &member = *m_members[i];
        if (member.state == Member::Unnamed && member.hello.hasExpired()) {
            violate(member, QStringLiteral(QT_TR_NOOP("no hello in time")));
        } else if (member.state == Member::Present && member.channel->backlog() > 0
                   && member.stall.hasExpired()) {
            leave(member, QStringLiteral(QT_TR_NOOP("stopped reading")));
            member.channel->abort();
        }
    }
}

Relay::Member *Relay::find(const QString &name) const
{
    const QString key = Text::nameKey(name);
    const auto it = std::find_if(m_members.begin(), m_members.end(), [&key](const auto &member) {
        return member->state == Member::Present && member->key == key;
    });
    return it == m_members.end() ? nullptr : it->get();
}

QStringList Relay::names() const
{
    QStringList names;
    for (const auto &member : m_members) {
        if (member->state == Member::Present)
            names += member->name;
    }
    names.sort(Qt::CaseInsensitive);
    return names;
}

#include "moc_relay.cpp"
