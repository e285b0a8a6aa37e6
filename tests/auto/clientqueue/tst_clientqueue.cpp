// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engine/clientqueue_p.h"
#include "engine/engineclient_p.h"

#include <QtTest/qtest.h>

using namespace QtRdmaPrivate;

namespace {

class Waiting final : public DeliverClient
{
public:
    void deliver() override { }
};

using WaitingQueue = ClientQueue<DeliverClient>;

} // namespace

class tst_ClientQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachWaitsOnce();
    void firstComesFirst();
    void removedOneWaitsNoMore();
    void nothingIsLeftOfTheRemoved();
    void clears();
};

void tst_ClientQueue::eachWaitsOnce()
{
    WaitingQueue queue;
    Waiting client;
    QVERIFY(queue.isEmpty());
    QVERIFY(!queue.isWaiting(client));
    QVERIFY(queue.add(&client));
    QVERIFY(!queue.add(&client));
    QCOMPARE(queue.size(), size_t(1));
    QVERIFY(queue.isWaiting(client));
    QCOMPARE(queue.take(), &client);
    QVERIFY(queue.isEmpty());
    QVERIFY(queue.add(&client)); // once more
}

void tst_ClientQueue::firstComesFirst()
{
    WaitingQueue queue;
    Waiting clients[3];
    for (Waiting &client : clients)
        queue.add(&client);
    for (Waiting &client : clients)
        QCOMPARE(queue.take(), &client);
    QVERIFY(queue.isEmpty());
}

void tst_ClientQueue::removedOneWaitsNoMore()
{
    WaitingQueue queue;
    Waiting clients[3];
    for (Waiting &client : clients)
        queue.add(&client);
    queue.remove(&clients[1]);
    QVERIFY(!queue.isWaiting(clients[1]));
    QCOMPARE(queue.size(), size_t(2));
    QCOMPARE(queue.take(), &clients[0]);
    QCOMPARE(queue.take(), &clients[2]);
    queue.remove(&clients[2]); // which does not wait any more
    QVERIFY(queue.isEmpty());
    queue.add(&clients[0]);
    queue.add(&clients[1]);
    queue.remove(&clients[0]); // it comes back behind the other
    queue.add(&clients[0]);
    QCOMPARE(queue.take(), &clients[1]);
    QCOMPARE(queue.take(), &clients[0]);
}

// Whatever order they are removed in, nothing is left of them.
void tst_ClientQueue::nothingIsLeftOfTheRemoved()
{
    WaitingQueue queue;
    Waiting client;
    for (int i = 0; i < 1000; ++i) {
        queue.add(&client);
        queue.remove(&client);
        QVERIFY(queue.isEmpty());
    }
    Waiting clients[3];
    for (Waiting &one : clients)
        queue.add(&one);
    queue.remove(&clients[1]);
    queue.remove(&clients[2]);
    QCOMPARE(queue.size(), size_t(1));
    queue.remove(&clients[0]);
    QVERIFY(queue.isEmpty());
}

void tst_ClientQueue::clears()
{
    WaitingQueue queue;
    Waiting clients[3];
    for (Waiting &client : clients)
        queue.add(&client);
    queue.remove(&clients[1]);
    queue.clear();
    QVERIFY(queue.isEmpty());
    for (Waiting &client : clients) {
        QVERIFY(!queue.isWaiting(client));
        QVERIFY(queue.add(&client));
    }
}

QTEST_APPLESS_MAIN(tst_ClientQueue)

#include "tst_clientqueue.moc"
