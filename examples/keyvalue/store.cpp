// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "store.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace KeyValue {

namespace {

constexpr qsizetype PageSize = 4096;
constexpr quint64 FirstBuckets = 64;
constexpr quint64 MaxChunks = 32; // so that a layout fits into one message

} // namespace

Pages Pages::allocate(qsizetype size)
{
    size = (size + PageSize - 1) / PageSize * PageSize;
    Pages pages;
    auto *memory = static_cast<char *>(std::aligned_alloc(size_t(PageSize), size_t(size)));
    if (!memory)
        return pages;
    std::memset(memory, 0, size_t(size));
    pages.memory = std::shared_ptr<char>(memory, std::free);
    pages.size = size;
    return pages;
}

Store::Store(quint64 seed, const Limits &limits)
    : m_seed(seed)
    , m_limits(limits)
    // Nobody must take a version of an earlier run for one of this.
    , m_version((seed >> 2) * 2)
    , m_index(Pages::allocate(qsizetype(FirstBuckets) * BucketSize))
{
    Q_ASSERT(m_index.memory);
    for (quint64 i = 0; i < FirstBuckets; ++i)
        Bucket().store(bucketAt(i));
}

// The writer of the image is not to be trusted: its lengths are read once, and the copy is checked.
Store::Status Store::prepare(const char *image, qsizetype size, Prepared *prepared)
{
    if (size < SlotHeaderSize)
        return Status::Malformed;
    const SlotHeader claimed = SlotHeader::load(image);
    if (!claimed.hasValidLengths() || claimed.slotSize() > size)
        return Status::Malformed;
    if (const Status status = reserve(claimed, prepared); status != Status::Done)
        return status;
    fill(*prepared, SlotHeaderSize, image + SlotHeaderSize, claimed.slotSize() - SlotHeaderSize);
    return check(prepared);
}

Store::Status Store::reserve(const SlotHeader &claimed, Prepared *prepared)
{
    if (!claimed.hasValidLengths())
        return Status::Malformed;
    prepared->header = claimed;
    const std::optional<quint64> place = allocate(quint64(claimed.slotSize()));
    if (!place)
        return Status::Full;
    prepared->place = *place;
    invalidateSlot(at(*place)); // for readers that still know the slot that was here
    return Status::Done;
}

void Store::fill(const Prepared &prepared, qsizetype offset, const char *from, qsizetype size)
{
    Q_ASSERT(offset >= SlotHeaderSize && offset + size <= prepared.header.slotSize());
    std::memcpy(at(prepared.place) + offset, from, size_t(size));
}

Store::Status Store::check(Prepared *prepared)
{
    const SlotHeader &header = prepared->header;
    const QByteArrayView body(at(prepared->place) + SlotHeaderSize,
                              header.slotSize() - SlotHeaderSize);
    if (header.checksumWith(body) != header.checksum) {
        discard(*prepared);
        return Status::Malformed;
    }
    prepared->key = body.first(header.keyLength).toByteArray();
    return Status::Done;
}

Store::Status Store::prepare(QByteArrayView key, QByteArrayView value, Prepared *prepared)
{
    if (key.isEmpty() || key.size() > MaxKeySize || value.size() > MaxValueSize)
        return Status::Malformed;
    QByteArray image(SlotHeaderSize + key.size() + value.size(), Qt::Uninitialized);
    writeSlot(image.data(), 1, key, value);
    return prepare(image.constData(), image.size(), prepared);
}

Store::Status Store::publish(const Prepared &prepared, quint64 *version)
{
    auto found = m_keys.find(prepared.key);
    if (found == m_keys.end() && count() >= m_limits.keys) {
        discard(prepared);
        return Status::Full;
    }
    SlotHeader header = prepared.header;
    char *const slot = at(prepared.place);
    header.version = m_version += 2;
    header.checksum =
            header.checksumWith({ slot + SlotHeaderSize, header.slotSize() - SlotHeaderSize });
    publishSlot(slot, header);

    Entry entry;
    entry.place = prepared.place;
    entry.length = quint32(header.slotSize());
    entry.version = *version = header.version;
    entry.end = prepared.end;
    if (entry.end != 0)
        m_ends.emplace(entry.end, prepared.key);
    if (found == m_keys.end()) {
        entry.hash = hashOf(prepared.key, m_seed);
        enter(prepared.key, &entry);
        m_keys.emplace(prepared.key, entry);
        if (quint64(count()) * 10 > bucketCount() * BucketEntries * 6)
            growIndex();
    } else {
        const Entry before = found->second;
        entry.hash = before.hash;
        entry.indexed = before.indexed;
        replaceInIndex(before, entry);
        found->second = entry;
        if (before.end != entry.end)
            m_ends.erase({ before.end, prepared.key });
        release(before.place, before.length);
    }
    return Status::Done;
}

