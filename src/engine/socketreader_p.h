// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SOCKETREADER_P_H
#define SOCKETREADER_P_H

#include <QtRdma/rdmaerror.h>

#include <unordered_map>

namespace QtRdmaPrivate {

class Descriptors;

// A socket of a thread. Its functions are called in the reap phase.
class SocketClient
{
public:
    // 'events' are those of epoll: hints, which may belong to what had this descriptor before.
    virtual void socketReady(quint32 events) = 0;
    // The thread of the engine ends.
    virtual void threadEnded() = 0;

protected:
    ~SocketClient() = default;
};

// A thread has one, which tells its sockets when there is something to do. They are in one set of
// epoll, and the thread waits for that as for its other descriptors: a socket at rest costs
// nothing, and one that is watched for what it did not tell costs no further call.
class SocketReader
{
public:
    explicit SocketReader(Descriptors *descriptors);
    ~SocketReader();
    SocketReader(const SocketReader &) = delete;
    SocketReader &operator=(const SocketReader &) = delete;

    enum class Trigger : quint8 {
        Edge, // once for each change, to be readable or writable
        Level // as long as there is something to read
    };
    RdmaError add(int fd, Trigger trigger, SocketClient *client);
    void remove(int fd); // must be called before it is closed

    bool setReadable(int fd); // false: it is not the set
    void read() // calls the clients whose sockets are ready
    {
        if (m_isReadable)
            readSet();
    }

    void threadEnds();
    void forked();

private:
    static constexpr int MostEvents = 64; // in one pass of a turn; the others keep the set readable

    RdmaError open();
    void readSet();

    Descriptors *m_descriptors;
    std::unordered_map<int, SocketClient *> m_clients;
    int m_epoll = -1;
    bool m_isReadable = false;
};

} // namespace QtRdmaPrivate

#endif // SOCKETREADER_P_H
