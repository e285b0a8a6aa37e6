// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Lets a test of streams run over TCP as it is: each stream that it makes connects over TCP only,
// and each server listens over TCP only. The library is loaded before the others, and stands before
// the functions that say otherwise.

#include <QtRdma/rdmaserver.h>
#include <QtRdma/rdmastream.h>

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace {

template <typename Function>
Function next(const char *name)
{
    void *const found = dlsym(RTLD_NEXT, name);
    if (!found) {
        std::fprintf(stderr, "qtrdmatcponly: there is no %s\n", name);
        std::abort();
    }
    return reinterpret_cast<Function>(found);
}

RdmaStreamOptions overTcp(RdmaStreamOptions options)
{
    options.setTransport(Rdma::TransportPolicy::TcpOnly);
    return options;
}

} // namespace

#define SET_OPTIONS "_ZN10RdmaStream10setOptionsERK17RdmaStreamOptions"
#define SET_SERVER_OPTIONS "_ZN18RdmaAbstractServer16setStreamOptionsERK17RdmaStreamOptions"

extern "C" {
#define EXPORTED __attribute__((visibility("default")))

EXPORTED void setOptions(RdmaStream *stream, const RdmaStreamOptions &options) asm(SET_OPTIONS);
void setOptions(RdmaStream *stream, const RdmaStreamOptions &options)
{
    using Set = void (*)(RdmaStream *, const RdmaStreamOptions &);
    next<Set>(SET_OPTIONS)(stream, overTcp(options));
}

EXPORTED void setServerOptions(RdmaAbstractServer *server,
                               const RdmaStreamOptions &options) asm(SET_SERVER_OPTIONS);
void setServerOptions(RdmaAbstractServer *server, const RdmaStreamOptions &options)
{
    using Set = void (*)(RdmaAbstractServer *, const RdmaStreamOptions &);
    next<Set>(SET_SERVER_OPTIONS)(server, overTcp(options));
}

// A constructor has two names: that of the whole object, and that of a base.
#define STREAM_MADE(NAME, SYMBOL)                                      \
  EXPORTED void NAME(RdmaStream *stream, QObject *parent) asm(SYMBOL); \
  void NAME(RdmaStream *stream, QObject *parent)                       \
  {                                                                    \
    next<void (*)(RdmaStream *, QObject *)>(SYMBOL)(stream, parent);   \
    stream->setOptions({});                                            \
  }
#define SERVER_MADE(TYPE, NAME, SYMBOL)                          \
  EXPORTED void NAME(TYPE *server, QObject *parent) asm(SYMBOL); \
  void NAME(TYPE *server, QObject *parent)                       \
  {                                                              \
    next<void (*)(TYPE *, QObject *)>(SYMBOL)(server, parent);   \
    server->setTransports(Rdma::StreamTransport::Tcp);           \
    server->setStreamOptions({});                                \
  }

STREAM_MADE(streamMade, "_ZN10RdmaStreamC1EP7QObject")
STREAM_MADE(baseStreamMade, "_ZN10RdmaStreamC2EP7QObject")
SERVER_MADE(RdmaServer, serverMade, "_ZN10RdmaServerC1EP7QObject")
SERVER_MADE(RdmaServer, baseServerMade, "_ZN10RdmaServerC2EP7QObject")
SERVER_MADE(RdmaAbstractServer, abstractServerMade, "_ZN18RdmaAbstractServerC2EP7QObject")
}
