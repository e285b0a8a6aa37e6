// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include "stream/streamdeadlines_p.h"

#include <QtTest/qtest.h>

#include <deque>
#include <map>
#include <set>

using namespace QtRdmaPrivate;

using State = StreamStates::State;
using Own = StreamStates::Own;
using Peer = StreamStates::Peer;
using Finish = StreamStates::Finish;
using Bound = StreamDeadlines::Name;
using LastWord = StreamStates::LastWord;

Q_DECLARE_METATYPE(LastWord)

namespace {

// All that tells one situation from another.
std::vector<int> keyOf(const StreamStates &states)
{
    return { int(states.state()),  int(states.own()),  int(states.peer()), states.isClosed(),
             states.isTruncated(), states.isFlushed(), states.wasOpen() };
}

struct Event
{
    const char *name;
    void (*happen)(StreamStates *);
};

const Event Events[] = {
    { "linked", [](StreamStates *s) { s->linked(false); } },
    { "linked, with a key", [](StreamStates *s) { s->linked(true); } },
    { "proved", [](StreamStates *s) { s->proved(); } },
    { "half-close", [](StreamStates *s) { s->finish(Finish::StillReading); } },
    { "close", [](StreamStates *s) { s->finish(Finish::Full); } },
    { "abort", [](StreamStates *s) { s->finish(Finish::Truncated); } },
    { "FIN sent", [](StreamStates *s) { s->finSent(); } },
    { "FIN completed", [](StreamStates *s) { s->finCompleted(); } },
    { "FIN arrived", [](StreamStates *s) { s->finArrived(); } },
    { "peer finished", [](StreamStates *s) { s->peerFinished(); } },
    { "peer closed", [](StreamStates *s) { s->peerClosed(); } },
    { "flushed", [](StreamStates *s) { s->flushed(); } },
    { "disconnect", [](StreamStates *s) { s->disconnect(); } },
    { "fail", [](StreamStates *s) { s->fail(); } },
    { "end", [](StreamStates *s) { s->end(); } },
};

using Edges = std::set<std::pair<State, State>>;

// The arrows of the diagram in doc/stream.md. Whatever the two directions have done before the
// handshake shows when it is done.
Edges diagram(LastWord lastWord)
{
    Edges edges;
    const State ends[] = { State::Open, State::HalfClosedByPeer, State::HalfClosedByUs,
                           State::HalfClosedByBoth, State::Closing };
    for (State end : ends) {
        edges.insert({ State::Connecting, end });
        edges.insert({ State::Proving, end });
    }
    edges.insert({ State::Connecting, State::Proving });
    edges.insert({ State::Open, State::HalfClosedByUs });
    edges.insert({ State::Open, State::HalfClosedByPeer });
    edges.insert({ State::Open, State::Closing });
    edges.insert({ State::HalfClosedByUs, State::HalfClosedByBoth });
    edges.insert({ State::HalfClosedByUs, State::Closing });
    edges.insert({ State::HalfClosedByPeer, State::HalfClosedByBoth });
    edges.insert({ State::HalfClosedByPeer, State::Closing });
    edges.insert({ State::HalfClosedByBoth, State::Closing });
    if (lastWord == LastWord::Answered)
        edges.insert({ State::HalfClosedByBoth, State::Disconnecting });
    edges.insert({ State::Closing, State::Disconnecting });
    for (int state = 0; state < StreamStates::States; ++state) {
        if (State(state) != State::Failing && State(state) != State::Ended)
            edges.insert({ State(state), State::Failing });
        if (State(state) != State::Ended)
            edges.insert({ State(state), State::Ended });
    }
    return edges;
}

QString nameOf(const std::pair<State, State> &edge)
{
    return QStringLiteral("%1 -> %2").arg(int(edge.first)).arg(int(edge.second));
}

// Whether the two directions and the state of the whole say the same.
bool agree(const StreamStates &states)
{
    const bool ourFin = states.own() != Own::Open;
    if (states.peer() == Peer::Closed && !(states.isClosed() && ourFin))
        return false;
    switch (states.state()) {
    case State::Open:
        return !ourFin && states.peer() == Peer::Open && !states.isClosed();
    case State::HalfClosedByPeer:
        return !ourFin && states.peer() == Peer::Finished && !states.isClosed();
    case State::HalfClosedByUs:
        return ourFin && states.peer() == Peer::Open && !states.isClosed();
    case State::HalfClosedByBoth:
        return ourFin && states.peer() == Peer::Finished && !states.isClosed();
    case State::Closing:
        return ourFin && states.isClosed();
    case State::Disconnecting:
        return states.isOver();
    default:
        return true;
    }
}

bool isTakenBack(const StreamStates &before, const StreamStates &after)
{
    const bool secondFin = after.own() == Own::Finishing && after.isClosed() && !before.isClosed();
    return after.state() < before.state() || after.peer() < before.peer()
            || (after.own() < before.own() && !secondFin) || after.isClosed() < before.isClosed()
            || after.isTruncated() < before.isTruncated() || after.wasOpen() < before.wasOpen()
            || after.isFlushed() < before.isFlushed();
}

} // namespace

