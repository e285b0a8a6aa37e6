// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "device/resourceparser_p.h"

#include <algorithm>
#include <memory>

using namespace QtRdmaPrivate;

static bool isPrintable(const QString &text)
{
    const QList<uint> characters = text.toUcs4();
    return std::all_of(characters.begin(), characters.end(),
                       [](uint c) { return QChar::isPrint(c); });
}

static void checkResources(const QByteArray &datagram, RdmaResource::Kind kind)
{
    QList<RdmaResource> resources;
    const NetlinkAnswer answer = parseResources(datagram, kind, &resources);
    require(answer.failure == 0 || answer.ended, "a failure is an end");
    require(resources.size() <= datagram.size() / 4, "every resource has a header");
    for (const RdmaResource &resource : std::as_const(resources)) {
        require(resource.kind() == kind, "all are of the kind");
        require(isPrintable(resource.owner()), "names are fit for a terminal");
    }
}

static void checkDevices(const QByteArray &datagram)
{
    QHash<QString, quint32> indices;
    const NetlinkAnswer answer = parseDevices(datagram, &indices);
    require(answer.failure == 0 || answer.ended, "a failure is an end");
    for (auto index = indices.cbegin(); index != indices.cend(); ++index)
        require(isPrintable(index.key()), "names are fit for a terminal");
}

// The first byte says what was asked for. The datagram has a heap block of its own, behind which nothing is read.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input(data, size);
    const int kind = input.byte() % 8;
    const size_t length = size_t(input.left());
    const auto block = std::make_unique<char[]>(length);
    std::copy_n(data + (size - length), length, block.get());
    const auto datagram = QByteArray::fromRawData(block.get(), qsizetype(length));
    if (kind < 7)
        checkResources(datagram, RdmaResource::Kind(kind));
    else
        checkDevices(datagram);
    return 0;
}
