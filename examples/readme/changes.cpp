// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// README's client of TCP, and the same with an RdmaStream, as its change shows them.

#include <QtCore/QDebug>
#include <QtNetwork/QTcpSocket>
#include <QtRdma/RdmaStream>

void before(const QString &host)
{
#include "before.inc"
}

void after(const QString &host)
{
#include "after.inc"
}
