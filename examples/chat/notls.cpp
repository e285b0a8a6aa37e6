// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tls.h"

#include <QCoreApplication>

static QString notBuilt()
{
    return QCoreApplication::translate("Program",
                                       "This chat was built without QtRdmaTls, so it has no --tls");
}

Transport::Dialer Tls::dialer(Rdma::TransportPolicy, const QString &, QString *problem)
{
    *problem = notBuilt();
    return {};
}

Listener *Tls::createListener(Rdma::TransportPolicy, const QString &, const QString &,
                              QString *problem)
{
    *problem = notBuilt();
    return nullptr;
}

Connection *Tls::connectionOf(RdmaAbstractStream *stream, QObject *parent)
{
    return new Connection(stream, parent);
}
