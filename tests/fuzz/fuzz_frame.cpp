// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "stream/native/streamframe_p.h"

#include <QtCore/qstring.h>

#include <cstring>

using namespace QtRdmaPrivate;

// What is accepted is what would have been written; what is not has a text that fits into a reset.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ParsedFrame frame;
    const Violation wrong = parseFrame(data, quint32(size), &frame);
    const QString text = wrong;
    require(wrong.isEmpty() == text.isEmpty(), "every violation has a text");
    require(text.toUtf8().size() <= qsizetype(controlPayload(FrameType::Reset)), "which is short");
    if (!wrong.isEmpty())
        return 0;
    uchar again[FrameHeader::Size];
    encodeHeader(frame.header, again);
    require(std::memcmp(again, data, sizeof(again)) == 0, "the header is what it says");
    require(frame.payload == data + FrameHeader::Size, "the payload follows it");
    require(frame.length == size - FrameHeader::Size, "to the end");
    const FrameType type = frame.header.type;
    require(type == FrameType::Data || frame.length <= controlPayload(type),
            "control frames are small");
    if (frame.length == 8) {
        uchar number[8];
        encodeNumber(frame.number(), number);
        require(std::memcmp(number, frame.payload, sizeof(number)) == 0,
                "the number is what it says");
    }
    if (type == FrameType::Reset)
        require(frame.reason().size() <= qsizetype(frame.length),
                "one character takes a byte or more");
    return 0;
}
