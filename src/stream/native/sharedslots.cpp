// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sharedslots_p.h"

#include "../../base/logging_p.h"

namespace QtRdmaPrivate {

SharedSlots::SharedSlots(std::shared_ptr<Engine> engine, int count, quint32 slotSize)
    : m_engine(std::move(engine))
    , m_budget(count)
    , m_collecting(m_engine->deadlines(), [this] { collectEnded(); })
    , m_slotSize(slotSize)
{
}

SharedSlots::~SharedSlots()
{
    if (m_queue)
        m_queue->abandon();
}

std::shared_ptr<SharedSlots> SharedSlots::make(const std::shared_ptr<Engine> &engine,
                                               ibv_context *context, int count, quint32 slotSize,
                                               RdmaError *error)
{
    std::shared_ptr<SharedSlots> slots(new SharedSlots(engine, count, slotSize));
    const std::shared_ptr<DeviceQueues> device = engine->device(context, error);
    if (!device)
        return {};
    slots->m_queue = SharedReceives::make(device->protectionDomain(), count, 1, error);
    if (!slots->m_queue)
        return {};
    *error = slots->refill();
    if (error->isError())
        return {};
    // This posts the receives again that were taken for a stream which has ended.
    slots->m_queue->taken = [raw = slots.get()] {
        if (const RdmaError failure = raw->refill(); failure.isError())
            qCWarning(lcRdmaStream) << failure;
    };
    return slots;
}

std::shared_ptr<SharedSlots::Share> SharedSlots::admit()
{
    collectEnded();
    if (!m_budget.admit())
        return {};
    return std::make_shared<Share>(m_ended, ReceiveBudget::Minimum);
}

int SharedSlots::grant(Share *share, int wanted)
{
    const int granted = m_budget.grant(wanted);
    share->receives += granted;
    if (granted < wanted && *m_ended != 0 && !m_collecting.isActive())
        m_collecting.start(0); // not from here, because it handles completions
    return granted;
}

void SharedSlots::release(Share *share, int receives)
{
    m_budget.release(receives);
    share->receives -= receives;
}

// Completions that are left by queue pairs which are gone are handled, and their receives posted
// again, before their shares may serve others.
void SharedSlots::collectEnded()
{
    const quint64 ended = m_ended->exchange(0);
    if (ended == 0)
        return;
    m_engine->drain(m_queue->completionQueue().get());
    m_budget.leave(int(ended >> 32), int(quint32(ended)));
}

RdmaError SharedSlots::giveBack(int count, std::vector<PoolSlot> *freed)
{
    m_out -= count;
    Q_ASSERT(m_out >= 0);
    RdmaError failure = refill(freed);
    freed->clear();
    return failure;
}

RdmaError SharedSlots::refill(std::vector<PoolSlot> *freed)
{
    ReceiveTable &table = m_queue->table();
    WorkTags tags;
    for (int missing = m_budget.receives() - table.size() - m_out; missing > 0; --missing) {
        PostedWork work;
        work.begin(RdmaWorkRequest::receive(m_slotSize));
        if (freed && !freed->empty()) {
            work.slot = std::move(freed->back());
            freed->pop_back();
        }
        tags.push_back(table.add(std::move(work)));
    }
    if (tags.empty())
        return {};
    size_t posted = 0;
    RdmaError failure = m_queue->post(tags, &posted);
    for (auto i = qsizetype(posted); i < tags.size(); ++i)
        table.take(tags[i]);
    return failure;
}

} // namespace QtRdmaPrivate
