// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ATTACKS_H
#define ATTACKS_H

#include <QtCore/qglobal.h>

struct Attack
{
    // Returns true if the attack was carried out, whatever the server made of it.
    using Function = bool (*)(const char *address, quint16 port);

    const char *mode;
    Function run;
};

// The list ends with an entry without a mode. The names tell what to expect: "handshake-…" never
// connects, "frame-…" and "flood-…" break the rules of an established connection, and all others
// leave by themselves.
extern const Attack attacks[];

#endif // ATTACKS_H
