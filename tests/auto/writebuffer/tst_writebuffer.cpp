// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "base/writebuffer_p.h"

#include <QtTest/qtest.h>

using QtRdmaPrivate::WriteBuffer;

class tst_WriteBuffer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsOrder_data();
    void keepsOrder();
    void findsBytes();
    void gathersManySmallOnes();
    void hasRoomForHeaders();
};

void tst_WriteBuffer::keepsOrder_data()
{
    QTest::addColumn<QList<int>>("sizes");

    QTest::newRow("small") << QList<int>{ 1, 64, 3 };
    QTest::newRow("a chunk") << QList<int>{ 65536 };
    // The buffer of the drained small write is kept: it stood in front of the large one.
    QTest::newRow("large after small") << QList<int>{ 64, 65537 };
    QTest::newRow("larger after small") << QList<int>{ 64, 8 * 1024 * 1024, 5 };
}

// Drained after each write, as a stream does at the end of a turn; never without a byte to take while there are some.
void tst_WriteBuffer::keepsOrder()
{
    QFETCH(const QList<int>, sizes);
    WriteBuffer buffer;
    for (const int size : sizes) {
        const QByteArray data(size, char(size));
        buffer.append(data.constData(), data.size());
        QCOMPARE(buffer.size(), data.size());
        QByteArray taken;
        while (!buffer.isEmpty()) {
            QVERIFY(buffer.contiguousSize() > 0);
            const qint64 step = qMin<qint64>(buffer.contiguousSize(), 10000);
            taken.append(buffer.data(), qsizetype(step));
            buffer.remove(step);
        }
        QVERIFY(taken == data);
    }
}

// What has been removed is no longer found, wherever a chunk ends.
void tst_WriteBuffer::findsBytes()
{
    WriteBuffer buffer;
    QCOMPARE(buffer.indexOf('\n'), -1);
    const QByteArray line = QByteArray(50000, 'x') + '\n';
    buffer.append(line.constData(), line.size());
    buffer.append(line.constData(), line.size());
    buffer.append("rest", 4);
    for (int i = 0; i < 2; ++i) {
        for (qint64 left = line.size(); left > 0;) {
            QCOMPARE(buffer.indexOf('\n'), left - 1);
            const qint64 step = qMin(left, qMin<qint64>(7000, buffer.contiguousSize()));
            buffer.remove(step);
            left -= step;
        }
    }
    QCOMPARE(buffer.indexOf('\n'), -1);
    QCOMPARE(buffer.indexOf('r'), 0);
    QCOMPARE(buffer.indexOf('t'), 3);
    buffer.remove(1);
    QCOMPARE(buffer.indexOf('r'), -1);
    buffer.remove(3);
    QCOMPARE(buffer.indexOf('t'), -1);
}

// What has been gathered stays where it is while more is written behind it, but for the first small chunk.
void tst_WriteBuffer::gathersManySmallOnes()
{
    constexpr int Size = 67;
    constexpr int Count = 4000;
    WriteBuffer buffer;
    QByteArray all;
    const char *settled = nullptr; // the first byte behind the small chunk
    for (int i = 0; i < Count; ++i) {
        const QByteArray data(Size, char('a' + i % 26));
        all += data;
        buffer.append(data.constData(), data.size());
        if (buffer.size() > 8192 && !settled) {
            buffer.remove(4096 - 4096 % Size);
            all.remove(0, 4096 - 4096 % Size);
            settled = buffer.data();
        }
        if (settled)
            QVERIFY(buffer.data() == settled);
    }
    QCOMPARE(buffer.size(), all.size());
    QByteArray taken;
    while (!buffer.isEmpty()) {
        const qint64 size = buffer.contiguousSize();
        taken.append(buffer.data(), qsizetype(size));
        buffer.remove(size);
    }
    QVERIFY(taken == all);
}

// Headers are written in front of the bytes that come next, and change none of those.
void tst_WriteBuffer::hasRoomForHeaders()
{
    WriteBuffer buffer;
    const QByteArray data("abcdefghij");
    for (int grows = 0; grows < 20; ++grows)
        buffer.append(data.constData(), data.size());
    QByteArray taken;
    while (!buffer.isEmpty()) {
        QCOMPARE(buffer.header() + WriteBuffer::HeaderRoom, buffer.data());
        memset(buffer.header(), '#', WriteBuffer::HeaderRoom);
        const qint64 step = qMin<qint64>(7, buffer.contiguousSize());
        taken.append(buffer.data(), qsizetype(step));
        buffer.remove(step);
    }
    QCOMPARE(taken, data.repeated(20));
    const QByteArray kept(8192, 'k');
    buffer.append(kept, kept.constData(), kept.size());
    QCOMPARE(buffer.header(), nullptr);
}

QTEST_APPLESS_MAIN(tst_WriteBuffer)
#include "tst_writebuffer.moc"
