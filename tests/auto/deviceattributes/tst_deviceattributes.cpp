// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "device/deviceattributes_p.h"
#include "verbs/newercalls_p.h"

#include <QtCore/qendian.h>
#include <QtCore/qmap.h>
#include <QtCore/qmetaobject.h>
#include <QtTest/qtest.h>

#include <infiniband/verbs.h>

#include <cstring>

using namespace QtRdmaPrivate;

namespace {

// Gives each field that it is shown a number of its own, small enough for a byte.
class Numbering
{
public:
    template <typename... Fields>
    void fill(Fields &...fields)
    {
        ((fields = Fields(++last)), ...);
    }
    int last = 0;
};

// Every property of a gadget that is a number.
template <typename Gadget>
QMap<qint64, QByteArray> numbersOf(const Gadget &gadget)
{
    QMap<qint64, QByteArray> result;
    const QMetaObject &meta = Gadget::staticMetaObject;
    for (int i = 0; i < meta.propertyCount(); ++i) {
        const QMetaProperty property = meta.property(i);
        bool isNumber = false;
        const qint64 value = property.readOnGadget(&gadget).toLongLong(&isNumber);
        if (isNumber && value != 0)
            result.insert(value, property.name());
    }
    return result;
}

} // namespace

// The software devices leave most of these at 0: each field must arrive, and in a property of its own.
class tst_DeviceAttributes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void device();
    void port();
    void speeds_data();
    void speeds();
    void extendedSpeed();
    void newerOperations();
};

void tst_DeviceAttributes::device()
{
    ibv_context context = {};
    ibv_device_attr_ex source = {};
    ibv_device_attr &a = source.orig_attr;
    Numbering n;
    // The enumeration first: it has room for small numbers only.
    n.fill(a.atomic_cap, context.num_comp_vectors, a.node_guid, a.sys_image_guid, a.max_mr_size,
           a.page_size_cap, a.vendor_id, a.vendor_part_id, a.hw_ver, a.max_qp, a.max_qp_wr,
           a.device_cap_flags, a.max_sge, a.max_sge_rd, a.max_cq, a.max_cqe, a.max_mr, a.max_pd,
           a.max_qp_rd_atom, a.max_res_rd_atom, a.max_qp_init_rd_atom, a.max_mw, a.max_raw_ipv6_qp,
           a.max_raw_ethy_qp, a.max_mcast_grp, a.max_mcast_qp_attach, a.max_total_mcast_qp_attach,
           a.max_ah, a.max_srq, a.max_srq_wr, a.max_srq_sge, a.max_pkeys, a.local_ca_ack_delay,
           a.phys_port_cnt);
    n.fill(source.odp_caps.general_caps, source.odp_caps.per_transport_caps.rc_odp_caps,
           source.odp_caps.per_transport_caps.uc_odp_caps,
           source.odp_caps.per_transport_caps.ud_odp_caps, source.completion_timestamp_mask,
           source.hca_core_clock, source.device_cap_flags_ex, source.tso_caps.max_tso,
           source.tso_caps.supported_qpts, source.rss_caps.supported_qpts,
           source.rss_caps.max_rwq_indirection_tables,
           source.rss_caps.max_rwq_indirection_table_size, source.rss_caps.rx_hash_fields_mask,
           source.rss_caps.rx_hash_function, source.max_wq_type_rq,
           source.packet_pacing_caps.qp_rate_limit_min, source.packet_pacing_caps.qp_rate_limit_max,
           source.packet_pacing_caps.supported_qpts, source.raw_packet_caps);
    n.fill(source.tm_caps.max_rndv_hdr_size, source.tm_caps.max_num_tags, source.tm_caps.flags,
           source.tm_caps.max_ops, source.tm_caps.max_sge, source.cq_mod_caps.max_cq_count,
           source.cq_mod_caps.max_cq_period, source.max_dm_size, source.pci_atomic_caps.fetch_add,
           source.pci_atomic_caps.swap, source.pci_atomic_caps.compare_swap, source.xrc_odp_caps,
           source.phys_port_cnt_ex);
    a.node_guid = qToBigEndian(a.node_guid);
    a.sys_image_guid = qToBigEndian(a.sys_image_guid);
    std::memset(a.fw_ver, 'v', sizeof(a.fw_ver)); // without an end
    const RdmaDeviceAttributes result = attributesOf(&context, source);
    QCOMPARE(result.fwVer(), QString(qsizetype(sizeof(a.fw_ver)), u'v'));
    const QMap<qint64, QByteArray> numbers = numbersOf(result);
    for (int number = 1; number <= n.last; ++number)
        QVERIFY2(numbers.contains(number), QByteArray::number(number));
    // The texts apart: fwVer and boardId.
    QCOMPARE(RdmaDeviceAttributes::staticMetaObject.propertyCount(), n.last + 2);
    QCOMPARE(numbers.value(source.tm_caps.max_sge), QByteArray("tmMaxSge"));
    QCOMPARE(numbers.value(source.pci_atomic_caps.swap), QByteArray("pciAtomicSwap"));
    QCOMPARE(numbers.value(source.rss_caps.supported_qpts), QByteArray("rssSupportedQpts"));
}

