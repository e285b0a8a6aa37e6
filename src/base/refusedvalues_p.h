// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REFUSEDVALUES_P_H
#define REFUSEDVALUES_P_H

#include <QtRdma/rdmaerror.h>

#include "valuedata_p.h"

#include <QtCore/qlist.h>

#include <type_traits>

namespace QtRdmaPrivate {

// The values that setters of options have refused. An option stands here until it is set to a value
// that it can have, and what uses the options fails with the first of these errors.
class RefusedValues
{
public:
    // Takes note of whether 'option' can have 'value', and returns it.
    bool admit(QLatin1String option, qint64 value, qint64 least, qint64 most);
    bool admit(QLatin1String option, const RdmaError &reason);
    RdmaError first() const { return m_refused.isEmpty() ? RdmaError() : m_refused.first().reason; }

    friend bool operator==(const RefusedValues &a, const RefusedValues &b)
    {
        return a.m_refused == b.m_refused;
    }

private:
    struct Refused
    {
        QLatin1String option;
        RdmaError reason;

        friend bool operator==(const Refused &a, const Refused &b)
        {
            return a.option == b.option && a.reason == b.reason;
        }
    };
    QList<Refused> m_refused;
};

// Sets an option to 'value' if that is from 'least' to 'most'; else the option keeps what it has.
template <typename Options, typename Data, typename Number>
void setWithin(Options *options, Number Data::*option, QLatin1String name, Number value,
               std::type_identity_t<Number> least, std::type_identity_t<Number> most)
{
    Data &data = Access::write(*options);
    if (data.refused.admit(name, value, least, most))
        data.*option = value;
}

} // namespace QtRdmaPrivate

#endif // REFUSEDVALUES_P_H
