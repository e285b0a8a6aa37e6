// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engine/completionbatch_p.h"

#include <QtTest/qtest.h>

#include <functional>
#include <vector>

using namespace QtRdmaPrivate;

namespace {

struct Client final : ReapClient
{
    explicit Client(bool wantsBatchEnds = true) : ReapClient(wantsBatchEnds) { }
    void cmEvent(const CmEvent &) override { }
    void workCompleted(quint32 tag, Completion done) override
    {
        tags.push_back(tag);
        ticks.push_back(done.ticks);
    }
    void batchEnded() override
    {
        ++batches;
        if (ended)
            ended();
    }

    std::vector<quint32> tags;
    std::vector<quint64> ticks;
    int batches = 0;
    std::function<void()> ended;
};

} // namespace

// Which client a completion is handed to, and which clients hear of the end of a batch.
class tst_CompletionBatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void handedByToken();
    void toldOnce();
    void notToldWithoutWish();
    void clientThatIsGone();
    void clientThatComesBack();
    void goneAtTheEnd();
    void moreAtTheEnd();
    void clearedTellsNobody();

private:
    void hand(CompletionBatch *batch, quint32 token, quint32 tag, quint64 ticks = NoTicks)
    {
        ibv_wc completion = {};
        completion.wr_id = quint64(token) << 32 | tag;
        batch->hand({ completion, ticks });
    }
};

void tst_CompletionBatch::notToldWithoutWish()
{
    TokenTable clients;
    Client client(false);
    CompletionBatch batch(&clients);
    hand(&batch, clients.enter(&client), 3);
    QVERIFY(batch.isEmpty());
    batch.end();
    QCOMPARE(client.tags, std::vector<quint32>{ 3 });
    QCOMPARE(client.batches, 0);
}

void tst_CompletionBatch::handedByToken()
{
    TokenTable clients;
    Client first;
    Client second;
    const quint32 one = clients.enter(&first);
    const quint32 two = clients.enter(&second);
    CompletionBatch batch(&clients);
    hand(&batch, one, 7, 1000);
    hand(&batch, two, 0xffffffff);
    hand(&batch, one, 0, 2000);
    QCOMPARE(first.tags, (std::vector<quint32>{ 7, 0 }));
    QCOMPARE(first.ticks, (std::vector<quint64>{ 1000, 2000 }));
    QCOMPARE(second.tags, std::vector<quint32>{ 0xffffffff });
    QCOMPARE(second.ticks, std::vector<quint64>{ NoTicks });
}

void tst_CompletionBatch::toldOnce()
{
    TokenTable clients;
    Client first;
    Client second;
    Client idle;
    const quint32 one = clients.enter(&first);
    const quint32 two = clients.enter(&second);
    clients.enter(&idle);
    CompletionBatch batch(&clients);
    QVERIFY(!batch.hasSeveral());
    hand(&batch, one, 1);
    hand(&batch, one, 2);
    QVERIFY(!batch.hasSeveral());
    hand(&batch, two, 3);
    QVERIFY(batch.hasSeveral());
    batch.end();
    QCOMPARE(first.batches, 1);
    QCOMPARE(second.batches, 1);
    QCOMPARE(idle.batches, 0);
    QVERIFY(!batch.hasSeveral());
    batch.end();
    QCOMPARE(first.batches, 1);
    hand(&batch, one, 4);
    batch.end();
    QCOMPARE(first.batches, 2);
    QCOMPARE(second.batches, 1);
}

// A completion of a retired token is dropped, also where the entry has a new client.
void tst_CompletionBatch::clientThatIsGone()
{
    TokenTable clients;
    Client client;
    const quint32 token = clients.enter(&client);
    CompletionBatch batch(&clients);
    clients.retire(token);
    hand(&batch, token, 1);
    hand(&batch, TokenTable::Nobody, 2);
    batch.end();
    QVERIFY(client.tags.empty());
    QCOMPARE(client.batches, 0);
}

// In one batch a client may leave, and enter under another token.
void tst_CompletionBatch::clientThatComesBack()
{
    TokenTable clients;
    Client client;
    const quint32 before = clients.enter(&client);
    CompletionBatch batch(&clients);
    hand(&batch, before, 1);
    batch.leave(before);
    clients.retire(before);
    const quint32 after = clients.enter(&client);
    hand(&batch, after, 2);
    hand(&batch, before, 3);
    batch.end();
    QCOMPARE(client.tags, (std::vector<quint32>{ 1, 2 }));
    QCOMPARE(client.batches, 1);
}

// The first client ends the second one while it answers.
void tst_CompletionBatch::goneAtTheEnd()
{
    TokenTable clients;
    Client first;
    Client second;
    const quint32 one = clients.enter(&first);
    const quint32 two = clients.enter(&second);
    CompletionBatch batch(&clients);
    first.ended = [&] { clients.retire(two); };
    hand(&batch, one, 1);
    hand(&batch, two, 2);
    batch.end();
    QCOMPARE(first.batches, 1);
    QCOMPARE(second.batches, 0);
}

// A client that answers may drain a queue: whoever gets something by that is told, too.
void tst_CompletionBatch::moreAtTheEnd()
{
    TokenTable clients;
    Client first;
    Client second;
    const quint32 one = clients.enter(&first);
    const quint32 two = clients.enter(&second);
    CompletionBatch batch(&clients);
    first.ended = [&] { hand(&batch, two, 2); };
    hand(&batch, one, 1);
    batch.end();
    QCOMPARE(first.batches, 1);
    QCOMPARE(second.tags, std::vector<quint32>{ 2 });
    QCOMPARE(second.batches, 1);
}

void tst_CompletionBatch::clearedTellsNobody()
{
    TokenTable clients;
    Client client;
    const quint32 token = clients.enter(&client);
    CompletionBatch batch(&clients);
    hand(&batch, token, 1);
    batch.clear();
    batch.end();
    QCOMPARE(client.batches, 0);
    hand(&batch, token, 2);
    batch.end();
    QCOMPARE(client.batches, 1);
}

QTEST_APPLESS_MAIN(tst_CompletionBatch)

#include "tst_completionbatch.moc"