class tst_StreamStates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTransition_data() { formats(); }
    void everyTransition();
    void bounds();
    void secondFin();
    void closedByPeer();
    void truncated();
    void everyOrderOfTwo_data();
    void everyOrderOfTwo();

private:
    static void formats();
};

void tst_StreamStates::formats()
{
    QTest::addColumn<LastWord>("lastWord");
    QTest::newRow("own format") << LastWord::Answered;
    QTest::newRow("rsockets") << LastWord::Final;
}

// Everything that can happen, in every situation that can be reached.
void tst_StreamStates::everyTransition()
{
    QFETCH(LastWord, lastWord);

    std::set<std::vector<int>> known;
    std::deque<StreamStates> open;
    Edges taken;
    open.emplace_back(lastWord);
    known.insert(keyOf(open.front()));
    while (!open.empty()) {
        const StreamStates before = open.front();
        open.pop_front();
        QVERIFY(agree(before));
        for (const Event &event : Events) {
            StreamStates after = before;
            event.happen(&after);
            QVERIFY2(!isTakenBack(before, after), event.name);
            if (after.state() != before.state())
                taken.insert({ before.state(), after.state() });
            if (known.insert(keyOf(after)).second)
                open.push_back(after);
        }
    }

    const Edges drawn = diagram(lastWord);
    for (const auto &edge : taken)
        QVERIFY2(drawn.count(edge), qPrintable(nameOf(edge)));
    for (const auto &edge : drawn)
        QVERIFY2(taken.count(edge), qPrintable(nameOf(edge)));
}

void tst_StreamStates::bounds()
{
    const auto boundOf = &StreamDeadlines::boundOf;
    StreamStates states(LastWord::Answered);
    QVERIFY(!boundOf(states));
    states.linked(true);
    QVERIFY(boundOf(states) == Bound::Proof);
    states.proved();
    QVERIFY(!boundOf(states));
    QVERIFY(states.finish(Finish::StillReading));
    states.finSent();
    states.peerFinished();
    QCOMPARE(states.state(), State::HalfClosedByBoth);
    QVERIFY(!boundOf(states)); // the device bounds it
    states.finCompleted();
    QVERIFY(boundOf(states) == Bound::Linger);
    states.finArrived();
    QVERIFY(!boundOf(states));
    states.disconnect();
    QVERIFY(boundOf(states) == Bound::Parting);
    QVERIFY(states.flushed());
    QVERIFY(!states.flushed());
    QVERIFY(boundOf(states) == Bound::FlushGrace);
    QVERIFY(states.end());
    QVERIFY(!states.end());
    QVERIFY(!boundOf(states));

    StreamStates failing(LastWord::Answered);
    failing.linked(false);
    QVERIFY(failing.finish(Finish::Full));
    QVERIFY(boundOf(failing) == Bound::Linger);
    failing.fail();
    QVERIFY(boundOf(failing) == Bound::FlushGrace);
}

// The half-close has been said; the full close is said by another FIN, and its arrival is what
// counts.
void tst_StreamStates::secondFin()
{
    StreamStates states(LastWord::Answered);
    states.linked(false);
    QVERIFY(states.finish(Finish::StillReading));
    QVERIFY(!states.finish(Finish::StillReading));
    states.finSent();
    states.finCompleted();
    states.finArrived();
    QCOMPARE(states.state(), State::HalfClosedByUs);

    QVERIFY(states.finish(Finish::Full));
    QVERIFY(!states.finish(Finish::Full));
    QVERIFY(!states.finish(Finish::StillReading));
    QVERIFY(states.isClosed());
    QCOMPARE(states.own(), Own::Finishing);
    states.peerFinished();
    QVERIFY(!states.mayDisconnect());
    states.finSent();
    states.finCompleted();
    QVERIFY(!states.mayDisconnect());
    states.finArrived();
    QVERIFY(states.mayDisconnect());
}

