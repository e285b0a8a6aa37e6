// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENGINELOOP_P_H
#define ENGINELOOP_P_H

#include <QtCore/qobject.h>
#include <QtCore/qtimer.h>

namespace QtRdmaPrivate {

class Engine;

// The engine's place in the thread's event loop: one notifier for each channel, one timer for all deadlines, one
// posted event for what cannot wait for either. Lives in the thread, gone before the thread's dispatcher.
class EngineLoop : public QObject
{
    Q_OBJECT
public:
    explicit EngineLoop(Engine *engine);

    void watch(int fd);
    void unwatch(int fd); // must be called before it is closed
    void turn();
    void wake();
    void wakeLater();
    void postAsyncEvent(); // from any thread
    void startTimer(int msecs);

protected:
    bool event(QEvent *event) override;

private:
    Engine *m_engine;
    QTimer m_timer;
    bool m_awake = false;
    bool m_later = false;
};

} // namespace QtRdmaPrivate

#endif // ENGINELOOP_P_H
