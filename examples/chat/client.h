// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// One person's end of the chat, without a user interface: a terminal, a window and a test can all
// sit on top of it.

#ifndef CLIENT_H
#define CLIENT_H

#include "protocol.h"
#include "transport.h"

#include <QDateTime>
#include <QTimer>

#include <chrono>
#include <map>
#include <memory>

class Channel;
class IncomingFile;
class OutgoingFile;

struct ClientOptions
{
    QString name;
    QString downloadDirectory; // empty: files are declined
    quint64 fileSize = 64 * 1024 * 1024; // larger files are declined
    int files = 8; // that may arrive at the same time, or wait for an answer
    bool asks = false; // a person answers fileOffered(); otherwise files are taken
    // The delay doubles with every attempt that fails, and a random part of it is left out, so
    // that a room full of clients does not come back in the same instant.
    std::chrono::milliseconds firstDelay = std::chrono::milliseconds(500);
    std::chrono::milliseconds longestDelay = std::chrono::seconds(30);
};

class Client : public QObject
{
    Q_OBJECT

public:
    enum State { Unconnected, Connecting, Present, Waiting };

    Client(Rdma::TransportPolicy policy, const ClientOptions &options, QObject *parent = nullptr);
    Client(const Transport::Dialer &dialer, const ClientOptions &options,
           QObject *parent = nullptr);
    ~Client() override;

    void connectToRelay(const QString &host, quint16 port);
    void leave(); // when everything was sent; then left(). A second call does not wait.

    void say(const QString &text);
    void whisper(const QString &to, const QString &text);
    void askWho();
    void sendFile(const QString &path, const QString &to); // an empty name sends it to all
    void answerOffer(quint32 id, bool take); // of fileOffered()

    State state() const { return m_state; }
    QString transport() const; // of the connection, for people to read; empty without one
    bool isBackedUp() const;
    bool isSendingFiles() const { return !m_outgoing.empty(); }

Q_SIGNALS:
    void stateChanged();
    void welcomed(const QStringList &members, bool again);
    void said(const QString &from, const QString &text, const QDateTime &time, bool earlier);
    void whispered(const QString &from, const QString &to, const QString &text);
    void joined(const QString &name);
    void memberLeft(const QString &name, const QString &why);
    void members(const QStringList &names);
    void notice(const QString &text); // something was not done, and why
    void fileOffered(quint32 id, const QString &text); // where a person answers
    void offerEnded(quint32 id, const QString &text); // there is nothing to be answered any more
    void fileStarted(const QString &key, const QString &text);
    void fileProgress(const QString &key, const QString &name, double part);
    void fileEnded(const QString &key, const QString &text);
    void drained();
    void lost(const QString &why, std::chrono::milliseconds delay); // another attempt follows
    void failed(const QString &text); // no attempt follows
    void left();

private:
    struct Outgoing;
    struct Incoming;

    void connectChannel();
    void greet();
    void receive(const Protocol::Message &message);
    void onClosed(const QString &why);
    void retry(const QString &why);
    void setState(State state);
    bool requirePresence();
    void abortUnless(State reached, std::chrono::milliseconds grace, const QString &why);
    void leaveIfDone();

    void handle(const Protocol::Welcome &welcome);
    QString textOf(const Protocol::Fault &fault) const;
    QString refusalOf(const Protocol::FileOffer &offer) const;
    void take(const Protocol::FileOffer &offer);
    void decline(const Protocol::FileOffer &offer, const QString &why);
    static QString sentText(const QString &name, const QString &good, const QString &bad);
    void handle(const Protocol::Fault &fault);
    void handle(const Protocol::Notice &message);
    void handle(const Protocol::Said &message);
    void handle(const Protocol::Whispered &message);
    void handle(const Protocol::Members &message);
    void handle(const Protocol::Joined &message);
    void handle(const Protocol::Left &message);
    void handle(const Protocol::FileOffer &offer);
    void handle(const Protocol::FileReady &ready);
    void handle(const Protocol::FileRefused &refused);
    void handle(const Protocol::FileChunk &chunk);
    void handle(const Protocol::FileEnd &end);
    void handle(const Protocol::FileCancel &cancel);
    void handle(const Protocol::FileResult &result);

    void sendMore();
    bool sendChunk(quint32 id, Outgoing &outgoing);
    void endOutgoing(quint32 id, const QString &text);
    void endIncoming(quint32 id, bool good, const QString &why, const QString &text);
    void dropFiles();

    const Transport::Dialer m_dialer;
    const ClientOptions m_options;
    QString m_host;
    quint16 m_port = 0;
    Channel *m_channel = nullptr;
    State m_state = Unconnected;
    QTimer m_retry;
    int m_attempts = 0;
    quint64 m_relay = 0;
    quint64 m_seen = 0;
    bool m_leaving = false;
    bool m_saidBye = false;
    bool m_wasPresent = false;
    Protocol::Fault m_fault;
    std::map<quint32, std::unique_ptr<Outgoing>> m_outgoing;
    std::map<quint32, std::unique_ptr<Incoming>> m_incoming;
    std::map<quint32, Protocol::FileOffer> m_offers; // that wait for an answer
    quint32 m_lastFile = 0;
};

#endif // CLIENT_H
