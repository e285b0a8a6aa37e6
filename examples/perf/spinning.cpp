// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "spinning.h"

#include <QtRdma/RdmaCompletionQueue>

#include <utility>

namespace Perf {

QString Spinning::start(const QHostAddress &local, const Description &description)
{
    if (description.spin == 0)
        return {};
    RdmaCompletionQueue::SpinOptions options;
    options.setFlag(RdmaCompletionQueue::AdaptiveSpin, description.adaptive);
    options.setFlag(RdmaCompletionQueue::SpinOnSoftwareDevice, description.forceSpin);
    RdmaError error;
    if (!RdmaCompletionQueue(local).setSpin(int(description.spin), options, &error))
        return error.text();
    m_local = local;
    return {};
}

void Spinning::stop()
{
    if (!m_local.isNull())
        RdmaCompletionQueue(std::exchange(m_local, {})).setSpin(0);
}

} // namespace Perf
