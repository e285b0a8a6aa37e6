// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SERVICETHREADS_P_H
#define SERVICETHREADS_P_H

#include <memory>

namespace QtRdmaPrivate {

class Engine;

// Finishes what lingers in an engine whose thread has ended: in a thread of its own, except at the end of the
// main thread, where it is done on the spot within exitLingerTime().
void finishInServiceThread(std::shared_ptr<Engine> engine);

int exitLingerTime();
void setExitLingerTime(int msecs);

} // namespace QtRdmaPrivate

#endif // SERVICETHREADS_P_H
