// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Encryption of the RDMA end. Where QtRdmaTls is not built notls.cpp takes the place of tls.cpp:
// all is refused there.

#ifndef TLS_H
#define TLS_H

#include <QtRdma/RdmaBridge>

namespace Tls {

struct Files
{
    QString certificate; // of this side, and those that signed it
    QString privateKey; // of the certificate
    QString authorities; // whose certificates are trusted; empty: those of the system
};

// For a bridge that listens over RDMA: it shows its certificate, and asks for one where there are
// authorities. Returns the problem, empty if there is none.
QString setServer(RdmaBridge *bridge, const Files &files);
// For a bridge that connects over RDMA.
QString setClient(RdmaBridge *bridge, const Files &files);

} // namespace Tls

#endif // TLS_H
