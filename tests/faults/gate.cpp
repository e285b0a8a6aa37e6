// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "gate_p.h"

#include "qtrdmafault.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace {

struct State
{
    std::atomic<bool> shut = false;
    std::mutex mutex;
    std::condition_variable opened;
    std::string call;
    std::thread::id holder;
    int held = 0;
    int notHeld = 0;
};

State &state()
{
    // Never destroyed, because calls may come from threads that outlive static destruction.
    static auto *instance = new State;
    return *instance;
}

} // namespace

bool Gate::isShut()
{
    return state().shut;
}

void Gate::pass(const char *call)
{
    State &s = state();
    std::unique_lock lock(s.mutex);
    if (s.call != call)
        return;
    if (s.holder == std::this_thread::get_id()) {
        ++s.notHeld;
        return;
    }
    ++s.held;
    s.opened.wait(lock, [&] { return s.call != call; });
    --s.held;
}

void qtrdmafault_hold(const char *call)
{
    State &s = state();
    const std::lock_guard lock(s.mutex);
    s.call = call ? call : "";
    s.shut = call != nullptr;
    s.holder = std::this_thread::get_id();
    s.notHeld = 0;
    s.opened.notify_all();
}

int qtrdmafault_held(void)
{
    State &s = state();
    const std::lock_guard lock(s.mutex);
    return s.held;
}

int qtrdmafault_not_held(void)
{
    State &s = state();
    const std::lock_guard lock(s.mutex);
    return s.notHeld;
}
