// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENGINEOBJECT_P_H
#define ENGINEOBJECT_P_H

#include "engine_p.h"

#include <QtCore/qobject.h>
#include <QtCore/qthread.h>

namespace QtRdmaPrivate {

// What public objects have in common that the engine of their thread serves: the last error, and the
// end that comes with moveToThread().
class EngineObject : public DeliverClient
{
public:
    explicit EngineObject(QObject *object) : m_object(object) { }

    // Keeps a reason for rdmaError(), and returns whether there is one. Success leaves the last one there.
    bool refuse(const RdmaError &reason)
    {
        if (reason.isError())
            error = reason;
        return reason.isError();
    }
    bool isInOwnThread() const { return m_object->thread() == QThread::currentThread(); }
    // While it is moved to another thread. What there is to tell is told from the event loop there: the
    // caller of moveToThread() goes on to use what slots and continuations might delete.
    void leaveThread(const char *warning);

    std::shared_ptr<Engine> engine; // null: no engine serves it
    RdmaError error; // the last, of what was refused too

protected:
    ~EngineObject() = default;

    QObject *object() const { return m_object; }
    // Whether a move ends something. Then endWith() is called before leaveEngine().
    virtual bool isInUse() const = 0;
    // Ends what is going on, for this reason; deliver() tells of it.
    virtual void endWith(const RdmaError &cause) = 0;
    // Releases everything that belongs to the engine.
    virtual void leaveEngine() = 0;

private:
    QObject *m_object;
};

} // namespace QtRdmaPrivate

#endif // ENGINEOBJECT_P_H
