// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tls.h"

static QString notBuilt()
{
    return QStringLiteral("This chat was built without QtRdmaTls, so it has no --tls");
}

Transport::Dialer Tls::dialer(Transport::Kind, const QString &, QString *problem)
{
    *problem = notBuilt();
    return {};
}

Listener *Tls::createListener(Transport::Kind, const QString &, const QString &, QString *problem)
{
    *problem = notBuilt();
    return nullptr;
}

Connection *Tls::connectionOf(RdmaAbstractStream *stream, QObject *parent)
{
    return Transport::connectionOf(stream, parent);
}
