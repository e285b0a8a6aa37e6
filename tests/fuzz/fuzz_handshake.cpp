// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "stream/native/streamframe_p.h"
#include "stream/native/streamhandshake_p.h"

using namespace QtRdmaPrivate;

static void checkValues(const StreamHandshake &peer)
{
    require(peer.version >= StreamHandshake::LowestVersion, "it is new enough");
    require(peer.lowestVersion <= StreamHandshake::Version, "it is old enough");
    require(peer.slotSize >= MinSlotSize && peer.slotSize <= MaxSlotSize,
            "the slot size is in range");
    require(peer.window >= StreamHandshake::MinWindow && peer.window <= StreamHandshake::MaxWindow,
            "the window is in range");
}

// Private data of a request, a reply or a reject. What is accepted is what would have been written.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    StreamHandshake peer;
    RejectReason reason = RejectReason::Busy;
    const bool accepted = parseHandshake(bytes, &peer, &reason).isEmpty();
    require(accepted == (reason == RejectReason::Unknown), "a refusal has a reason");
    require(accepted || !rejectText(rejectData(reason)).isEmpty(), "that its side can print");
    const QString rejected = rejectText(bytes);
    require(!accepted || rejected.isEmpty(), "a handshake is no reject");
    if (!accepted)
        return 0;
    checkValues(peer);
    if (peer.version == StreamHandshake::Version) {
        QByteArray again = peer.toPrivateData();
        again.append(bytes.size() - again.size(), '\0');
        require(again == bytes, "the handshake is what it says");
    }
    StreamHandshake request;
    request.features = 5;
    StreamHandshake reply;
    if (parseReply(bytes, request, &reply, &reason).isEmpty()) {
        require(reply.version == StreamHandshake::Version, "the version was offered");
        require((reply.features & ~request.features) == 0, "the features were offered");
    }
    return 0;
}
