// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "qml/recordingparser.h"

// A recording that comes in pieces is the same as one that comes at once. The first byte is the size of the pieces.
namespace {

struct Read
{
    QByteArrayList samples;
    RecordingParser::Problem problem;
    QString text;
};

Read readIn(const QByteArray &bytes, qsizetype pieceSize)
{
    RecordingParser parser;
    Read result;
    Sample before;
    for (qsizetype at = 0; at < bytes.size(); at += pieceSize) {
        parser.append(bytes.mid(at, pieceSize));
        while (const std::optional<Sample> sample = parser.next()) {
            result.samples.append(toLine(*sample, before));
            before = *sample;
        }
    }
    require(!parser.next(), "all is read");
    parser.finish();
    result.problem = parser.problem();
    result.text = parser.problemText();
    return result;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input(data, size);
    const qsizetype pieceSize = 1 + input.byte();
    const QByteArray bytes = input.bytes(input.left());
    const Read whole = readIn(bytes, std::max<qsizetype>(1, bytes.size()));
    const Read inPieces = readIn(bytes, pieceSize);
    require(whole.samples == inPieces.samples, "the same samples");
    require(whole.problem == inPieces.problem && whole.text == inPieces.text, "the same problem");
    require(whole.samples.size() <= bytes.count('\n'), "each sample has a line");
    return 0;
}
