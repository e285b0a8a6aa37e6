// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "asyncevents_p.h"
#include "qtrdmafault.h"

#include <infiniband/verbs.h>

#include <mutex>

namespace {

enum class Progress { None, Raised, Taken, Done };

std::mutex mutex;
Progress progress = Progress::None;
ibv_context *from = nullptr;
ibv_async_event wanted = {};

} // namespace

namespace AsyncEvents {

bool take(ibv_context *context, ibv_async_event *event)
{
    const std::lock_guard lock(mutex);
    if (progress != Progress::Raised || (from && context != from))
        return false;
    *event = wanted;
    progress = Progress::Taken;
    return true;
}

bool acknowledge(ibv_async_event *event)
{
    const std::lock_guard lock(mutex);
    if (progress != Progress::Taken || event->event_type != wanted.event_type
        || event->element.qp != wanted.element.qp)
        return false;
    progress = Progress::Done;
    return true;
}

} // namespace AsyncEvents

void qtrdmafault_raise_async(void *context, int type, void *element)
{
    const std::lock_guard lock(mutex);
    from = static_cast<ibv_context *>(context);
    wanted.event_type = ibv_event_type(type);
    wanted.element.qp = static_cast<ibv_qp *>(element); // all of them are pointers
    progress = Progress::Raised;
}

int qtrdmafault_async_done(void)
{
    const std::lock_guard lock(mutex);
    return progress == Progress::Done;
}
