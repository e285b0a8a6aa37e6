// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SYSFSTREE_H
#define SYSFSTREE_H

#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qtemporarydir.h>
#include <QtTest/qtest.h>

namespace RdmaTest {

// A directory that looks like /sys/class/infiniband. The names and places are those of the drivers
// in Linux 6.1: mlx5/counters.c, bnxt_re/hw_counters.c, irdma/verbs.c, hfi1/chip.c and
// hfi1/verbs.c, rxe_hw_counters.c, and core/sysfs.c for performance management.
class SysfsTree
{
public:
    QString root() const { return m_directory.path(); }

    void write(const QString &path, const QByteArray &contents) const
    {
        const QString name = root() + u'/' + path;
        QVERIFY(QDir().mkpath(QFileInfo(name).path()));
        QFile file(name);
        QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(file.errorString()));
        QCOMPARE(file.write(contents), contents.size());
    }
    void remove(const QString &device) const
    {
        QVERIFY(QDir(root() + u'/' + device).removeRecursively());
    }

    // Each kind of driver has its own name for the device.
    void addMlx5() const
    {
        addInfiniBandCounters(QStringLiteral("mlx5_0"));
        const QString hardware = QStringLiteral("mlx5_0/ports/1/hw_counters/");
        const QStringList names = {
            QStringLiteral("duplicate_request"),
            QStringLiteral("implied_nak_seq_err"),
            QStringLiteral("local_ack_timeout_err"),
            QStringLiteral("np_cnp_sent"),
            QStringLiteral("np_ecn_marked_roce_packets"),
            QStringLiteral("out_of_buffer"),
            QStringLiteral("out_of_sequence"),
            QStringLiteral("packet_seq_err"),
            QStringLiteral("req_cqe_error"),
            QStringLiteral("req_cqe_flush_error"),
            QStringLiteral("resp_cqe_flush_error"),
            QStringLiteral("rnr_nak_retry_err"),
            QStringLiteral("rp_cnp_handled"),
            QStringLiteral("rx_write_requests"),
        };
        for (const QString &name : names)
            write(hardware + name, "0\n");
        write(hardware + QStringLiteral("lifespan"), "10\n");
    }
    // A device without performance management has no directory "counters".
    void addBnxt() const
    {
        const QString hardware = QStringLiteral("bnxt_re0/ports/1/hw_counters/");
        write(hardware + QStringLiteral("active_qps"), "17\n");
        write(hardware + QStringLiteral("rx_bytes"), "123456789012\n");
        write(hardware + QStringLiteral("rx_pkts"), "1000\n");
        write(hardware + QStringLiteral("to_retransmits"), "3\n");
        write(hardware + QStringLiteral("lifespan"), "10\n");
    }
    void addIrdma() const
    {
        const QString hardware = QStringLiteral("irdma0/ports/1/hw_counters/");
        write(hardware + QStringLiteral("ip4InOctets"), "4096\n");
        write(hardware + QStringLiteral("tcpInProtoErrors"), "0\n");
        write(hardware + QStringLiteral("tcpRetransSegs"), "0\n");
        write(hardware + QStringLiteral("cnpHandled"), "5\n");
        write(hardware + QStringLiteral("lifespan"), "10\n");
    }
    // A device with hundreds of names that nobody explains, for the device itself, too. The names
    // of narrow counters end with their width.
    void addHfi1() const
    {
        addInfiniBandCounters(QStringLiteral("hfi1_0"));
        write(QStringLiteral("hfi1_0/hw_counters/RxTIDFullEr"), "0\n");
        write(QStringLiteral("hfi1_0/hw_counters/DRIVER_EgrHdrFull"), "0\n");
        write(QStringLiteral("hfi1_0/ports/1/hw_counters/RxWords"), "99\n");
        write(QStringLiteral("hfi1_0/ports/1/hw_counters/SwLinkDown,32"), "0\n");
    }
    void addRxe() const
    {
        const QString hardware = QStringLiteral("rxe0/ports/1/hw_counters/");
        write(hardware + QStringLiteral("rcvd_pkts"), "7\n");
        write(hardware + QStringLiteral("sent_pkts"), "8\n");
        write(hardware + QStringLiteral("retry_exceeded_err"), "0\n");
        write(hardware + QStringLiteral("lifespan"), "10\n");
    }
    // A device without counters.
    void addSiw() const { write(QStringLiteral("siw0/node_type"), "4: RNIC\n"); }

private:
    void addInfiniBandCounters(const QString &device) const
    {
        const QString counters = device + QStringLiteral("/ports/1/counters/");
        write(counters + QStringLiteral("port_xmit_data"), "1000\n");
        write(counters + QStringLiteral("port_rcv_data"), "2000\n");
        write(counters + QStringLiteral("port_rcv_packets"), "20\n");
        write(counters + QStringLiteral("link_downed"), "255\n");
        write(counters + QStringLiteral("symbol_error"), "0\n");
    }

    QTemporaryDir m_directory;
};

} // namespace RdmaTest

#endif // SYSFSTREE_H
