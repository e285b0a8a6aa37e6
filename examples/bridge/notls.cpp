// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tls.h"

#include <QCoreApplication>

static QString notBuilt()
{
    return QCoreApplication::translate(
            "Program", "This bridge was built without QtRdmaTls, so it has no --tls");
}

QString Tls::setServer(RdmaBridge *, const Files &)
{
    return notBuilt();
}

QString Tls::setClient(RdmaBridge *, const Files &)
{
    return notBuilt();
}
