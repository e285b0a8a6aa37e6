// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engine/engineclient_p.h"
#include "engine/tokentable_p.h"

#include <QtTest/qtest.h>

#include <deque>
#include <set>
#include <vector>

using namespace QtRdmaPrivate;

namespace {

class Client : public ReapClient
{
public:
    void cmEvent(const CmEvent &) override { }
    void workCompleted(quint32, Completion) override { }
};

quint32 indexOf(quint32 token)
{
    return token & TokenTable::MostClients;
}

} // namespace

class tst_TokenTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clientsHaveTokens();
    void retiredTokenFindsNobody();
    void entriesRest();
    void tokenIsNotRepeatedSoon();
    void clientsMayChangeMeanwhile();
    void allRetire();
    void noEntryIsLeft();
};

void tst_TokenTable::clientsHaveTokens()
{
    TokenTable table;
    QCOMPARE(table.client(0), nullptr);
    QCOMPARE(table.client(TokenTable::Nobody), nullptr);
    Client one;
    Client other;
    const quint32 first = table.enter(&one);
    const quint32 second = table.enter(&other);
    QVERIFY(first != second);
    QCOMPARE(table.client(first), &one);
    QCOMPARE(table.client(second), &other);
    std::vector<const ReapClient *> met;
    table.forEach([&met](const ReapClient *client) { met.push_back(client); });
    QCOMPARE(met, (std::vector<const ReapClient *>{ &one, &other }));
}

void tst_TokenTable::retiredTokenFindsNobody()
{
    TokenTable table;
    Client client;
    const quint32 first = table.enter(&client);
    table.retire(first);
    QCOMPARE(table.client(first), nullptr);
    const quint32 second = table.enter(&client);
    QVERIFY(second != first);
    table.retire(first); // once is enough
    table.retire(TokenTable::Nobody);
    QCOMPARE(table.client(first), nullptr);
    QCOMPARE(table.client(second), &client);
}

void tst_TokenTable::entriesRest()
{
    TokenTable table;
    Client client;
    const quint32 first = table.enter(&client);
    table.retire(first);
    for (size_t others = 0; others < TokenTable::EntriesAtRest; ++others) {
        const quint32 other = table.enter(&client);
        QVERIFY(indexOf(other) != indexOf(first));
        table.retire(other);
    }
    // The entry that has rested longest is used again, under a new token.
    const quint32 again = table.enter(&client);
    QCOMPARE(indexOf(again), indexOf(first));
    QVERIFY(again != first);
    QCOMPARE(table.client(first), nullptr);
    QCOMPARE(table.client(again), &client);
}

// One client comes and goes: this is when tokens are repeated the soonest.
void tst_TokenTable::tokenIsNotRepeatedSoon()
{
    constexpr size_t Generations = 1u << (32 - TokenTable::IndexBits);
    constexpr size_t Apart = Generations * (TokenTable::EntriesAtRest + 1);
    TokenTable table;
    Client client;
    std::deque<quint32> recent;
    std::set<quint32> known;
    for (size_t round = 0; round < 2 * Apart; ++round) {
        const quint32 token = table.enter(&client);
        QVERIFY(token != TokenTable::Nobody);
        QVERIFY(known.insert(token).second);
        recent.push_back(token);
        table.retire(token);
        if (recent.size() == Apart) {
            known.erase(recent.front());
            recent.pop_front();
        }
    }
}

void tst_TokenTable::clientsMayChangeMeanwhile()
{
    TokenTable table;
    std::vector<Client> clients(3);
    std::vector<quint32> tokens;
    for (Client &client : clients)
        tokens.push_back(table.enter(&client));
    Client late;
    int met = 0;
    table.forEach([&](const ReapClient *client) {
        ++met;
        if (client != &clients[0])
            return;
        table.retire(tokens[0]);
        table.retire(tokens[1]);
        for (int i = 0; i < 1000; ++i) // the entries move
            table.enter(&late);
    });
    QCOMPARE(met, 1002); // without the one that was retired
    QCOMPARE(table.client(tokens[2]), &clients[2]);
}

void tst_TokenTable::allRetire()
{
    TokenTable table;
    std::vector<Client> clients(10);
    std::vector<quint32> tokens;
    for (Client &client : clients)
        tokens.push_back(table.enter(&client));
    table.retire(tokens[4]);
    table.retireAll();
    for (const quint32 token : tokens)
        QCOMPARE(table.client(token), nullptr);
    table.forEach([](const ReapClient *) { QFAIL("There is none."); });
    QCOMPARE(table.client(table.enter(&clients[0])), &clients[0]);
}

void tst_TokenTable::noEntryIsLeft()
{
    TokenTable table;
    Client client;
    quint32 last = TokenTable::Nobody;
    for (quint32 count = 0; count < TokenTable::MostClients; ++count) {
        last = table.enter(&client);
        if (last == TokenTable::Nobody)
            break;
    }
    QCOMPARE(indexOf(last), TokenTable::MostClients - 1);
    QCOMPARE(table.enter(&client), TokenTable::Nobody);
    QCOMPARE(table.client(TokenTable::Nobody), nullptr);
    table.retire(last);
    const quint32 again = table.enter(&client); // without a rest
    QCOMPARE(indexOf(again), indexOf(last));
    QVERIFY(again != last);
}

QTEST_GUILESS_MAIN(tst_TokenTable)
#include "tst_tokentable.moc"