void tst_DeviceAttributes::port()
{
    ibv_port_attr source = {};
    Numbering n;
    n.fill(source.link_layer, source.max_mtu, source.active_mtu, source.state, source.gid_tbl_len,
           source.port_cap_flags, source.max_msg_sz, source.bad_pkey_cntr, source.qkey_viol_cntr,
           source.pkey_tbl_len, source.lid, source.sm_lid, source.lmc, source.max_vl_num,
           source.sm_sl, source.subnet_timeout, source.init_type_reply, source.active_width,
           source.active_speed, source.phys_state, source.flags, source.port_cap_flags2);
    const RdmaPortAttributes result = attributesOf(source);
    QCOMPARE(result.maxMtu(), 512); // in bytes
    QCOMPARE(result.activeMtu(), 1024);
    const QMap<qint64, QByteArray> numbers = numbersOf(result);
    for (int number = 1; number <= n.last; ++number)
        QVERIFY2(numbers.contains(number) || number == source.max_mtu
                         || number == source.active_mtu,
                 QByteArray::number(number));
    // Those that are not of the structure: number, netdev, and what is computed of the speed.
    QCOMPARE(RdmaPortAttributes::staticMetaObject.propertyCount(), n.last + 6);
    source.active_mtu = ibv_mtu(7); // a value that nobody knows yet
    QCOMPARE(attributesOf(source).activeMtu(), 0);
}

void tst_DeviceAttributes::speeds_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("speed");
    QTest::addColumn<double>("gigabits");
    QTest::addColumn<QString>("widthName");
    QTest::addColumn<QString>("speedName");
    const auto row = [](int width, int speed, double gigabits, const char *widthName,
                        const char *speedName) {
        QTest::addRow("%s %s", widthName, speedName)
                << width << speed << gigabits << QString::fromLatin1(widthName)
                << QString::fromLatin1(speedName);
    };
    row(1, 1, 2.5, "1x", "SDR");
    row(2, 2, 20, "4x", "DDR");
    row(4, 4, 80, "8x", "QDR");
    row(8, 8, 120, "12x", "FDR10");
    row(16, 16, 28, "2x", "FDR");
    row(2, 32, 100, "4x", "EDR");
    row(2, 64, 200, "4x", "HDR");
    row(2, 128, 400, "4x", "NDR");
    row(2, 256, 800, "4x", "XDR");
    row(32, 128, 0, "", "NDR"); // values that nobody knows yet
    row(2, 512, 0, "4x", "");
}

void tst_DeviceAttributes::speeds()
{
    QFETCH(int, width);
    QFETCH(int, speed);
    RdmaPortAttributes port;
    Access::write(port).activeWidth = quint32(width);
    Access::write(port).activeSpeed = quint32(speed);
    QTEST(port.speed(), "gigabits");
    QTEST(port.widthName(), "widthName");
    QTEST(port.speedName(), "speedName");
}

// Headers with and without the field that is wide enough for XDR.
void tst_DeviceAttributes::extendedSpeed()
{
    struct Old
    {
        quint8 active_speed = 128;
    };
    struct New
    {
        quint8 active_speed = 128;
        quint32 active_speed_ex = 0;
    };
    QCOMPARE(activeSpeed(Old()), quint32(128));
    QCOMPARE(activeSpeed(New()), quint32(128)); // an older kernel
    QCOMPARE(activeSpeed(New{ 128, 256 }), quint32(256));
}

void tst_DeviceAttributes::newerOperations()
{
    struct Old
    {
    };
    struct New
    {
        void *wr_flush = nullptr;
    };
    constexpr quint64 Both = IBV_QP_EX_WITH_ATOMIC_WRITE | 1 << 11;
    const quint64 all = DeviceWritesAtomically | DeviceFlushesGlobally | DeviceFlushesPersistently;
    QCOMPARE(QtRdmaPrivate::newerOperations<New>(0), quint64(0));
    QCOMPARE(QtRdmaPrivate::newerOperations<New>(all), Both);
    QCOMPARE(QtRdmaPrivate::newerOperations<New>(DeviceFlushesPersistently), quint64(1 << 11));
    QCOMPARE(QtRdmaPrivate::newerOperations<Old>(all), quint64(IBV_QP_EX_WITH_ATOMIC_WRITE));

    RdmaDeviceAttributes device;
    QVERIFY(!device.hasAtomicWrites());
    QCOMPARE(device.flushPlacements(), Rdma::FlushPlacements());
    Access::write(device).deviceCapFlagsEx = DeviceWritesAtomically | DeviceFlushesPersistently;
    QVERIFY(device.hasAtomicWrites());
    QCOMPARE(device.flushPlacements(), Rdma::FlushPlacements(Rdma::FlushPlacement::Persistent));
    Access::write(device).deviceCapFlagsEx = DeviceFlushesGlobally;
    QCOMPARE(device.flushPlacements(), Rdma::FlushPlacements(Rdma::FlushPlacement::Global));
}

QTEST_APPLESS_MAIN(tst_DeviceAttributes)
#include "tst_deviceattributes.moc"
