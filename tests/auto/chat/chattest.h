// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CHATTEST_H
#define CHATTEST_H

#include "transport.h"

#include "rdmatest.h"

#include <QtNetwork/qhostaddress.h>
#include <QtTest/qtest.h>

// Each test of the chat is compiled twice: for TCP on the host, and for RDMA in the lab.
#ifdef CHAT_TEST_RDMA
inline constexpr auto policy = Rdma::TransportPolicy::RdmaOnly;
#else
inline constexpr auto policy = Rdma::TransportPolicy::TcpOnly;
#endif

// The lab's processor is emulated and shared; nothing takes this long unless it fails.
inline constexpr int Patience = 60000;

#define TRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, Patience)
#define TRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, Patience)

inline QHostAddress address()
{
    return policy == Rdma::TransportPolicy::TcpOnly ? QHostAddress(QHostAddress::LocalHost)
                                                    : RdmaTest::address();
}

inline QString text(const char *utf8)
{
    return QString::fromUtf8(utf8);
}

#endif // CHATTEST_H
