// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STRESSMODEL_H
#define STRESSMODEL_H

#include "client.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace KeyValue {

// The content of a key: the value of a number, or nothing. The numbers of a key only grow.
struct KeyState
{
    quint32 number = 0;
    bool present = false;

    friend bool operator==(const KeyState &a, const KeyState &b)
    {
        return a.number == b.number && a.present == b.present;
    }
};

// A key that one client writes, as that client and its parent know it. A change that was sent and
// not acknowledged may have been made or not.
struct ModelKey
{
    KeyState acknowledged;
    std::optional<KeyState> sent;
};

inline constexpr int KeysOfClient = 20;

QByteArray keyOf(int client, int number);
QByteArray prefixOf(int client);

// Keys with a lifetime are no part of the model. They end by themselves.
inline constexpr QByteArrayView MortalPrefix = "t";
QByteArray mortalKeyOf(int client, int number);

// Different in every byte for each key and number, so that a mixture shows.
QByteArray valueOf(const QByteArray &key, quint32 number);

// The content that a get() has found; nothing if no put() can have made that value.
std::optional<KeyState> stateOf(const QByteArray &key, const Result &result);

// One absence equals another, whichever removal made it.
bool matches(const KeyState &found, const QList<KeyState> &allowed);

} // namespace KeyValue

#endif // STRESSMODEL_H
