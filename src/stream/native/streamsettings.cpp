// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamsettings_p.h"

#include "framesender_p.h"
#include "receivebudget_p.h"

#include <QtCore/qrandom.h>

namespace QtRdmaPrivate {

// A stream with receives of its own begins with small ones, since many streams are idle.
constexpr int FirstSlot = 512; // bytes of data
constexpr int FirstWindow = 6;

// Shared slots do not grow.
static ReceiveSlots::Setup slotsFor(const StreamOptionsData &options, Receives receives)
{
    const bool isShared = receives == Receives::Shared;
    const int first = isShared ? options.slotSize : qMin(options.slotSize, FirstSlot);
    const int largest = isShared ? first : qMax(options.slotSize, options.largeSlotSize);
    const auto size = [](int content) { return quint32(content) + FrameHeader::Size; };
    return { options.window, size(first), size(options.slotSize), size(largest) };
}

StreamProtocol::Setup protocolSetup(const StreamOptionsData &options, Receives receives)
{
    StreamProtocol::Setup setup;
    setup.slots = slotsFor(options, receives);
    setup.own.slotSize = setup.slots.first;
    setup.own.window =
            quint32(qMin(options.window,
                         receives == Receives::Shared ? ReceiveBudget::FirstWindow : FirstWindow));
    setup.own.keepAlive = quint32(options.keepAliveInterval);
    setup.own.features = options.preSharedKey ? StreamHandshake::Authentication : 0;
    if (options.transport == Rdma::TransportPolicy::PreferRdma)
        setup.own.features |= StreamHandshake::Confirmation;
    setup.own.nonce = QRandomGenerator::system()->generate64();
    return setup;
}

void addStreamSettings(const StreamProtocol &protocol, ConnectionSettings *settings)
{
    settings->sendDepth = FrameSender::DataInFlight + controlQuotaSum();
    settings->sendSges = 2; // a header, and a payload that stands elsewhere
    settings->receiveDepth = int(receivesFor(quint32(protocol.slots().widest())));
    settings->privateData = protocol.own().toPrivateData();
    settings->refusal = rejectData(RejectReason::OutOfResources);
    settings->initiatorDepth = settings->responderResources = 0; // a stream reads nothing
}

// A peer that sends more than it may takes receives of other streams, until it is disconnected. The
// peers of those repeat each 20 ms (the code of the verbs for that), as long as it takes. The
// keepalive, if it is on, finds a server that stands still.
void addSharedReceives(const std::shared_ptr<SharedReceives> &queue, ConnectionSettings *settings)
{
    constexpr int pause = 22;
    constexpr int forEver = 7;
    settings->sharedReceives = queue;
    settings->minRnrTimer = pause;
    settings->rnrRetryCount = forEver;
}

} // namespace QtRdmaPrivate
