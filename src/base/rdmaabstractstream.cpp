// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaabstractstream_p.h"

#include "noaddress_p.h"
#include "usualerrors_p.h"

#include <QtCore/qfiledevice.h>
#include <QtCore/qmetaobject.h>

#include <utility>

using namespace QtRdmaPrivate;

/*!
    \class RdmaAbstractStream
    \inmodule QtRdma
    \since 0.1
    \brief The base of RdmaStream and RdmaTlsStream, as QAbstractSocket is that of QTcpSocket and
    QSslSocket.

    A function that takes an RdmaAbstractStream serves connections of both kinds:

    \snippet base.cpp serve

    States, signals and their order are those of QAbstractSocket, and so are the values of error().
    rdmaError() says more: the call that has failed, the cause, and what can be done.

    The functions of an object are called in its thread. A slot of any signal may delete the object.
    Programs do not derive from this class; RdmaStream can be derived from.
    \sa RdmaStream, RdmaTlsStream, RdmaReconnector
*/

/*! \property RdmaAbstractStream::state
    \since 0.1
    \brief the state of the connection
*/

/*! \property RdmaAbstractStream::peerName
    \brief The name of the peer as it was given to connectToHost().
*/

/*! \property RdmaAbstractStream::peerPort
    \brief The port of the peer, 0 while there is no connection.
*/

/*! \property RdmaAbstractStream::localPort
    \brief The port on this side, 0 while there is no connection.
*/

/*! \property RdmaAbstractStream::deviceName
    \brief The name of the RDMA device, empty while there is no connection.
*/

/*! \property RdmaAbstractStream::readBufferSize
    \since 0.1
    \brief the limit of what is buffered for reading, in bytes; 0, the default, is no limit
*/

/*! \property RdmaAbstractStream::writeBufferSize
    \since 0.1
    \brief the limit of bytesToWrite(), in bytes; 0, the default, is no limit
*/

/*! \fn void RdmaAbstractStream::hostFound()
    \since 0.1
    Emitted when the address of the name that is connected to has been found.
*/

/*! \fn void RdmaAbstractStream::connected()
    \since 0.1
    Emitted when the connection has been established and both sides have agreed on the format. The
    handshake of an encrypted stream follows; RdmaTlsStream::encrypted() tells when it has finished.
*/

/*! \fn void RdmaAbstractStream::disconnected()
    \since 0.1
    Emitted when the connection has ended. What has been received and not read stays readable, and
    the addresses of the connection are known until the slots have returned.
*/

/*! \fn void RdmaAbstractStream::stateChanged(QAbstractSocket::SocketState state)
    \since 0.1
    Emitted when state() has become \a state.
*/

/*! \fn void RdmaAbstractStream::errorOccurred(QAbstractSocket::SocketError error)
    \since 0.1
    Emitted when an \a error has ended the connection or the attempt to connect, a call was wrong,
    or the time of a \c {waitFor…()} function is over. rdmaError() tells more.
*/

/*! \fn void RdmaAbstractStream::fileSent(qint64 bytes)
    \since 0.1
    Emitted for each sendFile(), when \a bytes of the file have been written and bytesWritten() has
    told so. These are fewer than sendFile() has returned when the file could not be read to its
    end; then errorOccurred() comes before, and rdmaError() tells why. A connection that ends before
    does not emit it.
*/

/*! \fn void RdmaAbstractStream::readBufferSizeChanged()
    \since 0.1
    Emitted when readBufferSize() has changed.
*/

/*! \fn void RdmaAbstractStream::writeBufferSizeChanged()
    \since 0.1
    Emitted when writeBufferSize() has changed.
*/

/*! \fn void RdmaAbstractStream::disconnectFromHost()
    \since 0.1
    Closes the connection after everything that was written has been handed over. disconnected()
    follows, at once when bytesToWrite() is 0. While the stream is connecting it waits for that.
*/

/*! \fn void RdmaAbstractStream::closeWriteChannel()
    \since 0.1
    Half-close: tells the peer that nothing more will be written, after what has been; reading goes
    on. The peer emits readChannelFinished() and may go on writing. QProcess has a function of the
    same name.
*/

/*! \fn void RdmaAbstractStream::abort()
    \since 0.1
    Closes at once, and drops what is still in the write buffer: endedCleanly() of the peer is
    \c false when that was anything. Never blocks.
*/

/*! \fn bool RdmaAbstractStream::flush()
    \since 0.1
    Copies as much as possible into send buffers and starts sending; returns whether that was
    anything.
*/

