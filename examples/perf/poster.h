// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef POSTER_H
#define POSTER_H

#include "description.h"

#include <QtRdma/RdmaQueuePair>

#include <memory>

namespace Perf {

// Posts the messages of a lane and takes their completions, by one of the interfaces that
// RdmaQueuePair has.
class Poster
{
    Q_DISABLE_COPY_MOVE(Poster)

public:
    // Who is told. Nobody is told of failures, which end the connection.
    class Owner
    {
    public:
        virtual void chainsCompleted(qint64 count) = 0;
        virtual void received(bool isEmpty) = 0;

    protected:
        ~Owner() = default;
    };

    // The queue pair is not used before start().
    static std::unique_ptr<Poster> make(const Description &description, RdmaQueuePair *queuePair,
                                        Owner *owner);
    Poster(const Description &description, RdmaQueuePair *queuePair, Owner *owner)
        : m_description(description)
        , m_queuePair(queuePair)
        , m_owner(owner)
    {
    }
    virtual ~Poster() = default;

    // The owner is being destroyed, and then the queue pair.
    void forgetOwner() { m_owner = nullptr; }

    // Before connecting. Without a receive ring messages are put into 'room'.
    virtual bool start(const RdmaMemorySlice &room) = 0;
    // When the queue pair is connected.
    virtual bool setMessage(const RdmaWorkRequest &message) = 0;

    // These return false, and the queue pair knows why, if something could not be posted.
    // Posts a chain of messages. Of signalled chains the owner is told.
    virtual bool post(qint64 count, bool isSignalled) = 0;
    virtual bool postEmpty() = 0;
    virtual bool receiveAgain(qint64 count) = 0;

protected:
    const Description &description() const { return m_description; }
    RdmaQueuePair *queuePair() const { return m_queuePair; }
    Owner *owner() const { return m_owner; }

private:
    const Description m_description;
    RdmaQueuePair *m_queuePair;
    Owner *m_owner;
};

} // namespace Perf

#endif // POSTER_H
