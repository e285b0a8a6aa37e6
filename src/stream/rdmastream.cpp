// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmastream_p.h"

#include "streamformat_p.h"

#include "../connection/rdmaconnectionrequest_p.h"
#include "../memory/sharedhandles_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qcoreevent.h>
#include <QtCore/qpointer.h>
#include <QtCore/qthread.h>
#include <QtCore/qvariant.h>
#include <QtNetwork/qhostinfo.h>

#include <numeric>

using namespace QtRdmaPrivate;

/*!
    \class RdmaStream
    \inmodule QtRdma
    \since 0.1
    \brief A reliable, ordered byte stream over RDMA with the interface of QTcpSocket.

    Works over InfiniBand, RoCE and iWARP. Porting from QTcpSocket is mostly a change of the class
    name: members, signals, enumerations and the order of signals are the same.

    \snippet stream.cpp stream

    Bytes travel in SEND messages under a credit scheme: no memory is exposed to the peer, and a
    slow reader holds up its writer and nothing else. Data that are written in one turn of the event
    loop leave at its end, or at flush(). Data count as written (bytesWritten()) once they are
    copied into a send buffer, up to RdmaStreamOptions::sendBudget bytes for each stream; they are
    delivered even if the object is deleted right after.

    \section1 Programs that are not QtRdma

    With RdmaStreamOptions::wireFormat the stream speaks the format of rsockets instead, the socket
    layer of librdmacm, and so with \c rstream or with any program that runs under
    \c librspreload.so. Three things differ then: the peer can write to buffers of this stream;
    sendBudget and windows mean what RdmaStreamOptions says of them; and a peer that aborts looks
    like one that has finished, so endedCleanly() says less.

    error() returns the values of QAbstractSocket; rdmaError() has the call, the cause and a hint.
    When the peer is not a QtRdma program, or has a version that this side does not speak, the error
    is UnsupportedSocketOperationError. A loopback address has no RDMA device: connect to the
    address of the device, also on the same machine.

    \note An object belongs to its thread. Functions that are called in another thread while it is
    connected warn and do nothing; moveToThread() warns and ends the connection. errorOccurred() and
    disconnected() then come from the event loop of the other thread, or from the next
    \c {waitFor…()} there, and data that have been received stay readable. To serve a connection in
    another thread call accept() there, with a request that a server with
    RdmaServer::AcceptPolicy::Deferred has passed on.
    \sa RdmaServer, RdmaStreamOptions
*/

/*!
    \class RdmaSocketNames
    \inmodule QtRdma
    \since 0.1
    \brief The enumerations of QAbstractSocket, under the names that users of QTcpSocket write.

    \c RdmaStream::ConnectedState is QAbstractSocket::ConnectedState, \c RdmaStream::SocketError is
    QAbstractSocket::SocketError, and so on.
*/

/*! Creates a stream that is not connected.
    \since 0.1
*/
RdmaStream::RdmaStream(QObject *parent) : RdmaAbstractStream(*new RdmaStreamPrivate(this), parent)
{
    Q_D(RdmaStream);
    d->registered.emplace(this, [d] { return d->describe(); });
}

/*! Closes as abort() does. Data that have been flushed still reach the peer; after
    disconnectFromHost() and close() all data do that were written. Never blocks.
    \since 0.1
*/
RdmaStream::~RdmaStream()
{
    Q_D(RdmaStream);
    if (d->state == QAbstractSocket::ClosingState && d->connection)
        d->connection->finishUntold();
    if (d->state != QAbstractSocket::UnconnectedState)
        RdmaStream::abort();
    d->release();
}

/*! Chooses the local \a address (and with it the device) and \a port of the next connection.
    Whether they can be had is found out when connecting.

    With Rdma::TransportPolicy::TcpOnly it is found out at once, as by QAbstractSocket::bind(): the
    state is QAbstractSocket::BoundState and localPort() tells the port, or this returns \c false
    after errorOccurred(). QAbstractSocket::ShareAddress and QAbstractSocket::ReuseAddressHint in
    \a mode let other sockets have the port too. With other transports \a mode means nothing.
    \since 0.1
*/
bool RdmaStream::bind(const QHostAddress &address, quint16 port, QAbstractSocket::BindMode mode)
{
    Q_D(RdmaStream);
    if (d->state != QAbstractSocket::UnconnectedState)
        return false;
    d->bound = { address, port, {} };
    return d->bind(mode);
}

