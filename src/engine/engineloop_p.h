// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENGINELOOP_P_H
#define ENGINELOOP_P_H

#include <QtCore/qobject.h>
#include <QtCore/qpointer.h>
#include <QtCore/qtimer.h>

class RdmaEventDispatcher;

namespace QtRdmaPrivate {

// The engine's place in the event loop of the thread: a notifier for each channel, one timer for
// all deadlines, and one posted event for what cannot wait for either. An RdmaEventDispatcher needs
// neither notifiers nor the posted event: it calls this object. The object lives in the thread, and
// is destroyed before the thread's event dispatcher.
class EngineLoop : public QObject
{
    Q_OBJECT
public:
    // The event loop calls these functions.
    class Client
    {
    public:
        // Only noted: activate() follows, in this round of the loop.
        virtual void channelReadable(int fd) = 0;
        virtual void asyncEventsArrived() = 0;
        virtual void timerFired() = 0;
        virtual void activate() = 0;
        // The loop begins or ends a round.
        virtual void loopTurns() = 0;

    protected:
        ~Client() = default;
    };

    explicit EngineLoop(Client *client);
    ~EngineLoop() override;

    void watch(int fd);
    void unwatch(int fd); // must be called before it is closed
    void turn();
    void wake();
    void wakeLater();
    void postAsyncEvent(); // from any thread
    void startTimer(int msecs);

    // An RdmaEventDispatcher calls these functions.
    bool hasWork() const { return m_awake; } // a turn is wanted in the next round
    void workNow(); // the turn that is wanted
    void turnInEvent(); // the same as turn() or workNow(), as if a notifier had called it
    void loopTurns() { m_client->loopTurns(); }

protected:
    bool event(QEvent *event) override;

private:
    Client *m_client;
    QPointer<RdmaEventDispatcher> m_dispatcher; // null: the thread has another one
    QTimer m_timer;
    bool m_awake = false;
    bool m_later = false;
};

} // namespace QtRdmaPrivate

#endif // ENGINELOOP_P_H
