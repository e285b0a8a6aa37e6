// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef BRIDGEPUMP_P_H
#define BRIDGEPUMP_P_H

#include "bridgebuffers_p.h"

#include <QtRdma/rdmaerror.h>

#include <QtCore/qobject.h>
#include <QtCore/qtimer.h>

class RdmaAbstractStream;

namespace QtRdmaPrivate {

class LocalSocket;
struct BridgeCounts;

// Moves the bytes of one connection both ways, and the end of each direction behind its bytes. What
// the one end does not take is not read from the other.
class BridgePump final : public QObject
{
    Q_OBJECT

public:
    // Both are connected, and belong to the caller.
    BridgePump(LocalSocket *socket, RdmaAbstractStream *stream, BridgeCounts *counts,
               int idleTimeout, QObject *parent);

    void start();
    void stop();

Q_SIGNALS:
    // Both ends have said that they are done, or one of them was cut, which the error tells. The
    // pump does nothing more.
    void ended(const RdmaError &error);

private:
    enum class Way : quint8 {
        Open,
        Draining, // its source has ended, and bytes are still on their way
        Ended
    };

    void toStream();
    void toSocket();
    void waitForRoom();
    void socketFinished();
    void streamFinished();
    void streamFailed();
    void streamDisconnected();
    void lookWhetherIdle();
    void endIfDone();
    void end(const RdmaError &error);

    LocalSocket *const m_socket;
    RdmaAbstractStream *const m_stream;
    BridgeCounts *const m_counts;
    BridgeBuffers m_buffers;
    quint64 m_moved = 0; // bytes either way
    quint64 m_movedBefore = 0; // when the timer looked
    QTimer m_idle;
    Way m_toStream = Way::Open;
    Way m_toSocket = Way::Open;
    RdmaError m_loss; // of bytes behind which both directions have ended
};

} // namespace QtRdmaPrivate

#endif // BRIDGEPUMP_P_H
