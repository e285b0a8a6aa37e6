// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REGISTEREDPOOL_P_H
#define REGISTEREDPOOL_P_H

#include "registeredmemory_p.h"

#include <infiniband/verbs.h>

#include <algorithm>
#include <array>
#include <limits>
#include <list>
#include <mutex>
#include <utility>
#include <vector>

namespace QtRdmaPrivate {

class RegisteredPool;

// Memory that was registered in one call and is cut into slots of one size.
struct PoolSlab
{
    RegisteredPool *pool;
    std::shared_ptr<RegisteredMemory> memory;
    int sizeClass;
    int inUse = 0;
};

// A piece of registered memory, given back to its pool when the value is destroyed. The last holder
// must know that the device is done with it: the send record after its completion, or the reaper
// after the queue pair is gone. An object that holds slots holds their pool, too: a share in each
// slot would cost an atomic operation each time the slot moves.
class PoolSlot
{
public:
    PoolSlot() = default;
    PoolSlot(PoolSlot &&other) noexcept
        : m_slab(other.m_slab)
        , m_element(std::exchange(other.m_element, {}))
    {
    }
    PoolSlot &operator=(PoolSlot &&other) noexcept
    {
        const ibv_sge element = std::exchange(other.m_element, {});
        release();
        m_slab = other.m_slab;
        m_element = element;
        return *this;
    }
    ~PoolSlot() { release(); }

    explicit operator bool() const { return m_element.addr != 0; }
    char *data() const { return reinterpret_cast<char *>(quintptr(m_element.addr)); }
    quint32 size() const { return m_element.length; }
    quint32 localKey() const { return m_element.lkey; }
    // All of it, as the verbs take it.
    ibv_sge *element() { return &m_element; }
    void shorten(quint32 size) { m_element.length = std::min(size, m_element.length); }
    const std::shared_ptr<RegisteredMemory> &memory() const { return m_slab->memory; }
    void release()
    {
        if (m_element.addr != 0)
            giveBack();
    }

private:
    friend class RegisteredPool;
    void giveBack();

    PoolSlab *m_slab = nullptr;
    ibv_sge m_element = {};
};

// Registered memory of one protection domain. Its slots have sizes of a power of two (and room for
// a header) and are cut from slabs: registering costs tens of microseconds, taking a slot costs
// none. When no more can be registered, free slots of another size serve instead. Thread-safe,
// because the reaper gives slots back from its own thread. Without a domain its memory is for no
// device, and nothing of it is registered.
class RegisteredPool
{
public:
    static constexpr quint32 SmallestSlot = 512;
    static constexpr quint32 LargestSlot = 1024 * 1024;
    static constexpr quint32 HeaderRoom =
            64; // above the power of two, so that a full payload and its header fit
    static constexpr quint32 SlabSize = 256 * 1024; // without the room for headers
    static constexpr quint32 SmallSlab = 4096; // the first slab of a pool that is little used

    explicit RegisteredPool(ProtectionDomainPtr domain, quint32 headerRoom = HeaderRoom,
                            size_t mostBytes = std::numeric_limits<size_t>::max(),
                            size_t spareBytes = 0, quint32 firstSlab = SlabSize)
        : m_domain(std::move(domain))
        , m_headerRoom(headerRoom)
        , m_mostBytes(mostBytes)
        , m_spareBytes(spareBytes)
        , m_firstSlab(firstSlab)
    {
    }

    // The first slab of each size is small.
    static std::shared_ptr<RegisteredPool> makeForFew(ProtectionDomainPtr domain);

    PoolSlot take(quint32 size, RdmaError *error);
    // Appends that many slots; on failure as many as there are.
    RdmaError take(quint32 size, size_t count, std::vector<PoolSlot> *slots);
    // For callers that can do with less, down to 'least', or without. Null when the rest is left to
    // others.
    PoolSlot takeForSpeed(quint32 size, quint32 least);
    bool hasForSpeed(quint32 size, size_t count) const;
    const ProtectionDomainPtr &domain() const { return m_domain; }
    size_t mostBytes() const { return m_mostBytes; }
    size_t registeredBytes() const;

private:
    friend class PoolSlot;
    static constexpr int Classes = 12;

    struct FreeSlot
    {
        char *data;
        PoolSlab *slab;
    };
    using Slabs = std::list<PoolSlab>; // slots point to them

    int classOf(quint32 size) const;
    quint32 sizeOfClass(int sizeClass) const { return (SmallestSlot << sizeClass) + m_headerRoom; }
    size_t slabBytes(int sizeClass) const;
    size_t bytes() const;
    bool hasRoomForSpeed(size_t bytes) const; // in the account of locked memory
    bool refuses(quint32 size, RdmaError *error) const; // too large, or asked for by a child
    PoolSlot takeOne(int sizeClass, RdmaError *error);
    PoolSlot takeFree(int sizeClass);
    PoolSlot takeLarger(int sizeClass);
    bool addSlab(int sizeClass, RdmaError *error);
    bool addSlabForSpeed(int sizeClass);
    bool dropEmpty();
    void giveBack(FreeSlot slot);
    bool isSpare(const PoolSlab &slab) const;
    void drop(Slabs::const_iterator slab);

    mutable std::mutex m_mutex;
    ProtectionDomainPtr m_domain;
    int m_access = RegisteredMemory::SlotAccess; // without what the device has refused before
    quint32 m_headerRoom;
    size_t m_mostBytes;
    size_t m_spareBytes; // that may stay in unused slabs
    quint32 m_firstSlab; // size of the first slab for a slot size; later ones are larger
    Slabs m_slabs;
    std::array<std::vector<FreeSlot>, Classes> m_free;
};

} // namespace QtRdmaPrivate

#endif // REGISTEREDPOOL_P_H
