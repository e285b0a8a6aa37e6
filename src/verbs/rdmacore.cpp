// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmacore_p.h"

#include "forkedchild_p.h"
#include "rdmacorecalls_p.h"

#include "../base/errortexts_p.h"
#include "../base/translate_p.h"

#include <QtCore/qfileinfo.h>
#include <QtCore/qversionnumber.h>

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>

namespace QtRdmaPrivate {

namespace {

constexpr int OldestRelease = 44; // of rdma-core

struct Library
{
    const char *file;
    const char *versions; // how those of its symbols begin
    void *handle = nullptr; // never closed: others may call into it

    bool has(const RdmaCoreCall &call) const
    {
        return std::strncmp(call.version, versions, std::strlen(versions)) == 0;
    }
};

// A library that could not be loaded is tried again: it may be installed by now.
struct Libraries
{
    ProcessMutex mutex; // fork() waits while a library is loaded
    Library verbs = { "libibverbs.so.1", "IBVERBS" };
    Library connectionManager = { "librdmacm.so.1", "RDMACM" };
};

constinit Libraries libraries;

const link_map *mapOf(void *handle)
{
    link_map *map = nullptr;
    return ::dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map : nullptr;
}

QString fileOf(void *handle)
{
    const link_map *map = mapOf(handle);
    return map ? QFileInfo(QString::fromLocal8Bit(map->l_name)).canonicalFilePath() : QString();
}

// The last two numbers of libibverbs.so.1.14.44.0. Null where the file is named in another way.
QVersionNumber releaseOf(const QString &file)
{
    const QStringList parts = file.section(u'/', -1).split(u'.');
    constexpr int Parts = 6;
    return parts.size() == Parts ? QVersionNumber(parts.at(4).toInt(), parts.at(5).toInt())
                                 : QVersionNumber();
}

RdmaError libraryError(const char *call, int code, const QString &text)
{
    return RdmaError(
            RdmaError::Category::System, QString::fromLatin1(call), code, text,
            Words::tr("Install rdma-core %1 or newer (the packages of Debian are libibverbs1, "
                      "librdmacm1 and ibverbs-providers).")
                    .arg(OldestRelease),
            QAbstractSocket::SocketAddressNotAvailableError);
}

// dlopen() tells the reason in words alone.
RdmaError loadingError(const char *file)
{
    const QString reason = QString::fromLocal8Bit(::dlerror());
    const auto isBecauseOf = [&reason](int errorNumber) {
        return reason.endsWith(QString::fromLocal8Bit(std::strerror(errorNumber)));
    };
    for (const int errorNumber : { EMFILE, ENFILE }) {
        if (isBecauseOf(errorNumber))
            return RdmaError(RdmaError::Category::System, QStringLiteral("dlopen"), errorNumber,
                             reason, errnoHint("dlopen", errorNumber),
                             QAbstractSocket::SocketResourceError);
    }
    const QString name = QString::fromLatin1(file);
    const bool isAbsent = isBecauseOf(ENOENT) && reason.startsWith(name);
    return libraryError("dlopen", ELIBACC,
                        isAbsent ? Words::tr("%1 was not found").arg(name)
                                 : Words::tr("%1 cannot be loaded: %2").arg(name, reason));
}

bool isDefinedIn(void *handle, const void *function)
{
    Dl_info info = {};
    void *map = nullptr;
    return ::dladdr1(function, &info, &map, RTLD_DL_LINKMAP) != 0 && map == mapOf(handle);
}

// Finds the function that a program calls which is linked to the library. LD_PRELOAD, for example,
// may have put another one in front of it, whose symbol has no version. Of the symbols of the
// library with this name it is that of the headers.
void *lookUp(void *handle, const RdmaCoreCall &call)
{
    void *const first = ::dlsym(RTLD_DEFAULT, call.name);
    return first && !isDefinedIn(handle, first) ? first : ::dlvsym(handle, call.name, call.version);
}

// As if it were linked: whoever stands in front, and librdmacm, find it in the global scope. All
// its symbols are bound at once: one that is missing would end the process later.
RdmaError load(Library &library)
{
    if (library.handle)
        return {};
    void *const handle = ::dlopen(library.file, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
    if (!handle)
        return loadingError(library.file);
    const QString file = fileOf(handle);
    const QVersionNumber release = releaseOf(file);
    if (!release.isNull() && release.majorVersion() < OldestRelease) {
        return libraryError(
                "dlopen", ELIBACC,
                Words::tr("%1 is of rdma-core %2, which is too old").arg(file, release.toString()));
    }
    library.handle = handle;
    for (const RdmaCoreCall &call : rdmaCoreCalls()) {
        void *const function = library.has(call) ? lookUp(handle, call) : nullptr;
        if (function)
            call.set(function);
    }
    return {};
}

// The functions of librdmacm call those of libibverbs.
RdmaError loadBoth()
{
    const RdmaError error = load(libraries.verbs);
    return error.isError() ? error : load(libraries.connectionManager);
}

// Errors name ibv_reg_mr(), for example, which is a macro that calls ibv_reg_mr_iova2().
bool isMissing(const RdmaCoreCall &call, const char *name)
{
    return !call.isFound() && (std::strstr(call.name, name) || std::strstr(name, call.name));
}

} // namespace

void loadRdmaCore()
{
    const std::lock_guard lock(libraries.mutex);
    static_cast<void>(loadBoth());
}

RdmaError missingCallError(const char *name)
{
    const std::lock_guard lock(libraries.mutex);
    RdmaError error = loadBoth();
    const auto calls = rdmaCoreCalls();
    const auto call = std::find_if(calls.begin(), calls.end(), [name](const RdmaCoreCall &each) {
        return isMissing(each, name);
    });
    if (call == calls.end())
        return {};
    const Library &library =
            libraries.verbs.has(*call) ? libraries.verbs : libraries.connectionManager;
    if (library.handle) {
        error = libraryError(name, ENOSYS,
                             Words::tr("%1 does not have the function %2")
                                     .arg(fileOf(library.handle), QString::fromLatin1(call->name)));
    }
    return error;
}

} // namespace QtRdmaPrivate
