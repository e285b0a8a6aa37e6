// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMABRIDGE_P_H
#define RDMABRIDGE_P_H

#include "bridgetimes_p.h"
#include "bridgeendpoint_p.h"
#include "rdmabridgestatistics_p.h"

#include <QtRdma/rdmabridge.h>

#include <QtCore/qhash.h>
#include <QtNetwork/qhostaddress.h>

namespace QtRdmaPrivate {
class BridgeConnection;
class LocalListener;
} // namespace QtRdmaPrivate

// The two ends, the limits, and the connections between them.
class RdmaBridgePrivate
{
public:
    explicit RdmaBridgePrivate(RdmaBridge *bridge);

    bool setEnds(const QtRdmaPrivate::BridgeEndpoint &source, const QString &target);
    bool fail(const RdmaError &failure);
    bool listenLocally(int descriptor); // -1: make a socket for 'from'
    bool listenOverRdma();
    bool isListening() const { return listener || server; }
    void stopListening();
    void finishIfDone();

    bool hasPlace() const { return counts.connections < maxConnections; }
    void updateAccepting();
    RdmaStreamOptions optionsOfStreams() const;

    void socketCame(int descriptor, const QHostAddress &peer);
    void streamsCame();
    QtRdmaPrivate::BridgeConnection *add(const QHostAddress &peer);
    void ended(QtRdmaPrivate::BridgeConnection *connection, const RdmaError &why);

    RdmaBridge *const q;
    QtRdmaPrivate::BridgeEndpoint from;
    QtRdmaPrivate::BridgeEndpoint to;
    RdmaStreamOptions options;
    RdmaBridge::StreamFactory makeStream;
    RdmaBridge::ServerFactory makeServer;
    int maxConnections = 1000;
    int maxConnectionsPerAddress = 0; // no limit
    QtRdmaPrivate::BridgeTimeouts timeouts;
    QtRdmaPrivate::LocalListener *listener = nullptr;
    RdmaAbstractServer *server = nullptr;
    QHash<quint64, QtRdmaPrivate::BridgeConnection *> connections;
    QHash<QHostAddress, int> perAddress;
    QtRdmaPrivate::BridgeCounts counts;
    RdmaError error;
};

#endif // RDMABRIDGE_P_H
