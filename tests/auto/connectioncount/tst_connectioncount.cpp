// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "stream/connectioncount_p.h"

#include <QtTest/qtest.h>

using namespace QtRdmaPrivate;

class tst_ConnectionCount : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void source_data();
    void source();
    void limits();
    void makingWay();
    void firstOfLargestSource_data();
    void firstOfLargestSource();
};

void tst_ConnectionCount::source_data()
{
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("same");
    const auto row = [](const char *name, const char *one, const char *other, bool same) {
        QTest::newRow(name) << QString::fromLatin1(one) << QString::fromLatin1(other) << same;
    };
    row("IPv4, the same", "192.0.2.1", "192.0.2.1", true);
    row("IPv4, neighbours", "192.0.2.1", "192.0.2.2", false);
    row("IPv4 mapped", "192.0.2.1", "::ffff:192.0.2.1", true);
    row("IPv4 mapped, neighbours", "::ffff:192.0.2.1", "::ffff:192.0.2.2", false);
    row("IPv6, one /64", "2001:db8::1", "2001:db8::ffff:2", true);
    row("IPv6, two of a /48", "2001:db8:0:1::1", "2001:db8:0:2::1", false);
    row("IPv6, link-local", "fe80::1", "fe80::2", false);
    row("IPv6, link-local, the same", "fe80::1", "fe80::1", true);
}

void tst_ConnectionCount::source()
{
    QFETCH(const QString, one);
    QFETCH(const QString, other);
    QFETCH(const bool, same);
    QCOMPARE(sourceOf(QHostAddress(one)) == sourceOf(QHostAddress(other)), same);
    const auto count = std::make_shared<ConnectionCount>();
    const auto first = count->admit(QHostAddress(one), 1);
    QVERIFY(first);
    QCOMPARE(count->admit(QHostAddress(other), 1) == nullptr, same);
}

void tst_ConnectionCount::limits()
{
    const QHostAddress here(QStringLiteral("192.0.2.1"));
    const QHostAddress there(QStringLiteral("192.0.2.2"));
    const auto count = std::make_shared<ConnectionCount>();
    auto first = count->admit(here, 1);
    const auto second = count->admit(there, 1);
    QVERIFY(first && second);
    QVERIFY(!count->admit(here, 1));
    QVERIFY(count->admit(here, 0));
    QCOMPARE(count->total(), 2);
    first.reset();
    QCOMPARE(count->total(), 1);
    QVERIFY(count->admit(here, 1));
}

// Its place is free at once, and it is known that it has not gone.
void tst_ConnectionCount::makingWay()
{
    const QHostAddress here(QStringLiteral("192.0.2.1"));
    const auto count = std::make_shared<ConnectionCount>();
    auto first = count->admit(here, 1);
    count->makesWay(first.get());
    count->makesWay(first.get());
    QCOMPARE(count->total(), 0);
    QCOMPARE(count->makingWay(), 1);
    const auto second = count->admit(here, 1);
    QVERIFY(second);
    first.reset();
    QCOMPARE(count->total(), 1);
    QCOMPARE(count->makingWay(), 0);
}

void tst_ConnectionCount::firstOfLargestSource_data()
{
    QTest::addColumn<QByteArray>("connections"); // a letter each, of its source
    QTest::addColumn<char>("newcomer");
    QTest::addColumn<int>("chosen");
    QTest::newRow("nobody is there") << QByteArray() << 'a' << 0;
    QTest::newRow("one, of the same source") << QByteArray("a") << 'a' << 0;
    QTest::newRow("one, of another source") << QByteArray("b") << 'a' << 0;
    QTest::newRow("the largest") << QByteArray("bacaa") << 'b' << 1;
    QTest::newRow("the newcomer's, for it counts") << QByteArray("ba") << 'a' << 1;
    QTest::newRow("the first of equal ones") << QByteArray("baab") << 'c' << 0;
    QTest::newRow("some stay") << QByteArray("..a.") << '.' << 2;
    QTest::newRow("all stay") << QByteArray("...") << 'a' << 3;
}

void tst_ConnectionCount::firstOfLargestSource()
{
    QFETCH(const QByteArray, connections);
    QFETCH(const char, newcomer);
    QFETCH(const int, chosen);
    const auto addressOf = [](char source) {
        return source == '.' ? QHostAddress() : QHostAddress(quint32(source));
    };
    const auto found =
            QtRdmaPrivate::firstOfLargestSource(connections, addressOf(newcomer), addressOf);
    QCOMPARE(int(found - connections.cbegin()), chosen);
}

QTEST_APPLESS_MAIN(tst_ConnectionCount)
#include "tst_connectioncount.moc"
