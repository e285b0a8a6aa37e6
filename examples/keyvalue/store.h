// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STORE_H
#define STORE_H

#include "blockallocator.h"
#include "slot.h"

#include <QHash>
#include <QList>

#include <deque>
#include <map>
#include <memory>
#include <set>

namespace KeyValue {

// Memory that clients read: whole pages, which live as long as anybody holds them.
struct Pages
{
    std::shared_ptr<char> memory;
    qsizetype size = 0;

    static Pages allocate(qsizetype size);
};

// The keys and values, in memory laid out for readers that do not ask: an index of buckets, and
// chunks with slots. Knows nothing of RDMA. Every change keeps what a reader may see at any moment
// either whole or recognizably not.
//
// A value is never changed in place: prepare() makes a new slot, publish() turns the index to it,
// and the old slot is left intact for a while, for readers on their way to it.
//
// A key may have an end. It stays in the store until somebody removes what endedBefore() tells.
class Store
{
public:
    struct Limits
    {
        quint64 bytes = quint64(256) << 20; // of all chunks
        qsizetype keys = 1 << 20;
        int firstChunkOrder = 20; // 1 MiB; each further one is twice as large
        int lastChunkOrder = 29;
        int quarantine = 64; // slots
    };
    enum class Status : quint8 { Done, NotFound, Full, Malformed };

    // A slot that nobody can find yet.
    struct Prepared
    {
        quint64 place = 0;
        SlotHeader header; // as it was in the image
        QByteArray key;
        qint64 end = 0; // ms since 1970; 0: none
    };
    struct Value
    {
        quint64 version = 0;
        quint64 place = 0;
        QByteArrayView slot; // key() and value() are in it; valid until the next change
        QByteArrayView value;
    };

    explicit Store(quint64 seed, const Limits &limits);
    explicit Store(quint64 seed) : Store(seed, Limits()) { }

    // Makes it from an image of a slot that its writer may still be changing: the image is copied
    // first and then checked.
    Status prepare(const char *image, qsizetype size, Prepared *prepared);
    Status prepare(QByteArrayView key, QByteArrayView value, Prepared *prepared);
    // The same in steps, for an image that comes in pieces. check() discards what is malformed.
    Status reserve(const SlotHeader &claimed, Prepared *prepared);
    void fill(const Prepared &prepared, qsizetype offset, const char *from, qsizetype size);
    Status check(Prepared *prepared);
    Status publish(const Prepared &prepared, quint64 *version); // Full: too many keys
    void discard(const Prepared &prepared);
    QByteArrayView valueOf(const Prepared &prepared) const;
    Status remove(const QByteArray &key, quint64 *version);

    std::optional<Value> find(const QByteArray &key) const;
    // Keys in order, after one of them, as many as fit into that many bytes.
    QList<QByteArray> keysAfter(const QByteArray &after, const QByteArray &prefix,
                                qsizetype maxBytes, bool *more) const;
    QList<QByteArray> endedBefore(qint64 time, qsizetype most) const;
    std::optional<qint64> nextEnd() const;
    qsizetype count() const { return qsizetype(m_keys.size()); }
    quint64 usedBytes() const;

    // The addresses that readers need. The number of the layout grows when a chunk is added or the
    // index replaced. The buckets of a replaced index say that they have moved.
    quint64 seed() const { return m_seed; }
    quint32 layout() const { return m_layout; }
    const Pages &index() const { return m_index; }
    const QList<Pages> &chunks() const { return m_chunks; }

private:
    struct Entry
    {
        quint64 place = 0;
        quint32 length = 0;
        quint64 version = 0;
        quint64 hash = 0;
        qint64 end = 0;
        bool indexed = false; // else its bucket was full
    };
    struct Block
    {
        quint64 place = 0;
        int order = 0;
    };

    std::optional<quint64> allocate(quint64 size);
    std::optional<quint64> allocateFrom(int order);
    bool addChunk(int order);
    void release(quint64 place, quint64 size);
    bool recycleOldest();
    void giveBack(const Block &block);
    char *at(quint64 place) const;

    quint64 bucketCount() const { return quint64(m_index.size) / BucketSize; }
    char *bucketAt(quint64 number) const;
    Bucket bucketOf(quint64 hash) const;
    void storeBucket(quint64 hash, Bucket bucket);
    void enter(const QByteArray &key, Entry *entry);
    void replaceInIndex(const Entry &before, const Entry &after);
    void leave(const QByteArray &key, const Entry &entry);
    void growIndex();

    quint64 m_seed;
    Limits m_limits;
    quint64 m_version;
    quint32 m_layout = 1;
    Pages m_index;
    QList<Pages> m_chunks;
    std::vector<BlockAllocator> m_allocators; // one for each chunk
    std::deque<Block> m_quarantine; // freed blocks, the oldest first
    std::map<QByteArray, Entry> m_keys;
    QHash<quint64, QList<QByteArray>> m_overflow; // by bucket
    std::set<std::pair<qint64, QByteArray>> m_ends; // of the keys that have one
};

} // namespace KeyValue

#endif // STORE_H
