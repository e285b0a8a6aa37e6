// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"
#include "stream/native/streamframe_p.h"
#include "stream/native/streamhandshake_p.h"

#include <QtCore/qrandom.h>
#include <QtTest/qtest.h>

using namespace QtRdmaPrivate;

class tst_StreamHandshake : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layout();
    void roundTrip_data();
    void roundTrip();
    void refused_data();
    void refused();
    void newerPeer();
    void reply_data();
    void reply();
    void rejects_data();
    void rejects();
    void notAReject_data();
    void notAReject();
    void randomBytes();
};

static StreamHandshake typical()
{
    StreamHandshake handshake;
    handshake.features = 0x01020304;
    handshake.slotSize = 2048;
    handshake.window = 16;
    handshake.keepAlive = 15000;
    handshake.nonce = Q_UINT64_C(0x1122334455667788);
    return handshake;
}

static QByteArray padded(QByteArray data, qsizetype size)
{
    return data.append(size - data.size(), '\0');
}

void tst_StreamHandshake::layout()
{
    const QByteArray data = typical().toPrivateData();
    QCOMPARE(data.toHex(),
             QByteArray("51745264"
                        "6d615331"
                        "01010000"
                        "01020304"
                        "00000800"
                        "00000010"
                        "00003a98"
                        "11112113"
                        "1122334455667788"));
    QCOMPARE(data.size(), qsizetype(StreamHandshake::Size));
    QVERIFY(data.size() <= 56); // what a request can carry
}

void tst_StreamHandshake::roundTrip_data()
{
    QTest::addColumn<int>("size");
    QTest::newRow("iWARP: as it was sent") << 40;
    QTest::newRow("request") << 56;
    QTest::newRow("reply") << 196;
}

void tst_StreamHandshake::roundTrip()
{
    QFETCH(const int, size);
    const QByteArray data = padded(typical().toPrivateData(), size);
    StreamHandshake parsed;
    RejectReason reason = RejectReason::Busy;
    QCOMPARE(parseHandshake(data, &parsed, &reason), QString());
    QCOMPARE(int(reason), int(RejectReason::Unknown));
    QCOMPARE(parsed.toPrivateData(), typical().toPrivateData());
    QCOMPARE(parsed.version, quint8(1));
    QCOMPARE(parsed.lowestVersion, quint8(1));
    QCOMPARE(parsed.features, 0x01020304u);
    QCOMPARE(parsed.slotSize, 2048u);
    QCOMPARE(parsed.window, 16u);
    QCOMPARE(parsed.keepAlive, 15000u);
    QCOMPARE(parsed.controlQuotas, packedControlQuotas());
    QCOMPARE(parsed.nonce, Q_UINT64_C(0x1122334455667788));
}

