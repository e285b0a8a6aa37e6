// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The layout of memory that the other side reads or writes without asking: slots and buckets.
//
// A device moves such memory in pieces and in no promised order, while its owner may be changing
// it. So a reader believes nothing that does not carry the right checksum. All numbers are
// little-endian.
//
// Slot:    checksum 8, version 8, value length 4, key length 2, zero 2, key, value
// Bucket:  checksum 8, state 8, seven entries of (tag 4, length 4, place 8)
//
// Checksums cover everything behind them. An odd version says that the slot is not published: a
// client has put it into its staging memory, or the server is still filling it.

#ifndef SLOT_H
#define SLOT_H

#include <QByteArray>
#include <QByteArrayView>

#include <array>
#include <optional>

namespace KeyValue {

inline constexpr qsizetype MaxKeySize = 255;
inline constexpr qsizetype MaxValueSize = 16 * 1024 * 1024;
inline constexpr qsizetype SlotHeaderSize = 24;
inline constexpr qsizetype MaxSlotSize = SlotHeaderSize + MaxKeySize + MaxValueSize;
inline constexpr qsizetype BucketSize = 128;
inline constexpr int BucketEntries = 7;

// The hash of the key, for its place in the index. The server chooses the seed, so that nobody can
// prepare keys that collide.
quint64 hashOf(QByteArrayView key, quint64 seed);

struct SlotHeader
{
    quint64 checksum = 0;
    quint64 version = 0;
    quint32 valueLength = 0;
    quint16 keyLength = 0;
    quint16 reserved = 0;

    static SlotHeader load(const char *from); // one copy: the memory may change meanwhile
    void store(char *to) const;
    bool hasValidLengths() const;
    qsizetype slotSize() const { return SlotHeaderSize + keyLength + qsizetype(valueLength); }
    quint64 checksumWith(QByteArrayView keyAndValue) const;
};

struct SlotView
{
    quint64 version = 0;
    QByteArrayView key;
    QByteArrayView value;
};

void writeSlot(char *to, quint64 version, QByteArrayView key, QByteArrayView value);

// The slot in memory that nobody else changes, if it is whole and published.
std::optional<SlotView> readSlot(QByteArrayView memory);

// The parts of a slot that others are reading. Each leaves it either invalid or whole.
void invalidateSlot(char *slot);
void publishSlot(char *slot, const SlotHeader &header);

struct BucketEntry
{
    quint32 tag = 0; // the upper half of the hash
    quint32 length = 0; // of the slot; 0: no entry
    quint64 place = 0; // chunk << 48 | offset

    quint32 chunk() const { return quint32(place >> 48); }
    quint64 offset() const { return place & ((quint64(1) << 48) - 1); }
    static quint64 placeOf(quint32 chunk, quint64 offset) { return quint64(chunk) << 48 | offset; }
};

struct Bucket
{
    enum Flag : quint64 {
        Moved = 1, // another index has taken the place of this one
        Overflowed = 2 // more keys than fit: ask the server for the others
    };

    quint64 state = 0; // a counter << 2 | flags
    std::array<BucketEntry, BucketEntries> entries;

    bool isMoved() const { return (state & Moved) != 0; }
    bool isOverflowed() const { return (state & Overflowed) != 0; }
    void store(char *to) const;
    static std::optional<Bucket> load(QByteArrayView memory);
};

} // namespace KeyValue

#endif // SLOT_H