/*! Connects to \a port of \a hostName, a name or an address, and opens the device in \a mode. The
    addresses of the name that are of \a protocol are tried in turn. Never blocks. Failures are
    reported by errorOccurred(), within RdmaStreamOptions::connectTimeout for each step.
    \since 0.1
*/
void RdmaStream::connectToHost(const QString &hostName, quint16 port, OpenMode mode,
                               QAbstractSocket::NetworkLayerProtocol protocol)
{
    Q_D(RdmaStream);
    if (d->beginConnecting(hostName, port, mode))
        d->lookUp(protocol);
}

/*! Takes the connection of \a request, as RdmaServer::incomingConnection() does, and opens the
    device in \a mode. The state is Connected at once if the server has accepted ahead; otherwise it
    is Connecting until the peer has confirmed. Returns \c false, with error(), for a request that
    was answered before, and in another thread than the server's for one that it has accepted ahead:
    see RdmaServer::AcceptPolicy.
    \since 0.1
*/
bool RdmaStream::accept(const RdmaConnectionRequest &request, OpenMode mode)
{
    Q_D(RdmaStream);
    if (thread() != QThread::currentThread()) {
        d->setError(usageError(tr("A stream is used in its own thread only")));
        return false;
    }
    if (d->state != QAbstractSocket::UnconnectedState || !request.isValid()) {
        d->setError(usageError(tr("The connection request is empty or was answered already")));
        return false;
    }
    IncomingConnection *const incoming = incomingOf(request);
    auto accepted = std::static_pointer_cast<StreamLink>(incoming->accepted);
    if (accepted && accepted->engine() != Engine::current()) {
        qWarning("RdmaStream::accept() called in another thread than that of the server, which has "
                 "accepted already: "
                 "call RdmaServer::setAcceptPolicy(RdmaServer::AcceptPolicy::Deferred) first");
        d->setError(usageError(tr("The connection was made in the thread of the server"),
                               tr("For streams in other threads the server needs "
                                  "RdmaServer::AcceptPolicy::Deferred.")));
        return false;
    }
    d->beginConnecting({}, 0, mode);
    if (accepted) {
        incoming->accepted.reset();
        d->adopt(std::move(accepted), RdmaStreamPrivate::Accepted::Ahead);
        return true;
    }
    auto connection = makeLink(*incoming, d->engine, d->options);
    const RdmaError failure = connection->accept(incoming);
    if (failure.isError()) {
        d->leaveEngine();
        d->setError(failure);
        return false;
    }
    d->adopt(std::move(connection), RdmaStreamPrivate::Accepted::Now);
    return true;
}

/*! Closes the connection after everything written has been handed to the sender, as bytesWritten()
    tells. If nothing waits to be written, the state is Unconnected, and disconnected() has been
    emitted, when this returns. Otherwise the state is Closing until all has been handed over, from
    the event loop, by flush() or by a waitFor…() function: meanwhile the stream still takes data to
    write, and reads nothing more. If the peer goes before that, RemoteHostClosedError tells that
    data are lost. A stream that is deleted meanwhile still delivers everything.

    The data that the sender then holds leave as the peer has room for them: in the event loop of
    this thread, in any waitFor…() of a stream, server or queue pair in it, or after the thread has
    ended. A thread that blocks in something else holds them back meanwhile, where TCP would go on
    sending.
    \since 0.1
*/
void RdmaStream::disconnectFromHost()
{
    Q_D(RdmaStream);
    if (d->state == QAbstractSocket::UnconnectedState || !d->mayBeUsed("disconnectFromHost"))
        return;
    if (d->state == QAbstractSocket::BoundState)
        return d->unbind();
    const RdmaStreamPrivate::SameConnection goesOn(d);
    if (d->isConnecting()) {
        if (!d->isAborting()) {
            d->closing = RdmaStreamPrivate::Closing::WhenConnected;
            return;
        }
        const auto kept = std::exchange(d->connection, nullptr);
        if (kept) {
            kept->setObserver(nullptr);
            kept->abort();
        }
        d->release();
        d->setState(QAbstractSocket::UnconnectedState);
        if (goesOn)
            d->finishReading();
        return;
    }
    if (d->isAborting())
        return d->finishClosing();
    d->setState(QAbstractSocket::ClosingState);
    if (!goesOn || d->state != QAbstractSocket::ClosingState)
        return;
    if (d->unsent() > 0)
        d->engine->scheduleDelivery(d); // the delivery flushes, and notices that a peer has gone
    else
        d->finishClosing();
}