/*! \fn qint64 RdmaAbstractStream::sendFile(int descriptor, qint64 offset, qint64 length)
    \since 0.1
    Writes \a length bytes of the file of a \a descriptor, from \a offset on; -1: up to its end, as
    it is now. Returns the number of these bytes, and -1 with error() when the stream is not
    connected or not open for writing, and when they cannot be read. The descriptor may be closed
    then: the stream has its own. The position of the file is not used and does not move.

    \snippet base.cpp send file

    The file is read a piece at a time while the peer takes the bytes, so a file of any length takes
    no more memory than the send budget. The order is that of write(): what is written afterwards
    waits behind the file. All bytes count in bytesToWrite() at once. setWriteBufferSize() does not
    limit them, because they do not wait in memory. QIODevice::Text has no effect on them.

    RdmaStream reads into the memory that it sends from, so that the kernel's copy is the only one;
    RdmaTlsStream reads, and encrypts. Reading waits for the disk, in the thread of the stream, for
    one frame of up to 64 KiB at a time. Where the file is on a server that may not answer, read
    in another thread, and write().

    When the file cannot be read any more, or has become shorter, errorOccurred() tells so,
    rdmaError() says how many bytes were sent, and fileSent() has their number. The stream stays
    connected, and what was written behind the file follows. Where nothing may follow, because
    closeWriteChannel() or disconnectFromHost() was called, the stream aborts instead:
    endedCleanly() of the peer is \c false. The file that a connection still sends after its object
    was deleted ends like that, too, but no signal tells so.
    \sa fileSent()
*/

/*! \fn void RdmaAbstractStream::setSocketOption(QAbstractSocket::SocketOption option, const QVariant &value)
    \since 0.1
    Takes a \a value for the \a option LowDelayOption or KeepAliveOption; others are ignored.
    RdmaStream::setSocketOption() tells more.
*/

/*! \fn QVariant RdmaAbstractStream::socketOption(QAbstractSocket::SocketOption option)
    \since 0.1
    Returns the value of \a option, or an invalid one without a connection and for an option that
    means nothing here.
*/

/*! \fn bool RdmaAbstractStream::waitForConnected(int msecs)
    \since 0.1
    Waits up to \a msecs milliseconds (-1: for ever) for the connection, without an event loop;
    returns whether there is one.
*/

/*! \fn bool RdmaAbstractStream::waitForDisconnected(int msecs)
    \since 0.1
    Waits up to \a msecs milliseconds (-1: for ever) for the end of the connection, without an event
    loop; returns whether it has come. An attempt to connect that fails was none.
*/

/*! \fn bool RdmaAbstractStream::bind(const QHostAddress &address, quint16 port, QAbstractSocket::BindMode mode)
    \since 0.1
    Chooses the local \a address (and with it the device) and \a port of the next connection.
    Returns \c false while there is a connection, or an attempt to connect. Whether address and port
    can be had is found out when connecting, but over TCP alone at once: RdmaStream::bind() tells
    more, and what \a mode means.
*/

/*! \fn void RdmaAbstractStream::connectToHost(const QString &hostName, quint16 port, OpenMode mode, QAbstractSocket::NetworkLayerProtocol protocol)
    \since 0.1
    Connects to \a port of \a hostName, a name or an address, and opens the device in \a mode. Of
    the addresses of the name those of \a protocol are tried. An RdmaTlsStream is not encrypted
    then: RdmaTlsStream::connectToHostEncrypted() or RdmaTlsStream::startClientEncryption() begins
    that.
*/

/*! \internal */
RdmaAbstractStream::RdmaAbstractStream(RdmaAbstractStreamPrivate &dd, QObject *parent)
    : QIODevice(parent)
    , d_ptr(&dd)
{
}

/*! The destructors of the derived classes end the connection.
    \since 0.1
*/
RdmaAbstractStream::~RdmaAbstractStream() = default;

/*! \overload
    \since 0.1
    Any local address. 0 is any \a port.
*/
bool RdmaAbstractStream::bind(quint16 port, QAbstractSocket::BindMode mode)
{
    return bind(QHostAddress(), port, mode);
}

/*! \overload
    \since 0.1
    Connects to \a port of \a address, in \a mode.
*/
void RdmaAbstractStream::connectToHost(const QHostAddress &address, quint16 port, OpenMode mode)
{
    connectToHost(address.toString(), port, mode, QAbstractSocket::AnyIPProtocol);
}

