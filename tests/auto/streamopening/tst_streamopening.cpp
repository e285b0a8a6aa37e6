// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "stream/native/streamopening_p.h"

#include <QtTest/qtest.h>

using namespace QtRdmaPrivate;

using Proof = StreamOpening::Proof;
using Stage = StreamOpening::Stage;

namespace {

using Key = std::optional<QByteArray>;

const QByteArray OneKey(32, 'k');
const QByteArray OtherKey(32, 'o');

StreamHandshake handshake(const Key &key, quint64 nonce, quint32 features = 0)
{
    StreamHandshake own;
    own.slotSize = 2064;
    own.window = 2;
    own.features = features | (key ? StreamHandshake::Authentication : 0);
    own.nonce = nonce;
    return own;
}

// What the connection manager hands over is longer than what was given to it.
QByteArray carried(const StreamHandshake &own)
{
    return own.toPrivateData() + QByteArray(16, '\0');
}

// A client and a server whose handshakes have been exchanged.
struct Pair
{
    Pair(const Key &clientKey, const Key &serverKey, quint64 nonce = 0, quint32 features = 0)
        : client(handshake(clientKey, nonce + 1, features))
        , server(handshake(serverKey, nonce + 2))
    {
        accepted = server.accept(carried(client.own()), serverKey);
        if (!accepted.isRefused())
            established = client.established(carried(server.own()), clientKey);
    }

    StreamOpening client;
    StreamOpening server;
    StreamOpening::Refusal accepted;
    StreamOpening::Refusal established;
};

} // namespace

class tst_StreamOpening : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutKey();
    void refusedRequest_data();
    void refusedRequest();
    void refusedReply_data();
    void refusedReply();
    void examiningRemembersNothing();
    void proofs();
    void differentKeys();
    void proofIsAcceptedOnce();
    void nothingBeforeTheProof();
    void reflected();
    void replayed();
    void wrongLength_data();
    void wrongLength();
    void confirmation();
    void confirmationIsNotAgreedTo();
    void proofConfirms();
};

void tst_StreamOpening::withoutKey()
{
    Pair pair({}, {});
    QVERIFY2(!pair.accepted.isRefused(), qPrintable(pair.accepted.text));
    QVERIFY2(!pair.established.isRefused(), qPrintable(pair.established.text));
    QCOMPARE(pair.client.peer().nonce, quint64(2));
    QCOMPARE(pair.server.peer().nonce, quint64(1));
    for (StreamOpening *side : { &pair.client, &pair.server }) {
        QCOMPARE(side->stage(), Stage::Agreed);
        QVERIFY(!side->isAuthDue());
        QVERIFY(side->admits(FrameType::Data));
        QCOMPARE(side->authReceived(QByteArray(32, 'x')), Proof::NotAsked);
        QCOMPARE(side->stage(), Stage::Agreed);
    }
}

void tst_StreamOpening::refusedRequest_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<RejectReason>("reason");
    const QByteArray good = carried(handshake({}, 1));
    StreamHandshake narrow = handshake({}, 1);
    narrow.window = StreamHandshake::MinWindow - 1;
    QTest::newRow("nothing") << QByteArray() << RejectReason::NotQtRdma;
    QTest::newRow("another protocol") << QByteArray(56, 'x') << RejectReason::NotQtRdma;
    QTest::newRow("a part") << good.first(StreamHandshake::Size - 1) << RejectReason::BadValue;
    QTest::newRow("a window too small") << carried(narrow) << RejectReason::BadValue;
    QTest::newRow("a key") << carried(handshake(OneKey, 1)) << RejectReason::Authentication;
}

void tst_StreamOpening::refusedRequest()
{
    QFETCH(QByteArray, request);
    QFETCH(RejectReason, reason);

    StreamOpening server(handshake({}, 2));
    const StreamOpening::Refusal refusal = server.accept(request, {});
    QVERIFY(refusal.isRefused());
    QCOMPARE(refusal.reason, reason);
    QCOMPARE(server.stage(), Stage::Offering);
}

void tst_StreamOpening::refusedReply_data()
{
    QTest::addColumn<Key>("key");
    QTest::addColumn<QByteArray>("reply");
    StreamHandshake newer = handshake({}, 2);
    newer.version = StreamHandshake::Version + 1;
    QTest::newRow("nothing") << Key() << QByteArray();
    QTest::newRow("another protocol") << Key() << QByteArray(56, 'x');
    QTest::newRow("a version not offered") << Key() << carried(newer);
    QTest::newRow("a key not offered") << Key() << carried(handshake(OneKey, 2));
    QTest::newRow("no key") << Key(OneKey) << carried(handshake({}, 2));
}

