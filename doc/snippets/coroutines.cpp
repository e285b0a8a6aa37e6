// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/RdmaCoro>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

//! [serve]
QCoro::Task<> serve(RdmaServer *server)
{
    while (RdmaStream *stream = co_await qCoro(server).nextConnection()) {
        for (;;) {
            const QByteArray line = co_await qCoro(stream).readLine();
            if (line.isEmpty())
                break; // the client has closed, or is gone
            co_await qCoro(stream).write(line);
        }
        stream->deleteLater();
    }
}
//! [serve]
