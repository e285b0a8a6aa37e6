// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "examples/keyvalue/protocol.h"
#include "examples/keyvalue/store.h"

#include <map>
#include <memory>

using namespace KeyValue;

static void checkMessage(const QByteArray &bytes)
{
    const std::optional<Message> message = decode(bytes);
    if (!message
        || bytes.size() > MessageSize / 2) // what is long may grow beyond what a message takes
        return;
    const QByteArray again = encode(*message);
    const std::optional<Message> same = decode(again);
    require(same && encode(*same) == again, "a message is what it says");
}

static Store::Limits smallLimits()
{
    Store::Limits limits;
    limits.bytes = 1 << 20;
    limits.keys = 100;
    limits.firstChunkOrder = limits.lastChunkOrder = 17; // as large as the largest value needs
    return limits;
}

// Memory that a stranger has written.
static void checkMemory(const QByteArray &bytes)
{
    const auto block = std::make_unique<char[]>(size_t(bytes.size()));
    std::copy_n(bytes.constData(), bytes.size(), block.get());
    const QByteArrayView memory(block.get(), bytes.size());
    if (const auto slot = readSlot(memory))
        require(slot->key.size() + slot->value.size() <= memory.size(), "a slot lies within");
    Bucket::load(memory);
    Store store(1, smallLimits());
    Store::Prepared prepared;
    if (store.prepare(memory.data(), memory.size(), &prepared) == Store::Status::Done)
        require(!prepared.key.isEmpty() && prepared.key.size() <= MaxKeySize, "a key is one");
}

// Puts and removals, beside a map.
static void checkStore(FuzzInput *input)
{
    Store store(1, smallLimits());
    std::map<QByteArray, QByteArray> model;
    while (!input->atEnd()) {
        const int what = input->byte();
        const QByteArray key = input->bytes(1 + what % 2);
        if (key.isEmpty())
            return;
        if (what < 0xa0) {
            const QByteArray value(qsizetype(input->byte()) << (what % 9), char(what));
            Store::Prepared prepared;
            quint64 version = 0;
            if (store.prepare(key, value, &prepared) == Store::Status::Done
                && store.publish(prepared, &version) == Store::Status::Done)
                model[key] = value;
        } else {
            quint64 version = 0;
            const bool removed = store.remove(key, &version) == Store::Status::Done;
            require(removed == (model.erase(key) == 1), "what is there can be removed");
        }
        const auto found = store.find(key);
        const auto known = model.find(key);
        require(found.has_value() == (known != model.end()), "all is there");
        require(!found || found->value == known->second, "with its value");
        require(store.count() == qsizetype(model.size()), "and no more");
    }
}

// The first byte says which part of it meets the rest.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input(data, size);
    switch (input.byte() % 3) {
    case 0:
        checkMessage(input.bytes(input.left()));
        break;
    case 1:
        checkMemory(input.bytes(input.left()));
        break;
    default:
        checkStore(&input);
        break;
    }
    return 0;
}