/*! Sends \a length bytes of the open \a file, from \a offset on; -1: up to its end, as it is now.
    The file is flushed before. It may be closed and deleted afterwards. Returns -1, with error(),
    also for a file that is not open for reading or has no descriptor, as those of the resource
    system.
    \overload
    \since 0.1
*/
qint64 RdmaAbstractStream::sendFile(QFileDevice *file, qint64 offset, qint64 length)
{
    Q_D(RdmaAbstractStream);
    QString wrong;
    if (!file || !file->isReadable())
        wrong = tr("The file is not open for reading");
    else if (file->handle() < 0)
        wrong = tr("The file has no descriptor: read it, and write()");
    else if (file->isWritable() && !file->flush())
        wrong = file->errorString();
    if (wrong.isEmpty())
        return sendFile(file->handle(), offset, length);
    d->setError(usageError(wrong));
    return -1;
}

/*! Returns whether the stream is open or has a connection. As with QTcpSocket it is so behind the
    end of the peer, too, until somebody closes it: state() tells of the connection.
    \since 0.1
*/
bool RdmaAbstractStream::isValid() const
{
    return isOpen() || !d_func()->isUnconnected();
}

/*! Returns the mode in which the stream was opened. QIODevice::Unbuffered is part of it only where
    the program has asked for that. The base class shows it in other cases, too: bytes that have
    arrived are read from where they are, without QIODevice's buffer. That buffer has what
    peek(), ungetChar() and transactions keep, and is filled for programs that read a few bytes at a
    time, unless they have opened the stream as QIODevice::Unbuffered.
    \since 0.1
*/
QIODevice::OpenMode RdmaAbstractStream::openMode() const
{
    const OpenMode mode = QIODevice::openMode();
    const bool isAskedFor = d_func()->buffering == RdmaAbstractStreamPrivate::Buffering::Refused;
    return isAskedFor ? mode : mode & ~OpenMode(Unbuffered);
}

/*! Reads up to \a maxSize bytes into \a data, and returns how many: 0 if nothing has arrived, -1 at
    the end and on an error. It does what QIODevice::read() does at less cost, and calls that for
    text, within transactions, and where QIODevice holds bytes.
    \since 0.1
*/
qint64 RdmaAbstractStream::read(char *data, qint64 maxSize)
{
    constexpr auto Modes = OpenMode(ReadOnly | Text | Unbuffered);
    const bool isDirect = (QIODevice::openMode() & Modes) == (ReadOnly | Unbuffered) && maxSize > 1
            && QIODevice::bytesAvailable() == 0 && !isTransactionStarted();
    return isDirect ? readData(data, maxSize) : QIODevice::read(data, maxSize);
}

/*! Writes \a size bytes of \a data, and returns how many were taken: fewer than all where
    setWriteBufferSize() limits them, and -1 with error() when the stream is not open for writing or
    not connected. It does what QIODevice::write() does, at less cost.
    \since 0.1
*/
qint64 RdmaAbstractStream::write(const char *data, qint64 size)
{
    const bool isDirect = (QIODevice::openMode() & WriteOnly) != 0 && size >= 0;
    return isDirect ? writeData(data, size) : QIODevice::write(data, size);
}

/*! Returns 1 while the stream is open for reading and has a connection, or has had one since it was
    opened, otherwise 0, as QTcpSocket does. The base class says 1 of every device that is open for
    reading.
    \sa isReadChannelFinished()
    \since 0.1
*/
int RdmaAbstractStream::readChannelCount() const
{
    Q_D(const RdmaAbstractStream);
    return d->isLive() || d->usableFor.isValid() ? QIODevice::readChannelCount() : 0;
}

/*! Returns 1 while the stream is open for writing and has a connection, otherwise 0, as QTcpSocket
    does. The base class says 1 of every device that is open for writing.
    \since 0.1
*/
int RdmaAbstractStream::writeChannelCount() const
{
    return d_func()->isLive() ? QIODevice::writeChannelCount() : 0;
}

/*! Returns \c true.
    \since 0.1
*/
bool RdmaAbstractStream::isSequential() const
{
    return true;
}

/*! The port of this side; 0 without a connection.
    \since 0.1
*/
quint16 RdmaAbstractStream::localPort() const
{
    return d_func()->localPort;
}

/*! The address of this side; null without a connection.
    \since 0.1
*/
QHostAddress RdmaAbstractStream::localAddress() const
{
    return d_func()->localAddress;
}

