// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tls.h"

static QString notBuilt()
{
    return QStringLiteral("This bridge was built without QtRdmaTls, so it has no --tls");
}

QString Tls::setServer(RdmaBridge *, const Files &)
{
    return notBuilt();
}

QString Tls::setClient(RdmaBridge *, const Files &)
{
    return notBuilt();
}
