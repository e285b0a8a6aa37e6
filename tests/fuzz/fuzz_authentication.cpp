// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "stream/native/streamauthentication_p.h"

#include <QtCore/qbytearraylist.h>

using namespace QtRdmaPrivate;

using Role = StreamAuthentication::Role;

// Messages of a stranger, who may also say again what he has heard of this side, or of another connection of those who have the key.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input(data, size);
    const Role role = input.byte() % 2 == 0 ? Role::Client : Role::Server;
    const QByteArray key = "secret";
    StreamAuthentication other(Role::Client, key, "request", "reply");
    StreamAuthentication another(Role::Server, key, "request", "reply");
    QByteArrayList heard = { other.takeMessage() };
    require(another.received(heard.last()), "a challenge is one");
    heard.append(another.takeMessage());
    require(other.received(heard.last()), "who has the key is believed");
    heard.append(other.takeMessage());
    require(another.received(heard.last()), "on both sides");

    StreamAuthentication self(role, key, "request", "reply");
    while (!input.atEnd()) {
        if (self.hasMessage())
            heard.append(self.takeMessage());
        const int what = input.byte();
        QByteArray message = what < 0x80 ? input.bytes(what) : heard.at(what % heard.size());
        if (what >= 0xc0)
            message += heard.at(what / 8 % heard.size());
        if (!self.received(message))
            return 0; // the connection ends
        require(!self.peerHasKey(), "who has no key is not believed");
    }
    return 0;
}