void tst_StreamHandshake::refused_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<int>("reason");
    QTest::addColumn<QString>("text"); // a part of it
    const auto row = [](const char *name, const QByteArray &data, RejectReason reason,
                        const char *text) {
        QTest::newRow(name) << padded(data, qMax<qsizetype>(data.size(), 56)) << int(reason)
                            << QString::fromLatin1(text);
    };
    const auto changed = [](void (*change)(StreamHandshake *)) {
        StreamHandshake handshake = typical();
        change(&handshake);
        return handshake.toPrivateData();
    };
    const auto byteSet = [](int offset, int value) {
        QByteArray data = padded(typical().toPrivateData(), 56);
        data[offset] = char(value);
        return data;
    };
    const char *stranger = "does not speak";
    QTest::newRow("no data") << QByteArray() << int(RejectReason::NotQtRdma)
                             << QString::fromLatin1(stranger);
    QTest::newRow("a magic cut short")
            << typical().toPrivateData().left(7) << int(RejectReason::NotQtRdma)
            << QString::fromLatin1(stranger);
    QTest::newRow("cut short") << typical().toPrivateData().left(39) << int(RejectReason::BadValue)
                               << QStringLiteral("39 bytes is incomplete");
    row("zeros", QByteArray(56, '\0'), RejectReason::NotQtRdma, stranger);
    row("a reject", rejectData(RejectReason::Busy), RejectReason::NotQtRdma, stranger);
    for (int byte = 0; byte < 8; ++byte) {
        QByteArray data = padded(typical().toPrivateData(), 56);
        data[byte] = char(data[byte] ^ 0x20);
        row(qPrintable(QStringLiteral("magic, byte %1").arg(byte)), data, RejectReason::NotQtRdma,
            stranger);
    }
    row("from the future", changed([](StreamHandshake *h) { h->version = h->lowestVersion = 200; }),
        RejectReason::VersionTooNew, "needs version 200");
    row("nearly from the future",
        changed([](StreamHandshake *h) { h->version = h->lowestVersion = 2; }),
        RejectReason::VersionTooNew, "needs version 2");
    // Its other values may mean something else: only the version counts.
    row("from the future with other values",
        changed([](StreamHandshake *h) { h->version = h->lowestVersion = 2, h->window = 0; }),
        RejectReason::VersionTooNew, "needs version 2");
    row("from the past", changed([](StreamHandshake *h) { h->version = h->lowestVersion = 0; }),
        RejectReason::VersionTooOld, "speaks version 0");
    row("versions swapped",
        changed([](StreamHandshake *h) { h->lowestVersion = 1, h->version = 0; }),
        RejectReason::VersionTooOld, "speaks version 0");
    row("slot of 0", changed([](StreamHandshake *h) { h->slotSize = 0; }), RejectReason::BadValue,
        "slot size of 0 ");
    row("slot too small", changed([](StreamHandshake *h) { h->slotSize = 511; }),
        RejectReason::BadValue, "slot size of 511 ");
    row("slot too large", changed([](StreamHandshake *h) { h->slotSize = 1024 * 1024 + 1; }),
        RejectReason::BadValue, "slot size of 1048577 ");
    row("window too small", changed([](StreamHandshake *h) { h->window = 1; }),
        RejectReason::BadValue, "window of 1 ");
    row("window too large", changed([](StreamHandshake *h) { h->window = 4097; }),
        RejectReason::BadValue, "window of 4097 ");
    row("window of all bits", changed([](StreamHandshake *h) { h->window = 0xffffffff; }),
        RejectReason::BadValue, "window of 4294967295 ");
    row("keepalive too long", changed([](StreamHandshake *h) { h->keepAlive = 0x80000000; }),
        RejectReason::BadValue, "keepalive of 2147483648 ");
    row("no quotas", changed([](StreamHandshake *h) { h->controlQuotas = 0; }),
        RejectReason::BadValue, "quotas of 0x00000000 ");
    for (int type = 0; type < 8; ++type) {
        StreamHandshake handshake = typical();
        handshake.controlQuotas -= 1u << (4 * type);
        row(qPrintable(QStringLiteral("quota %1 too small").arg(type + 1)),
            handshake.toPrivateData(), RejectReason::BadValue, "quotas of 0x");
    }
    for (int offset : { 10, 11, 40, 55 })
        row(qPrintable(QStringLiteral("reserved byte %1").arg(offset)), byteSet(offset, 1),
            RejectReason::BadValue, "reserved bytes");
}

void tst_StreamHandshake::refused()
{
    QFETCH(const QByteArray, data);
    QFETCH(const int, reason);
    QFETCH(const QString, text);
    StreamHandshake parsed;
    RejectReason found = RejectReason::Unknown;
    const QString wrong = parseHandshake(data, &parsed, &found);
    QVERIFY2(wrong.contains(text), qPrintable(wrong));
    QCOMPARE(int(found), reason);
}

// Speaks our version too, and says more than we understand; values at the ends of their ranges.
void tst_StreamHandshake::newerPeer()
{
    StreamHandshake handshake = typical();
    handshake.version = 255;
    handshake.slotSize = MaxSlotSize;
    handshake.window = StreamHandshake::MaxWindow;
    handshake.keepAlive = 0x7fffffff;
    handshake.controlQuotas = 0xffffffff;
    handshake.features = 0xffffffff;
    QByteArray data = padded(handshake.toPrivateData(), 56);
    data[10] = data[55] = 1;
    StreamHandshake parsed;
    RejectReason reason;
    QCOMPARE(parseHandshake(data, &parsed, &reason), QString());
    QCOMPARE(parsed.version, quint8(255));
    QCOMPARE(parsed.features, 0xffffffffu);

    handshake.version = 1;
    handshake.slotSize = MinSlotSize;
    handshake.window = StreamHandshake::MinWindow;
    handshake.keepAlive = 0;
    QCOMPARE(parseHandshake(handshake.toPrivateData(), &parsed, &reason), QString());
}

void tst_StreamHandshake::reply_data()
{
    QTest::addColumn<int>("version");
    QTest::addColumn<quint32>("features");
    QTest::addColumn<QString>("text"); // empty: in order
    QTest::newRow("in order") << 1 << 0x5u << QString();
    QTest::newRow("fewer features") << 1 << 0x4u << QString();
    QTest::newRow("another feature") << 1 << 0xdu << QStringLiteral("features 0x8, ");
    QTest::newRow("another version") << 2 << 0x5u << QStringLiteral("chose version 2, ");
    QTest::newRow("old version") << 0 << 0x5u << QStringLiteral("speaks version 0");
}

