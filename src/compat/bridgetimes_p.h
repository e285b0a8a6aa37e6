// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef BRIDGETIMES_P_H
#define BRIDGETIMES_P_H

namespace QtRdmaPrivate {

// The far end is tried again after these times, in milliseconds. Each is twice the one before.
constexpr int FirstDelay = 50;
constexpr int LongestDelay = 2000;

// How long a connection may take, in milliseconds.
struct BridgeTimeouts
{
    int connect = 30000; // negative: for ever
    int idle = 0; // 0: for ever
};

} // namespace QtRdmaPrivate

#endif // BRIDGETIMES_P_H
