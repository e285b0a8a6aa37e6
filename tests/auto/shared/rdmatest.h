// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMATEST_H
#define RDMATEST_H

#include <QtCore/qbytearray.h>
#include <QtCore/qglobal.h>
#include <QtCore/qrandom.h>
#include <QtCore/qstring.h>
#include <QtNetwork/qhostaddress.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <csignal>

// What the environment says about the device on which the running test works.
namespace RdmaTest {

// Runs before main(). Qt Test takes the signal for a crash if the program has no handler for it.
// The library does not change a handler that is set.
inline const auto usualHandler = std::signal(SIGPIPE, SIG_IGN);

// "rxe", "siw" or "null", or "device" with --device=NAME. Empty if the environment does not say.
inline QByteArray provider()
{
    return qgetenv("QTRDMA_TEST_PROVIDER");
}

inline bool isSiw()
{
    return provider() == "siw";
}

inline bool isRxe()
{
    return provider() == "rxe";
}

// The device of tests/nullnic.
inline bool isNull()
{
    return provider() == "null";
}

// No device: the streams go over TCP.
inline bool isTcp()
{
    return provider() == "tcp";
}

// The address of that device, from QTRDMA_<PROVIDER>_ADDRESS; null if there is none. Without an
// address a test has nothing to run on, and should call QSKIP with that reason.
inline QHostAddress address()
{
    const QByteArray variable = "QTRDMA_" + provider().toUpper() + "_ADDRESS";
    return QHostAddress(qEnvironmentVariable(variable.constData()));
}

inline QHostAddress address6()
{
    const QByteArray variable = "QTRDMA_" + provider().toUpper() + "_ADDRESS6";
    return QHostAddress(qEnvironmentVariable(variable.constData()));
}

// How often a test repeats something that seldom fails. `./run test --full` sets QTRDMA_TEST_FULL.
inline int rounds(int usual, int full)
{
    return qEnvironmentVariableIsSet("QTRDMA_TEST_FULL") ? full : usual;
}

// Whether to run a row here that tells no more over iWARP than over RoCE. `./run test --full` runs
// it over both, also with sanitizers, and sets QTRDMA_TEST_BOTH.
inline bool isWorthIt()
{
    return !isSiw() || qEnvironmentVariableIsSet("QTRDMA_TEST_BOTH");
}

// For the init() of a test in which most functions are like that: all except those that are named.
inline bool isWorthIt(std::initializer_list<QByteArrayView> overBoth)
{
    return isWorthIt()
            || std::find(overBoth.begin(), overBoth.end(), QTest::currentTestFunction())
            != overBoth.end();
}
constexpr char ToldByRoce[] = "It tells no more over iWARP than over RoCE: --full runs it on both";

// The seed of a random test. QTRDMA_SEED=N repeats the run that printed N.
inline quint32 seed()
{
    bool isNumber = false;
    const quint32 wanted = qEnvironmentVariable("QTRDMA_SEED").toUInt(&isNumber);
    const quint32 seed = isNumber ? wanted : QRandomGenerator::global()->generate();
    qInfo("QTRDMA_SEED=%u", seed);
    return seed;
}

} // namespace RdmaTest

#endif // RDMATEST_H
