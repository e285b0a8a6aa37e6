// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef NEXTSYMBOL_P_H
#define NEXTSYMBOL_P_H

#include <cstdio>
#include <cstdlib>

#include <dlfcn.h>

// The function that would have been called without us. libibverbs has several versions of most of
// its functions (IBVERBS_1.0 has another layout of every structure); dlsym() takes the default
// one, which is the one its header declares.
template <typename Function>
Function *nextSymbol(const char *name)
{
    void *symbol = dlsym(RTLD_NEXT, name);
    if (!symbol) {
        std::fprintf(stderr, "qtrdmafault: %s: %s\n", name, dlerror());
        std::abort();
    }
    return reinterpret_cast<Function *>(symbol);
}

#endif // NEXTSYMBOL_P_H
