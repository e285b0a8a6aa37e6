// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include <QtRdma/rdmaendpoint.h>
#include <QtRdma/rdmaremotememory.h>

#include <QtCore/qdatastream.h>
#include <QtCore/qiodevice.h>

// What is accepted is what would have been written.
template <typename Type>
static std::optional<Type> readAs(const QByteArray &bytes)
{
    QDataStream in(bytes);
    Type value;
    in >> value;
    if (in.status() != QDataStream::Ok) {
        require(!value.isValid(), "what is refused names nothing");
        return {};
    }
    QByteArray again;
    QDataStream out(&again, QIODevice::WriteOnly);
    out << value;
    require(bytes.startsWith(again), "the value is what was said");
    return value;
}

// What peers send to each other to be found: memory, and queue pairs.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input(data, size);
    const bool isMemory = input.byte() % 2 == 0;
    const quint64 offset = input.longNumber();
    const quint64 length = input.longNumber();
    const QByteArray bytes = input.bytes(input.left());
    if (!isMemory) {
        const auto endpoint = readAs<RdmaEndpoint>(bytes);
        require(!endpoint || endpoint->isValid(), "an endpoint can be connected to");
    } else if (const auto memory = readAs<RdmaRemoteMemory>(bytes)) {
        const RdmaRemoteMemory slice = memory->slice(offset, length);
        if (slice.isValid())
            require(slice.address() >= memory->address()
                            && slice.address() + slice.length()
                                    <= memory->address() + memory->length(),
                    "a slice lies within");
    }
    return 0;
}
