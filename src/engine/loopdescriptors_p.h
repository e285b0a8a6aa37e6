// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOOPDESCRIPTORS_P_H
#define LOOPDESCRIPTORS_P_H

#include <QtCore/qglobal.h>

#include <array>
#include <atomic>
#include <chrono>
#include <deque>
#include <optional>
#include <unordered_map>

QT_BEGIN_NAMESPACE
class QSocketNotifier;
QT_END_NAMESPACE

namespace QtRdmaPrivate {

// What an event dispatcher waits for, by epoll: the notifiers of descriptors, and a descriptor by
// which other threads wake it up.
class LoopDescriptors
{
public:
    LoopDescriptors();
    ~LoopDescriptors();
    Q_DISABLE_COPY_MOVE(LoopDescriptors)

    void add(QSocketNotifier *notifier);
    void remove(QSocketNotifier *notifier);

    void wakeUp(); // from any thread
    bool isWoken() const { return m_isWoken; }
    bool takeWakeUp(); // false if there was none

    enum class Wanted : quint8 { All, WakeUpOnly };
    // Waits so long at most, without a limit if there is no time. Returns whether it was woken up,
    // which lasts until that is taken.
    bool wait(Wanted wanted, std::optional<std::chrono::nanoseconds> time);
    // Sends the events of the notifiers that wait() found ready. Returns whether there were any.
    bool notify();

private:
    struct Watched
    {
        std::array<QSocketNotifier *, 3> notifiers{}; // by QSocketNotifier::Type
        quint32 events = 0; // that epoll is asked for
        bool isAlwaysReady = false; // a regular file, which epoll refuses
    };

    void create();
    void leaveParentsSet();
    void rebuild();
    void update(int fd, Watched *watched);
    void found(int fd, quint32 events);

    std::unordered_map<int, Watched> m_watched;
    std::deque<QSocketNotifier *> m_ready;
    int m_epoll = -1;
    int m_wakeUp = -1;
    int m_generation = 0; // of this process, see forkGeneration
    int m_alwaysReady = 0; // descriptors
    std::atomic<bool> m_isWoken{ false };
};

} // namespace QtRdmaPrivate

#endif // LOOPDESCRIPTORS_P_H