void Store::discard(const Prepared &prepared)
{
    release(prepared.place, quint64(prepared.header.slotSize()));
}

QByteArrayView Store::valueOf(const Prepared &prepared) const
{
    return { at(prepared.place) + SlotHeaderSize + prepared.key.size(),
             qsizetype(prepared.header.valueLength) };
}

Store::Status Store::remove(const QByteArray &key, quint64 *version)
{
    const auto found = m_keys.find(key);
    if (found == m_keys.end())
        return Status::NotFound;
    const Entry entry = found->second;
    m_keys.erase(found);
    m_ends.erase({ entry.end, key });
    leave(key, entry);
    release(entry.place, entry.length);
    *version = m_version += 2;
    return Status::Done;
}

std::optional<Store::Value> Store::find(const QByteArray &key) const
{
    const auto found = m_keys.find(key);
    if (found == m_keys.end())
        return {};
    const QByteArrayView slot(at(found->second.place), qsizetype(found->second.length));
    return Value{ found->second.version, found->second.place, slot,
                  slot.sliced(SlotHeaderSize + key.size()) };
}

QList<QByteArray> Store::keysAfter(const QByteArray &after, const QByteArray &prefix,
                                   qsizetype maxBytes, bool *more) const
{
    QList<QByteArray> keys;
    qsizetype bytes = 0;
    *more = false;
    auto it = after < prefix ? m_keys.lower_bound(prefix) : m_keys.upper_bound(after);
    for (; it != m_keys.end() && it->first.startsWith(prefix); ++it) {
        bytes += it->first.size() + 4;
        if (bytes > maxBytes) {
            *more = true;
            break;
        }
        keys.append(it->first);
    }
    return keys;
}

QList<QByteArray> Store::endedBefore(qint64 time, qsizetype most) const
{
    QList<QByteArray> keys;
    for (auto it = m_ends.cbegin(); it != m_ends.cend() && it->first <= time && keys.size() < most;
         ++it)
        keys.append(it->second);
    return keys;
}

std::optional<qint64> Store::nextEnd() const
{
    return m_ends.empty() ? std::nullopt : std::optional<qint64>(m_ends.cbegin()->first);
}

quint64 Store::usedBytes() const
{
    quint64 used = 0;
    for (qsizetype i = 0; i < m_chunks.size(); ++i)
        used += quint64(m_chunks.at(i).size) - m_allocators[size_t(i)].freeBytes();
    return used;
}

std::optional<quint64> Store::allocate(quint64 size)
{
    const int order = BlockAllocator::orderFor(size);
    for (;;) {
        if (const auto place = allocateFrom(order))
            return place;
        if (addChunk(order))
            continue;
        if (!recycleOldest()) // memory is short: readers on their way find something else and retry
            return {};
    }
}

std::optional<quint64> Store::allocateFrom(int order)
{
    for (size_t i = 0; i < m_allocators.size(); ++i) {
        if (const auto offset = m_allocators[i].allocate(order))
            return BucketEntry::placeOf(quint32(i), *offset);
    }
    return {};
}

bool Store::addChunk(int order)
{
    quint64 total = 0;
    for (const Pages &chunk : std::as_const(m_chunks))
        total += quint64(chunk.size);
    const int usual =
            qMin(m_limits.firstChunkOrder + int(m_chunks.size()), m_limits.lastChunkOrder);
    int chunkOrder = qMax(usual, order);
    while (chunkOrder > order && total + (quint64(1) << chunkOrder) > m_limits.bytes)
        --chunkOrder;
    if (total + (quint64(1) << chunkOrder) > m_limits.bytes
        || quint64(m_chunks.size()) >= MaxChunks)
        return false;
    const Pages pages = Pages::allocate(qsizetype(1) << chunkOrder);
    if (!pages.memory)
        return false;
    m_chunks.append(pages);
    m_allocators.emplace_back(chunkOrder);
    ++m_layout;
    return true;
}