void tst_StreamOpening::refusedReply()
{
    QFETCH(Key, key);
    QFETCH(QByteArray, reply);

    StreamOpening client(handshake(key, 1));
    QVERIFY(client.established(reply, key).isRefused());
    QCOMPARE(client.stage(), Stage::Offering);
    QVERIFY(!client.isAuthDue());
}

void tst_StreamOpening::examiningRemembersNothing()
{
    const StreamOpening server(handshake({}, 2));
    QVERIFY(!server.examine(carried(handshake({}, 1))).isRefused());
    QVERIFY(server.examine(carried(handshake(OneKey, 1))).isRefused());
    QCOMPARE(server.stage(), Stage::Offering);
    QCOMPARE(server.peer().nonce, quint64(0));
}

// Three messages, each side agreed with the last that it takes part in.
void tst_StreamOpening::proofs()
{
    Pair pair(OneKey, OneKey);
    QCOMPARE(pair.client.stage(), Stage::Proving);
    QCOMPARE(pair.server.stage(), Stage::Proving);
    QVERIFY(pair.client.isAuthDue());
    QVERIFY(!pair.server.isAuthDue());

    const QByteArray challenge = pair.client.takeAuth();
    QVERIFY(!pair.client.isAuthDue());
    QCOMPARE(pair.client.stage(), Stage::Proving);
    QCOMPARE(pair.server.authReceived(challenge), Proof::Accepted);
    QVERIFY(pair.server.isAuthDue());
    const QByteArray answer = pair.server.takeAuth();
    QCOMPARE(pair.server.stage(), Stage::Proving);
    QCOMPARE(pair.client.authReceived(answer), Proof::Accepted);
    QCOMPARE(pair.client.stage(), Stage::Proving); // it has not proved yet
    QVERIFY(pair.client.isAuthDue());
    const QByteArray proof = pair.client.takeAuth();
    QCOMPARE(pair.client.stage(), Stage::Agreed);
    QCOMPARE(pair.server.authReceived(proof), Proof::Accepted);
    QCOMPARE(pair.server.stage(), Stage::Agreed);
    QVERIFY(!pair.client.isAuthDue() && !pair.server.isAuthDue());
}

void tst_StreamOpening::differentKeys()
{
    Pair pair(OneKey, OtherKey);
    QCOMPARE(pair.server.authReceived(pair.client.takeAuth()), Proof::Accepted);
    QCOMPARE(pair.client.authReceived(pair.server.takeAuth()), Proof::Denied);
    QCOMPARE(pair.client.stage(), Stage::Proving);
    QVERIFY(!pair.client.isAuthDue());
    QVERIFY(!pair.client.admits(FrameType::Data));
}

void tst_StreamOpening::proofIsAcceptedOnce()
{
    Pair pair(OneKey, OneKey);
    QCOMPARE(pair.server.authReceived(pair.client.takeAuth()), Proof::Accepted);
    const QByteArray answer = pair.server.takeAuth();
    QCOMPARE(pair.client.authReceived(answer), Proof::Accepted);
    QCOMPARE(pair.client.authReceived(answer), Proof::Denied);
    const QByteArray proof = pair.client.takeAuth();
    QCOMPARE(pair.client.authReceived(answer), Proof::NotAsked);
    QCOMPARE(pair.server.authReceived(proof), Proof::Accepted);
    QCOMPARE(pair.server.authReceived(proof), Proof::NotAsked);
    QCOMPARE(pair.server.stage(), Stage::Agreed);
}

void tst_StreamOpening::nothingBeforeTheProof()
{
    Pair pair(OneKey, OneKey);
    const auto admitsOnlyProof = [](const StreamOpening &side) {
        for (int type = 0; type < FrameTypes; ++type) {
            const auto frame = FrameType(type);
            const bool expected = frame == FrameType::Auth || frame == FrameType::Reset;
            if (side.admits(frame) != expected)
                return false;
        }
        return true;
    };
    QVERIFY(admitsOnlyProof(pair.client) && admitsOnlyProof(pair.server));
    QCOMPARE(pair.server.authReceived(pair.client.takeAuth()), Proof::Accepted);
    QVERIFY(admitsOnlyProof(pair.server)); // a challenge proves nothing
    QCOMPARE(pair.client.authReceived(pair.server.takeAuth()), Proof::Accepted);
    QVERIFY(pair.client.admits(FrameType::Data)); // the server may send, before it is proved to
    QVERIFY(admitsOnlyProof(pair.server));
    QCOMPARE(pair.server.authReceived(pair.client.takeAuth()), Proof::Accepted);
    QVERIFY(pair.server.admits(FrameType::Data));
}

