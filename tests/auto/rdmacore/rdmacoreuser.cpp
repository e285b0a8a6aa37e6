// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Uses the library in the way that its argument names, and prints the names of devices that it
// finds, or the call, the text and the hint of the error.
// RDMACORE_ABSENT names libraries that dlopen() does not find here, RDMACORE_DEVICE a device.

#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaDeviceWatcher>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcoreapplication.h>

#include <sys/resource.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

extern "C" void *dlopen(const char *file, int flags) noexcept
{
    static const auto next =
            reinterpret_cast<void *(*)(const char *, int)>(dlsym(RTLD_NEXT, "dlopen"));
    const char *absent = std::getenv("RDMACORE_ABSENT");
    if (!file || !absent || !std::strstr(absent, file))
        return next(file, flags);
    return next((file + std::string(" (absent)")).c_str(), flags);
}

namespace {

constexpr int Patience = 30000;
const QHostAddress Nowhere(QHostAddress::LocalHost);

RdmaError names()
{
    RdmaError error;
    const QStringList found = RdmaDevice::names(&error);
    if (!found.isEmpty())
        std::puts(qPrintable(found.join(u' ')));
    return error;
}

RdmaError devices()
{
    RdmaError error;
    RdmaDevice::devices(&error);
    return error;
}

RdmaError device()
{
    RdmaError error;
    RdmaDevice::fromName(qEnvironmentVariable("RDMACORE_DEVICE", QStringLiteral("fake0")), &error);
    return error;
}

RdmaError watcher()
{
    const RdmaDeviceWatcher watcher;
    return watcher.rdmaError();
}

RdmaError address()
{
    RdmaError error;
    RdmaDevice::fromAddress(Nowhere, &error);
    return error;
}

RdmaError stream()
{
    RdmaStream stream;
    stream.connectToHost(Nowhere, 7471);
    stream.waitForConnected(Patience);
    return stream.rdmaError();
}

RdmaError server()
{
    RdmaServer server;
    server.listen(QHostAddress::Any, 7471);
    return server.rdmaError();
}

RdmaError queuePair()
{
    RdmaQueuePair queuePair;
    queuePair.connectToHost(Nowhere, 7471);
    queuePair.waitForConnected(Patience);
    return queuePair.rdmaError();
}

// The libraries are installed while the program runs.
RdmaError later()
{
    if (!devices().isError())
        return {};
    unsetenv("RDMACORE_ABSENT");
    return names();
}

RdmaError withoutFiles()
{
    const int next = open("/", O_PATH | O_CLOEXEC);
    close(next);
    const rlimit limit = { rlim_t(next), rlim_t(next) };
    setrlimit(RLIMIT_NOFILE, &limit);
    return devices();
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    const QByteArray use = argc > 1 ? argv[1] : "";
    const std::pair<const char *, RdmaError (*)()> uses[] = {
        { "names", names },     { "devices", devices },      { "device", device },
        { "address", address }, { "stream", stream },        { "server", server },
        { "later", later },     { "queue pair", queuePair }, { "without files", withoutFiles },
        { "watcher", watcher },
    };
    for (const auto &[name, function] : uses) {
        if (use != name)
            continue;
        const RdmaError error = function();
        if (error.isError()) {
            std::puts(qPrintable(error.call()));
            std::puts(qPrintable(error.text()));
            std::puts(qPrintable(error.hint()));
        }
        return 0;
    }
    return 1;
}
