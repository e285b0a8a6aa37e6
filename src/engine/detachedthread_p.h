// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DETACHEDTHREAD_P_H
#define DETACHEDTHREAD_P_H

#include <functional>

namespace QtRdmaPrivate {

// Runs the function in a thread of its own. An errno when there can be no more threads, else 0: destructors start
// threads, and nothing may be thrown out of these.
[[nodiscard]] int startDetached(const std::function<void()> &function);

} // namespace QtRdmaPrivate

#endif // DETACHEDTHREAD_P_H
