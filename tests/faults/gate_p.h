// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef GATE_P_H
#define GATE_P_H

namespace Gate {

// Whether any call is held.
bool isShut();

// Waits while calls of this name are held.
void pass(const char *call);

} // namespace Gate

#endif // GATE_P_H
