// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "spinning.h"

#include <QtRdma/RdmaCompletionQueue>

#include <utility>

namespace Perf {

QString Spinning::start(const QHostAddress &local, const Description &description)
{
    if (description.test == Test::Tcp)
        return {};
    RdmaCompletionQueue queue(local);
    RdmaError error;
    if (description.noYield) {
        m_stopsYielding = queue.isYielding();
        if (!queue.setYielding(false, &error))
            return error.text();
        m_local = local;
    }
    RdmaCompletionQueue::SpinOptions options;
    options.setFlag(RdmaCompletionQueue::AdaptiveSpin, description.adaptive);
    options.setFlag(RdmaCompletionQueue::SpinOnSoftwareDevice, description.forceSpin);
    if (description.spin == 0)
        return {};
    if (!queue.setSpin(int(description.spin), options, &error))
        return error.text();
    m_local = local;
    return {};
}

void Spinning::stop()
{
    if (m_local.isNull())
        return;
    RdmaCompletionQueue queue(std::exchange(m_local, {}));
    queue.setSpin(0);
    if (std::exchange(m_stopsYielding, false))
        queue.setYielding(true);
}

} // namespace Perf
