// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TYPES_H
#define TYPES_H

#include "socketnames.h"

#include <QtRdma/rdma.h>
#include <QtRdma/rdmaabstractserver.h>
#include <QtRdma/rdmaabstractstream.h>
#include <QtRdma/rdmaerror.h>
#include <QtRdma/rdmareconnector.h>
#include <QtRdma/rdmaserver.h>
#include <QtRdma/rdmastream.h>

#include <QtCore/qvariant.h>
#include <QtNetwork/qhostaddress.h>
#include <QtQml/qqml.h>

#include <functional>
#include <memory>

// The library knows nothing of QML. These types add what QML needs: addresses as strings, bytes as
// text or ArrayBuffer, and streams that a program can make and destroy.

// The enumerations, as in Rdma.Opcode.Send.
namespace QmlRdma {
Q_NAMESPACE
QML_NAMED_ELEMENT(Rdma)
QML_FOREIGN_NAMESPACE(Rdma)
} // namespace QmlRdma

// Has the types of a stream's state and of the argument of errorOccurred().
struct QmlAbstractSocket
{
    Q_GADGET
    QML_FOREIGN(QAbstractSocket)
    QML_ANONYMOUS
};

#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
// Arguments of signals. They have no properties in QML, but its compiler wants to know them.
struct QmlHostAddress
{
    Q_GADGET
    QML_FOREIGN(QHostAddress)
    QML_ANONYMOUS
};
#endif

struct QmlRdmaError
{
    Q_GADGET
    QML_FOREIGN(RdmaError)
    QML_VALUE_TYPE(rdmaError)
};

// The enumerations of RdmaError, as in RdmaError.Category.Timeout: a value type has no place for
// names.
class QmlRdmaErrorNames : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("RegisterEnumClassesUnscoped", "false")
    QML_NAMED_ELEMENT(RdmaError)
    QML_UNCREATABLE("It has the enumerations of errors.")
    QML_EXTENDED_NAMESPACE(RdmaError)
};

// Types of properties that take a plain or an encrypted object.
struct QmlRdmaAbstractStream
{
    Q_GADGET
    QML_FOREIGN(RdmaAbstractStream)
    QML_NAMED_ELEMENT(RdmaAbstractStream)
    QML_UNCREATABLE("Use RdmaStream or RdmaTlsStream.")
};

struct QmlRdmaAbstractServer
{
    Q_GADGET
    QML_FOREIGN(RdmaAbstractServer)
    QML_NAMED_ELEMENT(RdmaAbstractServer)
    QML_UNCREATABLE("Use RdmaServer or RdmaTlsServer.")
};

// The functions that plain and encrypted streams and servers share in QML.
namespace QmlTypes {

// False for a number that is no port, with a warning that names the function.
bool isPort(int port, int least, const char *function);
// JavaScript's numbers are doubles: from 0 to the last one that is whole.
qint64 toSize(double bytes);
// Returns the number of bytes, -1 without a connection.
int send(RdmaAbstractStream *stream, const QVariant &data);
// 'most' is a number of bytes.
QByteArray receive(RdmaAbstractStream *stream, qint64 most);
QVariant receiveLine(RdmaAbstractStream *stream);
// Calls 'changed' when rdmaError() may be another one.
void watchError(RdmaAbstractStream *stream, const std::function<void()> &changed);
// QML has other types than C++ for some properties. Each of these properties has its own signal,
// without an argument.
template <typename Stream>
void tellChanges(Stream *stream)
{
    QObject::connect(stream, &Stream::stateChanged, stream, &Stream::endsChanged);
    QObject::connect(stream, &Stream::readBufferSizeChanged, stream, &Stream::limitsChanged);
    QObject::connect(stream, &Stream::writeBufferSizeChanged, stream, &Stream::limitsChanged);
    watchError(stream, [stream] { Q_EMIT stream->rdmaErrorChanged(); });
}
template <typename Server>
void tellAddress(Server *server)
{
    QObject::connect(server, &Server::serverAddressChanged, server, &Server::addressChanged);
    QObject::connect(server, &Server::serverPortChanged, server, &Server::addressChanged);
}
// False with a warning when that is no address or no port. An empty address is all of them.
bool toAddress(const QString &text, int port, QHostAddress *address);
// Lets QML destroy a stream that a server has made. It is a child of the server, so no garbage
// collector takes it.
void giveAway(QObject *stream);

} // namespace QmlTypes

class QmlRdmaStream : public RdmaStream
{
    Q_OBJECT
    QML_NAMED_ELEMENT(RdmaStream)
    Q_PROPERTY(QString peerAddress READ peerAddressText NOTIFY endsChanged)
    Q_PROPERTY(QString localAddress READ localAddressText NOTIFY endsChanged)
    Q_PROPERTY(int peerPort READ peerPort NOTIFY endsChanged)
    Q_PROPERTY(int localPort READ localPort NOTIFY endsChanged)
    Q_PROPERTY(bool isConnected READ isConnected NOTIFY endsChanged)
    Q_PROPERTY(double readBufferSize READ readBufferSize WRITE limitReading NOTIFY limitsChanged)
    Q_PROPERTY(double writeBufferSize READ writeBufferSize WRITE limitWriting NOTIFY limitsChanged)
    Q_PROPERTY(RdmaError rdmaError READ rdmaError NOTIFY rdmaErrorChanged)

public:
    QML_SOCKET_NAMES

