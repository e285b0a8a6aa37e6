// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SUBJECT_H
#define SUBJECT_H

#include "../shared/rdmatest.h"
#include "../shared/streamrecorder.h"

#ifdef CONTRACT_OF_TCP
#  include <QtNetwork/qtcpserver.h>
#  include <QtNetwork/qtcpsocket.h>
using Stream = QTcpSocket;
using Server = QTcpServer;
inline QHostAddress testAddress()
{
    return QHostAddress(QHostAddress::LocalHost);
}
inline QString testName()
{
    return QStringLiteral("localhost");
}
constexpr int MoreThanBuffers =
        24 * 1024 * 1024; // what kernels hold for both ends, and as much again
#else
#  include <QtRdma/RdmaServer>
#  include <QtRdma/RdmaStream>
using Stream = RdmaStream;
using Server = RdmaServer;
inline QHostAddress testAddress()
{
    return RdmaTest::address();
}
// Only the lab has names for its devices.
inline QString testName()
{
    return qEnvironmentVariableIsSet("QTRDMA_LAB")
            ? QStringLiteral("lab-") + QString::fromLatin1(RdmaTest::provider())
            : QString();
}
constexpr int MoreThanBuffers = 4 * 1024 * 1024;
#endif
using Recorder = RdmaTest::StreamRecorder<Stream>;

#endif // SUBJECT_H
