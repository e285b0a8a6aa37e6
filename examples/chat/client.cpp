// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "client.h"

#include "channel.h"
#include "client_p.h"
#include "text.h"

#include <QRandomGenerator>

#include <algorithm>

using namespace Protocol;
using namespace std::chrono_literals;

namespace {

constexpr auto HelloGrace = 10s;
// Longer than the relay waits for a member that reads nothing, for which this client waits, too.
constexpr auto ByeGrace = 20s;

} // namespace

Client::Client(Rdma::TransportPolicy policy, const ClientOptions &options, QObject *parent)
    : Client([policy](QObject *owner) { return Transport::createConnection(policy, owner); },
             options, parent)
{
}

Client::Client(const Transport::Dialer &dialer, const ClientOptions &options, QObject *parent)
    : QObject(parent)
    , m_dialer(dialer)
    , m_options(options)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &Client::connectChannel);
}

Client::~Client()
{
    if (m_channel)
        m_channel->disconnect(this);
}

void Client::connectToRelay(const QString &host, quint16 port)
{
    m_host = host;
    m_port = port;
    connectChannel();
}

// Each attempt has a connection of its own, so that nothing is left in it of the attempt before.
void Client::connectChannel()
{
    m_channel = new Channel(m_dialer(this), this);
    connect(m_channel, &Channel::connected, this, &Client::greet);
    connect(m_channel, &Channel::received, this, &Client::receive);
    connect(m_channel, &Channel::violated, this, [this](const QString &what) {
        handle(Fault{ Fault::Violation, tr("The relay sent %1").arg(Text::ofRelay(what)) });
    });
    connect(m_channel, &Channel::drained, this, [this] {
        sendMore();
        leaveIfDone();
        Q_EMIT drained();
    });
    connect(m_channel, &Channel::closed, this, &Client::onClosed);
    m_fault = {};
    setState(Connecting);
    m_channel->connectToHost(m_host, m_port);
}

void Client::greet()
{
    m_channel->send(Hello{ Version, m_options.name, m_relay, m_seen });
    abortUnless(Present, HelloGrace, tr("no answer, so this is perhaps no relay"));
}

void Client::abortUnless(State reached, std::chrono::milliseconds grace, const QString &why)
{
    QTimer::singleShot(grace, m_channel, [this, channel = m_channel, reached, why] {
        if (m_state != reached)
            channel->abort(why);
    });
}

void Client::receive(const Message &message)
{
    std::visit(
            Overloaded{
                    [&](const auto &content) {
                        if constexpr (requires { handle(content); })
                            handle(content);
                        // else a client's message, which a relay has no reason to send
                    },
            },
            message);
}

void Client::handle(const Welcome &welcome)
{
    const bool again = m_wasPresent;
    if (m_relay != welcome.relay)
        m_seen = 0;
    m_relay = welcome.relay;
    m_attempts = 0;
    m_wasPresent = true;
    setState(Present);
    Q_EMIT welcomed(welcome.members, again);
    leaveIfDone();
}

// The text of a fault that has no code of its own stays in English where it is not known.
QString Client::textOf(const Fault &fault) const
{
    switch (fault.code) {
    case Fault::NameTaken:
        return tr("The name %1 is taken; choose another").arg(m_options.name);
    case Fault::Full:
        return tr("The room is full");
    case Fault::BadName:
        if (QString problem = Text::nameProblem(m_options.name); !problem.isEmpty())
            return problem;
        [[fallthrough]]; // a relay of another version
    default:
        return Text::ofRelay(fault.text);
    }
}

void Client::handle(const Fault &fault)
{
    m_fault = fault;
    m_fault.text = textOf(fault);
    m_channel->close();
}

void Client::handle(const Notice &message)
{
    Q_EMIT notice(Text::ofRelay(message.text));
}

void Client::handle(const Said &message)
{
    m_seen = std::max(m_seen, message.number);
    Q_EMIT said(message.from, message.text, QDateTime::fromMSecsSinceEpoch(message.time),
                message.earlier);
}

