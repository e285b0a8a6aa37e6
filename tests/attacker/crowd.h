// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CROWD_H
#define CROWD_H

#include <QtCore/qglobal.h>

// Many clients at once that ask for a connection and never confirm it. Returns true if they could
// ask.
bool unfinishedHandshakes(const char *address, quint16 port);

#endif // CROWD_H
