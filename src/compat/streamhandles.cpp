// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamhandles_p.h"

#include <QtCore/qhash.h>

#include <atomic>

namespace QtRdmaPrivate {

static thread_local QHash<qintptr, RdmaAbstractStream *> streams;
static std::atomic<qintptr> lastHandle = -1; // which is that of a socket without a descriptor

qintptr handleOf(RdmaAbstractStream *stream)
{
    const qintptr handle = --lastHandle;
    streams.insert(handle, stream);
    QObject::connect(stream, &QObject::destroyed, [handle] { streams.remove(handle); });
    return handle;
}

RdmaAbstractStream *takeStream(qintptr handle)
{
    return streams.take(handle);
}

} // namespace QtRdmaPrivate