/*! Half-close: tells the peer that nothing more will be written, after all data that were written;
    reading goes on. The peer's RdmaStream emits readChannelFinished() and may go on writing.
    QProcess has a function of the same name.
    \since 0.1
*/
void RdmaStream::closeWriteChannel()
{
    Q_D(RdmaStream);
    if (d->state == QAbstractSocket::UnconnectedState || !d->mayBeUsed("closeWriteChannel"))
        return;
    d->writing = RdmaStreamPrivate::Writing::Ending;
    if (d->isLive() && d->connection)
        d->connection->scheduleFlush();
}

/*! Closes at once, and drops the data that are still in the write buffer: endedCleanly() of the
    peer is false if there were any. Returns within a millisecond in every state.
    \since 0.1
*/
void RdmaStream::abort()
{
    Q_D(RdmaStream);
    if (!d->mayBeUsed("abort"))
        return;
    using Closing = RdmaStreamPrivate::Closing;
    if (d->closing != Closing::Truncating)
        d->closing = d->unsent() > 0 ? Closing::Truncating : Closing::Aborting;
    d->dropUnsent();
    close();
}

/*! Returns the number of bytes that have arrived and can be read without waiting.
    \since 0.1
*/
qint64 RdmaStream::bytesAvailable() const
{
    Q_D(const RdmaStream);
    return RdmaAbstractStream::bytesAvailable() + d->visible;
}

/*! Returns the number of bytes that were written and are not in a send buffer yet.
    \since 0.1
*/
qint64 RdmaStream::bytesToWrite() const
{
    Q_D(const RdmaStream);
    return d->unsent();
}

/*! Returns whether a whole line can be read.
    \since 0.1
*/
bool RdmaStream::canReadLine() const
{
    Q_D(const RdmaStream);
    return RdmaAbstractStream::canReadLine() || d->findVisible('\n', d->visible) >= 0;
}

/*! Closes the device, drops what was not read, and ends the connection as disconnectFromHost()
    does.
    \since 0.1
*/
void RdmaStream::close()
{
    Q_D(RdmaStream);
    if (!d->mayBeUsed("close"))
        return;
    const QPointer<RdmaStream> alive(this);
    QIODevice::close();
    if (!alive)
        return;
    d->readVisible(nullptr, d->visible);
    if (d->state != QAbstractSocket::UnconnectedState)
        disconnectFromHost();
    else
        d->release();
}

/*! Copies as much as possible into send buffers and starts sending; returns whether that was
    anything. What slots of bytesWritten() write meanwhile goes with it.
    \since 0.1
*/
bool RdmaStream::flush()
{
    Q_D(RdmaStream);
    if (!d->isLive() || !d->connection || d->unsent() == 0 || !d->mayBeUsed("flush"))
        return false;
    const quint64 before = d->departures;
    const QPointer<RdmaStream> alive(this);
    quint64 last = 0;
    do {
        last = d->departures;
        d->flushWritten();
    } while (alive && d->departures != last && d->isLive() && d->connection && d->unsent() > 0);
    if (alive && d->connection)
        d->connection->flush(); // the caller has asked for it, whatever time it takes
    return !alive || d->departures != before;
}

