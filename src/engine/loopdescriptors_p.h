// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOOPDESCRIPTORS_P_H
#define LOOPDESCRIPTORS_P_H

#include "engineloop_p.h"
#include "looptimers_p.h"

#include <array>
#include <atomic>
#include <memory>
#include <vector>

QT_BEGIN_NAMESPACE
class QSocketNotifier;
QT_END_NAMESPACE

namespace QtRdmaPrivate {

// What an event dispatcher waits for, by epoll: the descriptors of socket notifiers and of the
// engine, a timer of the kernel, and a descriptor by which other threads wake it up.
class LoopDescriptors
{
public:
    using TimePoint = LoopTimers::TimePoint;

    LoopDescriptors();
    ~LoopDescriptors();
    Q_DISABLE_COPY_MOVE(LoopDescriptors)

    void add(QSocketNotifier *notifier);
    void remove(QSocketNotifier *notifier);

    // The engine is told of its descriptors by channelReadable(). Without an engine they are not
    // watched any more.
    void setEngine(EngineLoop::Client *engine);
    void watch(int fd);
    void unwatch(int fd);

    void wakeUp(); // from any thread
    bool isWoken() const { return m_thread == Thread::Woken; }
    bool takeWakeUp(); // false if there was none

    enum class Sleep : quint8 { No, UntilReady };
    struct Ready
    {
        bool hasTime = false; // the time for which wait() was to end has come, or may have come
        bool hasEngine = false; // the engine was told
    };
    // Looks what is ready. Sleeps until something is, it is woken up, or that time comes.
    Ready wait(Sleep sleep, TimePoint time);
    // The same, and leaves notifiers and the engine alone.
    Ready waitWithoutNotifiers(Sleep sleep, TimePoint time);
    // Sends the events of the notifiers that wait() found ready. Returns whether there were any.
    bool notify() { return !m_ready.empty() && notifyReady(); }

private:
    enum class Thread : quint8 { Awake, Asleep, Woken };
    struct Watched
    {
        std::array<QSocketNotifier *, 3> notifiers{}; // by QSocketNotifier::Type
        std::array<bool, 3> isReady{}; // their events are still to be sent
        bool isEngines = false;
        bool isAlwaysReady = false; // a regular file, which epoll refuses
        quint32 events = 0; // that epoll is asked for
    };
    struct ReadyNotifier
    {
        int fd;
        size_t type;
    };

    void create();
    void leaveParentsSet();
    void rebuild();
    Watched &watched(int fd);
    Watched *find(int fd) const;
    void update(int fd, Watched *watched);
    void release(int fd, Watched *watched);
    void found(int fd, quint32 events, Ready *ready);
    bool notifyReady();
    void setTimer(TimePoint time);
    bool fallAsleep();
    void wakened();

    std::vector<std::unique_ptr<Watched>> m_watched; // by descriptor
    std::vector<int> m_alwaysReady;
    std::vector<ReadyNotifier> m_ready;
    size_t m_nextReady = 0; // the events of those before it were sent
    EngineLoop::Client *m_engine = nullptr;
    TimePoint m_timerSet = LoopTimers::Never; // when the timer of the kernel fires
    int m_epoll = -1;
    int m_wakeUp = -1;
    int m_timer = -1;
    int m_generation = 0; // of this process, see forkGeneration
    // Events that were posted before the thread had a dispatcher did not wake it up.
    std::atomic<Thread> m_thread{ Thread::Woken };
};

} // namespace QtRdmaPrivate

#endif // LOOPDESCRIPTORS_P_H
