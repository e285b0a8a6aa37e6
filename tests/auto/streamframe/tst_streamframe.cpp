// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"
#include "stream/native/streamframe_p.h"

#include <QtCore/qrandom.h>
#include <QtTest/qtest.h>

#include <memory>

using namespace QtRdmaPrivate;

class tst_StreamFrame : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layout();
    void roundTrip_data();
    void roundTrip();
    void violations_data();
    void violations();
    void numbers();
    void resetReasons();
    void textsFitIntoReset();
    void quotas();
    void randomBytes();
};

static QByteArray message(FrameType type, qsizetype payload, quint8 flags = 0)
{
    QByteArray result(qsizetype(FrameHeader::Size) + payload, 'x');
    FrameHeader header;
    header.type = type;
    header.flags = flags;
    header.controlConsumed = 0xfffffffe;
    header.dataLimit = 0x01020304;
    encodeHeader(header, reinterpret_cast<uchar *>(result.data()));
    return result;
}

// A copy of its own, so that the address sanitizer sees every byte read beyond the end.
static Violation parse(const QByteArray &message, ParsedFrame *frame)
{
    const auto size = size_t(message.size());
    const std::unique_ptr<uchar[]> exact(new uchar[size]);
    std::copy(message.cbegin(), message.cend(), exact.get());
    const Violation result = parseFrame(exact.get(), quint32(size), frame);
    frame->payload = nullptr; // gone with the copy
    return result;
}

void tst_StreamFrame::layout()
{
    FrameHeader header;
    header.type = FrameType::Fin;
    header.flags = FinStillReading;
    header.controlConsumed = 0x11223344;
    header.dataLimit = 0x55667788;
    uchar out[FrameHeader::Size];
    memset(out, 0xee, sizeof(out));
    encodeHeader(header, out);
    QCOMPARE(QByteArray(reinterpret_cast<char *>(out), sizeof(out)).toHex(),
             QByteArray("04010000112233445566778800000000"));
}

void tst_StreamFrame::roundTrip_data()
{
    QTest::addColumn<FrameType>("type");
    QTest::addColumn<int>("payload");
    QTest::addColumn<int>("flags");
    QTest::newRow("data, one byte") << FrameType::Data << 1 << 0;
    QTest::newRow("data, largest slot")
            << FrameType::Data << int(MaxSlotSize - FrameHeader::Size) << 0;
    QTest::newRow("fin, half-close") << FrameType::Fin << 0 << int(FinStillReading);
    QTest::newRow("auth, empty") << FrameType::Auth << 0 << 0;
    QTest::newRow("reset, empty") << FrameType::Reset << 0 << 0;
    QTest::newRow("reset, reason of the future") << FrameType::Reset << 3 << 255;
    for (int type = 1; type < FrameTypes; ++type) {
        QTest::newRow(frameTypeName(FrameType(type)))
                << FrameType(type) << int(controlPayload(FrameType(type))) << 0;
    }
}

void tst_StreamFrame::roundTrip()
{
    QFETCH(const FrameType, type);
    QFETCH(const int, payload);
    QFETCH(const int, flags);
    const QByteArray bytes = message(type, payload, quint8(flags));
    ParsedFrame frame;
    const Violation wrong = parseFrame(reinterpret_cast<const uchar *>(bytes.constData()),
                                       quint32(bytes.size()), &frame);
    QVERIFY2(wrong.isEmpty(), qPrintable(QString(wrong)));
    QCOMPARE(QString(wrong), QString());
    QCOMPARE(int(frame.header.type), int(type));
    QCOMPARE(int(frame.header.flags), flags);
    QCOMPARE(frame.header.controlConsumed, 0xfffffffeu);
    QCOMPARE(frame.header.dataLimit, 0x01020304u);
    QCOMPARE(frame.length, quint32(payload));
    QCOMPARE(frame.payload, reinterpret_cast<const uchar *>(bytes.constData()) + FrameHeader::Size);
}

void tst_StreamFrame::violations_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("reason");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << QByteArray() << int(Violation::FrameTooShort)
                             << QStringLiteral("sent 0 bytes, less than a header");
    QTest::newRow("half a header")
            << message(FrameType::Credit, 0).left(15) << int(Violation::FrameTooShort)
            << QStringLiteral("sent 15 bytes, less than a header");
    for (int type : { 9, 10, 127, 128, 255 }) {
        QTest::addRow("type %d", type)
                << message(FrameType(type), 0) << int(Violation::UnknownType)
                << QStringLiteral("sent a frame of unknown type %1").arg(type);
    }
    for (int type = 0; type < FrameTypes; ++type) {
        const auto frameType = FrameType(type);
        const char *name = frameTypeName(frameType);
        const int size = frameType == FrameType::Data ? 1 : int(controlPayload(frameType));
        for (int bit = frameType == FrameType::Fin ? 1 : 0;
             bit < 8 && frameType != FrameType::Reset; ++bit) {
            QTest::addRow("%s, flag %d", name, bit)
                    << message(frameType, size, quint8(1 << bit)) << int(Violation::UnknownFlags)
                    << QStringLiteral("sent unknown flags 0x%1 (%2)")
                               .arg(1 << bit, 0, 16)
                               .arg(QLatin1String(name));
        }
        for (int offset : { 2, 3, 12, 13, 14, 15 }) {
            QByteArray bytes = message(frameType, size);
            bytes[offset] = 1;
            QTest::addRow("%s, reserved byte %d", name, offset)
                    << bytes << int(Violation::ReservedNotZero)
                    << QStringLiteral("set reserved bits (%1)").arg(QLatin1String(name));
        }
        if (frameType == FrameType::Data)
            continue;
        const bool bounded = frameType == FrameType::Auth || frameType == FrameType::Reset;
        for (int length : { size - 1, size + 1 }) {
            if (length < 0 || (bounded && length < size))
                continue;
            QTest::addRow("%s, %d bytes", name, length)
                    << message(frameType, length) << int(Violation::WrongLength)
                    << QStringLiteral("sent %1 bytes (%2)").arg(length).arg(QLatin1String(name));
        }
    }
    QTest::newRow("data without data") << message(FrameType::Data, 0) << int(Violation::EmptyData)
                                       << QStringLiteral("sent a data frame without data");
}

