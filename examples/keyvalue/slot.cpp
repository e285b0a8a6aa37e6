// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "slot.h"

#include <QtEndian>

#include <atomic>
#include <bit>
#include <cstring>

namespace KeyValue {

namespace {

constexpr quint64 Prime1 = 0x9e3779b185ebca87;
constexpr quint64 Prime2 = 0xc2b2ae3d27d4eb4f;

// 64 bits, because torn slots are so frequent that 32 bits would let one pass some day.
class Checksum
{
public:
    explicit Checksum(quint64 seed) : state(seed * Prime1 + Prime2) { }

    void addWord(quint64 word)
    {
        state ^= std::rotl(word * Prime2, 31) * Prime1;
        state = std::rotl(state, 27) * Prime1 + 0x52dce729;
    }
    void add(QByteArrayView bytes)
    {
        qsizetype at = 0;
        for (; at + 8 <= bytes.size(); at += 8)
            addWord(qFromLittleEndian<quint64>(bytes.data() + at));
        if (at < bytes.size()) {
            char last[8] = {};
            std::memcpy(last, bytes.data() + at, size_t(bytes.size() - at));
            addWord(qFromLittleEndian<quint64>(last));
        }
        addWord(quint64(bytes.size()));
    }
    quint64 result() const
    {
        quint64 mixed = (state ^ (state >> 33)) * Prime2;
        mixed = (mixed ^ (mixed >> 29)) * Prime1;
        return mixed ^ (mixed >> 32);
    }

private:
    quint64 state;
};

// The compiler must neither reorder nor split what a device may be reading at this moment.
void storeWord(char *to, quint64 value)
{
    std::atomic_ref<quint64>(*reinterpret_cast<quint64 *>(to))
            .store(qToLittleEndian(value), std::memory_order_seq_cst);
}

} // namespace

quint64 hashOf(QByteArrayView key, quint64 seed)
{
    Checksum hash(seed);
    hash.add(key);
    return hash.result();
}

SlotHeader SlotHeader::load(const char *from)
{
    char copy[SlotHeaderSize];
    std::memcpy(copy, from, sizeof copy);
    SlotHeader header;
    header.checksum = qFromLittleEndian<quint64>(copy);
    header.version = qFromLittleEndian<quint64>(copy + 8);
    header.valueLength = qFromLittleEndian<quint32>(copy + 16);
    header.keyLength = qFromLittleEndian<quint16>(copy + 20);
    header.reserved = qFromLittleEndian<quint16>(copy + 22);
    return header;
}

void SlotHeader::store(char *to) const
{
    qToLittleEndian(checksum, to);
    qToLittleEndian(version, to + 8);
    qToLittleEndian(valueLength, to + 16);
    qToLittleEndian(keyLength, to + 20);
    qToLittleEndian(reserved, to + 22);
}

bool SlotHeader::hasValidLengths() const
{
    return keyLength >= 1 && keyLength <= MaxKeySize && valueLength <= MaxValueSize
            && reserved == 0;
}

quint64 SlotHeader::checksumWith(QByteArrayView keyAndValue) const
{
    Checksum sum(version);
    sum.addWord(quint64(valueLength) << 32 | quint64(keyLength) << 16 | reserved);
    sum.add(keyAndValue);
    return sum.result();
}

void writeSlot(char *to, quint64 version, QByteArrayView key, QByteArrayView value)
{
    SlotHeader header;
    header.version = version;
    header.keyLength = quint16(key.size());
    header.valueLength = quint32(value.size());
    char *const body = to + SlotHeaderSize;
    std::memcpy(body, key.data(), size_t(key.size()));
    if (!value.isEmpty())
        std::memcpy(body + key.size(), value.data(), size_t(value.size()));
    header.checksum = header.checksumWith({ body, key.size() + value.size() });
    header.store(to);
}

std::optional<SlotView> readSlot(QByteArrayView memory)
{
    if (memory.size() < SlotHeaderSize)
        return {};
    const SlotHeader header = SlotHeader::load(memory.data());
    if (header.version % 2 != 0 || !header.hasValidLengths() || header.slotSize() > memory.size())
        return {};
    const QByteArrayView body = memory.sliced(SlotHeaderSize, header.slotSize() - SlotHeaderSize);
    if (header.checksumWith(body) != header.checksum)
        return {};
    return SlotView{ header.version, body.first(header.keyLength), body.sliced(header.keyLength) };
}

void invalidateSlot(char *slot)
{
    storeWord(slot + 8, 1);
}

void publishSlot(char *slot, const SlotHeader &header)
{
    storeWord(slot, header.checksum);
    qToLittleEndian(header.valueLength, slot + 16);
    qToLittleEndian(header.keyLength, slot + 20);
    qToLittleEndian(header.reserved, slot + 22);
    storeWord(slot + 8, header.version);
}

void Bucket::store(char *to) const
{
    char copy[BucketSize];
    qToLittleEndian(state, copy + 8);
    for (size_t i = 0; i < entries.size(); ++i) {
        char *const at = copy + 16 + 16 * i;
        qToLittleEndian(entries[i].tag, at);
        qToLittleEndian(entries[i].length, at + 4);
        qToLittleEndian(entries[i].place, at + 8);
    }
    Checksum sum(0);
    sum.add({ copy + 8, BucketSize - 8 });
    qToLittleEndian(sum.result(), copy);
    for (qsizetype at = 0; at < BucketSize; at += 8)
        storeWord(to + at, qFromLittleEndian<quint64>(copy + at));
}

std::optional<Bucket> Bucket::load(QByteArrayView memory)
{
    if (memory.size() < BucketSize)
        return {};
    Checksum sum(0);
    sum.add(memory.sliced(8, BucketSize - 8));
    if (sum.result() != qFromLittleEndian<quint64>(memory.data()))
        return {};
    Bucket bucket;
    bucket.state = qFromLittleEndian<quint64>(memory.data() + 8);
    for (size_t i = 0; i < bucket.entries.size(); ++i) {
        const char *const at = memory.data() + 16 + 16 * i;
        bucket.entries[i].tag = qFromLittleEndian<quint32>(at);
        bucket.entries[i].length = qFromLittleEndian<quint32>(at + 4);
        bucket.entries[i].place = qFromLittleEndian<quint64>(at + 8);
    }
    return bucket;
}

} // namespace KeyValue
