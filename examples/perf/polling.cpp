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
    m_stopsYielding = description.noYield && queue.isYielding();
    RdmaCompletionQueue::SpinOptions options;
    options.setFlag(RdmaCompletionQueue::AdaptiveSpin, description.adaptive);
    options.setFlag(RdmaCompletionQueue::SpinOnSoftwareDevice, description.forceSpin);
    RdmaError error;
    const bool isSet = (!m_stopsYielding || queue.setYielding(false, &error))
            && (description.spin == 0 || queue.setSpin(int(description.spin), options, &error))
            && queue.setModeration(int(description.moderation), &error);
    return isSet ? QString() : error.text();
}

void Polling::stop()
{
    if (m_local.isNull())
        return;
    RdmaCompletionQueue queue(std::exchange(m_local, {}));
    queue.setSpin(0);
    queue.setModeration(0);
    if (std::exchange(m_stopsYielding, false))
        queue.setYielding(true);
}

} // namespace Perf
