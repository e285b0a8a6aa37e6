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

// What the environment says about the device that the running test is for.
namespace RdmaTest {

// Before main(): Qt Test takes the signal for a crash where nobody has a wish about it, and the library then leaves it alone.
inline const auto usualHandler = std::signal(SIGPIPE, SIG_IGN);

// "rxe" or "siw"; with --device=NAME "device". Empty when nobody said.
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

// The address of that device in QTRDMA_<PROVIDER>_ADDRESS; null when there is none. A test that gets
// none has nothing to run on and should QSKIP with that reason.
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

// How often a test repeats what seldom fails: `./run test --full` sets QTRDMA_TEST_FULL.
inline int rounds(int usual, int full)
{
    return qEnvironmentVariableIsSet("QTRDMA_TEST_FULL") ? full : usual;
}

// Whether a row is run here that tells no more over iWARP than it has told over RoCE: `./run test --full` runs it over both, also
// with sanitizers, and sets QTRDMA_TEST_BOTH.
inline bool isWorthIt()
{
    return !isSiw() || qEnvironmentVariableIsSet("QTRDMA_TEST_BOTH");
}

// For init(), of a test most of whose functions are like that: all but those that are named.
inline bool isWorthIt(std::initializer_list<QByteArrayView> overBoth)
{
    return isWorthIt()
            || std::find(overBoth.begin(), overBoth.end(), QTest::currentTestFunction())
            != overBoth.end();
}
constexpr char ToldByRoce[] = "It tells no more over iWARP than over RoCE: --full runs it on both";

// Of a random test: QTRDMA_SEED=N repeats the run that printed N.
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
