// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef VALUEDATA_P_H
#define VALUEDATA_P_H

#include <QtCore/qshareddata.h>

namespace QtRdmaPrivate {

// The base of the data that copies of a value class share. The count of copies is no part of the
// value: a class derived from this can default its operator==().
struct ValueData : QSharedData
{
    bool operator==(const ValueData &) const noexcept { return true; }
};

// Reaches the data of value classes, for the library alone. A value without data has the defaults:
// so neither a default-constructed value nor one that was moved from allocates anything.
struct Access
{
    template <typename Value>
    static const auto &read(const Value &value)
    {
        using Data = typename decltype(Value::d)::Type;
        return value.d ? *value.d : defaults<Data>();
    }

    // Separates the value from its copies.
    template <typename Value>
    static auto &write(Value &value)
    {
        if (!value.d)
            value.d = new typename decltype(Value::d)::Type;
        return *value.d;
    }

    // Of a shared handle: null where it is not valid.
    template <typename Handle>
    static auto *data(const Handle &handle)
    {
        return handle.d.data();
    }

    template <typename Handle>
    static Handle handle(typename decltype(Handle::d)::Type *data)
    {
        Handle result;
        result.d.reset(data);
        return result;
    }

    template <typename Value>
    static bool equal(const Value &a, const Value &b)
    {
        return a.d == b.d || read(a) == read(b);
    }

private:
    template <typename Data>
    static const Data &defaults()
    {
        static const Data data{};
        return data;
    }
};

} // namespace QtRdmaPrivate

#endif // VALUEDATA_P_H
