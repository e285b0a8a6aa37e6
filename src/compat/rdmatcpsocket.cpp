// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmatcpsocket.h>

#include "streamhandles_p.h"

#include <QtRdma/rdmastream.h>

#include <QtCore/qpointer.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaTcpSocket
    \inmodule QtRdmaCompat
    \since 0.1
    \brief A QTcpSocket whose bytes go over an RdmaStream or an RdmaTlsStream.

    It is for code that takes a QTcpSocket: QWebSocketServer::handleConnection(), QHttpServer by
    RdmaTcpServer, QMqttClient::setTransport(), and libraries of others. It is in the library
    QtRdmaCompat, CMake component \c Compat. Code of your own needs it not: RdmaStream has the
    same functions, and copies less.

    \snippet compat.cpp socket

    The socket owns a stream() and mirrors it: state, error, addresses and signals are those of the
    stream, in the same order. What RDMA needs is set there, before connectToHost():

    \snippet compat.cpp options

    \section1 TLS

    The stream of a constructor can be an RdmaTlsStream. Code that knows only QTcpSocket calls
    connectToHost(), which does not encrypt by itself. So have the stream do that as soon as it is
    connected, and make this connection before the socket:

    \snippet compattls.cpp socket

    Bytes that are written before the handshake has finished are encrypted, and sent afterwards.
    The socket is no QSslSocket: code that asks for one by qobject_cast() takes it for plain TCP.

    \section1 Differences from QTcpSocket

    \list
    \li flush() is not virtual: called on a pointer to QTcpSocket it returns \c false and does
        nothing. The event loop sends what was written, and so does waitForBytesWritten().
    \li socketDescriptor() is -1, and setSocketDescriptor() is refused, because RDMA has no
        descriptor that carries the bytes. It takes the numbers of
        RdmaTcpServer::incomingConnection() only.
    \li readChannelCount() and writeChannelCount() are those of an open device, also before it is
        connected and behind the end.
    \li setProxy() has no effect: RDMA does not go through a proxy.
    \li setPauseMode() and resume() have no effect.
    \li setReadBufferSize() limits what the stream holds. QIODevice's own buffer, filled where a
        program reads a few bytes at a time, has up to 16 KiB more.
    \li A connected socket that is moved to another thread loses its connection, as an RdmaStream
        does.
    \endlist

    RdmaAbstractStream::closeWriteChannel() of stream() is a half-close, which QTcpSocket does not
    have. Close and abort by the socket, not by its stream.

    A slot of any signal may delete the socket.

    \sa RdmaTcpServer, RdmaBridge
*/

/*! Makes a socket with an RdmaStream of its own, and the options of RdmaStreamOptions(). The
    \a parent deletes it.
    \since 0.1
*/
RdmaTcpSocket::RdmaTcpSocket(QObject *parent) : RdmaTcpSocket(new RdmaStream, parent) { }

/*! Makes a socket over \a stream, an RdmaStream or RdmaTlsStream, connected or not, and becomes its
    owner. Bytes that the stream has received are read by the socket. The \a parent deletes the
    socket.
    \since 0.1
*/
RdmaTcpSocket::RdmaTcpSocket(RdmaAbstractStream *stream, QObject *parent) : QTcpSocket(parent)
{
    adopt(stream);
    if (m_stream->isOpen())
        QIODevice::open(m_stream->openMode());
}

/*! Ends the connection as the destructor of the stream does: bytes that were written still leave,
    and nothing waits for that.
    \since 0.1
*/
RdmaTcpSocket::~RdmaTcpSocket()
{
    m_stream->disconnect(this);
    setSocketState(UnconnectedState); // the base would call abort()
    delete m_stream;
}

/*! Returns the stream that carries the bytes.
    \since 0.1
*/
RdmaAbstractStream *RdmaTcpSocket::stream() const
{
    return m_stream;
}

void RdmaTcpSocket::adopt(RdmaAbstractStream *stream)
{
    m_stream = stream;
    m_stream->setParent(this);
    follow();
    connectSignals();
}

