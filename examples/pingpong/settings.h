// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SETTINGS_H
#define SETTINGS_H

#include <QtNetwork/QHostAddress>

struct Settings
{
    enum Mode { Send, Write, Stream };

    QHostAddress address; // the server listens on it, the client connects to it
    quint16 port = 7472;
    Mode mode = Send;
    quint32 size = 64;
    quint32 iterations = 1000;
    bool json = false;
};

#endif // SETTINGS_H
