// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The messages of the key-value store. Each is one SEND of at most MessageSize bytes: a type (1
// byte) and its fields in order, as QDataStream writes them. Values never travel in messages: the
// client writes them into its staging memory and reads them from the server's.
//
// A client has at most Welcome::window requests under way, numbered by slot and generation; each
// slot has its part of the staging memory, of PieceSize bytes. Every request gets one Reply or
// Keys. A PUT is committed by an immediate that is the number of the slot, or by Commit: where the
// device has no immediates, and where there is more to say than the number.
//
// The image of a slot that is larger than a piece goes in pieces: all but the last one are full,
// and each of these is followed by Piece, which has a Reply; the last one is committed. A client
// has one such PUT under way at a time.

#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "messages.h"

#include <QtRdma/RdmaRemoteMemory>

#include <QByteArray>
#include <QList>

namespace KeyValue {

inline constexpr quint16 DefaultPort = 4848;
inline constexpr qsizetype MessageSize = 2048;
inline constexpr qsizetype PieceSize = 64 * 1024 + 320; // with header and key, 64 KiB are one piece
inline constexpr int MaxWindow = 64;
inline constexpr quint64 LongestLifetime = Q_UINT64_C(100) * 366 * 24 * 3600 * 1000; // ms
inline constexpr qsizetype MaxItems = 1024; // of any list in a message

// Private data of the connection request and of a refusal.
QByteArray greeting();
bool isGreeting(const QByteArray &privateData); // may be followed by zeros
bool isOfOtherVersion(const QByteArray &privateData);

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

// The condition that a key must fulfil before it is changed.
enum class Condition : quint8 { None, Absent, HasVersion };

struct Commit
{
    quint32 slot = 0;
    quint8 condition = 0;
    quint64 version = 0; // of HasVersion
    quint64 lifetime = 0; // in milliseconds; 0: without an end
    auto fields() { return std::tie(slot, condition, version, lifetime); }
};

struct Piece
{
    quint32 request = 0;
    auto fields() { return std::tie(request); }
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

// Asks for a copy of the slot of a key in the staging memory, where no one changes it. A slot that
// is larger than a piece is not copied: the reply says where it is.
struct Fetch
{
    quint32 request = 0;
    QByteArray key;
    auto fields() { return std::tie(request, key); }
};

// Asks for the numbers of the server as Prometheus reads them: a slot in the staging memory, with
// the key MetricsKey.
struct Metrics
{
    quint32 request = 0;
    auto fields() { return std::tie(request); }
};
inline constexpr QByteArrayView MetricsKey = "metrics";

// The gets since the last report, of which the server sees nothing. There is no reply.
struct Report
{
    quint64 hits = 0;
    quint64 misses = 0;
    quint64 bytes = 0; // of values
    auto fields() { return std::tie(hits, misses, bytes); }
};

enum class Status : quint8 { Done, NotFound, Full, Malformed, StorageError, Conflict };

struct Reply
{
    quint32 request = 0;
    quint8 status = 0;
    quint64 version = 0;
    quint32 length = 0; // of the slot that Fetch has found
    quint64 place = 0; // of that slot in the table, if it is larger than a piece
    auto fields() { return std::tie(request, status, version, length, place); }
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
                             Keys, Goodbye, Piece, Metrics, Report>;

QByteArray encode(const Message &message);

// Nothing when the bytes are not exactly one message.
std::optional<Message> decode(const QByteArray &bytes);

using Messages::Overloaded;

} // namespace KeyValue

#endif // PROTOCOL_H
