// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "stream/native/streamprotocol_p.h"

using namespace QtRdmaPrivate;

namespace {

using Arrival = StreamProtocol::Arrival;
using Next = StreamProtocol::Next;

// A careful program whose peer says whatever the input says.
class Program
{
public:
    explicit Program(FuzzInput *input)
        : in(input)
        , features(in->byte() & (StreamHandshake::Authentication | StreamHandshake::Confirmation))
        , firstSerial(in->byte() & 1 ? 0xfffffff8U : 0)
        , protocol(&states, setup())
    {
        const std::optional<QByteArray> key =
                hasKey() ? std::optional<QByteArray>(QByteArray(32, 'k')) : std::nullopt;
        const QByteArray handshake = protocol.own().toPrivateData();
        require(!protocol.accept(handshake, key).isRefused(), "a handshake like ours is accepted");
        protocol.begin(in->byte() & 1 ? StreamProtocol::Transport::Iwarp
                                      : StreamProtocol::Transport::Acknowledging,
                       StreamAuthentication::Role::Server);
        states.linked(protocol.isProving());
    }

    void run()
    {
        while (!in->atEnd()) {
            act();
            check();
        }
    }

private:
    bool hasKey() const { return features & StreamHandshake::Authentication; }

    StreamProtocol::Setup setup() const
    {
        StreamProtocol::Setup setup;
        setup.own.slotSize = 528;
        setup.own.window = Window;
        setup.own.features = features;
        setup.slots = { 2 * int(Window), 528, 2064, 65488 };
        setup.firstSerial = firstSerial;
        return setup;
    }

    // Mostly 'base', or near to it.
    quint32 near(quint32 base) { return base + quint32(qint8(in->byte()) / 8); }

    void act()
    {
        const quint8 what = in->byte();
        switch (what >> 5) {
        case 0:
        case 1:
        case 2:
            return receive(what);
        case 3:
            if (held > 0) {
                --held;
                protocol.dataFreed(1);
            }
            return;
        case 4:
            if (protocol.isPostingDue())
                protocol.posted(protocol.windowWanted() - protocol.window());
            return;
        case 5:
            if (states.isLive() && protocol.mayTalk() && protocol.maySendData()) {
                uchar header[FrameHeader::Size];
                protocol.putData(header);
                ++framesSent;
            }
            return;
        case 6:
            return sendControl();
        default:
            if (what & 1)
                states.finish(StreamStates::Finish(what / 2 % 3));
            else
                states.finCompleted();
            return;
        }
    }

    void receive(quint8 what)
    {
        FrameHeader header;
        header.type = FrameType(what % (FrameTypes + 1));
        header.flags = in->byte() / 64;
        header.controlConsumed = near(firstSerial + controlSent);
        header.dataLimit = near(firstSerial + Window + framesSent);
        QByteArray message(int(FrameHeader::Size), '\0');
        encodeHeader(header, reinterpret_cast<uchar *>(message.data()));
        const quint8 length = in->byte();
        const bool isControl = quint8(header.type) < FrameTypes && header.type != FrameType::Data;
        message += in->bytes(length > 127        ? length % 80U
                                     : isControl ? controlPayload(header.type)
                                                 : 1);
        const bool hadEnded = states.hasPeerFinished();
        const bool hadFailed = states.isFailing();
        const quint32 allowed = hadFailed ? 0 : protocol.receivesNeeded();
        const auto *bytes = reinterpret_cast<const uchar *>(message.constData());
        const Arrival arrival = protocol.receivedPlain(bytes, quint32(message.size()))
                ? Arrival::Data
                : protocol.received(bytes, quint32(message.size()));
        require(!hadFailed || arrival == Arrival::Dropped, "nothing is heard after a failure");
        require((arrival == Arrival::Failed) <= states.isFailing(), "a failure is one");
        if (arrival == Arrival::Data)
            ++held;
        if (arrival == Arrival::Data || arrival == Arrival::Unread) {
            require(!hadEnded, "no data after the end");
            require(!hasKey(), "no data without the key");
            require(allowed > 0, "what is accepted had a receive");
        }
    }

    void sendControl()
    {
        const Next next = protocol.next([] { return true; }, [](FrameType) { return true; });
        if (next == Next::Nothing)
            return;
        uchar frame[StreamProtocol::MaxControlSize];
        const quint32 length = protocol.put(next, frame);
        require(length >= FrameHeader::Size && length <= sizeof(frame), "a frame has its size");
        ++framesSent;
        ++controlSent;
        if (FrameType(*frame) == FrameType::Reset)
            require(++resets == 1, "there is one reset");
    }

    void check() const
    {
        require(!hasKey() || !states.wasOpen(), "nobody without the key opens the connection");
        require(held <= 2 * Window, "what is held is part of the window");
        require(states.isFailing() || protocol.receivesNeeded() <= receivesFor(2 * Window),
                "receives are bounded");
    }

    static constexpr quint32 Window = 4;

    FuzzInput *in;
    const quint32 features; // that the client wants
    const quint32 firstSerial;
    StreamStates states{ StreamStates::LastWord::Answered };
    StreamProtocol protocol;
    quint32 held = 0;
    quint32 framesSent = 0;
    quint32 controlSent = 0;
    int resets = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input(data, size);
    Program(&input).run();
    return 0;
}
