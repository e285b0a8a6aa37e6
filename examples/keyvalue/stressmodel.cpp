// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "stressmodel.h"

#include <QtEndian>

#include <algorithm>

namespace KeyValue {

QByteArray keyOf(int client, int number)
{
    return prefixOf(client) + QByteArray::number(number);
}

QByteArray mortalKeyOf(int client, int number)
{
    return MortalPrefix.toByteArray() + QByteArray::number(client) + '-'
            + QByteArray::number(number);
}

QByteArray prefixOf(int client)
{
    return 'c' + QByteArray::number(client) + '-';
}

QByteArray valueOf(const QByteArray &key, quint32 number)
{
    quint64 state = hashOf(key, number);
    const quint64 most = state % 32 == 1 ? 300000 : state % 8 == 0 ? 60000 : 1500; // 1 to 5 pieces
    const qsizetype size = 4 + qsizetype((state >> 8) % most);
    QByteArray value(size, Qt::Uninitialized);
    qToLittleEndian(number, value.data());
    for (qsizetype i = 4; i < size; ++i) {
        state = state * Q_UINT64_C(6364136223846793005) + Q_UINT64_C(1442695040888963407);
        value[i] = char(state >> 56);
    }
    return value;
}

std::optional<KeyState> stateOf(const QByteArray &key, const Result &result)
{
    if (result.status == Result::NotFound)
        return KeyState();
    if (result.status != Result::Done || result.value.size() < 4)
        return {};
    const auto number = qFromLittleEndian<quint32>(result.value.constData());
    if (result.value != valueOf(key, number))
        return {};
    return KeyState{ number, true };
}

bool matches(const KeyState &found, const QList<KeyState> &allowed)
{
    return std::any_of(allowed.cbegin(), allowed.cend(), [&found](const KeyState &state) {
        return found.present ? found == state : !state.present;
    });
}

} // namespace KeyValue
