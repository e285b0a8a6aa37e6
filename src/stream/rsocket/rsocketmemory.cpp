// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rsocketmemory_p.h"

#include "../receivechain_p.h"

#include "../../base/logging_p.h"
#include "../../verbs/lockedmemory_p.h"

#include <QtCore/qendian.h>

#include <algorithm>

namespace QtRdmaPrivate {

static constexpr quint32 OwnEntries = RsocketProtocol::OwnEntries;
static constexpr int WrittenByPeer = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE;

RdmaError RsocketMemory::prepare()
{
    RdmaError error;
    const ProtectionDomainPtr &domain = m_connection.queues().domain();
    m_targetList =
            RegisteredMemory::make(domain, OwnEntries * RsocketGrant::Size, WrittenByPeer, &error);
    if (m_targetList && !m_connection.provider().hasImmediateData()) {
        m_messages = RegisteredMemory::make(domain, Receives * RsocketMessage::Size,
                                            IBV_ACCESS_LOCAL_WRITE, &error);
    }
    if (error.isError())
        return error;
    m_blocks.push_back(RegisteredMemory::make(domain, blockSize(), WrittenByPeer, &error));
    for (int i = 0; i < Receives; ++i)
        m_freeReceives.push_back(quint32(i));
    return error;
}

RsocketHandshake RsocketMemory::handshake() const
{
    RsocketHandshake own;
    own.credits = RsocketProtocol::OwnCredits;
    own.targetList = { m_targetList->deviceAddress(), m_targetList->remoteKey(), OwnEntries };
    const Memory &block = m_blocks.front();
    own.firstGrant = { block->deviceAddress(), block->remoteKey(), quint32(block->size()) };
    return own;
}

// --- receives ---

quint32 RsocketMemory::takeMessage(quint32 tag, const ibv_wc &completion, bool isBigEndian)
{
    m_freeReceives.push_back(tag);
    if (!m_messages)
        return qFromBigEndian(completion.imm_data);
    const char *const bytes = m_messages->data() + tag * RsocketMessage::Size;
    return isBigEndian ? qFromBigEndian<quint32>(bytes) : qFromLittleEndian<quint32>(bytes);
}

bool RsocketMemory::isMessage(const ibv_wc &completion) const
{
    return m_messages ? completion.byte_len == RsocketMessage::Size
                      : completion.opcode == IBV_WC_RECV_RDMA_WITH_IMM;
}

bool RsocketMemory::post(RdmaError *error)
{
    if (m_freeReceives.empty())
        return true;
    ReceiveChain chain(&m_connection.queues());
    for (quint32 tag : m_freeReceives) {
        const quint64 id = m_connection.queues().workRequestId(tag);
        if (m_messages) {
            chain.add(id, m_messages->data() + tag * RsocketMessage::Size, RsocketMessage::Size,
                      m_messages->localKey());
        } else {
            chain.add(id, nullptr, 0, 0);
        }
    }
    m_freeReceives.clear();
    return chain.post(error);
}

// --- blocks ---

quint32 RsocketMemory::blockSize() const
{
    constexpr qint64 smallest = 4096;
    constexpr qint64 largest = 16 * 1024 * 1024;
    const qint64 small = qint64(m_options.slotSize) * m_options.window / 2;
    const qint64 large = qint64(m_options.largeSlotSize) * m_options.window / 4;
    const qint64 size = m_isGrown
            ? qMax(small, qMin<qint64>(large, LockedMemory::share() / MostBlocks))
            : small;
    return quint32(qBound(smallest, size, largest));
}

size_t RsocketMemory::blocksWanted(quint32 peerEntries) const
{
    return m_isGrown ? qMin<size_t>(MostBlocks, peerEntries) : FewestBlocks;
}

std::optional<RsocketGrant> RsocketMemory::addBlock()
{
    Memory block = takeBlock();
    if (!block)
        return {};
    const RsocketGrant grant = { block->deviceAddress(), block->remoteKey(),
                                 quint32(block->size()) };
    m_blocks.push_back(std::move(block));
    return grant;
}

// Null if there is no memory now; the peer has a block. Smaller spare blocks are dropped when there
// is a larger one.
RsocketMemory::Memory RsocketMemory::takeBlock()
{
    const auto isLarge = [size = blockSize()](const Memory &block) {
        return block->size() >= size;
    };
    auto spare = std::find_if(m_spare.begin(), m_spare.end(), isLarge);
    if (spare == m_spare.end()) {
        if (Memory block = makeBlock()) {
            m_spare.clear();
            return block;
        }
        spare = m_spare.begin();
    }
    if (spare == m_spare.end())
        return {};
    Memory block = std::move(*spare);
    m_spare.erase(spare);
    return block;
}

// Takes memory for speed only, because a block from the beginning is with the peer, or spare.
RsocketMemory::Memory RsocketMemory::makeBlock() const
{
    if (!LockedMemory::hasRoomForSpeed(blockSize()))
        return {};
    RdmaError error;
    Memory block = RegisteredMemory::make(m_connection.queues().domain(), blockSize(),
                                          WrittenByPeer, &error);
    if (error.isError()) {
        LockedMemory::refused(error.code());
        qCDebug(lcRdmaStream) << "goes on with less:" << error;
    }
    return block;
}

void RsocketMemory::blocksFinished(size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        m_spare.push_back(std::move(m_blocks.front()));
        m_blocks.pop_front();
    }
}

void RsocketMemory::release(std::vector<std::shared_ptr<void>> *memory)
{
    for (Memory &block : m_blocks)
        memory->push_back(std::move(block));
    for (Memory &block : m_spare)
        memory->push_back(std::move(block));
    m_blocks.clear();
    m_spare.clear();
    memory->push_back(std::move(m_targetList));
    memory->push_back(std::move(m_messages));
}

} // namespace QtRdmaPrivate
