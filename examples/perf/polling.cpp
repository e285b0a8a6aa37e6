// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "polling.h"

#include <QtRdma/RdmaCompletionQueue>

#include <utility>

namespace Perf {

QString Polling::start(const QHostAddress &local, const Description &description)
{
    if (description.test == Test::Tcp)
        return {};
    RdmaCompletionQueue queue(local);
    m_local = local;
    RdmaError error;
    m_stopsYielding = description.noYield && queue.isYielding();
    if (m_stopsYielding && !queue.setYielding(false, &error))
        return error.text();
    RdmaCompletionQueue::SpinOptions options;
    options.setFlag(RdmaCompletionQueue::SpinOption::Adaptive, description.adaptive);
    options.setFlag(RdmaCompletionQueue::SpinOption::OnSoftwareDevice, description.forceSpin);
    m_spins = description.spin > 0;
    if (m_spins && !queue.setSpin(int(description.spin), options, &error))
        return error.text();
    m_moderates = description.moderation > 0;
    if (m_moderates && !queue.setModeration(int(description.moderation), &error))
        return error.text();
    return {};
}

void Polling::stop()
{
    RdmaCompletionQueue queue(m_local);
    if (std::exchange(m_spins, false))
        queue.setSpin(0);
    if (std::exchange(m_moderates, false))
        queue.setModeration(0);
    if (std::exchange(m_stopsYielding, false))
        queue.setYielding(true);
}

} // namespace Perf
