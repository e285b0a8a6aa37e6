// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// pluginhost PLUGIN ADDRESS main|thread: loads the plugin, has it use RDMA, unloads it; twice, in the main thread or in another.

#include <QtCore/qcoreapplication.h>

#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <thread>

static int loadUseAndUnload(const char *plugin, const char *address)
{
    void *library = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        std::fprintf(stderr, "%s\n", dlerror());
        return 10;
    }
    const auto echoOnce = reinterpret_cast<int (*)(const char *)>(dlsym(library, "echoOnce"));
    const int result = echoOnce ? echoOnce(address) : 11;
    return dlclose(library) == 0 ? result : 12;
}

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    if (argc != 4)
        return 20;
    int result = 0;
    for (int round = 0; round < 2 && result == 0; ++round) {
        const auto run = [&] { result = loadUseAndUnload(argv[1], argv[2]); };
        if (std::strcmp(argv[3], "thread") == 0)
            std::thread(run).join();
        else
            run();
    }
    return result;
}