// A peer that reads no more needs no second FIN.
void tst_StreamStates::closedByPeer()
{
    StreamStates states(LastWord::Answered);
    states.linked(false);
    QVERIFY(states.finish(Finish::StillReading));
    states.finSent();
    states.peerClosed();
    QCOMPARE(states.state(), State::Closing);
    QVERIFY(!states.finish(Finish::Full));
    QCOMPARE(states.own(), Own::Sent);
    states.finCompleted();
    states.finArrived();
    QVERIFY(states.mayDisconnect());
}

// An abort that drops data is no close: the peer is told, whatever was to be said before.
void tst_StreamStates::truncated()
{
    StreamStates aborted(LastWord::Answered);
    aborted.linked(false);
    QVERIFY(aborted.finish(Finish::Truncated));
    QVERIFY(aborted.isTruncated());
    QVERIFY(aborted.isClosed());
    QCOMPARE(aborted.state(), State::Closing);
    QVERIFY(!aborted.finish(Finish::Full)); // nor is it taken back
    QVERIFY(aborted.isTruncated());
    aborted.peerClosed();
    QVERIFY(aborted.isTruncated());

    StreamStates closed(LastWord::Answered);
    closed.linked(false);
    QVERIFY(closed.finish(Finish::Full));
    QVERIFY(!closed.isTruncated());
    QVERIFY(!closed.finish(Finish::Truncated)); // the FIN that is due becomes a reset
    QVERIFY(closed.isTruncated());
    QCOMPARE(closed.own(), Own::Finishing);

    StreamStates halfClosed(LastWord::Answered);
    halfClosed.linked(false);
    QVERIFY(halfClosed.finish(Finish::StillReading));
    halfClosed.finSent();
    QVERIFY(halfClosed.finish(Finish::Truncated)); // in place of a second FIN
    QVERIFY(halfClosed.isTruncated());
    QCOMPARE(halfClosed.own(), Own::Finishing);
}

namespace {

enum class Word : int { HalfFin, FullFin, Reset };

// Two of them, and what is on its way from each to the other. A word is first on its way, then
// with the device of the peer, which completes it, then heard by the peer. Words do not overtake
// each other.
struct Pair
{
    struct Side
    {
        StreamStates states{ LastWord::Answered };
        std::vector<Word> onItsWay;
        std::vector<Word> delivered; // to this side
        bool peerHasGone = false;
        bool wasCut = false; // by the network, or by an abort of either
        int fins = 0;
    };
    std::array<Side, 2> sides;

