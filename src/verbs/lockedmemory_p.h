// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOCKEDMEMORY_P_H
#define LOCKEDMEMORY_P_H

#include <QtCore/qglobal.h>

#include <cstddef>
#include <memory>

namespace QtRdmaPrivate {

// The account of the memory that this process has registered, and may register: RLIMIT_MEMLOCK
// counts all its threads together. Memory that is only for speed leaves a quarter of the limit to
// those who need some, and to each stream its share (doc/limits.md).
namespace LockedMemory {

void registered(size_t bytes);
void ended(size_t bytes);

// The kernel or the device has refused, with this errno, to register memory of the library's own.
// (A program's own memory may be refused for other reasons.) For up to a second, or until some
// memory has been given back, no memory is asked for that is only for speed.
void refused(int errorNumber);

// False costs neither a lock nor a system call. A limit that was raised is noticed up to a tenth of
// a second later.
bool hasRoomForSpeed(size_t bytes);

// The share of a stream for sending; it has as much again for receiving. Without a limit it is a
// large number.
qint64 share();

// A stream has a share until this is destroyed.
using Holder = std::shared_ptr<void>;
Holder joinStreams();

} // namespace LockedMemory

} // namespace QtRdmaPrivate

#endif // LOCKEDMEMORY_P_H
