// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "device/resourceparser_p.h"

#include <QtCore/qendian.h>
#include <QtCore/qfile.h>
#include <QtCore/qrandom.h>
#include <QtTest/qtest.h>

#include <linux/netlink.h>
#include <rdma/rdma_netlink.h>

#include <cerrno>

using namespace QtRdmaPrivate;

class tst_ResourceParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recorded_data();
    void recorded();
    void recordedIds_data();
    void recordedIds();
    void recordedDevices();
    void keys();
    void unknownAttributes();
    void shortAttributes();
    void unknownNumbers();
    void kernelObjects();
    void untidyNames();
    void failures_data();
    void failures();
    void cutShort();
    void cutInPadding();
    void changedBytes();
};

namespace {

QList<QByteArray> datagramsOf(const QString &name)
{
    QFile file(QStringLiteral(DUMPS "/") + name);
    QList<QByteArray> result;
    if (!file.open(QIODevice::ReadOnly))
        return result;
    for (QByteArray size = file.read(4); size.size() == 4; size = file.read(4))
        result.append(file.read(qFromLittleEndian<quint32>(size.constData())));
    return result;
}

QList<RdmaResource> resourcesOf(const QString &name, RdmaResource::Kind kind)
{
    QList<RdmaResource> result;
    NetlinkAnswer answer;
    for (const QByteArray &datagram : datagramsOf(name))
        answer = parseResources(datagram, kind, &result);
    return answer.ended && answer.failure == 0 ? result : QList<RdmaResource>();
}

QByteArray bytesOf(quint32 value)
{
    return QByteArray(reinterpret_cast<const char *>(&value), sizeof(value));
}

QByteArray attribute(quint16 type, const QByteArray &payload)
{
    const nlattr header = { quint16(NLA_HDRLEN + payload.size()), type };
    QByteArray result(reinterpret_cast<const char *>(&header), sizeof(header));
    result += payload;
    result.resize(NLA_ALIGN(result.size()), '\0');
    return result;
}

QByteArray message(quint16 type, const QByteArray &payload)
{
    nlmsghdr header = {};
    header.nlmsg_len = quint32(NLMSG_HDRLEN + payload.size());
    header.nlmsg_type = type;
    header.nlmsg_flags = NLM_F_MULTI;
    return QByteArray(reinterpret_cast<const char *>(&header), sizeof(header)) + payload;
}

QByteArray answerWith(const QByteArray &values)
{
    const quint16 type = RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_RES_QP_GET);
    return message(
            type,
            attribute(RDMA_NLDEV_ATTR_RES_QP, attribute(RDMA_NLDEV_ATTR_RES_QP_ENTRY, values)));
}

RdmaResource queuePairWith(const QByteArray &values)
{
    QList<RdmaResource> resources;
    const NetlinkAnswer answer =
            parseResources(answerWith(values), RdmaResource::Kind::QueuePair, &resources);
    return !answer.ended && resources.size() == 1 ? resources.first() : RdmaResource();
}

} // namespace

void tst_ResourceParser::recorded_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<RdmaResource::Kind>("kind");
    QTest::addColumn<int>("count"); // those of an rping with itself
    QTest::newRow("rxe qp") << "rxe0-qp" << RdmaResource::Kind::QueuePair << 3;
    QTest::newRow("rxe cm_id") << "rxe0-cm_id" << RdmaResource::Kind::ConnectionId << 3;
    QTest::newRow("rxe cq") << "rxe0-cq" << RdmaResource::Kind::CompletionQueue << 3;
    QTest::newRow("rxe mr") << "rxe0-mr" << RdmaResource::Kind::MemoryRegion << 7;
    QTest::newRow("rxe pd") << "rxe0-pd" << RdmaResource::Kind::ProtectionDomain << 5;
    QTest::newRow("rxe ctx") << "rxe0-ctx" << RdmaResource::Kind::Context << 2;
    QTest::newRow("rxe srq") << "rxe0-srq" << RdmaResource::Kind::SharedReceiveQueue << 0;
    QTest::newRow("siw qp") << "siw0-qp" << RdmaResource::Kind::QueuePair << 2;
    QTest::newRow("siw cm_id") << "siw0-cm_id" << RdmaResource::Kind::ConnectionId << 3;
    QTest::newRow("siw cq") << "siw0-cq" << RdmaResource::Kind::CompletionQueue << 2;
    QTest::newRow("siw mr") << "siw0-mr" << RdmaResource::Kind::MemoryRegion << 7;
}