    std::vector<int> key() const
    {
        std::vector<int> all;
        for (const Side &side : sides) {
            const std::vector<int> own = keyOf(side.states);
            all.insert(all.end(), own.begin(), own.end());
            for (const auto *words : { &side.onItsWay, &side.delivered }) {
                all.push_back(-1);
                for (Word word : *words)
                    all.push_back(int(word));
            }
            all.insert(all.end(), { side.peerHasGone, side.wasCut, side.fins });
        }
        return all;
    }
};

// Lets go: what is on its way is lost.
void disconnectPair(Pair *pair, int from)
{
    pair->sides[size_t(from)].onItsWay.clear();
    pair->sides[size_t(1 - from)].onItsWay.clear();
    pair->sides[size_t(1 - from)].peerHasGone = true;
}

using Step = bool (*)(Pair *, int); // false: not possible now

bool say(Pair *pair, int i)
{
    Pair::Side &side = pair->sides[size_t(i)];
    if (!side.states.isLive() || side.states.own() != Own::Finishing || side.peerHasGone)
        return false;
    if (side.states.isTruncated()) {
        side.onItsWay.push_back(Word::Reset);
        side.states.fail();
        side.wasCut = pair->sides[size_t(1 - i)].wasCut = true;
        return true;
    }
    side.onItsWay.push_back(side.states.isClosed() ? Word::FullFin : Word::HalfFin);
    side.states.finSent();
    ++side.fins;
    return true;
}

bool arrive(Pair *pair, int i)
{
    Pair::Side &side = pair->sides[size_t(i)];
    if (side.onItsWay.empty())
        return false;
    pair->sides[size_t(1 - i)].delivered.push_back(side.onItsWay.front());
    side.onItsWay.erase(side.onItsWay.begin());
    return true;
}

bool complete(Pair *pair, int i)
{
    Pair::Side &side = pair->sides[size_t(i)];
    if (!side.states.isLive() || side.states.own() != Own::Sent || !side.onItsWay.empty()
        || side.peerHasGone)
        return false;
    side.states.finCompleted();
    side.states.finArrived();
    return true;
}

bool hear(Pair *pair, int i)
{
    Pair::Side &side = pair->sides[size_t(i)];
    if (side.delivered.empty() || side.states.isEnded())
        return false;
    const Word word = side.delivered.front();
    side.delivered.erase(side.delivered.begin());
    if (side.states.isFailing())
        return true;
    if (word == Word::Reset)
        side.states.fail();
    else if (word == Word::FullFin)
        side.states.peerClosed();
    else
        side.states.peerFinished();
    return true;
}

bool letGo(Pair *pair, int i)
{
    Pair::Side &side = pair->sides[size_t(i)];
    if (!side.states.mayDisconnect())
        return false;
    side.states.disconnect();
    disconnectPair(pair, i);
    return true;
}

// The event that the peer has gone; or the time of a state is over.
bool endSide(Pair *pair, int i)
{
    Pair::Side &side = pair->sides[size_t(i)];
    const bool isDue = side.peerHasGone || side.states.isFailing()
            || side.states.state() == State::Disconnecting;
    if (!isDue || !side.delivered.empty() || !side.onItsWay.empty())
        return false;
    if (!side.states.end())
        return false;
    disconnectPair(pair, i);
    return true;
}

template <Finish how>
bool finishSide(Pair *pair, int i)
{
    return pair->sides[size_t(i)].states.finish(how);
}

bool loseAll(Pair *pair, int i)
{
    Pair::Side &side = pair->sides[size_t(i)];
    if (side.peerHasGone || side.states.isEnded())
        return false;
    for (Pair::Side &each : pair->sides) {
        each.onItsWay.clear();
        each.peerHasGone = each.wasCut = true;
    }
    return true;
}

} // namespace

void tst_StreamStates::everyOrderOfTwo_data()
{
    QTest::addColumn<bool>("mayAbort");
    QTest::addColumn<bool>("mayLose");
    QTest::newRow("half-close and close") << false << false;
    QTest::newRow("half-close, close and abort") << true << false;
    QTest::newRow("half-close, close and loss") << false << true;
    QTest::newRow("all") << true << true;
}

// Two sides that do all they can in every order: where both have closed the connection ends, and
// without abort and loss both have heard the other's end before.
void tst_StreamStates::everyOrderOfTwo()
{
    QFETCH(bool, mayAbort);
    QFETCH(bool, mayLose);

    std::vector<Step> steps = { say,
                                arrive,
                                complete,
                                hear,
                                letGo,
                                endSide,
                                finishSide<Finish::StillReading>,
                                finishSide<Finish::Full> };
    if (mayAbort)
        steps.push_back(finishSide<Finish::Truncated>);
    if (mayLose)
        steps.push_back(loseAll);

    Pair first;
    for (Pair::Side &side : first.sides)
        side.states.linked(false);
    std::set<std::vector<int>> known = { first.key() };
    std::deque<Pair> open = { first };
    int ends = 0;
    while (!open.empty()) {
        const Pair before = open.front();
        open.pop_front();
        bool isStuck = true;
        for (const Step &step : steps) {
            for (int i : { 0, 1 }) {
                Pair after(before);
                if (!step(&after, i))
                    continue;
                isStuck = false;
                if (known.insert(after.key()).second)
                    open.push_back(after);
            }
        }
        for (const Pair::Side &side : before.sides) {
            QVERIFY(side.fins <= 2);
            QVERIFY(agree(side.states));
            if (side.states.isEnded() && !side.wasCut)
                QVERIFY(side.states.hasPeerFinished() && side.fins > 0);
        }
        if (!isStuck)
            continue;
        ++ends;
        for (const Pair::Side &side : before.sides)
            QVERIFY(side.states.isEnded());
    }
    QVERIFY(ends > 0);
    QVERIFY(known.size() > 100);
}

QTEST_APPLESS_MAIN(tst_StreamStates)
#include "tst_streamstates.moc"
