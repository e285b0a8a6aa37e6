// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "stream/native/creditledger_p.h"

#include <algorithm>

using namespace QtRdmaPrivate;

namespace {

class Input
{
public:
    Input(const uint8_t *data, size_t size) : m_next(data), m_end(data + size) { }
    bool atEnd() const { return m_next == m_end; }
    quint8 byte() { return atEnd() ? 0 : *m_next++; }
    quint32 number()
    {
        return quint32(byte()) | quint32(byte()) << 8 | quint32(byte()) << 16
                | quint32(byte()) << 24;
    }
    // Mostly near to 'base', where the borders are.
    quint32 near(quint32 base)
    {
        const quint8 first = byte();
        return first == 0xff ? number() : base + quint32(int(first) - 0x40);
    }

private:
    const uint8_t *m_next;
    const uint8_t *m_end;
};

// A careful program whose peer sends whatever the input says.
class Program
{
public:
    explicit Program(Input *input)
        : in(input)
        , start(starts[input->byte() % 3])
        , limit(start + window)
        , ledger({ window, window, 2048, 2048, start })
    {
    }

    void run()
    {
        while (!in->atEnd() && act())
            check();
    }

private:
    static constexpr quint32 window = 8;
    static constexpr quint32 starts[] = { 0, 0x7ffffff0, 0xfffffff0 };

    bool act() // false: the connection has ended
    {
        const quint8 what = in->byte();
        const auto type = FrameType(what % FrameTypes);
        switch (what >> 5) {
        case 0:
        case 1:
        case 2:
            return receive(type);
        case 3:
            ledger.controlConsumed(int(toConsume));
            toConsume = 0;
            return true;
        case 4:
            free();
            return true;
        case 5:
            if (ledger.canSendData())
                send(FrameType::Data);
            return true;
        case 6:
            sendControl(type);
            return true;
        default:
            if (ledger.window() < 1000)
                ledger.widen(1 + what % 4);
            return true;
        }
    }

    bool receive(FrameType type)
    {
        ParsedFrame frame;
        frame.header.type = type;
        frame.header.controlConsumed = in->near(start + controlSent);
        frame.header.dataLimit = in->near(limit);
        uchar payload[64] = {};
        const quint64 upper = in->near(start + framesSent);
        const quint32 lower =
                type == FrameType::Resize ? in->number() : in->near(start + dataReceived);
        encodeNumber(upper << 32 | lower, payload);
        frame.payload = payload;
        frame.length = type == FrameType::Data ? 1 : controlPayload(type);
        const quint32 needed = ledger.receivesNeeded();
        if (!accepts(frame))
            return false;
        require(needed > 0, "a frame that is accepted had a receive");
        require(ledger.receivesNeeded() < needed, "which it has used up");
        limit = frame.header.dataLimit;
        if (type == FrameType::Data) {
            ++held;
            ++dataReceived;
        } else {
            ++toConsume;
        }
        return true;
    }

    // A plain data frame has a way of its own, which must count as the way of all others does.
    bool accepts(const ParsedFrame &frame)
    {
        CreditLedger other = ledger;
        const bool isPlain = frame.header.type == FrameType::Data
                && ledger.receivedPlain(frame.header.controlConsumed, frame.header.dataLimit);
        const bool isInOrder = (isPlain ? other : ledger).received(frame).isEmpty();
        if (isPlain) {
            require(isInOrder, "a plain frame is in order");
            require(ledger.receivesNeeded() == other.receivesNeeded()
                            && ledger.dataAllowance() == other.dataAllowance()
                            && ledger.peerAllowance() == other.peerAllowance()
                            && ledger.canSendControl(FrameType::Resize)
                                    == other.canSendControl(FrameType::Resize),
                    "it counts as any other");
        }
        return isInOrder;
    }

    void free()
    {
        const quint32 count = held == 0 ? 0 : 1 + in->byte() % held;
        held -= count;
        ledger.dataFreed(int(count));
        if (in->byte() % 8 == 0)
            ledger.narrow(std::min(ledger.untold(), ledger.window() - 1));
    }

    void send(FrameType type)
    {
        const FrameHeader header = ledger.sending(type);
        require(header.type == type, "the header is of the frame that was asked for");
        ++framesSent;
        controlSent += type != FrameType::Data;
    }

    void sendControl(FrameType type)
    {
        if (!ledger.canSendControl(type))
            return;
        if (type == FrameType::CreditReturn)
            ledger.returnCredit(1 + in->byte() % (ledger.dataAllowance() - 1));
        if (type == FrameType::Resize)
            ledger.nextFramePosted(int(ledger.receivesNeeded()));
        send(type);
    }

    void check() const
    {
        require(ledger.dataAllowance() <= CreditLedger::MaxAllowance, "the allowance is bounded");
        require(ledger.controlUnacknowledged() >= 0, "nothing is acknowledged that was not sent");
        require(ledger.controlUnacknowledged() <= controlQuotaSum(), "control frames are bounded");
        require(ledger.window() > 0, "the window stays open");
        require(ledger.receivesNeeded() <= receivesFor(ledger.window()), "receives are bounded");
        require(held < ledger.window() + 1, "what is held is part of the window");
        require(ledger.maxPayload() >= MinSlotSize - FrameHeader::Size, "slots are not too small");
        require(ledger.maxPayload() <= MaxSlotSize - FrameHeader::Size, "slots are not too large");
    }

    Input *in;
    quint32 start;
    quint32 limit; // the peer's last
    CreditLedger ledger;
    quint32 toConsume = 0;
    quint32 held = 0;
    quint32 dataReceived = 0;
    quint32 framesSent = 0;
    quint32 controlSent = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input(data, size);
    Program(&input).run();
    return 0;
}