    explicit QmlRdmaStream(QObject *parent = nullptr);
    ~QmlRdmaStream() override;

    QString peerAddressText() const { return peerAddress().toString(); }
    QString localAddressText() const { return localAddress().toString(); }
    bool isConnected() const { return state() == QAbstractSocket::ConnectedState; }
    void limitReading(double bytes) { setReadBufferSize(QmlTypes::toSize(bytes)); }
    void limitWriting(double bytes) { setWriteBufferSize(QmlTypes::toSize(bytes)); }

    using RdmaStream::connectToHost;
    Q_INVOKABLE void connectToHost(const QString &host, int port);
    Q_INVOKABLE int send(const QVariant &data) { return QmlTypes::send(this, data); }
    Q_INVOKABLE QByteArray receive() { return QmlTypes::receive(this, bytesAvailable()); }
    Q_INVOKABLE QByteArray receive(int most) { return QmlTypes::receive(this, most); }
    Q_INVOKABLE QVariant receiveLine() { return QmlTypes::receiveLine(this); }

Q_SIGNALS:
    void endsChanged();
    void limitsChanged();
    void rdmaErrorChanged();
};

class QmlRdmaServer : public RdmaServer
{
    Q_OBJECT
    Q_CLASSINFO("RegisterEnumClassesUnscoped", "false")
    QML_NAMED_ELEMENT(RdmaServer)
    Q_PROPERTY(QString serverAddress READ serverAddressText NOTIFY addressChanged)
    Q_PROPERTY(int serverPort READ serverPort NOTIFY addressChanged)

public:
    explicit QmlRdmaServer(QObject *parent = nullptr);

    QString serverAddressText() const { return serverAddress().toString(); }

    using RdmaServer::listen;
    Q_INVOKABLE bool listen(const QString &address, int port = 0);
    Q_INVOKABLE QmlRdmaStream *nextPendingConnection() override;

Q_SIGNALS:
    void addressChanged();

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override;
};

// An RdmaReconnector has its stream from the beginning. In QML the stream is a property, so this
// object makes an RdmaReconnector for each stream.
class QmlRdmaReconnector : public QObject
{
    Q_OBJECT
    QML_NAMED_ELEMENT(RdmaReconnector)
    Q_PROPERTY(RdmaAbstractStream *stream READ stream WRITE setStream NOTIFY streamChanged)
    Q_PROPERTY(bool active READ isActive NOTIFY activeChanged)
    Q_PROPERTY(int failedAttempts READ failedAttempts NOTIFY failedAttemptsChanged)
    Q_PROPERTY(int initialDelay READ initialDelay WRITE setInitialDelay NOTIFY initialDelayChanged)
    Q_PROPERTY(int maxDelay READ maxDelay WRITE setMaxDelay NOTIFY maxDelayChanged)
    Q_PROPERTY(double jitter READ jitter WRITE setJitter NOTIFY jitterChanged)
    Q_PROPERTY(int maxAttempts READ maxAttempts WRITE setMaxAttempts NOTIFY maxAttemptsChanged)

public:
    explicit QmlRdmaReconnector(QObject *parent = nullptr);
    ~QmlRdmaReconnector() override;

    RdmaAbstractStream *stream() const { return m_reconnector->stream(); }
    void setStream(RdmaAbstractStream *stream);
    bool isActive() const { return m_reconnector->isActive(); }
    int failedAttempts() const { return m_reconnector->failedAttempts(); }
    int initialDelay() const { return m_reconnector->initialDelay(); }
    void setInitialDelay(int msecs) { m_reconnector->setInitialDelay(msecs); }
    int maxDelay() const { return m_reconnector->maxDelay(); }
    void setMaxDelay(int msecs) { m_reconnector->setMaxDelay(msecs); }
    double jitter() const { return m_reconnector->jitter(); }
    void setJitter(double jitter) { m_reconnector->setJitter(jitter); }
    int maxAttempts() const { return m_reconnector->maxAttempts(); }
    void setMaxAttempts(int count) { m_reconnector->setMaxAttempts(count); }

    Q_INVOKABLE void connectToHost(const QString &host, int port);
    Q_INVOKABLE void stop() { m_reconnector->stop(); }

Q_SIGNALS:
    void streamChanged();
    void activeChanged(bool active);
    void failedAttemptsChanged();
    void initialDelayChanged(int msecs);
    void maxDelayChanged(int msecs);
    void jitterChanged(double jitter);
    void maxAttemptsChanged(int count);
    void waiting(int msecs);
    void gaveUp();

private:
    void passSignalsOn();

    std::unique_ptr<RdmaReconnector> m_reconnector;
};

#endif // TYPES_H