void tst_ResourceParser::recorded()
{
    QFETCH(QString, name);
    QFETCH(RdmaResource::Kind, kind);
    QFETCH(int, count);
    const QList<RdmaResource> resources = resourcesOf(name, kind);
    QCOMPARE(resources.size(), count);
    for (const RdmaResource &resource : resources) {
        QCOMPARE(resource.kind(), kind);
        QVERIFY(resource.isInKernel() != (resource.thread() > 0));
        QVERIFY(!resource.isInKernel() || !resource.owner().isEmpty());
        if (kind == RdmaResource::Kind::QueuePair && !resource.isInKernel()) {
            QCOMPARE(resource.type(), QStringLiteral("RC"));
            QCOMPARE(resource.number(), resource.queuePairNumber());
            QVERIFY(resource.protectionDomain() > 0);
        } else if (kind == RdmaResource::Kind::QueuePair) {
            QCOMPARE(resource.protectionDomain(), -1);
        }
        if (kind == RdmaResource::Kind::CompletionQueue || kind == RdmaResource::Kind::MemoryRegion)
            QVERIFY(resource.size() > 0);
    }
}

void tst_ResourceParser::recordedIds_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("address");
    QTest::newRow("rxe") << "rxe0-cm_id"
                         << "10.77.0.1";
    QTest::newRow("siw") << "siw0-cm_id"
                         << "10.78.0.1";
}

void tst_ResourceParser::recordedIds()
{
    QFETCH(QString, name);
    QFETCH(QString, address);
    const auto ids = resourcesOf(name, RdmaResource::Kind::ConnectionId);
    QCOMPARE(ids.size(), 3);
    QCOMPARE(ids.at(0).state(), QStringLiteral("Listen"));
    QCOMPARE(ids.at(0).localAddress(), QHostAddress(address));
    QCOMPARE(ids.at(0).localPort(), 9999);
    QCOMPARE(ids.at(0).type(), QStringLiteral("TCP"));
    QCOMPARE(ids.at(1).state(), QStringLiteral("Connect"));
    QCOMPARE(ids.at(1).peerAddress(), QHostAddress(address));
    QCOMPARE(ids.at(1).peerPort(), 9999);
    QCOMPARE(ids.at(2).peerPort(), ids.at(1).localPort());
    QVERIFY(ids.at(1).queuePairNumber() > 0);
}

void tst_ResourceParser::recordedDevices()
{
    QHash<QString, quint32> indices;
    for (const QByteArray &datagram : datagramsOf(QStringLiteral("rxe0-dev")))
        QCOMPARE(parseDevices(datagram, &indices).failure, 0);
    QCOMPARE(indices.size(), 2);
    QVERIFY(indices.contains(QStringLiteral("rxe0")));
    QVERIFY(indices.value(QStringLiteral("rxe0")) != indices.value(QStringLiteral("siw0")));
}

