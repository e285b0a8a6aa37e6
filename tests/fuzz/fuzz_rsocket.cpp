// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "stream/rsocket/rsocketledger_p.h"

#include <algorithm>

using namespace QtRdmaPrivate;

namespace {

// A careful program whose peer sends whatever the input says.
class RsocketProgram
{
public:
    RsocketProgram(FuzzInput *input, const RsocketHandshake &peer)
        : in(input)
        , ledger(setupFor(peer))
    {
    }

    void run()
    {
        while (!in->atEnd() && act())
            check();
    }

private:
    static constexpr quint32 entries = 4;
    static constexpr quint32 firstGrant = 4096;

    static RsocketLedger::Setup setupFor(const RsocketHandshake &peer)
    {
        RsocketLedger::Setup setup;
        setup.ownCredits = 16;
        setup.ownEntries = entries;
        setup.ownFirstGrant = firstGrant;
        setup.peerCredits = peer.credits;
        setup.peerEntries = peer.targetList.length;
        setup.peerFirstGrant = peer.firstGrant;
        setup.firstSerial = 0xfff0;
        return setup;
    }

    bool act() // false: the connection has ended
    {
        switch (in->byte() % 4) {
        case 0:
            return receive();
        case 1:
            read();
            return true;
        case 2:
            if (ledger.canGrant() && ledger.grants() < entries)
                ledger.granting(1 + in->byte());
            ledger.update();
            return true;
        default:
            send();
            return true;
        }
    }

    bool receive()
    {
        RsocketMessage message;
        const quint32 encoded = in->number();
        if (!parseRsocketMessage(encoded, &message).isEmpty())
            return false;
        require(message.encoded() == encoded, "a message is what it says");
        const RsocketGrant granted = { in->byte(), 1, in->byte() };
        const RsocketLedger::Place place = ledger.place();
        const quint64 before = ledger.unread();
        if (!ledger.received(message, &granted).isEmpty())
            return false;
        const quint64 arrived = ledger.unread() - before;
        require(arrived == 0 || place.grant < ledger.grants(), "data have a place");
        require(place.offset + arrived <= firstGrant, "within the largest grant");
        return true;
    }

    void read()
    {
        const quint64 count = std::min<quint64>(ledger.unread(), in->byte() * 16);
        ledger.consumed(count);
        const size_t before = ledger.grants();
        require(ledger.takeFinished() == before - ledger.grants(), "who is finished has gone");
    }

    void send()
    {
        if (!ledger.canSendData())
            return;
        const quint32 allowance = ledger.allowance();
        const quint32 length = std::min<quint32>(1 + in->byte(), ledger.maxPayload());
        require(ledger.sending(length).length == length, "all of it has a target");
        require(ledger.allowance() == allowance - 1, "a message costs one");
    }

    void check() const
    {
        require(ledger.nextEntry() < entries, "there is such an entry");
        require(ledger.grants() <= entries, "grants are bounded");
        require(ledger.unread() <= entries * quint64(firstGrant), "what is unread was granted");
    }

    FuzzInput *in;
    RsocketLedger ledger;
};

} // namespace

// Private data, and behind them what happens on the connection.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input(data, size);
    RsocketHandshake peer;
    if (!parseRsocketHandshake(input.bytes(RsocketHandshake::Size), &peer).isEmpty())
        return 0;
    RsocketHandshake again;
    require(parseRsocketHandshake(peer.toPrivateData(), &again).isEmpty(), "it can be read again");
    require(again.toPrivateData() == peer.toPrivateData(), "the handshake is what it says");
    RsocketProgram(&input, peer).run();
    return 0;
}