void Client::handle(const Whispered &message)
{
    Q_EMIT whispered(message.from, message.to, message.text);
}

void Client::handle(const Members &message)
{
    Q_EMIT members(message.names);
}

void Client::handle(const Joined &message)
{
    Q_EMIT joined(message.name);
}

void Client::handle(const Left &message)
{
    Q_EMIT memberLeft(message.name, Text::ofRelay(message.why));
}

void Client::onClosed(const QString &why)
{
    // The channel is still up the stack.
    m_channel->deleteLater();
    m_channel = nullptr;
    dropFiles();
    if (m_leaving) {
        setState(Unconnected);
        Q_EMIT left();
        return;
    }
    // Our own name may be taken by our own lost connection, which the relay has yet to notice.
    const bool ownGhost = m_wasPresent && m_fault.code == Fault::NameTaken;
    if (!m_fault.text.isEmpty() && !ownGhost) {
        setState(Unconnected);
        Q_EMIT failed(m_fault.text);
    } else if (!m_wasPresent) {
        setState(Unconnected);
        Q_EMIT failed(tr("Cannot connect to %1: %2")
                              .arg(m_host, why.isEmpty() ? tr("the relay hung up") : why));
    } else {
        retry(ownGhost ? m_fault.text : why);
    }
}

void Client::retry(const QString &why)
{
    const auto whole = std::min(m_options.firstDelay * (1 << std::min(m_attempts, 16)),
                                m_options.longestDelay);
    const auto delay = whole / 2 + whole / 2 * QRandomGenerator::global()->bounded(1000) / 1000;
    ++m_attempts;
    setState(Waiting);
    m_retry.start(delay);
    Q_EMIT lost(why, delay);
}

void Client::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    Q_EMIT stateChanged();
}

bool Client::requirePresence()
{
    if (m_state == Present && !m_leaving)
        return true;
    Q_EMIT notice(tr("Not connected, so this was not sent"));
    return false;
}

void Client::say(const QString &text)
{
    if (text.isEmpty() || !requirePresence())
        return;
    if (text.size() > Text::MaxLine)
        Q_EMIT notice(tr("A line has at most %1 characters").arg(Text::MaxLine));
    else
        m_channel->send(Say{ text });
}

void Client::whisper(const QString &to, const QString &text)
{
    if (text.isEmpty() || !requirePresence())
        return;
    const QString problem = Text::nameProblem(to);
    if (!problem.isEmpty())
        Q_EMIT notice(problem);
    else if (text.size() > Text::MaxLine)
        Q_EMIT notice(tr("A line has at most %1 characters").arg(Text::MaxLine));
    else
        m_channel->send(Whisper{ to, text });
}

void Client::askWho()
{
    if (requirePresence())
        m_channel->send(Who{});
}

QString Client::transport() const
{
    return m_channel ? m_channel->transport() : QString();
}

bool Client::isBackedUp() const
{
    return m_channel && m_channel->backlog() > Channel::HighWater;
}

void Client::leave()
{
    const bool impatient = m_leaving || m_state == Connecting;
    m_leaving = true;
    m_retry.stop();
    if (!m_channel) {
        setState(Unconnected);
        QMetaObject::invokeMethod(this, &Client::left, Qt::QueuedConnection);
    } else if (impatient) {
        m_channel->abort();
    } else {
        leaveIfDone();
    }
}

// The relay closes when it has handled the Bye, and so everything before it. If we closed, what
// it sends us in the meantime would meet a closed socket, and the reset could overtake our words.
void Client::leaveIfDone()
{
    if (!m_leaving || m_saidBye || m_state != Present || !m_outgoing.empty())
        return;
    m_saidBye = true;
    m_channel->send(Bye{});
    abortUnless(Unconnected, ByeGrace, {});
}

#include "moc_client.cpp"
