// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The messages of the key-value store. Each is one SEND of at most MessageSize bytes: a type (1
// byte) and its fields in order, as QDataStream writes them. Values never travel in messages: the
// client writes them into its staging memory and reads them from the server's.
//
// A client has at most Welcome::window requests under way, numbered by slot and generation; each
// slot has its part of the staging memory. Every request gets one Reply or Keys. A PUT is committed
// by an immediate that is the number of the slot, or, where the device has none, by Commit.

#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "messages.h"

#include <QtRdma/RdmaRemoteMemory>

#include <QByteArray>
#include <QList>

namespace KeyValue {

inline constexpr quint16 DefaultPort = 4848;
inline constexpr qsizetype MessageSize = 2048;
inline constexpr int MaxWindow = 64;
inline constexpr qsizetype MaxItems = 1024; // of any list in a message

// Private data of the connection request and of a refusal.
QByteArray greeting();
bool isGreeting(const QByteArray &privateData); // may be followed by zeros

struct RequestId
{
    quint32 number = 0; // generation << 8 | slot
    quint32 slot() const { return number & 0xff; }
};

// The client's first message. Of two connections with the same name the newer one wins: requests of
// the older one that are under way and not acknowledged are given up before Welcome.
struct Hello
{
    quint64 name = 0; // random; 0 for none
    auto fields() { return std::tie(name); }
};

// The place of everything. When it changes the server sends it again, and goes on with the next
// change after LayoutSeen.
struct Layout
{
    quint32 number = 0;
    RdmaRemoteMemory index;
    QList<RdmaRemoteMemory> chunks;
    auto fields() { return std::tie(number, index, chunks); }
};

struct Welcome
{
    quint32 window = 0;
    quint32 slotSize = 0;
    quint64 seed = 0;
    RdmaRemoteMemory staging;
    auto fields() { return std::tie(window, slotSize, seed, staging); }
};

struct LayoutSeen
{
    quint32 number = 0;
    auto fields() { return std::tie(number); }
};

struct Commit
{
    quint32 slot = 0;
    auto fields() { return std::tie(slot); }
};

struct Remove
{
    quint32 request = 0;
    QByteArray key;
    auto fields() { return std::tie(request, key); }
};

struct List
{
    quint32 request = 0;
    QByteArray after;
    QByteArray prefix;
    auto fields() { return std::tie(request, after, prefix); }
};

// Asks for a copy of the slot of a key in the staging memory, where no one changes it.
struct Fetch
{
    quint32 request = 0;
    QByteArray key;
    auto fields() { return std::tie(request, key); }
};

enum class Status : quint8 { Done, NotFound, Full, Malformed, StorageError };

struct Reply
{
    quint32 request = 0;
    quint8 status = 0;
    quint64 version = 0;
    quint32 length = 0; // of the slot that Fetch put into the staging memory
    auto fields() { return std::tie(request, status, version, length); }
};

struct Keys
{
    quint32 request = 0;
    bool more = false;
    QList<QByteArray> keys;
    auto fields() { return std::tie(request, more, keys); }
};

// The server's last word.
struct Goodbye
{
    QByteArray reason;
    auto fields() { return std::tie(reason); }
};

// The type of a message is its place in here: new ones go to the end.
using Message = std::variant<Hello, Welcome, Layout, LayoutSeen, Commit, Remove, List, Fetch, Reply,
                             Keys, Goodbye>;

QByteArray encode(const Message &message);

// Nothing when the bytes are not exactly one message.
std::optional<Message> decode(const QByteArray &bytes);

using Messages::Overloaded;

} // namespace KeyValue

#endif // PROTOCOL_H
