// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HOSTFEED_H
#define HOSTFEED_H

#include "hostaddress.h"

#include <QtRdma/RdmaStreamOptions>

#include <QtCore/qdatetime.h>
#include <QtCore/qobject.h>
#include <QtCore/qpointer.h>
#include <QtCore/qtimer.h>

QT_BEGIN_NAMESPACE
class QIODevice;
QT_END_NAMESPACE

// Feeds a source with the samples of a host, and connects again when they come no more.
class HostFeed : public QObject
{
    Q_OBJECT

public:
    // Lost: it was live before. Refused: it has not been yet, and the text says why.
    enum class State { Connecting, Live, Lost, Refused, OtherVersion };
    Q_ENUM(State)

    // 'source' is a remote RdmaSource.
    HostFeed(const HostAddress &address, const RdmaStreamOptions &options, int interval,
             QObject *source, QObject *parent = nullptr);
    ~HostFeed() override;

    void start();
    // A host that is reached by ssh gets it with the next connection.
    void setInterval(int interval);

    const HostAddress &address() const { return m_address; }
    QObject *source() const { return m_source; }
    State state() const { return m_state; }
    QDateTime since() const { return m_since; }
    // The state in words, with the reason.
    QString text() const;

Q_SIGNALS:
    void stateChanged();

private Q_SLOTS:
    void takeFeedState();
    void readOn();

private:
    QIODevice *openStream();
    QIODevice *openSsh();
    void sendWish(QIODevice *stream) const;
    void readPiece();
    void listen();
    void heardNothing();
    void end(const QString &why);
    void endAsIt(State state, const QString &why);
    void drop();
    void setState(State state, const QString &why);

    const HostAddress m_address;
    const RdmaStreamOptions m_options;
    int m_interval;
    QPointer<QObject> m_source;
    QPointer<QIODevice> m_device; // while there is a connection, or one is made
    QTimer m_retry;
    QTimer m_pace; // between two pieces
    QTimer m_silence;
    State m_state = State::Connecting;
    QDateTime m_since;
    QString m_why;
    int m_pause; // before it is tried again, milliseconds
    bool m_isInDoubt = false; // nothing has come in half of the time
    bool m_isParsing = false; // the source has not taken the last piece yet
};

#endif // HOSTFEED_H