void RdmaTcpSocket::connectSignals()
{
    using Stream = RdmaAbstractStream;
    connect(m_stream, &Stream::hostFound, this, &QAbstractSocket::hostFound);
    connect(m_stream, &Stream::stateChanged, this, [this](SocketState state) {
        follow();
        Q_EMIT stateChanged(state);
    });
    connect(m_stream, &Stream::connected, this, &QAbstractSocket::connected);
    connect(m_stream, &Stream::disconnected, this, &RdmaTcpSocket::followEnd);
    connect(m_stream, &Stream::errorOccurred, this, [this](SocketError error) {
        followError();
        Q_EMIT errorOccurred(error);
    });
    connect(m_stream, &QIODevice::readyRead, this, &QIODevice::readyRead);
    connect(m_stream, &QIODevice::channelReadyRead, this, &QIODevice::channelReadyRead);
    connect(m_stream, &QIODevice::bytesWritten, this, &QIODevice::bytesWritten);
    connect(m_stream, &QIODevice::channelBytesWritten, this, &QIODevice::channelBytesWritten);
    connect(m_stream, &QIODevice::readChannelFinished, this, &QIODevice::readChannelFinished);
}

// The functions of QAbstractSocket that are not virtual return the values that are set here.
void RdmaTcpSocket::follow()
{
    setSocketState(m_stream->state());
    setLocalAddress(m_stream->localAddress());
    setLocalPort(m_stream->localPort());
    setPeerAddress(m_stream->peerAddress());
    setPeerPort(m_stream->peerPort());
    setPeerName(m_stream->peerName());
}

// The time of a function that waits may be over, which no signal tells.
bool RdmaTcpSocket::wait(bool (RdmaAbstractStream::*function)(int), int msecs)
{
    const QPointer<RdmaTcpSocket> alive(this);
    const bool hasCome = (m_stream->*function)(msecs);
    if (alive && !hasCome)
        followError();
    return hasCome;
}

void RdmaTcpSocket::followError()
{
    setSocketError(m_stream->error());
    setErrorString(m_stream->errorString());
}

// The stream forgets its addresses when the slots of disconnected() have returned.
void RdmaTcpSocket::followEnd()
{
    const QPointer<RdmaTcpSocket> alive(this);
    Q_EMIT disconnected();
    if (!alive || m_stream->state() != UnconnectedState)
        return;
    setLocalAddress({});
    setLocalPort(0);
    setPeerAddress({});
    setPeerPort(0);
    setPeerName({});
}

/*! \reimp
    Chooses \a address and \a port of this side as RdmaStream::bind() does, in \a mode.
    \since 0.1
*/
bool RdmaTcpSocket::bind(const QHostAddress &address, quint16 port, BindMode mode)
{
    const bool isBound = m_stream->bind(address, port, mode);
    if (!isBound)
        followError();
    return isBound;
}

/*! \reimp
    Opens the device in \a mode and connects to \a port of \a hostName, of whose addresses those of
    \a protocol are tried.
    \since 0.1
*/
void RdmaTcpSocket::connectToHost(const QString &hostName, quint16 port, OpenMode mode,
                                  NetworkLayerProtocol protocol)
{
    const SocketState now = m_stream->state();
    if (now == UnconnectedState || now == BoundState) { // otherwise the stream tells what is wrong
        QIODevice::open(mode);
        setSocketError(UnknownSocketError);
    }
    // Ends of lines, and QIODevice's buffer, are this device's.
    m_stream->connectToHost(hostName, port, (mode & ~OpenMode(Text)) | Unbuffered, protocol);
}

/*! \reimp
    \since 0.1
*/
void RdmaTcpSocket::disconnectFromHost()
{
    m_stream->disconnectFromHost();
}

/*! Starts sending what was written, and returns whether that was anything. QAbstractSocket has a
    function of the same name, which is not virtual and returns \c false.
    RdmaAbstractStream::flush() does the work.
    \since 0.1
*/
bool RdmaTcpSocket::flush()
{
    return m_stream->flush();
}

/*! \reimp
    Has no effect: RDMA has no proxy whose questions would pause it.
    \since 0.1
*/
void RdmaTcpSocket::resume() { }

/*! \reimp
    \since 0.1
*/
qint64 RdmaTcpSocket::bytesAvailable() const
{
    return QTcpSocket::bytesAvailable() + m_stream->bytesAvailable();
}

/*! \reimp
    \since 0.1
*/
qint64 RdmaTcpSocket::bytesToWrite() const
{
    return m_stream->bytesToWrite();
}

/*! \reimp
    \since 0.1
*/
bool RdmaTcpSocket::canReadLine() const
{
    return QIODevice::canReadLine() || m_stream->canReadLine();
}