/*! Shows the first bytes that can be read, where the device has put them: nothing is copied.
    consume() reads them. It is at most the part of one message; more may be available behind it.

    \snippet stream.cpp peek view

    The view is valid until the next call that reads from the stream, and until the event loop is
    entered again, also by a \c {waitFor…()} function. It is empty where nothing can be read, in a
    transaction, and as long as QIODevice holds bytes itself: read() those. It does so after
    ungetChar(), peek(), a transaction that was rolled back, and a few reads in a row of some bytes
    each. The last of these is not so where the stream was opened as QIODevice::Unbuffered.
    QIODevice::Text has no effect on the view.

    \since 0.1
    \sa consume(), reserve()
*/
QByteArrayView RdmaStream::peekView() const
{
    Q_D(const RdmaStream);
    if (!d->mayBeUsed("peekView") || !isReadable() || isTransactionStarted()
        || d->isPartlyInDevice())
        return {};
    const QByteArrayView first = d->connection ? d->connection->firstReceived() : d->unread.first();
    return first.first(qMin<qint64>(first.size(), d->visible));
}

/*! Reads up to \a size bytes that peekView() shows or that follow them, without copying. Returns
    how many there were; 0 where peekView() shows nothing for one of its reasons, and -1 where
    nothing can be read any more.
    \since 0.1
    \sa peekView()
*/
qint64 RdmaStream::consume(qint64 size)
{
    if (!isReadable() || isTransactionStarted() || d_func()->isPartlyInDevice() || size < 0)
        return 0;
    return skipData(size);
}

/*! Writes \a data as write() does, and keeps the array in place of a copy until its bytes have
    left. Returns how many bytes were taken: fewer than all where setWriteBufferSize() limits them,
    and -1 with error() when the stream is not open for writing or not connected.

    \snippet stream.cpp enqueue

    Each byte is copied once, to the memory that the device sends from. write() does the same with
    as much as RdmaStreamOptions::sendBudget lets in, and copies the rest twice: to its own buffer
    first. So enqueue() is for much data at once; reserve() copies nothing. What has to wait is
    copied here, too, where it is less than 4 KiB, and from an array that does not own its bytes,
    as of QByteArray::fromRawData(). The order is that of write(), and the bytes count in
    bytesToWrite(). As everything of a stream it is called in the stream's thread. QIODevice::Text
    has no effect on it.

    \since 0.1
    \sa reserve(), bytesWritten()
*/
qint64 RdmaStream::enqueue(const QByteArray &data)
{
    Q_D(RdmaStream);
    if (!isWritable()) {
        d->refuseWriting();
        return -1;
    }
    if (!d->mayWrite("enqueue"))
        return -1;
    const qint64 taken = d->room(data.size());
    if (taken > 0)
        d->append(data, taken);
    return taken;
}

/*! \reimp */
qint64 RdmaStream::sendFile(int descriptor, qint64 offset, qint64 length)
{
    Q_D(RdmaStream);
    if (!d->mayLend("sendFile"))
        return -1;
    RdmaError failure;
    auto file = FileReader::open(descriptor, offset, length, &failure);
    if (!file) {
        d->setError(failure);
        return -1;
    }
    const qint64 size = file->left();
    d->connection->append(std::move(file));
    return size;
}

/*! Writes the \a slice of registered memory without copying it: the device reads its bytes from
    where they are. Returns how many bytes were taken: fewer than all where setWriteBufferSize()
    limits them, and -1 with error() when the stream is not connected or not open for writing, and
    for a slice that does not lie in a region of protectionDomain().

    \snippet stream.cpp enqueue slice

    The stream keeps the region until the device has sent the bytes; the program may drop its own
    handle at once. It must not change the bytes before: neither bytesWritten() nor bytesToWrite()
    tells when that is. The owner of borrowed memory is let go then (RdmaMemoryRegion::borrow()), in
    the thread of the stream or, at the end of the connection, in another one; and a buffer goes
    back to its RdmaBufferPool.

    The order is that of write(), and the bytes count in bytesToWrite() and for the send budget.
    They take no room in send buffers, however many they are. Each slice begins a message of its
    own, of up to 65,472 bytes, so this is for slices of some KiB and more. QIODevice::Text has no
    effect on it.

    \since 0.1
    \sa protectionDomain(), reserve(), RdmaBufferPool
*/
qint64 RdmaStream::enqueueSlice(const RdmaMemorySlice &slice)
{
    return enqueueSlices({ slice });
}

