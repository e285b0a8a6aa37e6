// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The room: its members, what was said in it, and the files that pass through it.

#ifndef RELAY_H
#define RELAY_H

#include "protocol.h"
#include "transport.h"

#include <QDeadlineTimer>
#include <QQueue>
#include <QTimer>

#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <vector>

class Channel;

struct RelayLimits
{
    int members = 100;
    int history = 100; // messages
    qint64 backlog = 4 * 1024 * 1024; // bytes that wait for one member
    qint64 highWater = 256 * 1024; // with more waiting for a member, senders to it wait
    quint64 fileSize = 64 * 1024 * 1024;
    int filesPerMember = 4; // at the same time
    std::chrono::milliseconds answer = std::chrono::minutes(2); // time to take or decline a file
    std::chrono::milliseconds hello = std::chrono::seconds(10); // time to say a name
    std::chrono::milliseconds stall = std::chrono::seconds(15); // without taking a byte
    std::chrono::milliseconds refusal = std::chrono::seconds(1); // time to hear the reason
};

class Relay : public QObject
{
    Q_OBJECT

public:
    explicit Relay(Rdma::TransportPolicy policy, const RelayLimits &limits = {},
                   QObject *parent = nullptr);
    explicit Relay(Listener *listener, const RelayLimits &limits = {}, QObject *parent = nullptr);
    ~Relay() override;

    bool listen(const QHostAddress &address, quint16 port);
    QHostAddress serverAddress() const;
    quint16 serverPort() const;
    QString transport() const; // what it offers, for people to read
    QString errorString() const;

Q_SIGNALS:
    void log(const QString &line);

private:
    struct Member;
    struct Transfer;
    using Transfers = std::map<quint32, Transfer>;

    void admit(Connection *connection);
    void receive(Member &member, const Protocol::Message &message);
    // Peers get texts in English, and translate them; the log has them in the language here.
    void refuse(Member &member, quint8 code, const QString &text, const QString &ownText = {});
    void violate(Member &member, const QString &what);
    void leave(Member &member, const QString &why, const QString &details = {});
    void buryTheGone();
    void checkDeadlines();

    void handle(Member &member, const Protocol::Hello &hello);
    void handle(Member &member, const Protocol::Say &say);
    void handle(Member &member, const Protocol::Whisper &whisper);
    void handle(Member &member, const Protocol::FileOffer &offer);
    void handle(Member &member, const Protocol::FileChunk &chunk);
    void handle(Member &member, const Protocol::FileEnd &end);
    void handle(Member &member, const Protocol::FileCancel &cancel);
    void handle(Member &member, const Protocol::FileResult &result);
    void handle(Member &member, const Protocol::FileAccept &accept);

    void welcome(Member &member, const Protocol::Hello &hello);
    void send(Member &member, const Protocol::Message &message);
    void sendToAll(const Protocol::Message &message, const Member *except = nullptr);
    void holdBack(Member &sender, Member &receiver);
    void releaseWaitingFor(Member &receiver);

    QString offerProblem(const Member &sender, const Protocol::FileOffer &offer) const;
    std::vector<Member *> receiversOf(const Member &sender, const QString &to) const;
    Transfers::iterator transferOf(const Member &sender, quint32 id);
    void beginIfAnswered(Transfers::iterator transfer);
    void endUnanswered();
    void settle(Transfers::iterator transfer, Member &receiver, bool good, const QString &text);
    void dropTransfers(Member &member);

    Member *find(const QString &name) const;
    QStringList names() const;

    const RelayLimits m_limits;
    const quint64 m_id; // tells this relay from the one before it at the same address
    Listener *m_listener;
    QTimer m_deadlines;
    std::vector<std::unique_ptr<Member>> m_members;
    QQueue<Protocol::Said> m_history;
    quint64 m_lastSaid = 0;
    Transfers m_transfers;
    quint32 m_lastTransfer = 0;
};

#endif // RELAY_H
