// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SERVER_H
#define SERVER_H

#include <QtRdma/RdmaServer>

// Accepts what comes, as bare queue pairs, until as many connections have ended as the first client announced.
class Server : public RdmaServer
{
    Q_OBJECT

public:
    explicit Server(bool printsJson);

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override;

private:
    void ended();

    int expected = 0;
    int accepted = 0;
    int finished = 0;
    bool json;
};

#endif // SERVER_H