/*! Writes the \a slices one after the other, as enqueueSlice() does. Returns the number of bytes
    that were taken of all of them. Takes nothing if one of them is refused.
    \since 0.1
*/
qint64 RdmaStream::enqueueSlices(const QList<RdmaMemorySlice> &slices)
{
    Q_D(RdmaStream);
    if (!d->mayLend("enqueueSlices"))
        return -1;
    if (const RdmaError wrong = d->check(slices); wrong.isError()) {
        d->setError(wrong);
        return -1;
    }
    const qint64 size =
            std::accumulate(slices.begin(), slices.end(), qint64(0),
                            [](qint64 sum, const auto &each) { return sum + each.length(); });
    const qint64 taken = d->room(size);
    d->append(slices, taken);
    return taken;
}

/*! Returns the protection domain of the connection: what is to be sent with enqueueSlice() is
    registered in it. The connections of a thread to the same device share one, except those of the
    wire format of rsockets, which have one each. The handle is not valid without a connection, and
    over TCP, where slices of any domain can be sent.
    \since 0.1
    \sa RdmaMemoryRegion::allocate(), RdmaBufferPool
*/
RdmaProtectionDomain RdmaStream::protectionDomain() const
{
    Q_D(const RdmaStream);
    return d->isLive() && d->connection ? handleOf(d->connection->domain())
                                        : RdmaProtectionDomain();
}

/*! Returns memory for bytes that are to be written: for as many as \a size points to, or fewer, and
    sets that number to how many fit. The device sends from this memory, so that nothing is copied.
    The program lets its decoder, its camera or QFile::read() put the data there, and calls commit()
    then.

    \snippet stream.cpp reserve

    A stream that moves much data reserves up to 65,472 bytes, one frame; a new stream reserves as
    many as the peer's first receives take, 512 bytes. reserve() is meant for much data: little is
    copied to the data that wait before it. The order is that of write() and commit();
    both count in bytesToWrite(), and for setWriteBufferSize().

    The memory belongs to the caller until commit(), the next reserve() or the end of the
    connection, whichever is first. Returns null, and 0 in \a size, while there is no room
    (RdmaStreamOptions::sendBudget, setWriteBufferSize()); bytesWritten() follows when there is.
    Also returns null when the stream is not connected or not open for writing, and when there is no
    registered memory: then rdmaError() says so, and write() works without it. QIODevice::Text has
    no effect on reserved memory.

    \sa commit()
    \since 0.1
*/
char *RdmaStream::reserve(qint64 *size)
{
    Q_D(RdmaStream);
    const qint64 wanted = std::exchange(*size, 0); // 0 stays if there is no memory
    if (!d->mayLend("reserve"))
        return nullptr;
    RdmaError failure;
    qint64 given = d->room(wanted);
    char *place = given > 0 ? d->reserve(&given, &failure) : nullptr;
    if (place)
        *size = given;
    else if (failure.isError())
        d->setError(failure);
    return place;
}

/*! Writes the first \a size bytes of the reserved memory, and releases the rest. Returns \c false,
    with error(), when less was reserved, and when the stream takes no more data. \sa reserve()
    \since 0.1
*/
bool RdmaStream::commit(qint64 size)
{
    Q_D(RdmaStream);
    if (!d->mayBeUsed("commit"))
        return false;
    if (!d->isLive() || !d->connection || d->isWriteChannelClosed()) {
        d->refuseWriting();
        return false;
    }
    const bool committed = d->commit(size);
    if (!committed)
        d->setError(usageError(tr("So many bytes are not reserved: %1").arg(size)));
    return committed;
}

static bool setsKeepAlive(QAbstractSocket::SocketOption option)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 11, 0)
    if (option == QAbstractSocket::KeepAliveIdleOption)
        return true;
#endif
    return option == QAbstractSocket::KeepAliveOption;
}

