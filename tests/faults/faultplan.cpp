// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "faultplan_p.h"
#include "gate_p.h"
#include "qtrdmafault.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>

#include <dlfcn.h>

// This file does not use Qt: the library is loaded before the program and must not load anything
// else with it.

namespace {

struct CallInfo
{
    const char *name;
    int error;
};

constexpr std::array<CallInfo, FaultPlan::CallCount> callTable = { {
#define QTRDMAFAULT_ROW(name, error) CallInfo{ #name, error },
        QTRDMAFAULT_CALLS(QTRDMAFAULT_ROW)
#undef QTRDMAFAULT_ROW
} };

bool matches(std::string_view pattern, std::string_view name)
{
    const size_t star = pattern.find('*');
    if (star == std::string_view::npos)
        return pattern == name;
    return name.substr(0, star) == pattern.substr(0, star);
}

struct Plan
{
    std::mutex mutex;
    std::array<bool, FaultPlan::CallCount> counted = {};
    int nth = 0;
    int error = 0;
    int count = 0;
    int failed = -1;
    bool armed = false;
    bool log = false;

    Plan();
    void choose(std::string_view list);
    void arm(const char *calls, int n, int newError);
};

Plan::Plan()
{
    const char *logging = std::getenv("QTRDMA_FAULT_LOG");
    log = logging && std::strcmp(logging, "0") != 0;
    const char *fault = std::getenv("QTRDMA_FAULT");
    if (!fault)
        return;
    char *rest = nullptr;
    const int n = int(std::strtol(fault, &rest, 10));
    arm(std::getenv("QTRDMA_FAULT_CALLS"), n, *rest == ':' ? std::atoi(rest + 1) : 0);
}

void Plan::choose(std::string_view list)
{
    // A list that only leaves calls out starts from all of them.
    counted.fill(list.empty() || list.front() == '-');
    while (!list.empty()) {
        const size_t comma = list.find(',');
        std::string_view item = list.substr(0, comma);
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
        const bool wanted = item.empty() || item.front() != '-';
        if (!wanted)
            item.remove_prefix(1);
        bool known = false;
        for (size_t i = 0; i < callTable.size(); ++i) {
            if (matches(item, callTable[i].name)) {
                counted[i] = wanted;
                known = true;
            }
        }
        // A misspelt name would make a test that never makes anything fail.
        if (!known) {
            std::fprintf(stderr, "qtrdmafault: no such call: %.*s\n", int(item.size()),
                         item.data());
            std::abort();
        }
    }
}

void Plan::arm(const char *calls, int n, int newError)
{
    choose(calls ? calls : "");
    nth = n;
    error = newError;
    count = 0;
    failed = -1;
    armed = true;
}

Plan &plan()
{
    // Never destroyed, because calls may come from threads that outlive static destruction.
    static Plan *instance = new Plan;
    return *instance;
}

} // namespace

bool FaultPlan::isRdmaCore(const void *caller)
{
    Dl_info info;
    if (!dladdr(caller, &info) || !info.dli_fname)
        return false;
    const std::string_view file(info.dli_fname);
    const std::string_view name = file.substr(file.rfind('/') + 1);
    return matches("librdmacm.so*", name) || matches("libibverbs.so*", name)
            || matches("libqtrdmanull.so*", name); // which is both
}

int FaultPlan::next(Call call, const void *caller)
{
    if (Gate::isShut() && !isRdmaCore(caller))
        Gate::pass(callTable[call].name);
    Plan &p = plan();
    const std::lock_guard lock(p.mutex);
    if (!p.armed || !p.counted[call] || isRdmaCore(caller))
        return 0;
    ++p.count;
    if (p.nth >= 0 && p.count != p.nth)
        return 0;
    p.failed = call;
    const int error = p.error ? p.error : callTable[call].error;
    if (p.log) {
        std::fprintf(stderr, "qtrdmafault: %s fails (call %d, errno %d)\n", callTable[call].name,
                     p.count, error);
    }
    return error;
}

void qtrdmafault_arm(const char *calls, int n, int error)
{
    Plan &p = plan();
    const std::lock_guard lock(p.mutex);
    p.arm(calls, n, error);
}

int qtrdmafault_count(void)
{
    Plan &p = plan();
    const std::lock_guard lock(p.mutex);
    return p.count;
}

int qtrdmafault_fired(void)
{
    Plan &p = plan();
    const std::lock_guard lock(p.mutex);
    return p.failed >= 0;
}

const char *qtrdmafault_failed_call(void)
{
    Plan &p = plan();
    const std::lock_guard lock(p.mutex);
    return p.failed >= 0 ? callTable[size_t(p.failed)].name : "";
}

void qtrdmafault_reset(void)
{
    Plan &p = plan();
    const std::lock_guard lock(p.mutex);
    p.armed = false;
    p.count = 0;
    p.failed = -1;
}

const char *const *qtrdmafault_calls(void)
{
    static const char *names[FaultPlan::CallCount + 1] = {
#define QTRDMAFAULT_NAME(name, error) #name,
        QTRDMAFAULT_CALLS(QTRDMAFAULT_NAME)
#undef QTRDMAFAULT_NAME
                nullptr
    };
    return names;
}
