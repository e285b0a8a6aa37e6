// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "enginesocket_p.h"

#include "../base/stillhere_p.h"

#include <utility>

namespace QtRdmaPrivate {

bool EngineSocket::waitUntil(int msecs, const std::function<bool()> &isReached)
{
    if (!isInOwnThread())
        return false;
    const StillHere alive(object());
    if (!engine) {
        deliver(); // emits what a move has left pending
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

void EngineSocket::setState(QAbstractSocket::SocketState newState)
{
    state = newState;
    if (std::exchange(toldState, newState) != newState)
        emitStateChanged(newState);
}

} // namespace QtRdmaPrivate
