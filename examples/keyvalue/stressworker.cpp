// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "stressworker.h"

#include <cstdio>
#include <utility>

namespace KeyValue {

namespace {

constexpr int AtOnce = 8;
constexpr std::chrono::milliseconds Lifetime(500);

} // namespace

StressWorker::StressWorker(int index, int clients, quint64 name, QObject *parent)
    : QObject(parent)
    , m_index(index)
    , m_clients(clients)
    , m_random(QRandomGenerator::system()->generate())
{
    m_client.setName(name);
    connect(&m_client, &Client::ready, this, &StressWorker::settle);
    connect(&m_client, &Client::disconnected, this, [this] {
        if (!m_over)
            differ(QStringLiteral("lost the connection: %1").arg(m_client.errorString()));
        finish(1);
    });
}

void StressWorker::start(const QHostAddress &address, quint16 port)
{
    m_client.connectToServer(address, port);
}

void StressWorker::stop()
{
    m_stopping = true;
    if (m_running == 0)
        finish(0);
}

// First finds out the fate of the changes that the killed client before this one had sent: each has
// happened or never will.
void StressWorker::settle()
{
    m_unsettled = KeysOfClient;
    m_running += KeysOfClient;
    for (int key = 0; key < KeysOfClient; ++key) {
        m_client.get(keyOf(m_index, key)).then(this, [this, key](const Result &result) {
            settled(key, result);
        });
    }
}

void StressWorker::settled(int key, const Result &result)
{
    if (result.status == Result::Disconnected)
        return;
    ModelKey &model = m_keys[size_t(key)].model;
    const auto found = stateOf(keyOf(m_index, key), result);
    QList<KeyState> allowed = { model.acknowledged };
    if (model.sent)
        allowed.append(*model.sent);
    if (!found || !matches(*found, allowed))
        differ(QStringLiteral("after a kill, key %1: %2")
                       .arg(key)
                       .arg(Result::text(result.status)));
    const quint32 last = allowed.constLast().number; // the next change has a new number
    const bool happened = model.sent && found && matches(*found, { *model.sent });
    model.acknowledged = happened ? *model.sent : model.acknowledged;
    model.acknowledged.number = model.acknowledged.present ? model.acknowledged.number : last;
    model.sent.reset();
    m_keys[size_t(key)].changes = last;
    m_keys[size_t(key)].version = result.status == Result::Done ? result.version : 0;
    say('=', key, model.acknowledged);
    --m_unsettled;
    ended();
}

void StressWorker::fill()
{
    while (m_unsettled == 0 && m_running < AtOnce && !m_stopping && !m_over)
        startOne();
}

void StressWorker::startOne()
{
    const int key = m_random.bounded(KeysOfClient);
    const int dice = m_random.bounded(22);
    ++m_running;
    if (dice < 11 && !m_keys[size_t(key)].model.sent)
        change(key, dice < 8);
    else if (dice < 14)
        readOwn(key);
    else if (dice < 19)
        readForeign();
    else if (dice < 20)
        loseRace(key);
    else if (dice < 21)
        putMortal();
    else
        list();
}

void StressWorker::change(int key, bool present)
{
    Key &own = m_keys[size_t(key)];
    const KeyState state{ ++own.changes, present };
    own.model.sent = state;
    for (const auto &read : own.reads)
        read->allowed.append(state);
    say('?', key, state);
    const QByteArray name = keyOf(m_index, key);
    PutOptions options;
    if (m_random.bounded(2) == 0) { // nobody else changes this key, so the condition holds
        options.condition = own.version == 0 ? Condition::Absent : Condition::HasVersion;
        options.version = own.version;
    }
    const QFuture<Result> future = present
            ? m_client.put(name, valueOf(name, state.number), options)
            : m_client.remove(name);
    QFuture<Result>(future).then(
            this, [this, key, state](const Result &result) { changed(key, state, result); });
}

void StressWorker::changed(int key, const KeyState &state, const Result &result)
{
    if (result.status == Result::Disconnected)
        return;
    Key &own = m_keys[size_t(key)];
    const bool wasThere = own.model.acknowledged.present;
    const bool good = result.status == Result::Done
            || (!state.present && !wasThere && result.status == Result::NotFound);
    if (!good || (!state.present && !wasThere && result.status == Result::Done))
        differ(QStringLiteral("a change of key %1: %2").arg(key).arg(Result::text(result.status)));
    own.model.acknowledged = state;
    own.model.sent.reset();
    own.version = state.present ? result.version : 0;
    say('=', key, state);
    count(state.present ? "puts" : "removals");
    ended();
}

void StressWorker::readOwn(int key)
{
    Key &own = m_keys[size_t(key)];
    auto expectation = std::make_shared<Expectation>();
    expectation->allowed.append(own.model.acknowledged);
    if (own.model.sent)
        expectation->allowed.append(*own.model.sent);
    own.reads.insert(expectation);
    m_client.get(keyOf(m_index, key)).then(this, [this, key, expectation](const Result &result) {
        if (result.status == Result::Disconnected)
            return;
        m_keys[size_t(key)].reads.erase(expectation);
        const auto found = stateOf(keyOf(m_index, key), result);
        if (!found)
            differ(QStringLiteral("own key %1 is torn").arg(key));
        else if (!matches(*found, expectation->allowed))
            differ(QStringLiteral("own key %1 has number %2 (present: %3), not %4")
                           .arg(key)
                           .arg(found->number)
                           .arg(found->present)
                           .arg(expectation->allowed.constLast().number));
        count("gets");
        ended();
    });
}

void StressWorker::readForeign()
{
    const QByteArray key = keyOf(m_random.bounded(m_clients), m_random.bounded(KeysOfClient));
    const quint32 seen = m_seen[key];
    m_client.get(key).then(this, [this, key, seen](const Result &result) {
        if (result.status == Result::Disconnected)
            return;
        const auto found = stateOf(key, result);
        if (!found)
            differ(QStringLiteral("key %1 is torn").arg(QString::fromLatin1(key)));
        else if (found->present && found->number < seen)
            differ(QStringLiteral("key %1 went back from %2 to %3")
                           .arg(QString::fromLatin1(key))
                           .arg(seen)
                           .arg(found->number));
        else if (found->present)
            m_seen[key] = qMax(m_seen[key], found->number);
        count("gets");
        ended();
    });
}

// A version that no key can have: the value must not get into the store.
void StressWorker::loseRace(int key)
{
    PutOptions options;
    options.condition = Condition::HasVersion;
    options.version = 1;
    m_client.put(keyOf(m_index, key), "lost", options)
            .then(this, [this, key](const Result &result) {
                if (result.status == Result::Disconnected)
                    return;
                if (result.status != Result::Conflict)
                    differ(QStringLiteral("a lost race of key %1: %2")
                                   .arg(key)
                                   .arg(Result::text(result.status)));
                count("races");
                ended();
            });
}

void StressWorker::putMortal()
{
    const QByteArray key = mortalKeyOf(m_index, m_mortals++ % KeysOfClient);
    PutOptions options;
    options.lifetime = Lifetime;
    m_client.put(key, valueOf(key, 1), options).then(this, [this](const Result &result) {
        if (result.status == Result::Disconnected)
            return;
        if (result.status != Result::Done)
            differ(QStringLiteral("a key with a lifetime: %1").arg(Result::text(result.status)));
        count("mortals");
        ended();
    });
}

// Keys that did not change meanwhile must be there, or not be there.
void StressWorker::list()
{
    std::array<quint32, KeysOfClient> before = {};
    for (size_t i = 0; i < before.size(); ++i)
        before[i] = m_keys[i].model.sent ? ~quint32(0) : m_keys[i].changes;
    m_client.list({}, prefixOf(m_index)).then(this, [this, before](const Result &result) {
        if (result.status == Result::Disconnected)
            return;
        for (int i = 0; i < KeysOfClient; ++i) {
            const Key &own = m_keys[size_t(i)];
            if (own.changes == before[size_t(i)]
                && result.keys.contains(keyOf(m_index, i)) != own.model.acknowledged.present)
                differ(QStringLiteral("a list is wrong about key %1").arg(i));
        }
        count("lists");
        ended();
    });
}

void StressWorker::ended()
{
    --m_running;
    if (m_stopping && m_running == 0)
        finish(0);
    else
        fill();
}

void StressWorker::differ(const QString &text)
{
    std::printf("! client %d: %s\n", m_index, qPrintable(text));
    std::fflush(stdout);
}

// Flushed, because lines in the pipe outlive this process.
void StressWorker::say(char what, int key, const KeyState &state)
{
    std::printf("%c %d %u %d\n", what, key, state.number, int(state.present));
    std::fflush(stdout);
}

void StressWorker::count(const char *what, quint64 number)
{
    std::printf("+ %s %llu\n", what, static_cast<unsigned long long>(number));
    std::fflush(stdout);
}

void StressWorker::finish(int status)
{
    if (std::exchange(m_over, true))
        return;
    count("retries", m_client.statistics().retries);
    count("fetches", m_client.statistics().fetches);
    m_client.disconnectFromServer();
    Q_EMIT finished(status);
}

} // namespace KeyValue

#include "moc_stressworker.cpp"
