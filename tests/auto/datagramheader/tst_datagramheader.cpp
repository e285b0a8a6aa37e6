// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "datagram/datagramheader_p.h"

#include <QtTest/qtest.h>

using namespace QtRdmaPrivate;

namespace {

// 10.77.0.1 to 239.1.2.3, as a kernel fills it.
QByteArray ipv4()
{
    return QByteArray::fromHex("45000064"
                               "1c464000"
                               "4011"
                               "22f1"
                               "0a4d0001"
                               "ef010203");
}

QByteArray ipv6()
{
    return QByteArray::fromHex("60000000"
                               "00501140"
                               "fd770000000000000000000000000001"
                               "ff0e0000000000000000000000000042");
}

QByteArray mapped(const char *hex)
{
    return QByteArray::fromHex("00000000000000000000ffff") + QByteArray::fromHex(hex);
}

} // namespace

class tst_DatagramHeader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void routes_data();
    void routes();
};

void tst_DatagramHeader::routes_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("destination");
    const QByteArray zeros(20, '\0');
    const QByteArray source4 = mapped("0a4d0001");
    const QByteArray group4 = mapped("ef010203");
    const QByteArray source6 = QByteArray::fromHex("fd770000000000000000000000000001");
    const QByteArray group6 = QByteArray::fromHex("ff0e0000000000000000000000000042");
    QTest::newRow("IPv4") << zeros + ipv4() << source4 << group4;
    // What stands before may look like the other version.
    QTest::newRow("IPv4 after rubbish") << QByteArray(20, '\x60') + ipv4() << source4 << group4;
    // As rxe leaves it on its own device.
    QTest::newRow("IPv4 without checksum")
            << zeros + ipv4().replace(10, 2, QByteArray(2, '\0')) << source4 << group4;
    QTest::newRow("IPv6") << ipv6() << source6 << group6;
    // The second half of an address may look like the other version, but not sum up.
    QTest::newRow("IPv6 like IPv4") << ipv6().replace(20, 1, "\x45")
                                    << source6.left(12) + '\x45' + source6.mid(13) << group6;
    QTest::newRow("neither") << QByteArray(40, '\xaa') << QByteArray() << QByteArray();
    QTest::newRow("zeros") << QByteArray(40, '\0') << QByteArray() << QByteArray();
}

void tst_DatagramHeader::routes()
{
    QFETCH(const QByteArray, header);
    QCOMPARE(header.size(), qsizetype(DatagramHeaderSize));
    const DatagramRoute route = routeOf(header.constData());
    QTEST(route.source, "source");
    QTEST(route.destination, "destination");
}

QTEST_GUILESS_MAIN(tst_DatagramHeader)

#include "tst_datagramheader.moc"