/*! Takes a \a value for the \a option LowDelayOption or KeepAliveOption, and over TCP for
    TypeOfServiceOption (0 to 255); other options mean nothing here and are ignored. RDMA never
    delays small messages, so LowDelayOption is only remembered. As with QTcpSocket there must be a
    connection, or one under way, to set KeepAliveOption on; RdmaStreamOptions::keepAliveInterval
    sets it for later connections. A host that is there is not mistaken for one that is gone,
    however busy its program is: RdmaStreamOptions::answerTimeout asks the program. There is one
    exception: on RoCE a server that stands still while none of its shared receives is left
    (RdmaServer::setSharedReceives()).

    TypeOfServiceOption needs a connection, and is the traffic class where that goes over IPv6.
    RdmaStreamOptions::typeOfService sets it before the first packet, and over RDMA too.

    With Qt 6.11 and later KeepAliveIdleOption is the silence before the host is asked, in seconds
    from 1 to 32767. The host has as long again to acknowledge the one question, which the device
    or the kernel repeats: KeepAliveIntervalOption and KeepAliveCountOption can be read, not set.
    \since 0.1
*/
void RdmaStream::setSocketOption(QAbstractSocket::SocketOption option, const QVariant &value)
{
    Q_D(RdmaStream);
    constexpr int LongestIdle = 32767; // s, as of TCP
    if (option == QAbstractSocket::LowDelayOption)
        d->lowDelay = value.toBool();
    if (option == QAbstractSocket::TypeOfServiceOption)
        d->setTypeOfService(value.toInt());
    if (!setsKeepAlive(option) || d->state == QAbstractSocket::UnconnectedState)
        return;
    if (!d->mayBeUsed("setSocketOption"))
        return;
    if (option == QAbstractSocket::KeepAliveOption)
        d->keepAlive = value.toBool();
    else if (const int seconds = value.toInt(); seconds >= 1 && seconds <= LongestIdle)
        d->keepAliveIdle = 1000 * seconds;
    else
        return;
    if (d->isLive() && d->connection)
        d->connection->setKeepAlive(d->keepAlive, d->keepAliveIdle);
}

/*! Returns the value of \a option, LowDelayOption, KeepAliveOption or, over TCP,
    TypeOfServiceOption, as an int; an invalid value for others, and without a connection. With Qt
    6.11 and later the options of the keepalive's times have values too.
    \since 0.1
*/
QVariant RdmaStream::socketOption(QAbstractSocket::SocketOption option)
{
    Q_D(RdmaStream);
    if (!d->isLive())
        return {};
    if (option == QAbstractSocket::LowDelayOption)
        return int(d->lowDelay);
    if (option == QAbstractSocket::KeepAliveOption)
        return int(d->keepAlive);
    if (option == QAbstractSocket::TypeOfServiceOption) {
        const int value = d->connection ? d->connection->typeOfService() : -1;
        return value >= 0 ? QVariant(value) : QVariant();
    }
#if QT_VERSION >= QT_VERSION_CHECK(6, 11, 0)
    if (option == QAbstractSocket::KeepAliveCountOption)
        return 1;
    const bool isTime = option == QAbstractSocket::KeepAliveIdleOption
            || option == QAbstractSocket::KeepAliveIntervalOption;
    if (isTime && d->connection)
        return (d->connection->keepAliveInterval() + 999) / 1000;
#endif
    return {};
}

/*! Returns the options of the next connection.
    \since 0.1
*/
RdmaStreamOptions RdmaStream::options() const
{
    Q_D(const RdmaStream);
    return d->options;
}

/*! Sets the \a options of the next connection.
    \since 0.1
*/
void RdmaStream::setOptions(const RdmaStreamOptions &options)
{
    Q_D(RdmaStream);
    d->options = options;
}

/*! Returns the transport of the connection, or of the last one. It means nothing before
    connected().
    \sa transportReason(), RdmaStreamOptions::transport
    \since 0.1
*/
Rdma::StreamTransport RdmaStream::transport() const
{
    Q_D(const RdmaStream);
    return d->transport;
}