/*! The port of the peer; 0 without a connection.
    \since 0.1
*/
quint16 RdmaAbstractStream::peerPort() const
{
    return d_func()->peerPort;
}

/*! The address of the peer; null without a connection.
    \since 0.1
*/
QHostAddress RdmaAbstractStream::peerAddress() const
{
    return d_func()->peerAddress;
}

/*! The name that was given to connectToHost(), or the address of a peer that has connected to this
    side.
    \since 0.1
*/
QString RdmaAbstractStream::peerName() const
{
    return d_func()->peerName;
}

/*! The name of the RDMA device that carries the connection, "rxe0" for example. It stays known when
    the connection has ended.
    \since 0.1
*/
QString RdmaAbstractStream::deviceName() const
{
    return d_func()->deviceName;
}

qint64 RdmaAbstractStream::readBufferSize() const
{
    return d_func()->readBufferSize;
}

/*! Limits what is buffered for reading to \a size bytes; 0 is no limit. A full buffer holds up the
    peer. What is over the limit already stays. Of an RdmaTlsStream it is what is decrypted ahead.
    \since 0.1
*/
void RdmaAbstractStream::setReadBufferSize(qint64 size)
{
    Q_D(RdmaAbstractStream);
    if (d->readBufferSize == size || !d->mayBeUsed("setReadBufferSize"))
        return;
    d->readBufferSize = size;
    d->readLimitChanged();
    Q_EMIT readBufferSizeChanged();
}

qint64 RdmaAbstractStream::writeBufferSize() const
{
    return d_func()->writeBufferSize;
}

/*! Limits bytesToWrite() to \a size bytes; 0, the default, is no limit, as with QTcpSocket. Of what
    would make it more write() takes a part, or nothing, and says how much: go on at bytesWritten().
    QDataStream and QTextStream take such a write for a failure: with them, ask bytesToWrite()
    before. What was written before stays.
    \since 0.1

    \snippet base.cpp write
*/
void RdmaAbstractStream::setWriteBufferSize(qint64 size)
{
    Q_D(RdmaAbstractStream);
    if (std::exchange(d->writeBufferSize, size) != size)
        Q_EMIT writeBufferSizeChanged();
}

QAbstractSocket::SocketState RdmaAbstractStream::state() const
{
    return d_func()->state;
}

/*! The last error, with the values of QAbstractSocket.
    \since 0.1
*/
QAbstractSocket::SocketError RdmaAbstractStream::error() const
{
    return d_func()->socketError;
}

/*! The last error in full: call, cause and hint.
    \since 0.1
*/
RdmaError RdmaAbstractStream::rdmaError() const
{
    return d_func()->error;
}

/*! Returns whether the peer said that it had sent everything before the connection ended. An
    encrypted stream believes a close_notify only, which nobody in between can forge.
    \since 0.1
*/
bool RdmaAbstractStream::endedCleanly() const
{
    return d_func()->endedCleanly;
}

/*! Returns whether nothing more will become readable: readChannelFinished() has been emitted. The
    peer may still read.
    \since 0.1
*/
bool RdmaAbstractStream::isReadChannelFinished() const
{
    return d_func()->readChannelFinished;
}

/*! bytesWritten() and the signals of channels are emitted from the first connection to one on: a
    class that overrides this calls it with its \a signal. Others connect from any thread.
    \since 0.1
*/
void RdmaAbstractStream::connectNotify(const QMetaMethod &signal)
{
    if (signal == QMetaMethod::fromSignal(&RdmaAbstractStream::bytesWritten))
        d_func()->tells |= RdmaAbstractStreamPrivate::Written;
    else if (signal == QMetaMethod::fromSignal(&RdmaAbstractStream::channelReadyRead)
             || signal == QMetaMethod::fromSignal(&RdmaAbstractStream::channelBytesWritten))
        d_func()->tells |= RdmaAbstractStreamPrivate::Channels;
    QIODevice::connectNotify(signal);
}

RdmaAbstractStreamPrivate::RdmaAbstractStreamPrivate(RdmaAbstractStream *stream, const char *name)
    : q_ptr(stream)
    , className(name)
    , peerAddress(noAddress())
    , localAddress(noAddress())
{
}

RdmaAbstractStreamPrivate::~RdmaAbstractStreamPrivate()
{
    DeletionGuard::tell(guards);
}

void RdmaAbstractStreamPrivate::connectAgain(const QString &hostName, quint16 port,
                                             QIODevice::OpenMode mode,
                                             QAbstractSocket::NetworkLayerProtocol protocol)
{
    q_ptr->connectToHost(hostName, port, mode, protocol);
}

