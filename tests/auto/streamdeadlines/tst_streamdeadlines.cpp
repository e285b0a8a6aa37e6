// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include "stream/streamdeadlines_p.h"

#include <QtCore/qfile.h>
#include <QtCore/qregularexpression.h>
#include <QtTest/qtest.h>

#include <vector>

using namespace QtRdmaPrivate;

using Name = StreamDeadlines::Name;
using Start = StreamDeadlines::Start;
using Effect = StreamDeadlines::Effect;
using Verdict = StreamDeadlines::Verdict;
using State = StreamStates::State;
using Finish = StreamStates::Finish;
using Names = QList<Name>;

Q_DECLARE_METATYPE(Name)
Q_DECLARE_METATYPE(Names)
Q_DECLARE_METATYPE(State)

namespace {

constexpr const char *StateNames[] = {
    "Connecting",       "Proving", "Open",          "HalfClosedByPeer", "HalfClosedByUs",
    "HalfClosedByBoth", "Closing", "Disconnecting", "Failing",          "Ended"
};
constexpr const char *DeadlineNames[] = { "Proof",     "Linger",     "Parting", "FlushGrace",
                                          "KeepAlive", "FirstTouch", "Answer",  "Writing",
                                          "Idle",      "CreditIdle" };
constexpr const char *StartNames[] = { "State", "Opening", "Demand" };
constexpr const char *EffectNames[] = { "Ends", "Asks", "Touches", "EndsWhenStill",
                                        "ReturnsCredit" };
constexpr qint64 Begin = 1000000;

// The shortest way to each state.
StreamStates in(State state)
{
    StreamStates states(StreamStates::LastWord::Answered);
    if (state == State::Connecting)
        return states;
    states.linked(state == State::Proving);
    switch (state) {
    case State::HalfClosedByPeer:
        states.peerFinished();
        break;
    case State::HalfClosedByUs:
        states.finish(Finish::StillReading);
        break;
    case State::HalfClosedByBoth:
        states.finish(Finish::StillReading);
        states.peerFinished();
        break;
    case State::Closing:
        states.finish(Finish::Full);
        break;
    case State::Disconnecting:
        states.finish(Finish::Full);
        states.finSent();
        states.finCompleted();
        states.finArrived();
        states.peerClosed();
        states.disconnect();
        break;
    case State::Failing:
        states.fail();
        break;
    case State::Ended:
        states.end();
        break;
    default:
        break;
    }
    return states;
}

// Each length is another one.
StreamOptionsData options()
{
    StreamOptionsData result;
    result.connectTimeout = 3000;
    result.lingerTimeout = 6000;
    result.keepAliveInterval = 700;
    result.answerTimeout = 800;
    result.writeTimeout = 900;
    result.idleTimeout = 950;
    return result;
}

} // namespace

class tst_StreamDeadlines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void documented();
    void runIn_data();
    void runIn();
    void beginAndEnd_data();
    void beginAndEnd();
    void leftState();
    void flushed();
    void finOnItsWay();
    void extendedOnce();
    void progressOfNoUse();
    void silence_data();
    void silence();
    void touchedOnce();
    void heardBeforeFirstTouch();
    void motion_data();
    void motion();
    void watchedAnew();
    void earliestFirst();
    void optionsOff();
    void noLimit();
    void atOnce();
    void errors();
};

