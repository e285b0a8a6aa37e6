// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engineobject_p.h"

#include "../base/stillhere_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qmetaobject.h>

#include <utility>

namespace QtRdmaPrivate {

bool EngineObject::waitUntil(int msecs, const std::function<bool()> &isReached)
{
    if (!isInOwnThread())
        return false;
    const StillHere alive(m_object);
    if (!engine) {
        deliver(); // what a move has left to be told
        return alive && isReached();
    }
    bool reached = false;
    engine->wait(QDeadlineTimer(msecs), this, [&] {
        if (!alive)
            return true;
        reached = isReached();
        return reached || state == QAbstractSocket::UnconnectedState;
    });
    return alive && reached;
}

void EngineObject::setState(QAbstractSocket::SocketState newState)
{
    state = newState;
    if (std::exchange(toldState, newState) != newState)
        emitStateChanged(newState);
}

void EngineObject::leaveThread(const char *warning)
{
    if (state != QAbstractSocket::UnconnectedState || endPending) {
        qWarning("%s", warning);
        endWith(movedError());
    }
    if (engine)
        engine->removeObject(this);
    leaveEngine();
    QMetaObject::invokeMethod(
            m_object, [this] { deliver(); }, Qt::QueuedConnection);
}

} // namespace QtRdmaPrivate
