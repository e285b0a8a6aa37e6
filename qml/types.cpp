// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "types.h"

#include <QtQml/qqmlengine.h>

#include <limits>

namespace {

// Up to this number JavaScript's numbers are whole.
constexpr double LargestNumber = 9007199254740992.0;

} // namespace

/*!
    \qmltype RdmaStream
    \inqmlmodule QtRdma
    \nativetype RdmaStream
    \brief A connection, in QML.

    It has the properties and signals of the C++ class (\c state, connected(), disconnected(),
    readyRead(), bytesWritten(), errorOccurred()), and the enumerators of QAbstractSocket for them,
    \c RdmaStream.ConnectedState for one; besides \c isConnected, \c peerAddress, \c peerPort,
    \c localAddress, \c deviceName and \c lastError, which has a \c text and a \c hint.

    \c send() takes text, which goes as UTF-8, or an \c ArrayBuffer. It takes all at once and says
    how many bytes that were, -1 without a connection; \c bytesToWrite() are still here, and
    bytesWritten() tells of each part that has left. So memory stays bounded:

    \qml
    function pump() {
        while (stream.bytesToWrite() < 1024 * 1024 && !file.atEnd)
            stream.send(file.read(65536)) // again onBytesWritten
    }
    \endqml

    \c receive() gives the bytes that have come as an \c ArrayBuffer, \c{receive(most)} not more
    than that many bytes of it, \c receiveLine() one line without its end, undefined while there is
    none. \c bytesAvailable() wait to be read; the peer has to wait where they are
    \c readBufferSize, 0 for no limit.

    \qml
    RdmaStream {
        id: stream
        onConnected: send("hello\n")
        onReadyRead: for (let line; (line = receiveLine()) !== undefined;) console.log(line)
        onErrorOccurred: console.warn(lastError.text, lastError.hint)
        Component.onCompleted: connectTo("10.77.0.1", 7471)
    }
    \endqml
*/

/*!
    \qmltype RdmaServer
    \inqmlmodule QtRdma
    \nativetype RdmaServer
    \brief Listens for streams, in QML.

    \c takeConnection() gives a stream that belongs to the server, and goes with it, or earlier by
    \c destroy(), as programs do that serve many: bytes that were sent before
    \c disconnectFromHost() and \c destroy() still arrive.

    \qml
    RdmaServer {
        onNewConnection: { const stream = takeConnection(); stream.send("welcome\n") }
        Component.onCompleted: if (!listenOn("", 7471)) console.warn(lastError.text, lastError.hint)
    }
    \endqml
*/

QmlRdmaStream::QmlRdmaStream(QObject *parent) : RdmaStream(parent)
{
    connect(this, &RdmaStream::stateChanged, this, &QmlRdmaStream::endsChanged);
    connect(this, &RdmaStream::errorOccurred, this, &QmlRdmaStream::lastErrorChanged);
    connect(this, &RdmaStream::stateChanged, this, [this](auto now) {
        if (now == QAbstractSocket::HostLookupState) // a new attempt forgets the error of the last
            Q_EMIT lastErrorChanged();
    });
}

// Ends the connection here, so that the signals of the end come while the object still has this
// class.
QmlRdmaStream::~QmlRdmaStream()
{
    if (state() != QAbstractSocket::ClosingState)
        RdmaStream::abort();
}

void QmlRdmaStream::limitReadBuffer(double bytes)
{
    setReadBufferSize(qint64(qBound(0.0, bytes, LargestNumber)));
}

void QmlRdmaStream::connectTo(const QString &host, int port)
{
    if (port < 1 || port > std::numeric_limits<quint16>::max()) {
        qWarning("RdmaStream.connectTo: %d is no port", port);
        return;
    }
    connectToHost(host, quint16(port));
}

int QmlRdmaStream::send(const QVariant &data)
{
    const QByteArray bytes =
            data.typeId() == QMetaType::QByteArray ? data.toByteArray() : data.toString().toUtf8();
    return isConnected() ? int(write(bytes)) : -1;
}

QVariant QmlRdmaStream::receiveLine()
{
    if (!canReadLine())
        return {};
    QByteArray line = readLine();
    line.chop(1);
    return QString::fromUtf8(line);
}

QmlRdmaServer::QmlRdmaServer(QObject *parent) : RdmaServer(parent)
{
    connect(this, &RdmaServer::acceptError, this, &QmlRdmaServer::lastErrorChanged);
}

bool QmlRdmaServer::listenOn(const QString &address, int port)
{
    const QHostAddress own =
            address.isEmpty() ? QHostAddress(QHostAddress::Any) : QHostAddress(address);
    const bool isPort = port >= 0 && port <= std::numeric_limits<quint16>::max();
    if (own.isNull() || !isPort) {
        qWarning("RdmaServer.listenOn: no address, or no port");
        return false;
    }
    const bool listens = listen(own, quint16(port));
    Q_EMIT listeningChanged();
    Q_EMIT lastErrorChanged();
    return listens;
}

void QmlRdmaServer::stopListening()
{
    close();
    Q_EMIT listeningChanged();
}

bool QmlRdmaServer::hasPendingConnections() const
{
    return RdmaServer::hasPendingConnections();
}

QmlRdmaStream *QmlRdmaServer::takeConnection()
{
    auto *stream = qobject_cast<QmlRdmaStream *>(nextPendingConnection());
    // The stream is a child of the server, and so not collected. QML could not destroy a stream
    // that C++ owns.
    if (stream)
        QQmlEngine::setObjectOwnership(stream, QQmlEngine::JavaScriptOwnership);
    return stream;
}

void QmlRdmaServer::incomingConnection(const RdmaConnectionRequest &request)
{
    auto *stream = new QmlRdmaStream(this);
    stream->setOptions(streamOptions());
    if (stream->accept(request)) {
        addPendingConnection(stream);
        return;
    }
    const QAbstractSocket::SocketError error = stream->error();
    delete stream;
    Q_EMIT acceptError(error);
}