// Without CAP_NET_ADMIN the kernel leaves them out.
void tst_ResourceParser::keys()
{
    const quint16 type = RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_RES_MR_GET);
    const QByteArray length = attribute(RDMA_NLDEV_ATTR_RES_MRLEN, QByteArray(8, '\1'));
    const QByteArray key = attribute(RDMA_NLDEV_ATTR_RES_RKEY, bytesOf(0x1234));
    QList<RdmaResource> regions;
    parseResources(message(type,
                           attribute(RDMA_NLDEV_ATTR_RES_MR,
                                     attribute(RDMA_NLDEV_ATTR_RES_MR_ENTRY, length)
                                             + attribute(RDMA_NLDEV_ATTR_RES_MR_ENTRY, key))),
                   RdmaResource::Kind::MemoryRegion, &regions);
    QCOMPARE(regions.size(), 2);
    QCOMPARE(regions.at(0).size(), Q_UINT64_C(0x0101010101010101));
    QVERIFY(!regions.at(0).keysTold());
    QVERIFY(regions.at(1).keysTold());
    QCOMPARE(regions.at(1).remoteKey(), 0x1234);
}

void tst_ResourceParser::unknownAttributes()
{
    const QByteArray strange = attribute(4000, QByteArray(100, 'x')) + attribute(4001, {});
    const RdmaResource queuePair =
            queuePairWith(strange + attribute(RDMA_NLDEV_ATTR_RES_LQPN, bytesOf(77)) + strange);
    QCOMPARE(queuePair.number(), 77);
}

void tst_ResourceParser::shortAttributes()
{
    const RdmaResource queuePair = queuePairWith(
            attribute(RDMA_NLDEV_ATTR_RES_LQPN, "ab") + attribute(RDMA_NLDEV_ATTR_RES_STATE, {})
            + attribute(RDMA_NLDEV_ATTR_RES_SRC_ADDR, "\2")
            + attribute(RDMA_NLDEV_ATTR_RES_DST_ADDR, QByteArray(500, '\2'))
            + attribute(RDMA_NLDEV_ATTR_RES_PID, bytesOf(5)));
    QCOMPARE(queuePair.thread(), 5);
    QCOMPARE(queuePair.number(), 0);
    QCOMPARE(queuePair.state(), QString());
    QVERIFY(queuePair.localAddress().isNull());
}

void tst_ResourceParser::unknownNumbers()
{
    const RdmaResource queuePair = queuePairWith(attribute(RDMA_NLDEV_ATTR_RES_TYPE, "\x63")
                                                 + attribute(RDMA_NLDEV_ATTR_RES_STATE, "\x64"));
    QCOMPARE(queuePair.type(), QStringLiteral("99"));
    QCOMPARE(queuePair.state(), QStringLiteral("100"));
}

void tst_ResourceParser::kernelObjects()
{
    const RdmaResource queuePair =
            queuePairWith(attribute(RDMA_NLDEV_ATTR_RES_KERN_NAME, QByteArray("ib_core", 8)));
    QVERIFY(queuePair.isInKernel());
    QCOMPARE(queuePair.owner(), QStringLiteral("ib_core"));
}

void tst_ResourceParser::untidyNames()
{
    // Without an end, and with what a terminal would obey.
    const RdmaResource queuePair =
            queuePairWith(attribute(RDMA_NLDEV_ATTR_RES_KERN_NAME, "\x1b[2Jabcd"));
    QCOMPARE(queuePair.owner(), QStringLiteral("?[2Jabcd"));
}

void tst_ResourceParser::failures_data()
{
    QTest::addColumn<QByteArray>("datagram");
    QTest::addColumn<int>("failure");
    QTest::newRow("nothing") << QByteArray() << EBADMSG;
    QTest::newRow("garbage") << QByteArray(40, '\xff') << EBADMSG;
    QTest::newRow("negative length") << bytesOf(0xfffffff0) + QByteArray(36, '\0') << EBADMSG;
    QTest::newRow("zeros") << QByteArray(40, '\0') << EBADMSG;
    QTest::newRow("end") << message(NLMSG_DONE, bytesOf(0)) << 0;
    QTest::newRow("refused") << message(NLMSG_ERROR,
                                        bytesOf(quint32(-EOPNOTSUPP)) + QByteArray(16, '\0'))
                             << EOPNOTSUPP;
    QTest::newRow("refused, cut short") << message(NLMSG_ERROR, "ab") << EBADMSG;
}

