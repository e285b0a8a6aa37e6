// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The terminal's settings: every key at once and unechoed, and back again however the program ends.

#ifndef RAWMODE_H
#define RAWMODE_H

namespace RawMode {

bool enter();
void leave();
int columns();

} // namespace RawMode

#endif // RAWMODE_H
