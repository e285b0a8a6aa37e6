// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ENDPOINTS_H
#define ENDPOINTS_H

#include "rows.h"

// One end of a connection, as people think of it: a queue pair together with its connection
// identifier. A queue pair without an identifier, and an identifier without a queue pair, are rows
// of their own.
struct EndpointRow
{
    Q_GADGET
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(int port MEMBER port)
    Q_PROPERTY(QString owner MEMBER owner)
    Q_PROPERTY(quint32 process MEMBER process)
    Q_PROPERTY(bool inKernel MEMBER inKernel)
    Q_PROPERTY(QString type MEMBER type)
    Q_PROPERTY(QString state MEMBER state)
    Q_PROPERTY(QString stateText MEMBER stateText)
    Q_PROPERTY(QString local MEMBER local)
    Q_PROPERTY(QString peer MEMBER peer)
    Q_PROPERTY(quint32 queuePairNumber MEMBER queuePairNumber)
    Q_PROPERTY(quint32 remoteQueuePairNumber MEMBER remoteQueuePairNumber)
    Q_PROPERTY(quint32 connectionId MEMBER connectionId)
    Q_PROPERTY(bool counted MEMBER counted)
    Q_PROPERTY(quint64 bytesSent MEMBER bytesSent)
    Q_PROPERTY(quint64 bytesReceived MEMBER bytesReceived)
    Q_PROPERTY(QString trafficProblem MEMBER trafficProblem)

public:
    QString key() const
    {
        return device % (queuePairNumber > 0 ? QStringLiteral("/qp/") : QStringLiteral("/id/"))
                % QString::number(queuePairNumber > 0 ? queuePairNumber : connectionId);
    }
    auto fields() const
    {
        return std::tie(device, port, owner, process, inKernel, type, state, stateText, local, peer,
                        queuePairNumber, remoteQueuePairNumber, connectionId, counted, bytesSent,
                        bytesReceived, trafficProblem);
    }

    QString device;
    int port = 0; // 0 where it is not known
    QString owner;
    quint32 process = 0;
    bool inKernel = false;
    QString type; // of the queue pair, or else the port space of the identifier
    QString state; // the same in all languages: "Connected"
    QString stateText; // for people
    QString local; // address and port
    QString peer;
    quint32 queuePairNumber = 0; // 0: there is none
    quint32 remoteQueuePairNumber = 0;
    quint32 connectionId = 0;
    bool counted = false; // the next two are known
    quint64 bytesSent = 0;
    quint64 bytesReceived = 0;
    QString trafficProblem; // why they are not
};

// Takes time in proportion to the number of rows in the sample.
QList<EndpointRow> endpointsOf(const Sample &sample);

#endif // ENDPOINTS_H
