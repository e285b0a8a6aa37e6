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

// The ways to those who get datagrams of one queue pair. Strangers can make a program answer addresses that nobody has: what they can
// take is bounded, entries as well as calls under way.
//
//     unknown -- resolve() --> resolving -- the call returns --> known, until 256 others have been used since
//        ^                         \-- the call fails --> failed, for some seconds, and until 64 others have failed since
//        +---------------------------------------------------/
class AddressBook final : private ReapClient
{
public:
    // Called while reaping: the handle, or null and why there is none.
    using Told = std::function<void(const QByteArray &key, const std::shared_ptr<ibv_ah> &handle,
                                    const RdmaError &error)>;

    AddressBook(BareQueuePair *queuePair, Told told);
    ~AddressBook();
    AddressBook(const AddressBook &) = delete;
    AddressBook &operator=(const AddressBook &) = delete;

    static QByteArray keyOf(const RdmaEndpoint &receiver);
    // Null when it is not known.
    std::shared_ptr<ibv_ah> find(const QByteArray &key) const;
    // Of one that is not known: no error when it is being looked for, and told() follows.
    RdmaError resolve(const QByteArray &key, const RdmaEndpoint &receiver);

    static constexpr int MostKnown = 256; // the least recently used one goes
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
    Told m_told;
    quint32 m_token;
    QCache<QByteArray, std::shared_ptr<ibv_ah>> m_known{ MostKnown };
    QCache<QByteArray, Failure> m_failed{ MostFailed };
    QHash<QByteArray, std::shared_ptr<AddressCall>> m_calls;
};

} // namespace QtRdmaPrivate

#endif // ADDRESSBOOK_P_H
