// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The effective speed of a port comes by a function that older libraries do not have. The software
// devices do not tell it.

#include "../shared/rdmatest.h"
#include "qtrdmafault.h"

#include <QtRdma/RdmaDevice>

#include <QtTest/qtest.h>

class tst_PortSpeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void unknown();
    void told();
    void noSuchPort();

private:
    RdmaDevice device;
};

void tst_PortSpeed::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    device = RdmaDevice::fromAddress(RdmaTest::address());
    QVERIFY(device.isValid());
}

void tst_PortSpeed::unknown()
{
    if (RdmaTest::provider() == "device")
        QSKIP("Whether a real device tells its speed is not known here");
    RdmaError error;
    const RdmaPortAttributes port = device.port(1, &error);
    QVERIFY2(!error.isError(), qPrintable(error.toString()));
    QCOMPARE(port.effectiveSpeed(), 0.0);
    QVERIFY(port.speed() > 0);
    QVERIFY(!port.speedName().isEmpty() && !port.widthName().isEmpty());
}

void tst_PortSpeed::told()
{
    qtrdmafault_set_port_speed(3875);
    QCOMPARE(device.port(1).effectiveSpeed(), 387.5);
    qtrdmafault_set_port_speed(0);
}

void tst_PortSpeed::noSuchPort()
{
    qtrdmafault_set_port_speed(3875);
    RdmaError error;
    QCOMPARE(device.port(9, &error).effectiveSpeed(), 0.0);
    QVERIFY(error.isError());
    qtrdmafault_set_port_speed(0);
}

QTEST_GUILESS_MAIN(tst_PortSpeed)
#include "tst_portspeed.moc"
