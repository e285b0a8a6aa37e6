// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engineloop_p.h"

#include "rdmaeventdispatcher_p.h"

#include <QtCore/qabstracteventdispatcher.h>
#include <QtCore/qcoreapplication.h>
#include <QtCore/qsocketnotifier.h>

#include <utility>

namespace QtRdmaPrivate {

namespace {

// Qt's own sockets do the same: overriding event() saves two signal emissions for each activation.
class ChannelNotifier : public QSocketNotifier
{
public:
    ChannelNotifier(int fd, EngineLoop::Client *client, EngineLoop *loop)
        : QSocketNotifier(fd, QSocketNotifier::Read, loop)
        , m_client(client)
        , m_loop(loop)
    {
    }

protected:
    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::SockAct) {
            m_client->channelReadable(int(socket()));
            m_loop->turn();
            return true;
        }
        return QSocketNotifier::event(event);
    }

private:
    EngineLoop::Client *m_client;
    EngineLoop *m_loop;
};

QEvent::Type wakeEvent()
{
    static const auto type = QEvent::Type(QEvent::registerEventType());
    return type;
}

QEvent::Type asyncEvent()
{
    static const auto type = QEvent::Type(QEvent::registerEventType());
    return type;
}

} // namespace

EngineLoop::EngineLoop(Client *client) : m_client(client), m_timer(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_client->timerFired();
        turn();
    });
    auto *dispatcher = QAbstractEventDispatcher::instance();
    m_dispatcher = qobject_cast<RdmaEventDispatcher *>(dispatcher);
    if (m_dispatcher) {
        RdmaEventDispatcherPrivate::of(m_dispatcher)->setEngine(this, client);
        return;
    }
    // A slot may write and then run an event loop of its own. Neither its data nor arming the
    // queues may wait until the slot returns. Qt's own dispatcher begins each round with awake().
    // Others, as glib's, begin one that blocks with aboutToBlock() and end it with awake().
    connect(dispatcher, &QAbstractEventDispatcher::awake, this, [this] { m_client->loopTurns(); });
    if (!dispatcher->inherits("QEventDispatcherUNIX")) {
        connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this,
                [this] { m_client->loopTurns(); });
    }
}

EngineLoop::~EngineLoop()
{
    if (m_dispatcher)
        RdmaEventDispatcherPrivate::of(m_dispatcher)->setEngine(nullptr, nullptr);
}

void EngineLoop::watch(int fd)
{
    if (m_dispatcher)
        RdmaEventDispatcherPrivate::of(m_dispatcher)->descriptors.watch(fd);
    else
        new ChannelNotifier(fd, m_client, this);
}

// The notifier may be the caller.
void EngineLoop::unwatch(int fd)
{
    if (m_dispatcher)
        RdmaEventDispatcherPrivate::of(m_dispatcher)->descriptors.unwatch(fd);
    const auto notifiers = findChildren<QSocketNotifier *>(QString(), Qt::FindDirectChildrenOnly);
    for (QSocketNotifier *notifier : notifiers) {
        if (notifier->socket() != fd || !notifier->isEnabled())
            continue;
        notifier->setEnabled(false);
        notifier->deleteLater();
    }
}

// A turn that was posted comes soon enough: two turns in one round of the loop would delay the
// thread's timers twice.
void EngineLoop::turn()
{
    if (!m_awake)
        m_client->activate();
}

void EngineLoop::wake()
{
    if (m_awake)
        return;
    m_awake = true;
    if (!m_dispatcher)
        QCoreApplication::postEvent(this, new QEvent(wakeEvent()), Qt::LowEventPriority);
}

// Called after a long turn. The dispatcher of glib looks whether a timer is due, then serves posted
// events, then timers. A turn that was posted in the round before would be a second one for which a
// timer waits.
// An RdmaEventDispatcher serves timers between two turns in any case.
void EngineLoop::wakeLater()
{
    wake();
    m_later = !m_dispatcher;
}

void EngineLoop::workNow()
{
    m_awake = false;
    m_client->activate();
}

Q_NEVER_INLINE void EngineLoop::turnInEvent()
{
    QEvent event(wakeEvent());
    QCoreApplication::sendEvent(this, &event);
}

void EngineLoop::postAsyncEvent()
{
    QCoreApplication::postEvent(this, new QEvent(asyncEvent()));
}

void EngineLoop::startTimer(int msecs)
{
    if (msecs < 0)
        m_timer.stop();
    else
        m_timer.start(msecs);
}

bool EngineLoop::event(QEvent *event)
{
    if (event->type() == asyncEvent())
        m_client->asyncEventsArrived();
    else if (event->type() == wakeEvent())
        m_awake = false;
    else
        return QObject::event(event);
    if (std::exchange(m_later, false))
        wake();
    turn();
    return true;
}

} // namespace QtRdmaPrivate
