// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SERVICETHREADS_P_H
#define SERVICETHREADS_P_H

#include <memory>

namespace QtRdmaPrivate {

class Engine;

// Finishes what lingers in an engine whose thread has ended, in a thread of its own.
void finishInServiceThread(std::shared_ptr<Engine> engine);

// Waits for all these threads, at most for Rdma::exitLingerTime(). For the end of the process.
void waitForServiceThreads();

} // namespace QtRdmaPrivate

#endif // SERVICETHREADS_P_H
