// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "examples/httpfile/httprequest.h"

// Requests as they arrive, in pieces, and what their ranges mean.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input(data, size);
    const qsizetype piece = 1 + input.byte();
    const qint64 fileSize = qint64(input.longNumber() >> 1);
    QByteArray arrived;
    while (!input.atEnd()) {
        arrived += input.bytes(piece);
        for (;;) {
            const qsizetype before = arrived.size();
            HttpRequest request;
            const HttpRequest::Result result = request.take(&arrived);
            require(arrived.size() <= before, "nothing is added");
            if (result == HttpRequest::Incomplete)
                break;
            if (result != HttpRequest::Complete)
                return 0; // an answer, and the end
            require(arrived.size() < before, "a request takes bytes");
            require(!request.target.isEmpty(), "a request asks for something");
            ByteRange range;
            const RangeKind kind = parseRange(request.headers.value("range"), fileSize, &range);
            require(kind == RangeKind::Beyond
                            || (range.first >= 0 && range.size >= 0
                                && range.first <= fileSize - range.size),
                    "a range lies within");
        }
        require(arrived.size() <= HttpRequest::LongestHead + piece, "a head has a limit");
    }
    return 0;
}
