// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENGINESOCKET_P_H
#define ENGINESOCKET_P_H

#include "engineobject_p.h"

#include <QtNetwork/qabstractsocket.h>

#include <functional>

namespace QtRdmaPrivate {

// An object that has the states of a socket, and can wait for one without an event loop.
class EngineSocket : public EngineObject
{
public:
    explicit EngineSocket(QObject *object) : EngineObject(object) { }

    // Returns whether the condition was reached before the time was over or the object was
    // unconnected.
    bool waitUntil(int msecs, const std::function<bool()> &isReached);
    // Emits stateChanged(), unless the signal was last emitted for this state.
    void setState(QAbstractSocket::SocketState newState);

    QAbstractSocket::SocketState state = QAbstractSocket::UnconnectedState;
    // differs from 'state' after a move, until that is emitted
    QAbstractSocket::SocketState toldState = state;
    bool endPending = false;

protected:
    ~EngineSocket() = default;

    bool isInUse() const final { return state != QAbstractSocket::UnconnectedState || endPending; }
    virtual void emitStateChanged(QAbstractSocket::SocketState newState) = 0;
};

} // namespace QtRdmaPrivate

#endif // ENGINESOCKET_P_H