void tst_StreamFrame::violations()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, reason);
    QFETCH(const QString, text);
    ParsedFrame frame;
    const Violation wrong = parse(bytes, &frame);
    QCOMPARE(int(wrong.reason()), reason);
    QVERIFY(!wrong.isEmpty());
    QCOMPARE(QString(wrong), text);
}

void tst_StreamFrame::numbers()
{
    uchar bytes[FrameHeader::Size + 8];
    FrameHeader header;
    header.type = FrameType::Resize;
    encodeHeader(header, bytes);
    encodeNumber(Q_UINT64_C(0xfffffff000010000), bytes + FrameHeader::Size);
    QCOMPARE(bytes[FrameHeader::Size], uchar(0xff));
    ParsedFrame frame;
    QVERIFY(parseFrame(bytes, sizeof(bytes), &frame).isEmpty());
    QCOMPARE(frame.number(), Q_UINT64_C(0xfffffff000010000));
    QCOMPARE(frame.firstFrame(), 0xfffffff0u);
    QCOMPARE(frame.slotSize(), 0x10000u);
    QCOMPARE(frame.limitSeen(), 0xfffffff0u);
    QCOMPARE(frame.limitKept(), 0x10000u);

    // A frame that has no number has 0.
    header.type = FrameType::Credit;
    encodeHeader(header, bytes);
    QVERIFY(parseFrame(bytes, FrameHeader::Size, &frame).isEmpty());
    QCOMPARE(frame.number(), 0u);
}

void tst_StreamFrame::resetReasons()
{
    QByteArray bytes = message(FrameType::Reset, 0, quint8(ResetReason::KeepAlive)) + "gone\xff";
    ParsedFrame frame;
    QVERIFY(parseFrame(reinterpret_cast<const uchar *>(bytes.constData()), quint32(bytes.size()),
                       &frame)
                    .isEmpty());
    QCOMPARE(int(frame.resetReason()), int(ResetReason::KeepAlive));
    QVERIFY(frame.reason().startsWith(QLatin1String("gone")));
}

void tst_StreamFrame::textsFitIntoReset()
{
    for (int reason = 1; reason < Violation::Reasons; ++reason) {
        for (int type = 0; type < FrameTypes; ++type) {
            const QString text = Violation(Violation::Reason(reason), 0xffffffff, FrameType(type));
            QVERIFY2(!text.isEmpty(), qPrintable(QString::number(reason)));
            QVERIFY2(text.toUtf8().size() <= qsizetype(controlPayload(FrameType::Reset)),
                     qPrintable(text));
        }
    }
}

void tst_StreamFrame::quotas()
{
    int sum = 0;
    for (int type = 1; type < FrameTypes; ++type) {
        QVERIFY(controlQuota(FrameType(type)) > 0);
        sum += controlQuota(FrameType(type));
    }
    QCOMPARE(controlQuota(FrameType::Data), 0);
    QCOMPARE(sum, 11);
    QCOMPARE(controlQuotaSum(), sum);
    QCOMPARE(receivesFor(16), 27u);
}

// What is accepted is what would have been written: encoding it again gives the same bytes.
void tst_StreamFrame::randomBytes()
{
    QRandomGenerator random(RdmaTest::seed());
    int accepted = 0;
    for (int i = 0; i < 50000; ++i) {
        QByteArray bytes(random.bounded(90), '\0');
        for (char &byte : bytes)
            byte = char(random.bounded(4) ? random.bounded(10) : random.bounded(256));
        for (qsizetype reserved : { 1, 2, 3, 12, 13, 14, 15 }) {
            if (reserved < bytes.size() && random.bounded(8))
                bytes[reserved] = 0;
        }
        ParsedFrame frame;
        if (!parse(bytes, &frame).isEmpty())
            continue;
        ++accepted;
        QByteArray again = bytes;
        encodeHeader(frame.header, reinterpret_cast<uchar *>(again.data()));
        QCOMPARE(again, bytes);
        QCOMPARE(qsizetype(frame.length), bytes.size() - qsizetype(FrameHeader::Size));
    }
    QVERIFY(accepted > 300);
}

QTEST_APPLESS_MAIN(tst_StreamFrame)
#include "tst_streamframe.moc"
