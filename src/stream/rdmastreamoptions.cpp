// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "native/streamconnection_p.h"

#include "../base/gadgetdebug_p.h"
#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

/*!
    \class RdmaStreamOptions
    \inmodule QtRdma
    \brief Sizes, time limits and the pre-shared key of an RdmaStream.

    \c slotSize (496 to 1048560, default 2048) is how many bytes of data a receive slot of a new stream holds, \c largeSlotSize
    (the same range, default 65472: 64 KiB with the headers of the stream and of iWARP) that of a busy one, \c window (2 to 4096, default 16) up to how many data frames a busy peer may have on the way to
    us (2 at first), \c sendBudget (at least 1, default 1 MiB) how many bytes are copied into send buffers before they count as bytesToWrite().
    Beyond the first receives and one send buffer these are upper bounds: where memory that may be locked is limited (RLIMIT_MEMLOCK) all streams of the
    process have equal shares of it.

    \c wireFormat (default Rdma::WireFormat::QtRdma) is what RdmaStream::connectToHost() speaks; a server has RdmaServer::setWireFormats(). With
    Rdma::WireFormat::Rsocket the peer is a program that uses rsockets. \c slotSize times half of \c window is then the size of each of two
    buffers that the peer writes to, \c largeSlotSize times a quarter of \c window that of each of up to four when it sends much.

    All times are in milliseconds.
    \list
    \li \c connectTimeout (default 30000, negative: none) bounds each step up to connected(): looking up the name, each of its addresses, and the proof of a
        pre-shared key.
    \li \c handshakeTimeout (default 5000, negative: none) is the same for a connection that this side accepts: so long its peer may take to
        confirm it, and then to prove the pre-shared key. A shorter \c connectTimeout holds for these, too.
    \li \c lingerTimeout (default 60000) is how long the data written before a close, all of them, are still offered to a peer.
    \li \c keepAliveInterval (default 0: off) is the silence after which the peer's host is asked whether it is there, as SO_KEEPALIVE of TCP does. A
        host that acknowledges nothing for another interval is gone: the stream ends with RdmaError::Cause::KeepAliveTimeout within three intervals from the last sign of
        life. A program that is busy, or stopped, is not ended: the device or the kernel acknowledges for it. (On iWARP devices that
        do TCP themselves the question makes the device's TCP notice a host that has gone, as late as it is set to.)
    \li \c answerTimeout (default 0: off) is stricter: the peer's program has to answer. After so long a silence it is asked; when it says nothing for as long again
        the stream ends with RdmaError::Cause::AnswerTimeout. A thread that stands still answers nothing, nor does a program of rsockets: it is refused there.
    \li \c writeTimeout (default 0: off) is how long a peer may take none of the data that waits for it or has left in send buffers. A peer that only reads
        slowly is not ended; short messages that leave at once are not watched, \c keepAliveInterval is for them.
    \li \c idleTimeout (default 0: off) ends a stream on which no data have moved either way: after this time, within twice that.
    \endlist

    \c preSharedKey is a secret of both sides, none by default and none with rsockets. Assigning a key, even an empty one, demands proofs; an empty key
    is a mistake, that of a file that could not be read for example, and an RdmaError::Category::Usage of connectToHost() and listen().
    \c{preSharedKey.reset()} is for no key. With a key connected() and RdmaServer::newConnection() come only when
    each side has proved that it has the same key: by HMAC-SHA-256 over fresh random challenges, so the key is never on the wire and
    nothing that was overheard opens a connection. A key should be 32 random bytes: who takes part in a handshake can try out keys that a
    person would choose. What follows is neither encrypted nor protected against change on its way. A peer without the key, or
    with one where this side has none, ends as RdmaError::Category::ConnectionRejected. The key is not copied: options share the bytes of
    the QByteArray that was assigned, and a connection lets go of them when it has been made. Qt does not wipe what it frees. So to wipe a key that is not
    needed any more set other options on the server and the streams that have it, and call QByteArray::fill() on the last one.

    A value out of range is an RdmaError::Category::Usage of connectToHost() and listen().
*/

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaStreamOptions &options)
{
    return QtRdmaPrivate::printGadget(std::move(debug), options);
}
#endif

namespace QtRdmaPrivate {

RdmaError checkOptions(const RdmaStreamOptions &options)
{
    constexpr int smallest = MinSlotSize - FrameHeader::Size;
    constexpr int largest = MaxSlotSize - FrameHeader::Size;
    constexpr int any = std::numeric_limits<int>::max();
    const struct
    {
        const char *name;
        qint64 value;
        qint64 least;
        qint64 most;
    } ranges[] = {
        { "slotSize", options.slotSize, smallest, largest },
        { "largeSlotSize", options.largeSlotSize, smallest, largest },
        { "window", options.window, StreamHandshake::MinWindow, StreamHandshake::MaxWindow },
        { "sendBudget", options.sendBudget, 1, std::numeric_limits<qint64>::max() / 4 },
        { "keepAliveInterval", options.keepAliveInterval, 0, any },
        { "answerTimeout", options.answerTimeout, 0, any },
        { "writeTimeout", options.writeTimeout, 0, any },
        { "idleTimeout", options.idleTimeout, 0, any },
    };
    for (const auto &range : ranges) {
        if (range.value < range.least || range.value > range.most) {
            return usageError(tr("%1 is %2, it can be %3 to %4")
                                      .arg(QLatin1String(range.name))
                                      .arg(range.value)
                                      .arg(range.least)
                                      .arg(range.most));
        }
    }
    if (options.preSharedKey && options.preSharedKey->isEmpty()) {
        return usageError(tr("The pre-shared key is empty"),
                          tr("Check that the key was read from where it is kept."));
    }
    return {};
}

int acceptTimeout(const RdmaStreamOptions &options)
{
    if (options.handshakeTimeout < 0 || options.connectTimeout < 0)
        return qMax(options.handshakeTimeout, options.connectTimeout);
    return qMin(options.handshakeTimeout, options.connectTimeout);
}

} // namespace QtRdmaPrivate
