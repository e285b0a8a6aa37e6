// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMHANDLES_P_H
#define STREAMHANDLES_P_H

#include <QtRdma/rdmaabstractstream.h>

// Numbers for QTcpServer::incomingConnection() and QTcpSocket::setSocketDescriptor(). Each stands
// for a stream of this thread, and is negative, so that it is no descriptor.
namespace QtRdmaPrivate {

qintptr handleOf(RdmaAbstractStream *stream);
RdmaAbstractStream *takeStream(qintptr handle); // null: it is none of this thread

} // namespace QtRdmaPrivate

#endif // STREAMHANDLES_P_H
