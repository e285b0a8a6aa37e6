// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"
#include "stream/rsocket/rsocketmessage_p.h"

#include <QtCore/qrandom.h>
#include <QtTest/qtest.h>

using namespace QtRdmaPrivate;

class tst_RsocketMessage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layout();
    void requestOfRstream();
    void whatFollowsIsIgnored();
    void refused_data();
    void refused();
    void grantInBothOrders();
    void messages_data();
    void messages();
    void brokenMessages_data();
    void brokenMessages();
    void randomBytes();
};

// As rstream of Debian 12 sends it: 384 credits, two targets, half of a ring of 1 MiB.
static const QByteArray RequestOfRstream = QByteArray::fromHex("0102018000000000"
                                                               "00007fd82800300000000c4600000002"
                                                               "00007fd827dfd00000000d3500080000");

static RsocketHandshake typical()
{
    RsocketHandshake handshake;
    handshake.bigEndian = false;
    handshake.credits = 0x180;
    handshake.targetList = { Q_UINT64_C(0x7fd828003000), 0xc46, 2 };
    handshake.firstGrant = { Q_UINT64_C(0x7fd827dfd000), 0xd35, 0x80000 };
    return handshake;
}

void tst_RsocketMessage::layout()
{
    QCOMPARE(typical().toPrivateData().toHex(), RequestOfRstream.toHex());
    RsocketHandshake other = typical();
    other.bigEndian = true;
    QCOMPARE(other.toPrivateData().at(1), char(3));
}

void tst_RsocketMessage::requestOfRstream()
{
    RsocketHandshake handshake;
    QCOMPARE(parseRsocketHandshake(RequestOfRstream, &handshake), QString());
    QCOMPARE(handshake.toPrivateData(), RequestOfRstream);
    QVERIFY(!handshake.bigEndian);
    QCOMPARE(handshake.credits, quint16(384));
    QCOMPARE(handshake.targetList.length, 2u);
    QCOMPARE(handshake.firstGrant.length, 524288u);
}

// Flags that nobody knows, reserved bytes, and all behind the 40.
void tst_RsocketMessage::whatFollowsIsIgnored()
{
    QByteArray data = RequestOfRstream + QByteArray(16, '\xaa');
    data[1] = char(0xfe);
    data[4] = data[5] = data[6] = char(0x5a);
    RsocketHandshake handshake;
    QCOMPARE(parseRsocketHandshake(data, &handshake), QString());
    QCOMPARE(handshake.toPrivateData(), RequestOfRstream);
}

void tst_RsocketMessage::refused_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QString>("text");
    for (int size : { 0, 1, 39 })
        QTest::addRow("%d bytes", size) << RequestOfRstream.first(size) << "too short for rsockets";
    const auto with = [](int offset, const QByteArray &hex) {
        QByteArray data = RequestOfRstream;
        const QByteArray bytes = QByteArray::fromHex(hex);
        return data.replace(offset, bytes.size(), bytes);
    };
    QTest::newRow("version 0") << with(0, "00") << "version 0";
    QTest::newRow("version 2") << with(0, "02") << "version 2";
    QTest::newRow("one target") << with(20, "00000001") << "list of 1 targets";
    QTest::newRow("many targets") << with(20, "ffffffff") << "list of 4294967295 targets";
    QTest::newRow("list wraps") << with(8, "fffffffffffffff0") << "list of targets is beyond";
    QTest::newRow("no grant") << with(36, "00000000") << "grants no memory";
    QTest::newRow("grant wraps") << with(24, "ffffffffffffff00") << "grants memory beyond";
}

void tst_RsocketMessage::refused()
{
    QFETCH(const QByteArray, data);
    QFETCH(const QString, text);
    RsocketHandshake handshake;
    const QString wrong = parseRsocketHandshake(data, &handshake);
    QVERIFY2(wrong.contains(text), qPrintable(wrong));
}

