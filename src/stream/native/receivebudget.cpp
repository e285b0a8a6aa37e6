// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "receivebudget_p.h"

namespace QtRdmaPrivate {

bool ReceiveBudget::admit()
{
    if (m_reserved + Minimum > m_receives)
        return false;
    m_reserved += Minimum;
    ++m_streams;
    return true;
}

int ReceiveBudget::grant(int wanted)
{
    const int granted = qBound(0, wanted, qMax(0, spare()));
    m_reserved += granted;
    return granted;
}

int ReceiveBudget::fairWindow() const
{
    return qMax(FirstWindow, (m_receives - Minimum) / qMax(1, m_streams) - controlQuotaSum());
}

int ReceiveBudget::surplus(int window) const
{
    return spare() > 0 ? 0 : qMax(0, window - fairWindow());
}

void ReceiveBudget::release(int receives)
{
    Q_ASSERT(receives >= 0 && receives <= m_reserved);
    m_reserved -= receives;
}

void ReceiveBudget::leave(int streams, int receives)
{
    Q_ASSERT(streams <= m_streams);
    m_streams -= streams;
    release(receives);
}

} // namespace QtRdmaPrivate
