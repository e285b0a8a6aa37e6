// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENGINEOBJECT_P_H
#define ENGINEOBJECT_P_H

#include "engine_p.h"

#include "../base/deletionguard_p.h"

#include <QtCore/qobject.h>
#include <QtCore/qthread.h>

namespace QtRdmaPrivate {

// The base of the private part of public objects that the engine of their thread serves. It has the
// last error, and ends the object's work at moveToThread().
class EngineObject : public DeliverClient
{
public:
    explicit EngineObject(QObject *object) : m_object(object) { }

    // Keeps a reason for rdmaError(), and returns whether there is one. Success leaves the last
    // error there.
    bool refuse(const RdmaError &reason)
    {
        if (reason.isError())
            error = reason;
        return reason.isError();
    }
    bool isInOwnThread() const
    {
        return engine ? engine->isOfThisThread() : m_object->thread() == QThread::currentThread();
    }
    // Something has happened of which deliver() is to tell, soon.
    void tellSoon()
    {
        hasNews = true;
        if (engine)
            engine->scheduleDelivery(this);
    }
    // Called while the object is moved to another thread. The signals are emitted from the event
    // loop there: the caller of moveToThread() still uses what slots and continuations might
    // delete.
    void leaveThread(const char *warning);

    std::shared_ptr<Engine> engine; // null if no engine serves it
    RdmaError error; // the last one, also of calls that were refused
    bool hasNews = false; // deliver() has something to tell, by tellSoon()
    // They are told when the object is deleted, and when it is moved to another thread: then the
    // rest is told there.
    DeletionGuard *guards = nullptr;

protected:
    ~EngineObject() { DeletionGuard::tell(guards); }

    QObject *object() const { return m_object; }
    // Whether a move ends something. Then endWith() is called before leaveEngine().
    virtual bool isInUse() const = 0;
    // Ends what is going on, for this reason; deliver() emits the signals.
    virtual void endWith(const RdmaError &cause) = 0;
    // Releases everything that belongs to the engine.
    virtual void leaveEngine() = 0;

private:
    QObject *m_object;
};

} // namespace QtRdmaPrivate

#endif // ENGINEOBJECT_P_H