void tst_RsocketMessage::grantInBothOrders()
{
    const RsocketGrant grant = { Q_UINT64_C(0x0102030405060708), 0x11121314, 0x21222324 };
    uchar entry[RsocketGrant::Size];
    grant.encode(true, entry);
    QCOMPARE(QByteArray(reinterpret_cast<char *>(entry), sizeof(entry)).toHex(),
             QByteArray("01020304050607081112131421222324"));
    grant.encode(false, entry);
    QCOMPARE(QByteArray(reinterpret_cast<char *>(entry), sizeof(entry)).toHex(),
             QByteArray("08070605040302011413121124232221"));
    const RsocketGrant read = RsocketGrant::decode(false, entry);
    QCOMPARE(read.address, grant.address);
    QCOMPARE(read.key, grant.key);
    QCOMPARE(read.length, grant.length);
}

void tst_RsocketMessage::messages_data()
{
    QTest::addColumn<quint32>("encoded");
    QTest::addColumn<int>("operation");
    QTest::addColumn<quint32>("value");
    QTest::newRow("data") << 0x00000010u << int(RsocketOperation::Data) << 16u;
    QTest::newRow("most data") << 0x1fffffffu << int(RsocketOperation::Data) << 0x1fffffffu;
    QTest::newRow("internal") << 0x40000000u << int(RsocketOperation::Internal) << 0u;
    QTest::newRow("limit") << 0x80000180u << int(RsocketOperation::Grant) << 0x180u;
    QTest::newRow("limit of 17 bits") << 0x8001017fu << int(RsocketOperation::Grant) << 0x1017fu;
    QTest::newRow("mapping") << 0xc0000003u << int(RsocketOperation::IoMap) << 3u;
    QTest::newRow("disconnect") << 0xe0000000u << int(RsocketOperation::Control) << 0u;
    QTest::newRow("shutdown") << 0xe0000002u << int(RsocketOperation::Control) << 2u;
    QTest::newRow("unknown control") << 0xe000004du << int(RsocketOperation::Control) << 77u;
}

void tst_RsocketMessage::messages()
{
    QFETCH(const quint32, encoded);
    QFETCH(const int, operation);
    QFETCH(const quint32, value);
    RsocketMessage message;
    QCOMPARE(parseRsocketMessage(encoded, &message), QString());
    QCOMPARE(int(message.operation), operation);
    QCOMPARE(message.value, value);
    QCOMPARE(message.encoded(), encoded);
}

void tst_RsocketMessage::brokenMessages_data()
{
    QTest::addColumn<quint32>("encoded");
    QTest::addColumn<QString>("text");
    QTest::newRow("no data") << 0u << "sent no data and called it data";
    QTest::newRow("1") << 0x20000001u << "sent the reserved operation 1";
    QTest::newRow("3") << 0x60000001u << "sent the reserved operation 3";
    QTest::newRow("5") << 0xa0000001u << "sent the reserved operation 5";
}

void tst_RsocketMessage::brokenMessages()
{
    QFETCH(const quint32, encoded);
    QFETCH(const QString, text);
    RsocketMessage message;
    QCOMPARE(parseRsocketMessage(encoded, &message), text);
}

// What is accepted is what would have been written.
void tst_RsocketMessage::randomBytes()
{
    QRandomGenerator random(1);
    int accepted = 0;
    for (int i = 0; i < 100000; ++i) {
        QByteArray data(40, Qt::Uninitialized);
        random.fillRange(reinterpret_cast<quint32 *>(data.data()), 10);
        data[0] = char(random.bounded(2));
        data[20] = data[21] = 0;
        data[1] = char(data[1] & 1) | 2;
        data.replace(4, 4, QByteArray(4, '\0'));
        RsocketHandshake handshake;
        if (!parseRsocketHandshake(data, &handshake).isEmpty())
            continue;
        QCOMPARE(handshake.toPrivateData(), data);
        ++accepted;
    }
    QVERIFY(accepted > 10000);
}

QTEST_APPLESS_MAIN(tst_RsocketMessage)
#include "tst_rsocketmessage.moc"
