// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "detachedthread_p.h"

#include <system_error>
#include <thread>

namespace QtRdmaPrivate {

int startDetached(const std::function<void()> &function)
{
    try {
        std::thread(function).detach();
    } catch (const std::system_error &error) {
        return error.code().value();
    }
    return 0;
}

} // namespace QtRdmaPrivate