/*! Returns why the connection goes over TCP where RDMA was preferred, for people to read: "10.0.0.2
    is reached through eth0, which has no RDMA device". Empty where the connection goes over RDMA,
    and where the options or the peer left no choice.
    \sa transport(), RdmaStreamOptions::transport
    \since 0.1
*/
QString RdmaStream::transportReason() const
{
    Q_D(const RdmaStream);
    return d->transportReason;
}

/*! Returns the wire format of the connection. It means nothing before connected(), and over TCP.
    RdmaServer::setWireFormats() decides which ones a server takes.
    \sa RdmaStreamOptions
    \since 0.1
*/
Rdma::WireFormat RdmaStream::wireFormat() const
{
    Q_D(const RdmaStream);
    return d->wireFormat;
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for the connection, which includes looking up
    the host name, without an event loop; returns whether there is one. The server may live in the
    same thread. It may be called in a slot of any signal, also of hostFound().
    \since 0.1
*/
bool RdmaStream::waitForConnected(int msecs)
{
    Q_D(RdmaStream);
    if (d->state == QAbstractSocket::ConnectedState)
        return true;
    if (d->tellOfMove() != RdmaStreamPrivate::Moved::Nothing || d->isAtRest()
        || !d->mayBeUsed("waitForConnected"))
        return false;
    const QDeadlineTimer deadline(msecs);
    const QPointer<RdmaStream> alive(this);
    const bool closes = d->closing == RdmaStreamPrivate::Closing::WhenConnected;
    if (closes)
        d->closing = RdmaStreamPrivate::Closing::No;
    if (d->state == QAbstractSocket::HostLookupState) {
        if (d->lookupId >= 0)
            QHostInfo::abortHostLookup(std::exchange(d->lookupId, -1));
        const QHostInfo info = QHostInfo::fromName(d->peerName);
        d->hostFound(info.addresses(), info.errorString());
        if (!alive)
            return false;
    }
    d->waitUntil(deadline, [d] { return !d->isConnecting(); });
    if (!alive)
        return false;
    if (d->isConnecting()) {
        d->release();
        d->setError(timeoutError(RdmaError::Cause::ConnectTimeout,
                                 tr("No connection within %1 ms").arg(msecs), "rdma_connect"));
        d->setState(QAbstractSocket::UnconnectedState);
    }
    if (!alive || d->state != QAbstractSocket::ConnectedState)
        return false;
    if (closes)
        disconnectFromHost();
    return true;
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for new bytes, without an event loop; returns
    whether there are any. Like all functions of this kind it serves every connection of the thread
    meanwhile, and emits the signals of this one only.
    \since 0.1
*/
bool RdmaStream::waitForReadyRead(int msecs)
{
    Q_D(RdmaStream);
    if (d->tellOfMove() != RdmaStreamPrivate::Moved::Nothing || d->isAtRest()
        || !d->mayBeUsed("waitForReadyRead"))
        return false;
    const QDeadlineTimer deadline(msecs);
    const QPointer<RdmaStream> alive(this);
    const quint64 before = d->arrivals; // bytes that arrive while it connects are new, too
    const quint64 departed = d->departures;
    if (!d->waitConnectedFirst(deadline) || !alive || d->state != QAbstractSocket::ConnectedState)
        return false;
    const bool arrived = d->waitUntil(deadline, [d, before] { return d->arrivals != before; });
    // As with QTcpSocket, a look that has sent something counts as a success.
    const bool sentAtLeast = msecs == 0 && alive && d->departures != departed;
    if (alive && !arrived && !sentAtLeast && d->isLive())
        d->waitTimedOut();
    return arrived;
}

/*! Waits up to \a msecs milliseconds (-1: for ever) until written data have been copied into a send
    buffer; returns whether they were.
    \since 0.1
*/
bool RdmaStream::waitForBytesWritten(int msecs)
{
    Q_D(RdmaStream);
    if (d->tellOfMove() != RdmaStreamPrivate::Moved::Nothing)
        return false;
    if (d->isAtRest()) {
        qWarning("RdmaStream::waitForBytesWritten() is not allowed in UnconnectedState");
        return false;
    }
    if (d->unsent() == 0 || !d->mayBeUsed("waitForBytesWritten"))
        return false;
    const QDeadlineTimer deadline(msecs);
    const QPointer<RdmaStream> alive(this);
    const quint64 before = d->departures;
    if (!d->waitConnectedFirst(deadline) || !alive)
        return false;
    if (d->isLive() && d->connection)
        d->connection->scheduleFlush();
    bool written = false;
    bool refused = false; // the end waits behind data that have not been read
    d->waitUntil(deadline, [&] {
        written = d->departures != before;
        refused = d->connection && (d->connection->isEnded() || d->connection->peerClosed());
        return written || refused;
    });
    if (alive && !written && !refused && d->isLive())
        d->waitTimedOut();
    return written;
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for the end of the connection; returns whether
    it has come. As with QTcpSocket, a failed attempt to connect does not count as an end.
    \since 0.1
*/
bool RdmaStream::waitForDisconnected(int msecs)
{
    Q_D(RdmaStream);
    if (const auto told = d->tellOfMove(); told != RdmaStreamPrivate::Moved::Nothing)
        return told == RdmaStreamPrivate::Moved::Connection;
    if (d->isAtRest()) {
        qWarning("RdmaStream::waitForDisconnected() is not allowed in UnconnectedState");
        return false;
    }
    if (!d->mayBeUsed("waitForDisconnected"))
        return false;
    const QDeadlineTimer deadline(msecs);
    const RdmaStreamPrivate::SameConnection goesOn(d);
    if (!d->waitConnectedFirst(deadline) || !goesOn)
        return false;
    // A slot that is called at the end may begin another connection.
    d->waitUntil(deadline, [&] { return !goesOn || !d->isLive(); });
    if (goesOn && d->isLive()) {
        d->waitTimedOut();
        return false;
    }
    return goesOn.isAlive();
}

/*! \reimp */
bool RdmaStream::event(QEvent *event)
{
    if (event->type() == QEvent::ThreadChange && !d_func()->isAtRest()) {
        qWarning("RdmaStream::moveToThread() called while connected: the connection ends. For "
                 "streams in "
                 "other threads set RdmaServer::AcceptPolicy::Deferred, and call accept() or "
                 "connectToHost() there");
        d_func()->leaveThread();
    }
    return QIODevice::event(event);
}

void RdmaStream::lookedUp(const QHostInfo &info)
{
    Q_D(RdmaStream);
    if (info.lookupId() != d->lookupId)
        return;
    d->lookupId = -1;
    d->hostFound(info.addresses(), info.errorString());
}

/*! \reimp */
qint64 RdmaStream::readData(char *data, qint64 maxSize)
{
    Q_D(RdmaStream);
    if (!d->mayBeUsed("read"))
        return -1;
    const qint64 count = d->read(data, maxSize);
    if (count > 0)
        d->hasRead(maxSize, d->visible);
    return count;
}

// QIODevice would read one byte at a time and, in text mode, drop every '\r' and not only those
// before a '\n'.
/*! \reimp */
qint64 RdmaStream::readLineData(char *data, qint64 maxSize)
{
    Q_D(RdmaStream);
    if (!d->mayBeUsed("readLine"))
        return -1;
    const qint64 newline = d->findVisible('\n', maxSize);
    return d->read(data, newline < 0 ? maxSize : newline + 1);
}

/*! \reimp */
qint64 RdmaStream::skipData(qint64 maxSize)
{
    Q_D(RdmaStream);
    if (!d->mayBeUsed("skip"))
        return -1;
    const qint64 count = qMin(maxSize, d->visible);
    if (d->visible == 0)
        return d->state == QAbstractSocket::ConnectedState ? 0 : -1;
    d->readVisible(nullptr, count);
    if (d->visible == 0)
        d->exposeLater();
    return count;
}

/*! \reimp */
qint64 RdmaStream::writeData(const char *data, qint64 size)
{
    Q_D(RdmaStream);
    if (!d->mayWrite("write"))
        return -1;
    const qint64 taken = d->room(size);
    if (taken > 0)
        d->append(data, taken);
    return taken;
}
