// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MACHINES_H
#define MACHINES_H

#include "rdmatest.h"

#include <QtCore/qprocess.h>
#include <QtCore/qstringlist.h>
#include <QtTest/qtest.h>

// The same program runs on two machines of the lab: number 1 is the client, number 2 the server.
namespace Machines {

constexpr int Patience = 60000;
constexpr quint16 Port = 7471;

inline bool isClient()
{
    return qgetenv("QTRDMA_HOST") == "1";
}

inline QHostAddress peerAddress(const char *suffix = "")
{
    const QByteArray variable = "QTRDMA_" + RdmaTest::provider().toUpper() + "_PEER" + suffix;
    return QHostAddress(qEnvironmentVariable(variable.constData()));
}

// The event loop runs meanwhile, so connections go on, and a stream that was closed still sends
// what was written to it.
inline bool run(QStringList words)
{
    const QString program = words.takeFirst();
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(program, words);
    return QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, 2 * Patience)
            && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

// Waits until the other machine has come to this place, too.
inline bool meet(const QByteArray &place)
{
    return run({ QStringLiteral("lab-barrier"), QString::fromLatin1(place) });
}

} // namespace Machines

#endif // MACHINES_H
