// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engine/completionroute_p.h"

#include <QtTest/qtest.h>

#include <functional>
#include <vector>

using namespace QtRdmaPrivate;

namespace {

struct Client final : ReapClient
{
    void cmEvent(const CmEvent &) override { }
    void workCompleted(quint32 tag, Completion done) override
    {
        tags.push_back(tag);
        ticks.push_back(done.ticks);
        if (completed)
            completed();
    }

    std::vector<quint32> tags;
    std::vector<quint64> ticks;
    std::function<void()> completed;
};

ibv_wc completion(quint32 token, quint32 tag)
{
    ibv_wc made = {};
    made.wr_id = quint64(token) << 32 | tag;
    return made;
}

} // namespace

// Which client a completion is handed to.
class tst_CompletionRoute : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void handedByToken_data();
    void handedByToken();
    void clientThatIsGone();
    void clientThatComesBack();
    void goneInBetween();

private:
    TokenTable clients;
    CompletionRoute route{ &clients };
};

void tst_CompletionRoute::handedByToken_data()
{
    QTest::addColumn<bool>("isStamped");
    QTest::newRow("stamped") << true;
    QTest::newRow("without a clock") << false;
}

void tst_CompletionRoute::handedByToken()
{
    QFETCH(bool, isStamped);
    Client first;
    Client second;
    const quint32 one = clients.enter(&first);
    const quint32 two = clients.enter(&second);
    const ibv_wc done[] = { completion(one, 7), completion(two, 0xffffffff), completion(one, 0) };
    const quint64 ticks[] = { 1000, NoTicks, 2000 };
    route.hand(done, isStamped ? ticks : nullptr, 3);
    clients.retireAll();
    QCOMPARE(first.tags, (std::vector<quint32>{ 7, 0 }));
    QCOMPARE(first.ticks,
             isStamped ? (std::vector<quint64>{ 1000, 2000 })
                       : (std::vector<quint64>{ NoTicks, NoTicks }));
    QCOMPARE(second.tags, std::vector<quint32>{ 0xffffffff });
    QCOMPARE(second.ticks, std::vector<quint64>{ NoTicks });
}

// A completion of a retired token is dropped, also where the entry has a new client.
void tst_CompletionRoute::clientThatIsGone()
{
    Client client;
    const quint32 token = clients.enter(&client);
    clients.retire(token);
    const ibv_wc done[] = { completion(token, 1), completion(TokenTable::Nobody, 2) };
    route.hand(done, nullptr, 2);
    QVERIFY(client.tags.empty());
}

// A client may leave, and enter under another token.
void tst_CompletionRoute::clientThatComesBack()
{
    Client client;
    const quint32 before = clients.enter(&client);
    clients.retire(before);
    const quint32 after = clients.enter(&client);
    const ibv_wc done[] = { completion(after, 2), completion(before, 3) };
    route.hand(done, nullptr, 2);
    clients.retireAll();
    QCOMPARE(client.tags, std::vector<quint32>{ 2 });
}

// The first client ends the second one while it takes its own completion.
void tst_CompletionRoute::goneInBetween()
{
    Client first;
    Client second;
    const quint32 one = clients.enter(&first);
    const quint32 two = clients.enter(&second);
    first.completed = [&] { clients.retire(two); };
    const ibv_wc done[] = { completion(one, 1), completion(two, 2) };
    route.hand(done, nullptr, 2);
    clients.retireAll();
    QCOMPARE(first.tags, std::vector<quint32>{ 1 });
    QVERIFY(second.tags.empty());
}

QTEST_APPLESS_MAIN(tst_CompletionRoute)

#include "tst_completionroute.moc"
