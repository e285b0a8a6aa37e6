// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "refusedvalues_p.h"

#include "translate_p.h"

#include <cerrno>

namespace QtRdmaPrivate {

bool RefusedValues::admit(QLatin1String option, qint64 value, qint64 least, qint64 most)
{
    if (value >= least && value <= most)
        return admit(option, {});
    const QString text =
            Words::tr("%1 is %2, it can be %3 to %4").arg(option).arg(value).arg(least).arg(most);
    return admit(option,
                 RdmaError(RdmaError::Category::Usage, QString(), EINVAL, text, QString(),
                           QAbstractSocket::OperationError));
}

bool RefusedValues::admit(QLatin1String option, const RdmaError &reason)
{
    m_refused.removeIf([option](const Refused &refused) { return refused.option == option; });
    if (reason.isError())
        m_refused.append({ option, reason });
    return !reason.isError();
}

} // namespace QtRdmaPrivate
