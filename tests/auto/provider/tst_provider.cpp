// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "verbs/newercalls_p.h"
#include "verbs/provider_p.h"

#include <QtTest/qtest.h>

using namespace QtRdmaPrivate;

namespace {

constexpr quint32 Rxe = 0xffffff;
constexpr quint32 Siw = 0x626d74;
constexpr quint32 Mellanox = 0x02c9;

ibv_device_attr_ex attributesOf(quint32 vendor)
{
    ibv_device_attr_ex attributes = {};
    attributes.orig_attr.vendor_id = vendor;
    attributes.orig_attr.max_cqe = 100000;
    attributes.orig_attr.atomic_cap = IBV_ATOMIC_HCA;
    return attributes;
}

} // namespace

class tst_Provider : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cardHasNothingSpecial();
    void rxe();
    void siw();
    void iwarpCard();
    void limits();
    void clocks();
    void onDemandPaging();
    void newerOperations();
    void entries();
    void entriesOnCards();
    void unknownDevice();
};

void tst_Provider::cardHasNothingSpecial()
{
    const Provider card(attributesOf(Mellanox), IBV_TRANSPORT_IB);
    QVERIFY(!card.isSoftware());
    QVERIFY(card.hasImmediateData());
    QVERIFY(card.hasEmptyReads());
    QCOMPARE(card.longestRequestData(false), 56);
    QCOMPARE(card.longestRequestData(true), 92);
    QVERIFY(!card.connectsByManagerOnly());
    QVERIFY(!card.reportsErrnos());
    QVERIFY(!card.needsFirstMessageFromClient());
    QVERIFY(card.completionsProveArrival());
    QVERIFY(!card.asksSilentHosts());
    QVERIFY(card.losesRejections());
    QVERIFY(card.hasZeroBasedMemory());
    QVERIFY(card.sendsWithInvalidate());
    QVERIFY(card.hasFencedReads());
    QVERIFY(card.hasAtomics());
    QVERIFY(card.hasRnrTimer());
    QCOMPARE(card.invalidatedFlag(), unsigned(IBV_WC_WITH_INV));
    QVERIFY(!card.raisesBrokenPipe());
    QVERIFY(!card.sendsLargeInPlace());
    QVERIFY(!card.completesReadsLate());
    QVERIFY(!card.blocksInConnect());
    QVERIFY(!card.swapsReadDepths());
    QVERIFY(!card.needsNudge());
}

void tst_Provider::rxe()
{
    const Provider rxe(attributesOf(Rxe), IBV_TRANSPORT_IB);
    QVERIFY(rxe.isSoftware());
    QVERIFY(rxe.hasImmediateData());
    QVERIFY(rxe.hasEmptyReads());
    QCOMPARE(rxe.longestRequestData(false), 56);
    QCOMPARE(rxe.longestRequestData(true), 92);
    QVERIFY(!rxe.connectsByManagerOnly());
    QVERIFY(!rxe.reportsErrnos());
    QVERIFY(!rxe.needsFirstMessageFromClient());
    QVERIFY(rxe.completionsProveArrival());
    QVERIFY(!rxe.asksSilentHosts());
    QVERIFY(rxe.losesRejections());
    QCOMPARE(rxe.invalidatedFlag(), unsigned(IBV_WC_IP_CSUM_OK));
    QVERIFY(rxe.hasZeroBasedMemory());
    QVERIFY(rxe.sendsWithInvalidate());
    QVERIFY(rxe.hasFencedReads());
    QVERIFY(rxe.hasAtomics());
    QVERIFY(rxe.hasRnrTimer());
    QVERIFY(!rxe.raisesBrokenPipe());
    QVERIFY(!rxe.sendsLargeInPlace());
    QVERIFY(!rxe.completesReadsLate());
    QVERIFY(!rxe.blocksInConnect());
    QVERIFY(!rxe.needsNudge());
}

