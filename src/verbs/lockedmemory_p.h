// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOCKEDMEMORY_P_H
#define LOCKEDMEMORY_P_H

#include <QtCore/qglobal.h>

#include <cstddef>
#include <memory>

namespace QtRdmaPrivate {

// How much memory this process has registered, of how much it may: RLIMIT_MEMLOCK counts for all its threads together. What is only for speed
// leaves a quarter of that to those who need some, and each stream its share (doc/limits.md).
namespace LockedMemory {

void registered(size_t bytes);
void ended(size_t bytes);

// The kernel or the device has refused with this number to register memory of the library's own; what a program asks for may be refused for
// what it is. Until some has been given back, or for up to a second, nobody asks for the sake of speed.
void refused(int errorNumber);

// False costs neither a lock nor a system call: a limit that was raised is noticed up to a tenth of a second later.
bool hasRoomForSpeed(size_t bytes);

// Of a stream, for sending; and as much again for receiving. Without a limit any number.
qint64 share();

// A stream that has a share, until this is destroyed.
using Holder = std::shared_ptr<void>;
Holder joinStreams();

} // namespace LockedMemory

} // namespace QtRdmaPrivate

#endif // LOCKEDMEMORY_P_H
