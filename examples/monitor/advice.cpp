// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "advice.h"

#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaError>

#include <QtNetwork/qhostaddress.h>

Advice adviceWithoutDevice()
{
    RdmaError error;
    RdmaDevice::fromAddress(QHostAddress(QHostAddress::LocalHost), &error);
    return { error.text(), error.hint() };
}
