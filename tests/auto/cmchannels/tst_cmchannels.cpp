// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engine/cmchannels.cpp"

#include <QtTest/qtest.h>

#include <utility>

using namespace QtRdmaPrivate;

namespace {

// Of no device: its number is all that is asked for.
CmChannelPtr channel(int fd)
{
    return std::make_shared<rdma_event_channel>(rdma_event_channel{ fd });
}

} // namespace

// In which order a thread reads the channels of the connection manager, and which it leaves alone.
class tst_CmChannels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void onlyTheReadable();
    void ownFirst();
    void listenersInTurn();
    void againWhereTold();
    void removedWhileReadable();
    void proof();

private:
    QList<int> read(int most = 100);
    void setReadable(const QList<int> &fds);

    // Who they are is never asked.
    ReapClient *listener = reinterpret_cast<ReapClient *>(this);
    CmChannels channels;
};

// The listeners are 1 to 3, and were there before the thread's own, 10.
void tst_CmChannels::init()
{
    channels = {};
    for (const int fd : { 1, 2, 3 })
        channels.add(channel(fd), listener);
    channels.setOwn(channel(10));
}

QList<int> tst_CmChannels::read(int most)
{
    QList<int> fds;
    while (fds.size() < most) {
        const CmChannelPtr next = channels.next();
        if (!next)
            break;
        fds.append(next->fd);
    }
    return fds;
}

void tst_CmChannels::setReadable(const QList<int> &fds)
{
    for (const int fd : fds)
        QVERIFY(channels.setReadable(fd));
}

void tst_CmChannels::onlyTheReadable()
{
    QVERIFY(!channels.isDue());
    QVERIFY(!channels.setReadable(4));
    QVERIFY(!channels.isDue());
    setReadable({ 2 });
    QVERIFY(channels.isDue());
    QCOMPARE(read(), QList<int>{ 2 });
    QVERIFY(!channels.isDue());
    QCOMPARE(read(), QList<int>());
}

void tst_CmChannels::ownFirst()
{
    setReadable({ 1, 2, 3, 10 });
    QCOMPARE(read(), (QList<int>{ 10, 1, 2, 3 }));
    setReadable({ 3 });
    QCOMPARE(read(1), QList<int>{ 3 });
    setReadable({ 3, 10 });
    QCOMPARE(read(), (QList<int>{ 10, 3 }));
}

// One that always has something is not read twice before the others were.
void tst_CmChannels::listenersInTurn()
{
    QList<int> order;
    for (int turn = 0; turn < 6; ++turn) { // each has time for one
        setReadable({ 1, 2, 3 });
        order += read(1);
    }
    QCOMPARE(order, (QList<int>{ 1, 2, 3, 1, 2, 3 }));
}

void tst_CmChannels::againWhereTold()
{
    setReadable({ 1, 2, 3 });
    for (CmChannelPtr next = channels.next(); next; next = channels.next()) {
        if (next->fd == 2)
            channels.told(next);
    }
    channels.setReadableAgain();
    QCOMPARE(read(), (QList<int>{ 10, 2 }));
    channels.setReadableAgain();
    QCOMPARE(read(), QList<int>{ 10 });
}

void tst_CmChannels::removedWhileReadable()
{
    setReadable({ 1, 2, 10 });
    const CmChannelPtr own = channels.own();
    channels.remove(own);
    QVERIFY(!channels.own());
    channels.remove(own);
    QCOMPARE(read(), (QList<int>{ 1, 2 }));
    QCOMPARE(channels.listenerOf(own), nullptr);
    QCOMPARE(channels.listenerOf(channels.all().front()), listener);
}

void tst_CmChannels::proof()
{
    QVERIFY(channels.isOwnProven()); // the first
    channels.remove(channels.own());
    channels.replaceOwn(channel(11));
    QVERIFY(!channels.isOwnProven());
    channels.told(channels.all().back()); // a listener's proves nothing
    QVERIFY(!channels.isOwnProven());
    channels.told(channels.own());
    QVERIFY(channels.isOwnProven());
    channels.remove(channels.own());
    channels.replaceOwn(nullptr);
    QVERIFY(channels.isOwnProven());
}

QTEST_GUILESS_MAIN(tst_CmChannels)

#include "tst_cmchannels.moc"
