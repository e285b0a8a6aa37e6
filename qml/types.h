// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TYPES_H
#define TYPES_H

#include <QtRdma/rdma.h>
#include <QtRdma/rdmaerror.h>
#include <QtRdma/rdmaserver.h>
#include <QtRdma/rdmastream.h>

#include <QtCore/qvariant.h>
#include <QtQml/qqml.h>

// The library knows nothing of QML. These types add what QML needs.

// The enumerations, as in Rdma.Opcode.Send.
namespace QmlRdma {
Q_NAMESPACE
QML_NAMED_ELEMENT(Rdma)
QML_FOREIGN_NAMESPACE(Rdma)
} // namespace QmlRdma

struct QmlRdmaError
{
    Q_GADGET
    QML_FOREIGN(RdmaError)
    QML_VALUE_TYPE(rdmaError)
};

// The enumerations of RdmaError, as in RdmaError.Category.Timeout: a value type has no place for
// names.
namespace QmlRdmaErrorNames {
Q_NAMESPACE
QML_NAMED_ELEMENT(RdmaError)
QML_FOREIGN_NAMESPACE(RdmaError)
} // namespace QmlRdmaErrorNames

class QmlRdmaStream : public RdmaStream
{
    Q_OBJECT
    QML_NAMED_ELEMENT(RdmaStream)
    QML_EXTENDED_NAMESPACE(QAbstractSocket) // its enumerations, above all that of the state
    Q_PROPERTY(QString peerAddress READ peerAddressText NOTIFY endsChanged)
    Q_PROPERTY(int peerPort READ peerPortNumber NOTIFY endsChanged)
    Q_PROPERTY(QString localAddress READ localAddressText NOTIFY endsChanged)
    Q_PROPERTY(QString deviceName READ deviceName NOTIFY endsChanged)
    Q_PROPERTY(bool isConnected READ isConnected NOTIFY endsChanged)
    Q_PROPERTY(double readBufferSize READ readBufferSize WRITE limitReadBuffer NOTIFY
                       readBufferSizeChanged) // JavaScript's numbers are doubles
    Q_PROPERTY(RdmaError lastError READ rdmaError NOTIFY lastErrorChanged)

public:
    explicit QmlRdmaStream(QObject *parent = nullptr);
    ~QmlRdmaStream() override;

    QString peerAddressText() const { return peerAddress().toString(); }
    int peerPortNumber() const { return peerPort(); }
    QString localAddressText() const { return localAddress().toString(); }
    bool isConnected() const { return state() == QAbstractSocket::ConnectedState; }

    void limitReadBuffer(double bytes);
    Q_INVOKABLE void connectTo(const QString &host, int port);
    Q_INVOKABLE void disconnectFromHost() override { RdmaStream::disconnectFromHost(); }
    Q_INVOKABLE void abort() override { RdmaStream::abort(); }
    // Sends text as UTF-8, and an ArrayBuffer as it is. Returns the number of bytes, or -1 without
    // a connection.
    Q_INVOKABLE int send(const QVariant &data);
    Q_INVOKABLE QByteArray receive() { return notNull(readAll()); }
    Q_INVOKABLE QByteArray receive(int most) { return notNull(read(qMax(most, 0))); }
    Q_INVOKABLE qint64 bytesAvailable() const override { return RdmaStream::bytesAvailable(); }
    Q_INVOKABLE qint64 bytesToWrite() const override { return RdmaStream::bytesToWrite(); }
    // One line without its end; undefined when there is none yet.
    Q_INVOKABLE QVariant receiveLine();

Q_SIGNALS:
    void endsChanged();
    void lastErrorChanged();

private:
    // JavaScript takes the buffer of a null one for detached, and throws when a program asks for
    // its length.
    static QByteArray notNull(const QByteArray &data) { return data.isNull() ? "" : data; }
};

class QmlRdmaServer : public RdmaServer
{
    Q_OBJECT
    Q_CLASSINFO("RegisterEnumClassesUnscoped", "false")
    QML_NAMED_ELEMENT(RdmaServer)
    Q_PROPERTY(bool listening READ isListening NOTIFY listeningChanged)
    Q_PROPERTY(int port READ port NOTIFY listeningChanged)
    Q_PROPERTY(QString address READ address NOTIFY listeningChanged)
    Q_PROPERTY(RdmaError lastError READ rdmaError NOTIFY lastErrorChanged)

public:
    explicit QmlRdmaServer(QObject *parent = nullptr);

    int port() const { return serverPort(); }
    QString address() const { return serverAddress().toString(); }

    // An empty address means all addresses; no port means a free one.
    Q_INVOKABLE bool listenOn(const QString &address, int port);
    Q_INVOKABLE void stopListening();
    Q_INVOKABLE bool hasPendingConnections() const override;
    // A stream that belongs to the server until a program calls destroy() on it; null when there is
    // none.
    Q_INVOKABLE QmlRdmaStream *takeConnection();

Q_SIGNALS:
    void listeningChanged();
    void lastErrorChanged();

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override;
};

#endif // TYPES_H
