// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ADDRESSBOOK_P_H
#define ADDRESSBOOK_P_H

#include "../connection/addresshandle_p.h"

#include "../connection/barequeuepair_p.h"

#include <QtCore/qcache.h>
#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qhash.h>

namespace QtRdmaPrivate {

// The address handles of the receivers of one queue pair's datagrams. Strangers can make a program
// answer addresses that nobody has, so both the entries and the calls under way are bounded.
//
//     unknown -- resolve() --> resolving -- the call returns --> known, until 256 others are used
//        ^                         |
//        |                         +-- the call fails --> failed, until 64 others have failed
//        +-- after some seconds -----------------------------+
class AddressBook final : private ReapClient
{
public:
    // Called in the reap phase, with the handle, or with null and the reason.
    using Resolved = std::function<void(
            const QByteArray &key, const std::shared_ptr<ibv_ah> &handle, const RdmaError &error)>;

    AddressBook(BareQueuePair *queuePair, Resolved resolved);
    ~AddressBook();
    AddressBook(const AddressBook &) = delete;
    AddressBook &operator=(const AddressBook &) = delete;

    static QByteArray keyOf(const RdmaEndpoint &receiver);
    // Returns null if the receiver is not known.
    std::shared_ptr<ibv_ah> find(const QByteArray &key) const;
    // For a receiver that is not known. Without an error it is being looked for, and the function
    // that the constructor was given follows.
    RdmaError resolve(const QByteArray &key, const RdmaEndpoint &receiver);

    static constexpr int MostKnown = 256; // the least recently used one is dropped
    static constexpr int MostFailed = 64;
    static constexpr int MostCalls = 16;
    static constexpr int FailureTime = 3000; // ms

private:
    struct Failure
    {
        RdmaError error;
        QDeadlineTimer end;
    };

    void cmEvent(const CmEvent &) override { }
    void workCompleted(quint32, Completion) override { }
    void asyncEvent(const AsyncEvent &event) override;
    void returned(const QByteArray &key);

    BareQueuePair *m_queuePair;
    std::shared_ptr<Engine> m_engine;
    Resolved m_resolved;
    quint32 m_token;
    QCache<QByteArray, std::shared_ptr<ibv_ah>> m_known{ MostKnown };
    QCache<QByteArray, Failure> m_failed{ MostFailed };
    QHash<QByteArray, std::shared_ptr<AddressCall>> m_calls;
};

} // namespace QtRdmaPrivate

#endif // ADDRESSBOOK_P_H
