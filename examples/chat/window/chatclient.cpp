// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "chatclient.h"

#include "endpoint.h"
#include "text.h"
#include "tls.h"

#include <QtRdma/RdmaStream>

#include <QUrl>

#include <algorithm>

using Text::printable;

ChatClient::ChatClient(QObject *parent) : QObject(parent) { }

ChatClient::~ChatClient()
{
    if (m_client)
        m_client->disconnect(this);
}

ChatClient::State ChatClient::state() const
{
    return m_client ? State(m_client->state()) : Unconnected;
}

QString ChatClient::way() const
{
    return m_client ? m_client->transport() : QString();
}

QObject *ChatClient::stream() const
{
    return m_stream;
}

void ChatClient::connectTo(const QString &relay)
{
    const auto endpoint = Endpoint::fromString(relay, Protocol::DefaultPort);
    const QString problem = Text::nameProblem(m_name);
    if (!endpoint || !problem.isEmpty()) {
        Q_EMIT failed(endpoint ? problem : tr("A relay looks like host, host:port or [IPv6]:port"));
        return;
    }
    forget();
    ClientOptions options;
    options.name = m_name;
    options.downloadDirectory = m_downloadDirectory;
    options.asks = true;
    m_client = std::make_unique<Client>([this](QObject *owner) { return dial(owner); }, options);
    connect(m_client.get(), &Client::stateChanged, this, &ChatClient::stateChanged);
    connect(m_client.get(), &Client::lost, this,
            [this](const QString &why, std::chrono::milliseconds delay) {
                setMembers({});
                Q_EMIT lost(printable(why), int(delay.count()));
            });
    connect(m_client.get(), &Client::failed, this, [this](const QString &text) {
        setMembers({});
        Q_EMIT failed(printable(text));
    });
    connect(m_client.get(), &Client::left, this, [this] { setMembers({}); });
    listenToPeople();
    listenToFiles();
    m_client->connectToRelay(endpoint->host, endpoint->port);
}

void ChatClient::listenToPeople()
{
    const Client *client = m_client.get();
    connect(client, &Client::welcomed, this,
            [this](const QStringList &present) { setMembers(present); });
    connect(client, &Client::members, this,
            [this](const QStringList &present) { setMembers(present); });
    connect(client, &Client::joined, this, [this](const QString &who) {
        setMembers(m_members + QStringList(printable(who)));
        Q_EMIT joined(printable(who));
    });
    connect(client, &Client::memberLeft, this, [this](const QString &who, const QString &why) {
        QStringList others = m_members;
        others.removeAll(printable(who));
        setMembers(others);
        Q_EMIT memberLeft(printable(who), printable(why));
    });
    connect(client, &Client::said, this,
            [this](const QString &from, const QString &text, const QDateTime &time, bool earlier) {
                Q_EMIT said(printable(from), printable(text), time, earlier);
            });
    connect(client, &Client::whispered, this,
            [this](const QString &from, const QString &to, const QString &text) {
                Q_EMIT whispered(printable(from), printable(to), printable(text));
            });
    connect(client, &Client::notice, this,
            [this](const QString &text) { Q_EMIT notice(printable(text)); });
}

void ChatClient::listenToFiles()
{
    const Client *client = m_client.get();
    connect(client, &Client::fileOffered, this, [this](quint32 id, const QString &text) {
        Q_EMIT fileOffered(int(id), printable(text));
    });
    connect(client, &Client::offerEnded, this, [this](quint32 id, const QString &text) {
        Q_EMIT offerEnded(int(id), printable(text));
    });
    connect(client, &Client::fileStarted, this, [this](const QString &key, const QString &text) {
        Q_EMIT fileChanged(key, printable(text), 0);
    });
    connect(client, &Client::fileProgress, this,
            [this](const QString &key, const QString &, double part) {
                Q_EMIT fileChanged(key, {}, std::min(part, 0.999));
            });
    connect(client, &Client::fileEnded, this, [this](const QString &key, const QString &text) {
        Q_EMIT fileChanged(key, printable(text), 1);
    });
}

Connection *ChatClient::dial(QObject *parent)
{
    QObject *object = m_transport ? m_transport->create(m_transport->creationContext()) : nullptr;
    auto *stream = qobject_cast<RdmaAbstractStream *>(object);
    if (!stream) {
        qWarning("ChatClient.transport makes no RdmaStream and no RdmaTlsStream");
        delete object;
        stream = new RdmaStream;
    }
    m_stream = stream;
    Q_EMIT streamChanged();
    Connection *const connection = Tls::connectionOf(stream, parent);
    connection->setPolicy(Rdma::TransportPolicy(m_policy));
    return connection;
}

void ChatClient::leave()
{
    if (m_client)
        m_client->leave();
}

void ChatClient::say(const QString &text, const QString &to)
{
    if (!m_client)
        Q_EMIT notice(tr("Not connected, so this was not sent"));
    else if (to.isEmpty())
        m_client->say(text);
    else
        m_client->whisper(to, text);
}

void ChatClient::sendFile(const QString &file, const QString &to)
{
    const QString path = file.startsWith(QLatin1String("file:")) ? QUrl(file).toLocalFile() : file;
    if (m_client)
        m_client->sendFile(path, to);
    else
        Q_EMIT notice(tr("Not connected, so this was not sent"));
}

void ChatClient::answerOffer(int id, bool take)
{
    if (m_client)
        m_client->answerOffer(quint32(id), take);
}

void ChatClient::setMembers(QStringList members)
{
    for (QString &name : members)
        name = printable(name);
    members.sort(Qt::CaseInsensitive);
    members.removeDuplicates();
    if (members == m_members)
        return;
    m_members = members;
    Q_EMIT membersChanged();
}

// The client before this one may be up the stack.
void ChatClient::forget()
{
    if (!m_client)
        return;
    m_client->disconnect(this);
    m_client.release()->deleteLater();
}
