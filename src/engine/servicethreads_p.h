// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SERVICETHREADS_P_H
#define SERVICETHREADS_P_H

#include <memory>

namespace QtRdmaPrivate {

class Engine;

// Finishes what lingers in an engine whose thread has ended, in a thread of its own. At the end of the main thread this
// waits for all such threads, as long as Rdma::exitLingerTime() allows.
void finishInServiceThread(std::shared_ptr<Engine> engine);

} // namespace QtRdmaPrivate

#endif // SERVICETHREADS_P_H