void tst_Provider::siw()
{
    const Provider siw(attributesOf(Siw), IBV_TRANSPORT_IWARP);
    QVERIFY(siw.isSoftware());
    QVERIFY(!siw.hasImmediateData());
    QVERIFY(!siw.hasEmptyReads());
    QCOMPARE(siw.longestRequestData(false), 512);
    QCOMPARE(siw.longestRequestData(true), 512);
    QVERIFY(siw.connectsByManagerOnly());
    QVERIFY(siw.reportsErrnos());
    QVERIFY(siw.needsFirstMessageFromClient());
    QVERIFY(!siw.completionsProveArrival());
    QVERIFY(siw.asksSilentHosts());
    QVERIFY(!siw.losesRejections());
    QCOMPARE(siw.invalidatedFlag(), unsigned(IBV_WC_WITH_INV));
    QVERIFY(!siw.hasZeroBasedMemory());
    QVERIFY(!siw.sendsWithInvalidate());
    QVERIFY(!siw.hasFencedReads());
    QVERIFY(!siw.hasAtomics()); // though it says so
    QVERIFY(!siw.hasRnrTimer());
    QVERIFY(siw.raisesBrokenPipe());
    QVERIFY(siw.sendsLargeInPlace());
    QVERIFY(siw.completesReadsLate());
    QVERIFY(siw.blocksInConnect());
    QVERIFY(siw.swapsReadDepths());
    QVERIFY(siw.needsNudge());
}

// What iWARP does comes from the transport, what siw does from its driver.
void tst_Provider::iwarpCard()
{
    const Provider card(attributesOf(0x1425), IBV_TRANSPORT_IWARP);
    QVERIFY(!card.isSoftware());
    QVERIFY(!card.hasImmediateData());
    QVERIFY(!card.hasEmptyReads());
    QCOMPARE(card.longestRequestData(false), 512);
    QCOMPARE(card.longestRequestData(true), 512);
    QVERIFY(card.connectsByManagerOnly());
    QVERIFY(card.reportsErrnos());
    QVERIFY(card.needsFirstMessageFromClient());
    QVERIFY(!card.completionsProveArrival());
    QVERIFY(card.asksSilentHosts());
    QVERIFY(!card.losesRejections());
    QVERIFY(card.sendsWithInvalidate());
    QVERIFY(!card.raisesBrokenPipe());
    QVERIFY(!card.completesReadsLate());
    QVERIFY(!card.hasAtomics());
    QVERIFY(!card.hasRnrTimer());
    QVERIFY(card.blocksInConnect());
    QVERIFY(card.swapsReadDepths());
    QVERIFY(card.needsNudge());
}

void tst_Provider::limits()
{
    ibv_device_attr_ex attributes = attributesOf(Mellanox);
    attributes.orig_attr.max_qp_wr = 1234;
    QCOMPARE(Provider(attributes, IBV_TRANSPORT_IB).limits().max_qp_wr, 1234);
    QVERIFY(Provider(attributes, IBV_TRANSPORT_IB).hasAtomics());
    attributes.orig_attr.atomic_cap = IBV_ATOMIC_NONE;
    QVERIFY(!Provider(attributes, IBV_TRANSPORT_IB).hasAtomics());
}

// A mask without a frequency tells no time, nor does a frequency without a mask.
void tst_Provider::clocks()
{
    ibv_device_attr_ex attributes = attributesOf(Mellanox);
    QCOMPARE(Provider(attributes, IBV_TRANSPORT_IB).completionClock(), quint64(0));
    attributes.hca_core_clock = 156250;
    QCOMPARE(Provider(attributes, IBV_TRANSPORT_IB).completionClock(), quint64(0));
    attributes.completion_timestamp_mask = ~uint64_t(0);
    QCOMPARE(Provider(attributes, IBV_TRANSPORT_IB).completionClock(), quint64(156250));
    QCOMPARE(Provider(attributes, IBV_TRANSPORT_IB).completionClockMask(), ~quint64(0));
    attributes.hca_core_clock = 0;
    QCOMPARE(Provider(attributes, IBV_TRANSPORT_IB).completionClock(), quint64(0));
}

