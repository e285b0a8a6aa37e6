// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CHATCLIENT_H
#define CHATCLIENT_H

#include "client.h"

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QtQml/qqmlcomponent.h>
#include <QtQml/qqmlregistration.h>

#include <memory>

class RdmaAbstractStream;

// Client in QML. The texts of others that it tells can be shown as they are.
class ChatClient : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    // Makes a new RdmaStream or RdmaTlsStream for each attempt to connect.
    Q_PROPERTY(QQmlComponent *transport MEMBER m_transport)
    Q_PROPERTY(int policy MEMBER m_policy) // an Rdma.TransportPolicy
    Q_PROPERTY(QString way READ way NOTIFY stateChanged) // "over TCP: " and why
    Q_PROPERTY(QObject *stream READ stream NOTIFY streamChanged)
    Q_PROPERTY(QString name MEMBER m_name NOTIFY nameChanged)
    Q_PROPERTY(QString downloadDirectory MEMBER m_downloadDirectory)
    Q_PROPERTY(State state READ state NOTIFY stateChanged)
    Q_PROPERTY(QStringList members READ members NOTIFY membersChanged)

public:
    enum State {
        Unconnected = Client::Unconnected,
        Connecting = Client::Connecting,
        Present = Client::Present,
        Waiting = Client::Waiting,
    };
    Q_ENUM(State)

    explicit ChatClient(QObject *parent = nullptr);
    ~ChatClient() override;

    State state() const;
    QStringList members() const { return m_members; }
    QString way() const;
    QObject *stream() const;

    Q_INVOKABLE void connectTo(const QString &relay); // host[:port]
    Q_INVOKABLE void leave();
    Q_INVOKABLE void say(const QString &text, const QString &to = QString());
    Q_INVOKABLE void answerOffer(int id, bool take); // of fileOffered()
    Q_INVOKABLE void sendFile(const QString &file, const QString &to = QString()); // path or file:…

Q_SIGNALS:
    void nameChanged();
    void stateChanged();
    void streamChanged();
    void membersChanged();
    void said(const QString &from, const QString &text, const QDateTime &time, bool earlier);
    void whispered(const QString &from, const QString &to, const QString &text);
    void joined(const QString &who);
    void memberLeft(const QString &who, const QString &why);
    void notice(const QString &text);
    void fileOffered(int id, const QString &text);
    void offerEnded(int id, const QString &text); // nobody needs to answer it any more
    void fileChanged(const QString &key, const QString &text, double part); // 1: it has ended
    void lost(const QString &why, int delay); // ms until the next attempt
    void failed(const QString &text);

private:
    Connection *dial(QObject *parent);
    void listenToPeople();
    void listenToFiles();
    void setMembers(QStringList members);
    void forget();

    QQmlComponent *m_transport = nullptr;
    int m_policy = int(Rdma::TransportPolicy::PreferRdma);
    QPointer<RdmaAbstractStream> m_stream;
    QString m_name;
    QString m_downloadDirectory;
    QStringList m_members;
    std::unique_ptr<Client> m_client;
};

#endif // CHATCLIENT_H