void Store::release(quint64 place, quint64 size)
{
    m_quarantine.push_back({ place, BlockAllocator::orderFor(size) });
    if (qsizetype(m_quarantine.size()) > m_limits.quarantine)
        recycleOldest();
}

bool Store::recycleOldest()
{
    if (m_quarantine.empty())
        return false;
    giveBack(m_quarantine.front());
    m_quarantine.pop_front();
    return true;
}

void Store::giveBack(const Block &block)
{
    const BucketEntry entry{ 0, 0, block.place };
    m_allocators[entry.chunk()].release(entry.offset(), block.order);
}

char *Store::at(quint64 place) const
{
    const BucketEntry entry{ 0, 0, place };
    return m_chunks.at(entry.chunk()).memory.get() + entry.offset();
}

char *Store::bucketAt(quint64 number) const
{
    return m_index.memory.get() + number * BucketSize;
}

Bucket Store::bucketOf(quint64 hash) const
{
    const auto bucket =
            Bucket::load({ bucketAt(hash & (bucketCount() - 1)), qsizetype(BucketSize) });
    Q_ASSERT(bucket); // nobody else can write there
    return bucket.value_or(Bucket());
}

void Store::storeBucket(quint64 hash, Bucket bucket)
{
    const quint64 number = hash & (bucketCount() - 1);
    bucket.state = ((bucket.state >> 2) + 1) << 2;
    if (m_overflow.contains(number))
        bucket.state |= Bucket::Overflowed;
    bucket.store(bucketAt(number));
}

void Store::enter(const QByteArray &key, Entry *entry)
{
    Bucket bucket = bucketOf(entry->hash);
    const auto free = std::find_if(bucket.entries.begin(), bucket.entries.end(),
                                   [](const BucketEntry &e) { return e.length == 0; });
    entry->indexed = free != bucket.entries.end();
    if (entry->indexed)
        *free = { quint32(entry->hash >> 32), entry->length, entry->place };
    else
        m_overflow[entry->hash & (bucketCount() - 1)].append(key);
    storeBucket(entry->hash, bucket);
}

void Store::replaceInIndex(const Entry &before, const Entry &after)
{
    if (!before.indexed)
        return;
    Bucket bucket = bucketOf(before.hash);
    for (BucketEntry &entry : bucket.entries) {
        if (entry.length != 0 && entry.place == before.place) {
            entry.length = after.length;
            entry.place = after.place;
        }
    }
    storeBucket(before.hash, bucket);
}

void Store::leave(const QByteArray &key, const Entry &entry)
{
    const quint64 number = entry.hash & (bucketCount() - 1);
    const auto waiting = m_overflow.find(number);
    Bucket bucket = bucketOf(entry.hash);
    for (BucketEntry &used : bucket.entries) {
        if (entry.indexed && used.length != 0 && used.place == entry.place)
            used = {};
    }
    if (waiting != m_overflow.end()) {
        waiting->removeOne(key);
        if (entry.indexed && !waiting->isEmpty()) {
            Entry &next = m_keys[waiting->takeFirst()];
            const auto free = std::find_if(bucket.entries.begin(), bucket.entries.end(),
                                           [](const BucketEntry &e) { return e.length == 0; });
            *free = { quint32(next.hash >> 32), next.length, next.place };
            next.indexed = true;
        }
        if (waiting->isEmpty())
            m_overflow.remove(number);
    }
    storeBucket(entry.hash, bucket);
}

// All at once: a million keys take a fraction of a second, in which requests wait.
void Store::growIndex()
{
    const Pages old = m_index;
    const quint64 oldCount = bucketCount();
    const Pages grown = Pages::allocate(2 * old.size);
    if (!grown.memory)
        return; // keys that do not fit overflow, and clients ask for them
    m_index = grown;
    m_overflow.clear();
    for (quint64 i = 0; i < bucketCount(); ++i)
        Bucket().store(bucketAt(i));
    for (auto &[key, entry] : m_keys)
        enter(key, &entry);
    Bucket moved;
    moved.state = Bucket::Moved;
    for (quint64 i = 0; i < oldCount; ++i)
        moved.store(old.memory.get() + i * BucketSize);
    ++m_layout;
}

} // namespace KeyValue
