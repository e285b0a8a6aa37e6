// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Declarations that client.cpp and clientfiles.cpp share.

#ifndef CLIENT_P_H
#define CLIENT_P_H

#include "client.h"
#include "filetransfer.h"

struct Client::Outgoing
{
    explicit Outgoing(const QString &path) : file(path) { }

    OutgoingFile file;
    QString key;
    bool ready = false; // the relay waits for it
    bool ended = false; // the whole file is on its way
    QStringList waiting; // receivers that have not answered yet
    QStringList good;
    QStringList bad;
};

struct Client::Incoming
{
    Incoming(const QString &directory, const Protocol::FileOffer &offer)
        : file(directory, offer.name, offer.size)
        , from(offer.from)
    {
    }

    IncomingFile file;
    QString from;
    QString key;
};

#endif // CLIENT_P_H
