// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TRANSPORTS_H
#define TRANSPORTS_H

#include <QtCore/qobject.h>
#include <QtQml/qqmlregistration.h>
#include <QtRdma/RdmaError>

// Over what the module's streams and servers go, and why not. QML has no options of streams.
class Transports : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON

public:
    using QObject::QObject;

    // For the next connectToHost() of a stream, or the next listen() of a server; an
    // Rdma.TransportPolicy.
    Q_INVOKABLE static void setPolicy(QObject *streamOrServer, int policy);
    // For people to read: "over TCP: " and the reason. It is connected, or listens.
    Q_INVOKABLE static QString textOf(QObject *streamOrServer);
    // The text has the failure, its cause, and what can be done.
    Q_INVOKABLE static QString reasonOf(const RdmaError &error);
};

#endif // TRANSPORTS_H
