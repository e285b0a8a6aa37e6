// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RSOCKETMEMORY_P_H
#define RSOCKETMEMORY_P_H

#include "rsocketprotocol_p.h"
#include "../rdmastreamoptions_p.h"

#include "../../connection/connection_p.h"
#include "../../verbs/registeredmemory_p.h"

#include <deque>
#include <vector>

namespace QtRdmaPrivate {

// The memory of one connection that its peer writes to: blocks that are granted one after the
// other, and the target list in which the peer grants its own. Receives bring the messages about
// that; they have memory on iWARP only, where a message is no immediate data.
class RsocketMemory
{
public:
    RsocketMemory(Connection *connection, const StreamOptionsData *options)
        : m_connection(*connection)
        , m_options(*options)
    {
    }

    // All that the handshake names must be there before it leaves.
    RdmaError prepare();
    RsocketHandshake handshake() const;
    // Where the device has none, a word is a message of its own.
    bool hasImmediateData() const { return !m_messages; }
    uchar *targetList() { return reinterpret_cast<uchar *>(m_targetList->data()); }

    // Receives. Two grants and two limits in each direction of a window, and the end.
    static constexpr int Receives = RsocketProtocol::OwnCredits + 8;
    // Returns the message of a completed receive, which is free then.
    quint32 takeMessage(quint32 tag, const ibv_wc &completion, bool isBigEndian);
    // Whether it was a message at all.
    bool isMessage(const ibv_wc &completion) const;
    bool post(RdmaError *error); // those that are free

    // Blocks: granted and not done with, the oldest first.
    size_t blocks() const { return m_blocks.size(); }
    const char *block(size_t index) const { return m_blocks[index]->data(); }
    quint32 firstBlockSize() const { return quint32(m_blocks.front()->size()); }
    size_t blocksWanted(quint32 peerEntries) const;
    void grow() { m_isGrown = true; } // larger blocks, and more of them
    std::optional<RsocketGrant> addBlock(); // nothing: there is no memory now
    void blocksFinished(size_t count);

    void release(std::vector<std::shared_ptr<void>> *memory);

private:
    using Memory = std::shared_ptr<RegisteredMemory>;

    static constexpr size_t FewestBlocks = 2;
    static constexpr size_t MostBlocks = 4;

    quint32 blockSize() const;
    Memory takeBlock();
    Memory makeBlock() const;

    Connection &m_connection;
    const StreamOptionsData &m_options;
    Memory m_targetList;
    Memory m_messages; // iWARP: receives are filled into this, four bytes each
    std::vector<quint32> m_freeReceives; // to be posted again
    std::deque<Memory> m_blocks;
    std::vector<Memory> m_spare;
    bool m_isGrown = false;
};

} // namespace QtRdmaPrivate

#endif // RSOCKETMEMORY_P_H