void tst_StreamHandshake::reply()
{
    QFETCH(const int, version);
    QFETCH(const quint32, features);
    QFETCH(const QString, text);
    StreamHandshake request = typical();
    request.features = 5;
    StreamHandshake answer = typical();
    answer.version = quint8(version);
    answer.features = features;
    StreamHandshake parsed;
    RejectReason reason = RejectReason::Busy;
    const QString wrong =
            parseReply(padded(answer.toPrivateData(), 196), request, &parsed, &reason);
    QCOMPARE(wrong.isEmpty(), text.isEmpty());
    QVERIFY2(wrong.contains(text), qPrintable(wrong));
    QCOMPARE(reason == RejectReason::Unknown, text.isEmpty());
    if (text.isEmpty())
        QCOMPARE(parsed.features, features);
}

void tst_StreamHandshake::rejects_data()
{
    QTest::addColumn<int>("reason");
    QTest::addColumn<QString>("text"); // a part of it
    QTest::newRow("not QtRdma") << 1 << QStringLiteral("not QtRdma");
    QTest::newRow("too old") << 2
                             << QStringLiteral(
                                        "too old for the server: it speaks versions 1 to 1 of");
    QTest::newRow("bad value") << 3 << QStringLiteral("value of the handshake");
    QTest::newRow("busy") << 4 << QStringLiteral("busy");
    QTest::newRow("closing") << 5 << QStringLiteral("closing");
    QTest::newRow("too new") << 6
                             << QStringLiteral(
                                        "too new for the server: it speaks versions 1 to 1 of");
    QTest::newRow("too many") << 7 << QStringLiteral("as many connections as it takes");
    QTest::newRow("authentication") << 8 << QStringLiteral("pre-shared key");
    QTest::newRow("resources") << 9 << QStringLiteral("lacks memory");
    QTest::newRow("unknown") << 0 << QStringLiteral("unknown reason 0");
    QTest::newRow("from the future") << 200 << QStringLiteral("unknown reason 200");
}

void tst_StreamHandshake::rejects()
{
    QFETCH(const int, reason);
    QFETCH(const QString, text);
    const QByteArray data = rejectData(RejectReason(reason));
    QCOMPARE(data.size(), 16);
    for (qsizetype size : { 16, 148 }) // iWARP, InfiniBand
        QVERIFY2(rejectText(padded(data, size)).contains(text), qPrintable(rejectText(data)));
    QCOMPARE(rejectsHandshake(data), reason == 1 || reason == 2 || reason == 3 || reason == 6);
}

void tst_StreamHandshake::notAReject_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("cut short") << rejectData(RejectReason::Busy).left(15);
    QTest::newRow("zeros") << QByteArray(148, '\0');
    QTest::newRow("a handshake") << typical().toPrivateData();
}

void tst_StreamHandshake::notAReject()
{
    QFETCH(const QByteArray, data);
    QCOMPARE(rejectText(data), QString());
    QVERIFY(!rejectsHandshake(data));
}

// What is accepted from a peer of our version is what would have been written.
void tst_StreamHandshake::randomBytes()
{
    QRandomGenerator random(RdmaTest::seed());
    int accepted = 0;
    for (int i = 0; i < 20000; ++i) {
        QByteArray data = padded(typical().toPrivateData(), 56);
        for (int changes = random.bounded(3); changes > 0; --changes)
            data[random.bounded(56)] = char(random.generate());
        data.truncate(random.bounded(4) ? 56 : random.bounded(56));
        data.squeeze();
        StreamHandshake parsed;
        RejectReason reason;
        const QString wrong = parseHandshake(data, &parsed, &reason);
        QCOMPARE(wrong.isEmpty(), reason == RejectReason::Unknown);
        if (!wrong.isEmpty() || parsed.version > StreamHandshake::Version)
            continue;
        ++accepted;
        QCOMPARE(padded(parsed.toPrivateData(), data.size()), data);
        QVERIFY(parsed.window >= 2 && parsed.window <= 4096);
        QVERIFY(parsed.slotSize >= 512 && parsed.slotSize <= 1024 * 1024);
    }
    QVERIFY(accepted > 500);
}

QTEST_APPLESS_MAIN(tst_StreamHandshake)
#include "tst_streamhandshake.moc"