/*! \reimp
    Bytes that were written still leave. QAbstractSocket::abort() calls this function, too, and
    then the stream is aborted.
    \since 0.1
*/
void RdmaTcpSocket::close()
{
    // QAbstractSocket::abort() is not virtual, but takes away the write channel before it closes.
    const bool isAborting = isWritable() && writeChannelCount() == 0;
    const QPointer<RdmaTcpSocket> alive(this);
    // QAbstractSocket would disconnect. NOLINTNEXTLINE(bugprone-parent-virtual-call)
    QIODevice::close(); // emits aboutToClose()
    if (!alive)
        return;
    if (isAborting)
        m_stream->abort();
    else
        m_stream->close();
}

/*! \reimp
    The limit is \a size bytes, 0 for none.
    \since 0.1
*/
void RdmaTcpSocket::setReadBufferSize(qint64 size)
{
    QTcpSocket::setReadBufferSize(size);
    m_stream->setReadBufferSize(size);
}

/*! \reimp
    Returns -1: RDMA has no descriptor that carries the bytes.
    \since 0.1
*/
qintptr RdmaTcpSocket::socketDescriptor() const
{
    return -1;
}

/*! \reimp
    Takes a connection that RdmaTcpServer::incomingConnection() has told of by the number
    \a socketDescriptor, in the thread of the server, and opens the device in \a mode. It is
    connected, whatever \a state is.

    Returns \c false, with error() UnsupportedSocketOperationError, for all other numbers and in
    other threads: RDMA has no descriptor that carries the bytes.
    \since 0.1
*/
bool RdmaTcpSocket::setSocketDescriptor(qintptr socketDescriptor, SocketState state, OpenMode mode)
{
    Q_UNUSED(state)
    const bool isUsed = m_stream->state() != UnconnectedState;
    RdmaAbstractStream *const stream = isUsed ? nullptr : takeStream(socketDescriptor);
    if (!stream) {
        setSocketError(UnsupportedSocketOperationError);
        setErrorString(
                tr("setSocketDescriptor(): a connection over RDMA has no descriptor. Take the "
                   "number that RdmaTcpServer::incomingConnection() has told, once, in its "
                   "thread, or make an RdmaTcpSocket of a stream"));
        return false;
    }
    delete m_stream;
    QIODevice::open(mode);
    adopt(stream);
    Q_EMIT stateChanged(m_stream->state());
    return true;
}

/*! \reimp
    Gives \a value of \a option to the stream.
    \since 0.1
*/
void RdmaTcpSocket::setSocketOption(SocketOption option, const QVariant &value)
{
    m_stream->setSocketOption(option, value);
}

/*! \reimp
    Returns the stream's value of \a option.
    \since 0.1
*/
QVariant RdmaTcpSocket::socketOption(SocketOption option)
{
    return m_stream->socketOption(option);
}

/*! \reimp
    Waits up to \a msecs milliseconds, -1 for ever.
    \since 0.1
*/
bool RdmaTcpSocket::waitForConnected(int msecs)
{
    return wait(&RdmaAbstractStream::waitForConnected, msecs);
}

/*! \reimp
    Waits up to \a msecs milliseconds, -1 for ever.
    \since 0.1
*/
bool RdmaTcpSocket::waitForReadyRead(int msecs)
{
    return wait(&RdmaAbstractStream::waitForReadyRead, msecs);
}

/*! \reimp
    Waits up to \a msecs milliseconds, -1 for ever.
    \since 0.1
*/
bool RdmaTcpSocket::waitForBytesWritten(int msecs)
{
    return wait(&RdmaAbstractStream::waitForBytesWritten, msecs);
}

/*! \reimp
    Waits up to \a msecs milliseconds, -1 for ever.
    \since 0.1
*/
bool RdmaTcpSocket::waitForDisconnected(int msecs)
{
    return wait(&RdmaAbstractStream::waitForDisconnected, msecs);
}

/*! \reimp
    \internal
*/
qint64 RdmaTcpSocket::readData(char *data, qint64 maxSize)
{
    return m_stream->read(data, maxSize);
}

/*! \reimp
    \internal
*/
qint64 RdmaTcpSocket::readLineData(char *data, qint64 maxSize)
{
    // QIODevice::readLine() counts the final '\0', for which its caller has left room.
    return m_stream->readLine(data, maxSize + 1);
}

/*! \reimp
    \internal
*/
qint64 RdmaTcpSocket::skipData(qint64 maxSize)
{
    return m_stream->skip(maxSize);
}

/*! \reimp
    \internal
*/
qint64 RdmaTcpSocket::writeData(const char *data, qint64 size)
{
    const qint64 written = m_stream->write(data, size);
    if (written < 0)
        followError();
    return written;
}
