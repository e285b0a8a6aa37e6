// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The socket that systemd hands to a service (sd_listen_fds(3)).

#ifndef ACTIVATION_H
#define ACTIVATION_H

namespace Activation {

// How many sockets were handed to this process.
int socketCount();
// The first one.
constexpr int FirstSocket = 3;

} // namespace Activation

#endif // ACTIVATION_H
