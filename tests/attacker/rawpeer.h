// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RAWPEER_H
#define RAWPEER_H

#include <QtCore/qbytearray.h>
#include <QtCore/qglobal.h>

#include <deque>
#include <vector>

#include <rdma/rdma_cma.h>

// The active side of one connection, made with bare calls. It sends whatever it is given, obeys no
// protocol, and prints what happens to it, one line for each event.
class RawPeer
{
public:
    RawPeer(const char *address, quint16 port);
    ~RawPeer();
    Q_DISABLE_COPY_MOVE(RawPeer)

    // Returns true if the server accepted. False is the server's answer if worked() says that the
    // attack was carried out.
    bool connect(const QByteArray &privateData);

    // Queues one message; waits while the send queue is full. Returns false if the connection has
    // ended.
    bool send(const QByteArray &message);

    // The next message of the server; empty if none comes in time.
    QByteArray receive(int milliseconds);

    // Waits until the server ends the connection.
    bool waitForEnd(int milliseconds);

    void disconnect();

    // False if this side could not make a call that it needed: then the attack was not carried out.
    bool worked() const { return broken.isEmpty(); }
    bool hasEnded() const { return ended; }
    QByteArray acceptData() const { return accepted; }

private:
    enum { Receives = 128, Sends = 64, MessageSize = 65536, ReceiveSize = 4096 };

    bool check(bool ok, const char *what);
    bool resolve();
    bool makeQueues();
    bool postReceive(unsigned slot);
    bool waitFor(rdma_cm_event_type type, int milliseconds);
    void pump(int milliseconds);
    void takeEvents();
    void takeCompletions();
    void handle(const ibv_wc &completion);
    void report(const rdma_cm_event &event);

    QByteArray serverAddress;
    quint16 serverPort;
    QByteArray broken;
    QByteArray accepted;
    std::deque<QByteArray> received;
    std::vector<char> memory;
    unsigned sent = 0;
    unsigned inFlight = 0;
    unsigned flushed = 0;
    bool established = false;
    bool ended = false;
    int lastEvent = -1;

    rdma_event_channel *events = nullptr;
    rdma_cm_id *id = nullptr;
    ibv_pd *pd = nullptr;
    ibv_comp_channel *completions = nullptr;
    ibv_cq *cq = nullptr;
    ibv_mr *region = nullptr;
};

#endif // RAWPEER_H
