// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DETACHEDTHREAD_P_H
#define DETACHEDTHREAD_P_H

#include <functional>

namespace QtRdmaPrivate {

// Runs the function in a thread of its own. Returns an errno if there can be no more threads, else
// 0: destructors start threads, so nothing may be thrown.
[[nodiscard]] int startDetached(const std::function<void()> &function);

} // namespace QtRdmaPrivate

#endif // DETACHEDTHREAD_P_H