void tst_Provider::onDemandPaging()
{
    ibv_device_attr_ex attributes = attributesOf(Mellanox);
    QVERIFY(!Provider(attributes, IBV_TRANSPORT_IB).hasOnDemandPaging());
    attributes.odp_caps.general_caps = IBV_ODP_SUPPORT_IMPLICIT;
    QVERIFY(!Provider(attributes, IBV_TRANSPORT_IB).hasOnDemandPaging());
    attributes.odp_caps.general_caps |= IBV_ODP_SUPPORT;
    QVERIFY(Provider(attributes, IBV_TRANSPORT_IB).hasOnDemandPaging());
}

void tst_Provider::newerOperations()
{
    ibv_device_attr_ex attributes = attributesOf(Rxe);
    Provider provider(attributes, IBV_TRANSPORT_IB);
    QVERIFY(!provider.hasAtomicWrites());
    QCOMPARE(provider.flushPlacements(), Rdma::FlushPlacements());
    QCOMPARE(provider.flushAccess(), Rdma::Access());
    QCOMPARE(provider.newerOperations(), quint64(0));
    attributes.device_cap_flags_ex = DeviceWritesAtomically;
    provider = Provider(attributes, IBV_TRANSPORT_IB);
    QVERIFY(provider.hasAtomicWrites());
    QCOMPARE(provider.newerOperations(), quint64(IBV_QP_EX_WITH_ATOMIC_WRITE));
    attributes.device_cap_flags_ex = DeviceFlushesGlobally;
    provider = Provider(attributes, IBV_TRANSPORT_IB);
    QCOMPARE(provider.flushPlacements(), Rdma::FlushPlacements(Rdma::FlushPlacement::Global));
    QCOMPARE(provider.flushAccess(), Rdma::Access(Rdma::AccessFlag::FlushGlobal));
    attributes.device_cap_flags_ex = DeviceFlushesPersistently;
    provider = Provider(attributes, IBV_TRANSPORT_IB);
    QCOMPARE(provider.flushAccess(), Rdma::Access(Rdma::AccessFlag::FlushPersistent));
}

void tst_Provider::entries()
{
    ibv_device_attr_ex attributes = attributesOf(Siw);
    const auto entries = [&attributes](int wanted, int present = 0) {
        return Provider(attributes, IBV_TRANSPORT_IWARP).completionQueueEntries(wanted, present);
    };
    QCOMPARE(entries(1), 32768);
    QCOMPARE(entries(1, 32768), 32768);
    QCOMPARE(entries(32769), 32769);
    QCOMPARE(entries(200000), 100000); // all that the device has
    attributes.orig_attr.max_cqe = 1000;
    QCOMPARE(entries(1), 1000);
}

// The queues of a thread together double with each new one.
void tst_Provider::entriesOnCards()
{
    ibv_device_attr_ex attributes = attributesOf(Mellanox);
    attributes.orig_attr.max_cqe = 100000;
    const auto entries = [&attributes](int wanted, int present) {
        return Provider(attributes, IBV_TRANSPORT_IB).completionQueueEntries(wanted, present);
    };
    QCOMPARE(entries(1, 0), 2047);
    QCOMPARE(entries(2047, 0), 2047);
    QCOMPARE(entries(2048, 0), 4095);
    QCOMPARE(entries(1, 2047), 2047);
    QCOMPARE(entries(1, 4094), 4095);
    QCOMPARE(entries(1, 8189), 8191);
    QCOMPARE(entries(1, 1000000), 32767);
    QCOMPARE(entries(40000, 0), 65535);
    QCOMPARE(entries(70000, 0), 100000); // all that the device has
    QCOMPARE(entries(200000, 0), 100000);
    attributes.orig_attr.max_cqe = 1000;
    QCOMPARE(entries(1, 0), 1000);
}

void tst_Provider::unknownDevice()
{
    const Provider unknown;
    QVERIFY(!unknown.isSoftware());
    QVERIFY(!unknown.connectsByManagerOnly());
    QCOMPARE(unknown.limits().max_qp_wr, 0);
    QCOMPARE(unknown.completionQueueEntries(1, 0), 0);
    QVERIFY(!unknown.hasAtomics());
}

QTEST_APPLESS_MAIN(tst_Provider)

#include "tst_provider.moc"
