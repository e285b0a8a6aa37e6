// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "examples/chat/protocol.h"
#include "examples/chat/text.h"

#include <QtCore/qbuffer.h>

#include <algorithm>

using namespace Protocol;

static void checkMessage(const Message &message)
{
    const QByteArray frame = encode(message);
    const auto again = decode(quint8(frame.at(4)), frame.mid(HeaderSize));
    require(again && encode(*again) == frame, "a message is what it says");
}

// However the bytes are cut the same messages come out of them.
static void checkFrames(const QByteArray &bytes, qsizetype piece)
{
    FrameReader reader;
    for (qsizetype i = 0; i < bytes.size(); i += piece) {
        QByteArray part = bytes.mid(i, piece);
        QBuffer device(&part);
        device.open(QIODevice::ReadOnly);
        FrameReader::Result result = FrameReader::Incomplete;
        while ((result = reader.read(&device)) == FrameReader::Complete)
            checkMessage(reader.take());
        if (result != FrameReader::Incomplete)
            return; // the connection ends
        require(device.atEnd(), "nothing is left");
    }
}

static void checkTexts(const QByteArray &bytes)
{
    const QString said = QString::fromUtf8(bytes);
    const QString shown = Text::printable(said);
    require(std::none_of(shown.begin(), shown.end(),
                         [](QChar c) { return c.category() == QChar::Other_Control; }),
            "no control character is shown");
    require(shown.size() <= said.size(), "nothing is added");
    require(Text::printable(shown) == shown, "what can be shown is shown");
    const QString name = Text::fileName(said);
    require(!name.isEmpty() && !name.startsWith(u'.') && !name.contains(u'/')
                    && !name.contains(u'\\') && name.toUtf8().size() <= 200,
            "a file's name is one");
    if (Text::nameProblem(said).isEmpty())
        require(shown == said && said.size() <= Text::MaxName, "a name can be shown");
}

// What a relay and its clients say, and what of it reaches screens and disks.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input(data, size);
    const quint8 piece = input.byte();
    const QByteArray bytes = input.bytes(input.left());
    checkFrames(bytes, 1 + piece);
    checkTexts(bytes);
    Text::size(FuzzInput(data, size).longNumber());
    return 0;
}