// The rows of the table in doc/stream.md are those of the code.
void tst_StreamDeadlines::documented()
{
    QFile document(QStringLiteral(DOCUMENT));
    QVERIFY(document.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(document.readAll());
    static const QRegularExpression row(
            QStringLiteral("^\\| (\\w+) \\| ([\\w, ]+) \\| (\\w+) \\| ([^|]+) \\| (\\w+) \\|"),
            QRegularExpression::MultilineOption);
    int rows = 0;
    for (auto found = row.globalMatch(text); found.hasNext(); ++rows) {
        const QRegularExpressionMatch match = found.next();
        QVERIFY(rows < StreamDeadlines::Names);
        const StreamDeadlines::Rule &rule = StreamDeadlines::rules()[size_t(rows)];
        QCOMPARE(int(rule.name), rows);
        QCOMPARE(match.captured(1), QLatin1String(DeadlineNames[rows]));
        QStringList states;
        for (int state = 0; state < StreamStates::States; ++state) {
            if (rule.states & (1 << state))
                states += QLatin1String(StateNames[state]);
        }
        QCOMPARE(match.captured(2), states.join(QStringLiteral(", ")));
        QCOMPARE(match.captured(3), QLatin1String(StartNames[int(rule.start)]));
        if (!rule.option)
            QCOMPARE(match.captured(4), QStringLiteral("%1 ms").arg(rule.length));
        QCOMPARE(match.captured(5), QLatin1String(EffectNames[int(rule.effect)]));
    }
    QCOMPARE(rows, StreamDeadlines::Names);
}

void tst_StreamDeadlines::runIn_data()
{
    QTest::addColumn<State>("state");
    QTest::addColumn<Names>("names");

    const Names beside = { Name::KeepAlive, Name::FirstTouch, Name::Answer, Name::Writing };
    const Names open = beside + Names{ Name::Idle };
    QTest::newRow("Connecting") << State::Connecting << Names{};
    QTest::newRow("Proving") << State::Proving << Names{ Name::Proof };
    QTest::newRow("Open") << State::Open << open + Names{ Name::CreditIdle };
    QTest::newRow("HalfClosedByPeer") << State::HalfClosedByPeer << open;
    QTest::newRow("HalfClosedByUs") << State::HalfClosedByUs << open;
    QTest::newRow("HalfClosedByBoth") << State::HalfClosedByBoth << open;
    QTest::newRow("Closing") << State::Closing << Names{ Name::Linger } + beside;
    QTest::newRow("Disconnecting") << State::Disconnecting << Names{ Name::Parting } + beside;
    QTest::newRow("Failing") << State::Failing << Names{ Name::FlushGrace };
    QTest::newRow("Ended") << State::Ended << Names{};
}

// Each state lets run what it should, and ends all else.
void tst_StreamDeadlines::runIn()
{
    QFETCH(State, state);
    QFETCH(Names, names);

    const StreamStates states = in(state);
    QCOMPARE(states.state(), state);
    StreamDeadlines deadlines(options());
    for (const StreamDeadlines::Rule &rule : StreamDeadlines::rules())
        deadlines.begin(rule.name, Begin);
    deadlines.entered(states, Begin);
    Names running;
    for (const StreamDeadlines::Rule &rule : StreamDeadlines::rules()) {
        QCOMPARE(deadlines.isRunning(rule.name), StreamDeadlines::runsIn(rule.name, states));
        if (deadlines.isRunning(rule.name))
            running += rule.name;
    }
    QCOMPARE(running, names);
    const auto bound = StreamDeadlines::boundOf(states);
    QCOMPARE(bound.has_value(), !names.isEmpty() && StreamDeadlines::isBound(names.first()));
    if (bound)
        QCOMPARE(*bound, names.first());
    QCOMPARE(deadlines.isBoundRunning(), bound.has_value());
}

void tst_StreamDeadlines::beginAndEnd_data()
{
    QTest::addColumn<Name>("name");
    QTest::addColumn<State>("state");
    QTest::addColumn<int>("length");
    QTest::addColumn<int>("verdict");

    const auto add = [](Name name, State state, int length, Verdict verdict) {
        QTest::newRow(DeadlineNames[int(name)]) << name << state << length << int(verdict);
    };
    add(Name::Proof, State::Proving, 3000, Verdict::End);
    add(Name::Linger, State::Closing, 6000, Verdict::End);
    add(Name::Parting, State::Disconnecting, 2000, Verdict::End);
    add(Name::FlushGrace, State::Failing, 500, Verdict::End);
    add(Name::KeepAlive, State::Open, 700, Verdict::Ask);
    add(Name::FirstTouch, State::Open, 1000, Verdict::Touch);
    add(Name::Answer, State::Open, 800, Verdict::Ask);
    add(Name::Writing, State::Open, 900, Verdict::End);
    add(Name::Idle, State::Open, 950, Verdict::End);
    add(Name::CreditIdle, State::Open, 1000, Verdict::ReturnCredit);
}

// It begins with its state, the opening or on demand, passes when its length is over and not
// before, once, and means what the table says.
void tst_StreamDeadlines::beginAndEnd()
{
    QFETCH(Name, name);
    QFETCH(State, state);
    QFETCH(int, length);
    QFETCH(int, verdict);

    const StreamStates states = in(state);
    StreamDeadlines deadlines(options());
    for (const StreamDeadlines::Rule &rule : StreamDeadlines::rules()) {
        if (rule.name != name)
            deadlines.setLength(rule.name, StreamDeadlines::Off);
    }
    QCOMPARE(deadlines.length(name), length);
    QCOMPARE(deadlines.first(), StreamDeadlines::Never);
    const Start start = StreamDeadlines::rules()[size_t(name)].start;
    deadlines.entered(states, Begin);
    QCOMPARE(deadlines.isRunning(name), start == Start::State);
    deadlines.opened(Begin);
    QCOMPARE(deadlines.isRunning(name), start != Start::Demand);
    if (start == Start::Demand)
        deadlines.begin(name, Begin);
    QVERIFY(deadlines.isRunning(name));
    QCOMPARE(deadlines.first(), Begin + length);
    QVERIFY(!deadlines.takePassed(Begin + length - 1));
    QVERIFY(deadlines.takePassed(Begin + length) == name);
    QVERIFY(!deadlines.isRunning(name));
    QVERIFY(!deadlines.takePassed(Begin + length));
    QCOMPARE(int(deadlines.judge(name, states, Begin + length)), verdict);

    deadlines.begin(name, Begin);
    deadlines.end(name);
    QCOMPARE(deadlines.first(), StreamDeadlines::Never);
    deadlines.begin(name, Begin);
    deadlines.endAll();
    QCOMPARE(deadlines.first(), StreamDeadlines::Never);
}

// A deadline that has passed counts only in its own states: a message may have led to another.
void tst_StreamDeadlines::leftState()
{
    for (const StreamDeadlines::Rule &rule : StreamDeadlines::rules()) {
        for (int i = 0; i < StreamStates::States; ++i) {
            const StreamStates states = in(State(i));
            StreamDeadlines deadlines(options());
            const bool counts = deadlines.judge(rule.name, states, Begin) != Verdict::GoOn;
            QCOMPARE(counts, bool(rule.states & (1 << i)));
            QCOMPARE(counts, StreamDeadlines::runsIn(rule.name, states));
        }
    }
}

// A work request that was flushed shortens the time of every state.
void tst_StreamDeadlines::flushed()
{
    for (int i = 0; i < StreamStates::States; ++i) {
        StreamStates states = in(State(i));
        states.flushed();
        StreamDeadlines deadlines(options());
        deadlines.entered(states, Begin);
        const bool hasEnded = State(i) == State::Ended;
        QCOMPARE(deadlines.first(), hasEnded ? StreamDeadlines::Never : Begin + 500);
        QCOMPARE(deadlines.isRunning(Name::FlushGrace), !hasEnded);
        QVERIFY(!deadlines.isRunning(Name::Linger));
    }
}

// While both directions are half-closed only a FIN that has completed and not arrived is waited
// for.
void tst_StreamDeadlines::finOnItsWay()
{
    StreamStates states = in(State::HalfClosedByBoth);
    StreamDeadlines deadlines(options());
    deadlines.entered(states, Begin);
    QVERIFY(!deadlines.isBoundRunning());
    states.finSent();
    deadlines.entered(states, Begin);
    QVERIFY(!deadlines.isBoundRunning());
    states.finCompleted();
    deadlines.entered(states, Begin);
    QVERIFY(deadlines.isRunning(Name::Linger));
    states.finArrived();
    deadlines.entered(states, Begin);
    QVERIFY(!deadlines.isBoundRunning());
}

// A thread that stood still finds the time-out first. What has moved since gives the peer one step.
void tst_StreamDeadlines::extendedOnce()
{
    const StreamStates states = in(State::Closing);
    StreamDeadlines deadlines(options());
    deadlines.progress(); // before it looks
    deadlines.entered(states, Begin);
    QVERIFY(deadlines.takePassed(Begin + 6000) == Name::Linger);
    deadlines.forgetProgress();
    deadlines.progress();
    QCOMPARE(deadlines.judge(Name::Linger, states, Begin + 9000), Verdict::GoOn);
    QCOMPARE(deadlines.first(), Begin + 9000 + StreamDeadlines::EndStep);
    QVERIFY(deadlines.takePassed(Begin + 20000) == Name::Linger);
    deadlines.progress();
    QCOMPARE(deadlines.judge(Name::Linger, states, Begin + 20000), Verdict::End);

    // The proofs have had theirs: the end has its own.
    deadlines.opened(Begin);
    deadlines.progress();
    QCOMPARE(deadlines.judge(Name::Linger, states, Begin), Verdict::GoOn);
}

void tst_StreamDeadlines::progressOfNoUse()
{
    const StreamStates closing = in(State::Closing);
    StreamDeadlines still(options());
    QCOMPARE(still.judge(Name::Linger, closing, Begin), Verdict::End);

    const StreamStates failing = in(State::Failing);
    StreamDeadlines late(options());
    late.progress();
    QCOMPARE(late.judge(Name::FlushGrace, failing, Begin), Verdict::End);
}

void tst_StreamDeadlines::silence_data()
{
    QTest::addColumn<Name>("name");
    QTest::addColumn<int>("length");
    QTest::newRow("host") << Name::KeepAlive << 700;
    QTest::newRow("program") << Name::Answer << 800;
}

void tst_StreamDeadlines::silence()
{
    QFETCH(Name, name);
    QFETCH(int, length);

    const StreamStates states = in(State::Open);
    StreamDeadlines deadlines(options());
    deadlines.heard();
    QCOMPARE(deadlines.judge(name, states, Begin), Verdict::GoOn);
    QCOMPARE(deadlines.first(), Begin + length);
    deadlines.end(name);
    QCOMPARE(deadlines.judge(name, states, Begin), Verdict::Ask);
    QCOMPARE(deadlines.isHostAnswerDue(), name == Name::KeepAlive);
    QCOMPARE(deadlines.first(), Begin + length);
    deadlines.end(name);
    deadlines.heard();
    QCOMPARE(deadlines.judge(name, states, Begin), Verdict::GoOn);
    deadlines.end(name);
    QCOMPARE(deadlines.judge(name, states, Begin), Verdict::Ask);
    deadlines.end(name);
    deadlines.hostHeard(); // which says nothing of the program
    QCOMPARE(deadlines.judge(name, states, Begin),
             name == Name::KeepAlive ? Verdict::GoOn : Verdict::End);
    deadlines.end(name);
    QCOMPARE(deadlines.judge(name, states, Begin),
             name == Name::KeepAlive ? Verdict::Ask : Verdict::End);
    deadlines.end(name);
    QCOMPARE(deadlines.judge(name, states, Begin), Verdict::End);
    QVERIFY(!deadlines.isRunning(name));
}

void tst_StreamDeadlines::touchedOnce()
{
    const StreamStates states = in(State::Open);
    StreamDeadlines deadlines(options());
    deadlines.hostHeard();
    QCOMPARE(deadlines.judge(Name::FirstTouch, states, Begin), Verdict::GoOn);
    QVERIFY(!deadlines.isRunning(Name::FirstTouch));

    StreamDeadlines quiet(options());
    QCOMPARE(quiet.judge(Name::FirstTouch, states, Begin), Verdict::Touch);
    QVERIFY(!quiet.isRunning(Name::FirstTouch));
    QVERIFY(!quiet.isHostAnswerDue()); // a keepalive that begins later asks before it ends
}

void tst_StreamDeadlines::heardBeforeFirstTouch()
{
    StreamDeadlines deadlines(options());
    deadlines.opened(Begin);
    QVERIFY(deadlines.isRunning(Name::FirstTouch));
    QVERIFY(!deadlines.endFirstTouchIfHeard());
    QVERIFY(deadlines.isRunning(Name::FirstTouch));
    deadlines.hostHeard();
    QVERIFY(deadlines.endFirstTouchIfHeard());
    QVERIFY(!deadlines.isRunning(Name::FirstTouch));
    QVERIFY(!deadlines.endFirstTouchIfHeard()); // once
}

void tst_StreamDeadlines::motion_data()
{
    QTest::addColumn<Name>("name");
    QTest::addColumn<int>("length");
    QTest::newRow("writing") << Name::Writing << 900;
    QTest::newRow("idle") << Name::Idle << 950;
}

void tst_StreamDeadlines::motion()
{
    QFETCH(Name, name);
    QFETCH(int, length);

    const StreamStates states = in(State::Open);
    StreamDeadlines deadlines(options());
    deadlines.dataSent();
    QCOMPARE(deadlines.judge(name, states, Begin), Verdict::GoOn);
    QCOMPARE(deadlines.first(), Begin + length);
    deadlines.end(name);
    deadlines.dataMoved();
    QCOMPARE(deadlines.judge(name, states, Begin),
             name == Name::Idle ? Verdict::GoOn : Verdict::End);
    deadlines.end(name);
    deadlines.progress();
    QCOMPARE(deadlines.judge(name, states, Begin),
             name == Name::Writing ? Verdict::GoOn : Verdict::End);
    deadlines.end(name);
    QCOMPARE(deadlines.judge(name, states, Begin), Verdict::End);
}

void tst_StreamDeadlines::watchedAnew()
{
    StreamDeadlines deadlines(options());
    deadlines.watchWriting(Begin);
    QCOMPARE(deadlines.first(), Begin + 900);
    deadlines.watchWriting(Begin + 100);
    QCOMPARE(deadlines.first(), Begin + 900);
    deadlines.progress();
    deadlines.watchWriting(Begin + 200);
    QCOMPARE(deadlines.first(), Begin + 1100);
    deadlines.watchWriting(Begin + 300);
    QCOMPARE(deadlines.first(), Begin + 1100);
}

void tst_StreamDeadlines::earliestFirst()
{
    StreamDeadlines deadlines(options());
    for (const StreamDeadlines::Rule &rule : StreamDeadlines::rules())
        deadlines.begin(rule.name, Begin);
    qint64 last = 0;
    for (int i = 0; i < StreamDeadlines::Names; ++i) {
        QVERIFY(deadlines.first() >= last);
        last = deadlines.first();
        QVERIFY(deadlines.takePassed(Begin + 6000));
    }
    QCOMPARE(last, Begin + 6000);
    QVERIFY(!deadlines.takePassed(Begin + 6000));
}

void tst_StreamDeadlines::optionsOff()
{
    StreamDeadlines deadlines{ StreamOptionsData() };
    for (Name name : { Name::KeepAlive, Name::Answer, Name::Writing, Name::Idle }) {
        QVERIFY(!deadlines.isOn(name));
        deadlines.begin(name, Begin);
        QVERIFY(!deadlines.isRunning(name));
    }
    for (Name name : { Name::Proof, Name::Linger, Name::Parting, Name::FlushGrace })
        QVERIFY(deadlines.isOn(name));
}

void tst_StreamDeadlines::noLimit()
{
    StreamOptionsData patient;
    patient.lingerTimeout = -1;
    StreamDeadlines deadlines(patient);
    deadlines.entered(in(State::Closing), Begin);
    QCOMPARE(deadlines.first(), StreamDeadlines::Never);
}

void tst_StreamDeadlines::atOnce()
{
    StreamOptionsData hasty;
    hasty.lingerTimeout = 0;
    StreamDeadlines deadlines(hasty);
    deadlines.entered(in(State::Closing), Begin);
    QVERIFY(deadlines.takePassed(Begin) == Name::Linger);
    deadlines.setLength(Name::Parting, 0);
    deadlines.entered(in(State::Disconnecting), Begin);
    QVERIFY(deadlines.takePassed(Begin) == Name::Parting);
}

// The error names its cause, and how long it took.
void tst_StreamDeadlines::errors()
{
    StreamDeadlines deadlines(options());
    const auto check = [&](Name name, RdmaError::Cause cause) {
        const RdmaError error = deadlines.error(name);
        QCOMPARE(error.category(), RdmaError::Category::Timeout);
        QCOMPARE(error.cause(), cause);
        QVERIFY(error.text().contains(QString::number(deadlines.length(name))));
    };
    check(Name::Proof, RdmaError::Cause::ConnectTimeout);
    check(Name::Linger, RdmaError::Cause::CloseTimeout);
    check(Name::KeepAlive, RdmaError::Cause::KeepAliveTimeout);
    check(Name::Answer, RdmaError::Cause::AnswerTimeout);
    check(Name::Writing, RdmaError::Cause::WriteTimeout);
    check(Name::Idle, RdmaError::Cause::IdleTimeout);
}

QTEST_APPLESS_MAIN(tst_StreamDeadlines)
#include "tst_streamdeadlines.moc"