// A side without the key that says back what it hears.
void tst_StreamOpening::reflected()
{
    Pair pair(OneKey, OneKey);
    const QByteArray challenge = pair.client.takeAuth();
    QCOMPARE(pair.client.authReceived(challenge), Proof::Denied);

    Pair other(OneKey, OneKey);
    QCOMPARE(other.server.authReceived(other.client.takeAuth()), Proof::Accepted);
    const QByteArray answer = other.server.takeAuth();
    QCOMPARE(other.server.authReceived(answer), Proof::Denied);
    QCOMPARE(other.server.authReceived(answer.last(32)), Proof::Denied);
    QCOMPARE(other.server.stage(), Stage::Proving);
}

// What was said on one connection proves nothing on the next.
void tst_StreamOpening::replayed()
{
    Pair first(OneKey, OneKey);
    const QByteArray challenge = first.client.takeAuth();
    QCOMPARE(first.server.authReceived(challenge), Proof::Accepted);
    const QByteArray answer = first.server.takeAuth();
    QCOMPARE(first.client.authReceived(answer), Proof::Accepted);
    const QByteArray proof = first.client.takeAuth();

    Pair second(OneKey, OneKey, 100);
    QCOMPARE(second.server.authReceived(challenge), Proof::Accepted);
    QVERIFY(second.server.takeAuth() != answer);
    QCOMPARE(second.server.authReceived(proof), Proof::Denied);
    second.client.takeAuth();
    QCOMPARE(second.client.authReceived(answer), Proof::Denied);
}

void tst_StreamOpening::wrongLength_data()
{
    QTest::addColumn<int>("length");
    for (int length : { 0, 1, 31, 33, 63, 64, 65 })
        QTest::addRow("%d", length) << length;
}

void tst_StreamOpening::wrongLength()
{
    QFETCH(int, length);

    Pair pair(OneKey, OneKey);
    pair.client.takeAuth();
    QCOMPARE(pair.client.authReceived(QByteArray(length, 'x')), Proof::Denied);
    QCOMPARE(pair.server.authReceived(QByteArray(length, 'x')), Proof::Denied);
}

// A client that may come another way, and goes on with this connection.
void tst_StreamOpening::confirmation()
{
    Pair pair({}, {}, 0, StreamHandshake::Confirmation);
    QVERIFY(!pair.accepted.isRefused() && !pair.established.isRefused());
    QCOMPARE(pair.client.stage(), Stage::Agreed);
    QVERIFY(pair.client.isConfirmationDue());
    QCOMPARE(pair.server.stage(), Stage::Proving);
    QVERIFY(!pair.server.isAuthDue());
    for (int type = 0; type < FrameTypes; ++type) {
        const auto frame = FrameType(type);
        QCOMPARE(pair.server.admits(frame), frame == FrameType::Ping || frame == FrameType::Reset);
    }
    QCOMPARE(pair.server.authReceived(QByteArray(32, 'x')), Proof::NotAsked);
    QVERIFY(pair.server.pingReceived());
    QCOMPARE(pair.server.stage(), Stage::Agreed);
    QVERIFY(pair.server.admits(FrameType::Data));
    QVERIFY(!pair.server.pingReceived()); // the next one is a ping like any other
    QVERIFY(!pair.client.pingReceived());
}

// A server of before does not know the feature.
void tst_StreamOpening::confirmationIsNotAgreedTo()
{
    StreamOpening client(handshake({}, 1, StreamHandshake::Confirmation));
    QVERIFY(!client.established(carried(handshake({}, 2)), {}).isRefused());
    QVERIFY(!client.isConfirmationDue());
    QCOMPARE(client.stage(), Stage::Agreed);
}

void tst_StreamOpening::proofConfirms()
{
    Pair pair(OneKey, OneKey, 0, StreamHandshake::Confirmation);
    QVERIFY(!pair.client.isConfirmationDue());
    QVERIFY(!pair.server.admits(FrameType::Ping));
    QVERIFY(!pair.server.pingReceived());
    QCOMPARE(pair.server.authReceived(pair.client.takeAuth()), Proof::Accepted);
    QCOMPARE(pair.client.authReceived(pair.server.takeAuth()), Proof::Accepted);
    QCOMPARE(pair.server.authReceived(pair.client.takeAuth()), Proof::Accepted);
    QCOMPARE(pair.client.stage(), Stage::Agreed);
    QCOMPARE(pair.server.stage(), Stage::Agreed);
}

QTEST_APPLESS_MAIN(tst_StreamOpening)
#include "tst_streamopening.moc"