void tst_ResourceParser::failures()
{
    QFETCH(QByteArray, datagram);
    QFETCH(int, failure);
    QList<RdmaResource> resources;
    const NetlinkAnswer answer =
            parseResources(datagram, RdmaResource::Kind::QueuePair, &resources);
    QVERIFY(answer.ended);
    QCOMPARE(answer.failure, failure);
    QVERIFY(resources.isEmpty());
}

// Wherever an answer ends too early, it is an error, and what was whole before is there.
void tst_ResourceParser::cutShort()
{
    const QByteArray whole = datagramsOf(QStringLiteral("rxe0-qp")).value(0);
    QVERIFY(whole.size() > 100);
    for (qsizetype size = 0; size < whole.size(); ++size) {
        // On the heap, so that the sanitizer sees each byte behind the end.
        const auto copy = std::make_unique<char[]>(size_t(size));
        std::copy_n(whole.constData(), size, copy.get());
        QList<RdmaResource> resources;
        const auto cut = QByteArray::fromRawData(copy.get(), size);
        const NetlinkAnswer answer = parseResources(cut, RdmaResource::Kind::QueuePair, &resources);
        QVERIFY2(answer.failure == EBADMSG || (answer.failure == 0 && !answer.ended),
                 qPrintable(QString::number(size)));
        QVERIFY(resources.size() <= 3);
    }
}

// libmnl reads attributes up to a multiple of four bytes, also when the message and its datagram end before that.
void tst_ResourceParser::cutInPadding()
{
    const QByteArray whole = answerWith(attribute(RDMA_NLDEV_ATTR_RES_KERN_NAME, "ib_core!"));
    for (qsizetype size = whole.size() - 3; size <= whole.size(); ++size) {
        const auto copy = std::make_unique<char[]>(size_t(size));
        std::copy_n(whole.constData(), size, copy.get());
        reinterpret_cast<nlmsghdr *>(copy.get())->nlmsg_len = quint32(size);
        QList<RdmaResource> resources;
        const auto cut = QByteArray::fromRawData(copy.get(), size);
        const NetlinkAnswer answer = parseResources(cut, RdmaResource::Kind::QueuePair, &resources);
        const bool isWhole = size == whole.size();
        QCOMPARE(answer.failure, isWhole ? 0 : EBADMSG);
        QCOMPARE(resources.size(), qsizetype(isWhole));
        QHash<QString, quint32> indices;
        QCOMPARE(parseDevices(cut, &indices).failure, isWhole ? 0 : EBADMSG);
    }
}

// No length and no number may lead out of the bytes, whatever they are.
void tst_ResourceParser::changedBytes()
{
    QRandomGenerator random(1);
    for (const char *name : { "rxe0-qp", "rxe0-cm_id", "siw0-mr" }) {
        const QByteArray whole = datagramsOf(QString::fromLatin1(name)).value(0);
        for (int round = 0; round < 5000; ++round) {
            const auto copy = std::make_unique<char[]>(size_t(whole.size()));
            std::copy_n(whole.constData(), whole.size(), copy.get());
            for (int change = random.bounded(1, 5); change > 0; --change)
                copy[size_t(random.bounded(int(whole.size())))] = char(random.bounded(256));
            QList<RdmaResource> resources;
            const auto changed = QByteArray::fromRawData(copy.get(), whole.size());
            const auto kind = RdmaResource::Kind(random.bounded(7));
            parseResources(changed, kind, &resources);
            QVERIFY(resources.size() <= whole.size() / 4);
            QHash<QString, quint32> indices;
            parseDevices(changed, &indices);
        }
    }
}

QTEST_GUILESS_MAIN(tst_ResourceParser)
#include "tst_resourceparser.moc"
