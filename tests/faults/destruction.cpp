// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "destruction_p.h"
#include "faultplan_p.h"
#include "nextsymbol_p.h"
#include "qtrdmafault.h"

#include <infiniband/verbs.h>

#include <cerrno>
#include <mutex>
#include <string>
#include <vector>

namespace {

struct Refusal
{
    std::mutex mutex;
    std::string call;
    int nth = 0;
    int count = 0;
    std::vector<const void *> kept; // so that they are no leaks of the program
};

Refusal &refusal()
{
    // Never destroyed, because calls may come from threads that outlive static destruction.
    static auto *instance = new Refusal;
    return *instance;
}

} // namespace

bool Destruction::refused(const char *call, const void *object, const void *caller)
{
    Refusal &r = refusal();
    const std::lock_guard lock(r.mutex);
    if (r.call != call || FaultPlan::isRdmaCore(caller) || ++r.count != r.nth)
        return false;
    r.kept.push_back(object);
    return true;
}

void qtrdmafault_refuse_to_destroy(const char *call, int n)
{
    Refusal &r = refusal();
    const std::lock_guard lock(r.mutex);
    r.call = call ? call : "";
    r.nth = n;
    r.count = 0;
}

int qtrdmafault_destructions(void)
{
    Refusal &r = refusal();
    const std::lock_guard lock(r.mutex);
    return r.count;
}

// Objects of which nothing else must be known.
#define QTRDMAFAULT_DESTROY(name, Object)                                 \
  int name(Object *object)                                                \
  {                                                                       \
    if (Destruction::refused(#name, object, __builtin_return_address(0))) \
      return EBUSY;                                                       \
    static const auto real = nextSymbol<decltype(name)>(#name);           \
    return real(object);                                                  \
  }

extern "C" {

int ibv_destroy_qp(ibv_qp *queuePair)
{
    // Refuses any caller. librdmacm makes this call for the queue pairs of its ids, and reports a
    // failure to nobody.
    if (Destruction::refused("ibv_destroy_qp", queuePair, nullptr))
        return EBUSY;
    static const auto real = nextSymbol<decltype(ibv_destroy_qp)>("ibv_destroy_qp");
    return real(queuePair);
}

QTRDMAFAULT_DESTROY(ibv_destroy_comp_channel, ibv_comp_channel)
QTRDMAFAULT_DESTROY(ibv_destroy_srq, ibv_srq)
QTRDMAFAULT_DESTROY(ibv_dereg_mr, ibv_mr)
QTRDMAFAULT_DESTROY(ibv_dealloc_pd, ibv_pd)

} // extern "C"
