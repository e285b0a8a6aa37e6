// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "activation.h"

#include <QCoreApplication>

int Activation::socketCount()
{
    const bool areOurs = qgetenv("LISTEN_PID").toLongLong() == QCoreApplication::applicationPid();
    return areOurs ? qMax(0, qEnvironmentVariableIntValue("LISTEN_FDS")) : 0;
}
