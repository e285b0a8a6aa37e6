// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaconnectionwatcher.h>

#include "connectionregistry_p.h"

#include "../verbs/forkedchild_p.h"

#include <QtCore/qmetaobject.h>
#include <QtCore/qpointer.h>

#include <algorithm>
#include <mutex>

using namespace QtRdmaPrivate;

/*!
    \class RdmaConnectionWatcher
    \inmodule QtRdma
    \since 0.1
    \brief Asks every RdmaStream, RdmaTlsStream and RdmaQueuePair of the program, in all threads,
    for its state.

    Counting costs the connections next to nothing. Asking does not stop them: each answers from the
    event loop of its thread. Connections of a thread that runs no event loop do not answer.

    \snippet connection.cpp watcher

    requestUpdate() may be called in the thread of the watcher.
*/

/*! \fn void RdmaConnectionWatcher::updated(const QList<RdmaConnectionStatus> &connections)
    Emitted when all have answered. The \a connections are ordered by their ids. If requestUpdate()
    is called again before that, the list has those that have answered until then.
*/

namespace {

// Guards all rounds and addressees.
constinit ProcessMutex answersMutex;

// Collects the answers to one question, from all threads. The round is over when the last share of
// it is dropped; that tells the watcher.
class Round
{
public:
    explicit Round(std::function<void(Round *)> whenOver) : m_whenOver(std::move(whenOver)) { }
    ~Round() { m_whenOver(this); }
    Round(const Round &) = delete;
    Round &operator=(const Round &) = delete;

    void take(const RdmaConnectionStatus &status)
    {
        const std::lock_guard lock(answersMutex);
        m_answers.append(status);
    }
    QList<RdmaConnectionStatus> takeAll()
    {
        const std::lock_guard lock(answersMutex);
        std::sort(m_answers.begin(), m_answers.end(),
                  [](const auto &a, const auto &b) { return a.id() < b.id(); });
        return std::exchange(m_answers, {});
    }

private:
    QList<RdmaConnectionStatus> m_answers;
    std::function<void(Round *)> m_whenOver;
};

// The rounds' pointer to their watcher, which may be gone.
struct Addressee
{
    RdmaConnectionWatcher *watcher = nullptr;
};

} // namespace

class RdmaConnectionWatcherPrivate
{
public:
    std::shared_ptr<Addressee> addressee = std::make_shared<Addressee>();
    std::weak_ptr<Round> round; // the last one
    quint64 serial = 0; // the number of the last round
};

/*! Constructs a watcher with \a parent. It asks nobody before requestUpdate() is called. */
RdmaConnectionWatcher::RdmaConnectionWatcher(QObject *parent)
    : QObject(parent)
    , d(new RdmaConnectionWatcherPrivate)
{
    d->addressee->watcher = this;
}

RdmaConnectionWatcher::~RdmaConnectionWatcher()
{
    const std::lock_guard lock(answersMutex);
    d->addressee->watcher = nullptr;
}

/*! Asks all there are; updated() follows, from the event loop. */
void RdmaConnectionWatcher::requestUpdate()
{
    const quint64 serial = ++d->serial;
    const QPointer<RdmaConnectionWatcher> alive(this);
    if (const std::shared_ptr<Round> unfinished = d->round.lock())
        Q_EMIT updated(unfinished->takeAll());
    if (!alive || serial != d->serial)
        return; // a slot has deleted this object, or has asked again
    const auto whenOver = [addressee = d->addressee, serial](Round *round) {
        const auto answers = round->takeAll();
        const std::lock_guard lock(answersMutex);
        RdmaConnectionWatcher *watcher = addressee->watcher;
        if (!watcher)
            return;
        const auto tell = [watcher, serial, answers] {
            if (watcher->d->serial == serial)
                Q_EMIT watcher->updated(answers);
        };
        QMetaObject::invokeMethod(watcher, tell, Qt::QueuedConnection);
    };
    const auto round = std::make_shared<Round>(whenOver);
    d->round = round;
    RegisteredConnection::askAll(
            [round](const RdmaConnectionStatus &status) { round->take(status); });
}