bool RdmaAbstractStreamPrivate::mayConnect(const char *function)
{
    if (isAtRest())
        return true;
    qWarning("%s::%s() called when already looking up or connecting/connected to \"%s\"", className,
             function, qPrintable(peerName));
    refuse(RdmaAbstractStream::tr("Trying to connect while connection is in progress"));
    return false;
}

// Forgets everything of the connection before.
void RdmaAbstractStreamPrivate::beginConnecting(const QString &hostName, QIODevice::OpenMode mode)
{
    ++connectionNumber;
    user = QThread::currentThreadId();
    usableFor.invalidate();
    error = {};
    socketError = QAbstractSocket::UnknownSocketError;
    closing = Closing::No;
    writing = Writing::Open;
    endTold = readChannelFinished = endedCleanly = false;
    peerName = hostName;
    forgetEnds();
    buffering = mode.testFlag(QIODevice::Unbuffered) ? Buffering::Refused : Buffering::Off;
    smallReads = 0;
    // This forgets what was buffered, and the last error text.
    q_ptr->QIODevice::open(mode | QIODevice::Unbuffered);
}

// The thread is not the one in which the present connection has begun.
Q_NEVER_INLINE bool RdmaAbstractStreamPrivate::mayBeUsedElsewhere(const char *function) const
{
    if (isAtRest() || q_ptr->thread() == QThread::currentThread())
        return true;
    qWarning("%s::%s() called in another thread than the stream's", className, function);
    return false;
}

Q_NEVER_INLINE bool RdmaAbstractStreamPrivate::tellBytesWritten(qint64 count)
{
    Q_Q(RdmaAbstractStream);
    const SameConnection goesOn(this);
    if (!(emitting & BytesWritten)) {
        emitting |= BytesWritten;
        Q_EMIT q->bytesWritten(count);
        if (!goesOn.isAlive())
            return false;
        emitting &= ~BytesWritten;
    }
    if ((tells & Channels) && goesOn)
        Q_EMIT q->channelBytesWritten(0, count);
    return bool(goesOn);
}

void RdmaAbstractStreamPrivate::setBuffering(Buffering next)
{
    buffering = next;
    const QIODevice::OpenMode mode = q_ptr->QIODevice::openMode();
    const QIODevice::OpenMode unbuffered = QIODevice::Unbuffered;
    q_ptr->setOpenMode(next == Buffering::Filling ? mode & ~unbuffered : mode | unbuffered);
}

void RdmaAbstractStreamPrivate::hasReadLittle()
{
    if (smallReads + 1 < FewReads)
        ++smallReads;
    else if (buffering == Buffering::Off)
        setBuffering(Buffering::Filling);
}

void RdmaAbstractStreamPrivate::forgetEnds()
{
    localPort = peerPort = 0;
    localAddress = peerAddress = noAddress();
}

bool RdmaAbstractStreamPrivate::finishReading()
{
    const SameConnection goesOn(this);
    if (!std::exchange(readChannelFinished, true))
        Q_EMIT q_ptr->readChannelFinished();
    return bool(goesOn);
}

void RdmaAbstractStreamPrivate::setState(QAbstractSocket::SocketState newState)
{
    if (std::exchange(state, newState) != newState)
        Q_EMIT q_ptr->stateChanged(newState);
}

void RdmaAbstractStreamPrivate::setError(const RdmaError &failure)
{
    error = failure;
    socketError = failure.socketError();
    q_ptr->setErrorString(failure.toString());
}

void RdmaAbstractStreamPrivate::setErrorAndEmit(const RdmaError &failure)
{
    setError(failure);
    Q_EMIT q_ptr->errorOccurred(socketError);
}

void RdmaAbstractStreamPrivate::refuse(const QString &text)
{
    setErrorAndEmit(RdmaError(RdmaError::Category::Usage, {}, 0, text, {},
                              QAbstractSocket::OperationError));
}

void RdmaAbstractStreamPrivate::refuseWriting()
{
    setError(RdmaError(RdmaError::Category::Usage, {}, 0,
                       RdmaAbstractStream::tr("Socket is not connected"), {},
                       QAbstractSocket::UnknownSocketError));
}

void RdmaAbstractStreamPrivate::waitTimedOut()
{
    setErrorAndEmit(waitExpiredError());
}

RdmaError RdmaAbstractStreamPrivate::remoteClosedError()
{
    return QtRdmaPrivate::remoteClosedError();
}
