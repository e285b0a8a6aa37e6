// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "types.h"

#include <QtQml/qqmlengine.h>

#include <limits>
#include <utility>

bool QmlTypes::isPort(int port, int least, const char *function)
{
    const bool is = port >= least && port <= std::numeric_limits<quint16>::max();
    if (!is)
        qWarning("%s: %d is no port", function, port);
    return is;
}

qint64 QmlTypes::toSize(double bytes)
{
    constexpr double Largest = 9007199254740992.0;
    return qint64(qBound(0.0, bytes, Largest));
}

int QmlTypes::send(RdmaAbstractStream *stream, const QVariant &data)
{
    const QByteArray bytes =
            data.typeId() == QMetaType::QByteArray ? data.toByteArray() : data.toString().toUtf8();
    return stream->state() == QAbstractSocket::ConnectedState ? int(stream->write(bytes)) : -1;
}

QByteArray QmlTypes::receive(RdmaAbstractStream *stream, qint64 most)
{
    const QByteArray data = stream->read(qMax<qint64>(most, 0));
    // JavaScript takes the buffer of a null one for detached, and throws when a program asks for
    // its length.
    return data.isNull() ? "" : data;
}

QVariant QmlTypes::receiveLine(RdmaAbstractStream *stream)
{
    if (!stream->canReadLine())
        return {};
    QByteArray line = stream->readLine();
    line.chop(1);
    return QString::fromUtf8(line);
}

void QmlTypes::watchError(RdmaAbstractStream *stream, const std::function<void()> &changed)
{
    QObject::connect(stream, &RdmaAbstractStream::errorOccurred, stream, changed);
    QObject::connect(stream, &RdmaAbstractStream::stateChanged, stream, [changed](auto now) {
        if (now == QAbstractSocket::HostLookupState) // a new attempt forgets the error of the last
            changed();
    });
}

bool QmlTypes::toAddress(const QString &text, int port, QHostAddress *address)
{
    *address = text.isEmpty() ? QHostAddress(QHostAddress::Any) : QHostAddress(text);
    if (address->isNull())
        qWarning("RdmaServer.listen: no address");
    return !address->isNull() && isPort(port, 0, "RdmaServer.listen");
}

void QmlTypes::giveAway(QObject *stream)
{
    if (stream) // QML could not destroy one that C++ owns
        QQmlEngine::setObjectOwnership(stream, QQmlEngine::JavaScriptOwnership);
}

QmlRdmaStream::QmlRdmaStream(QObject *parent) : RdmaStream(parent)
{
    QmlTypes::tellChanges(this);
}

// Ends the connection here, so that the signals of the end come while the object still has this
// class. One that is closing goes on doing so, and its end comes when the object has no functions
// of this class any more.
QmlRdmaStream::~QmlRdmaStream()
{
    if (state() != QAbstractSocket::ClosingState)
        RdmaStream::abort();
    disconnect(this, nullptr, this, nullptr);
}

void QmlRdmaStream::connectToHost(const QString &host, int port)
{
    if (QmlTypes::isPort(port, 1, "RdmaStream.connectToHost"))
        connectToHost(host, quint16(port));
}

QmlRdmaServer::QmlRdmaServer(QObject *parent) : RdmaServer(parent)
{
    QmlTypes::tellAddress(this);
}

bool QmlRdmaServer::listen(const QString &address, int port)
{
    QHostAddress own;
    return QmlTypes::toAddress(address, port, &own) && listen(own, quint16(port));
}

QmlRdmaStream *QmlRdmaServer::nextPendingConnection()
{
    auto *stream = qobject_cast<QmlRdmaStream *>(RdmaServer::nextPendingConnection());
    QmlTypes::giveAway(stream);
    return stream;
}

void QmlRdmaServer::incomingConnection(const RdmaConnectionRequest &request)
{
    auto *stream = new QmlRdmaStream(this);
    if (acceptConnection(stream, request))
        addPendingConnection(stream);
    else
        delete stream;
}

QmlRdmaReconnector::QmlRdmaReconnector(QObject *parent)
    : QObject(parent)
    , m_reconnector(std::make_unique<RdmaReconnector>(nullptr))
{
    passSignalsOn();
}

QmlRdmaReconnector::~QmlRdmaReconnector() = default;

void QmlRdmaReconnector::setStream(RdmaAbstractStream *stream)
{
    if (stream == this->stream())
        return;
    const auto before = std::exchange(m_reconnector, std::make_unique<RdmaReconnector>(stream));
    setInitialDelay(before->initialDelay());
    setMaxDelay(before->maxDelay());
    setJitter(before->jitter());
    setMaxAttempts(before->maxAttempts());
    passSignalsOn();
    Q_EMIT streamChanged();
    Q_EMIT failedAttemptsChanged();
    if (before->isActive())
        Q_EMIT activeChanged(false);
}

void QmlRdmaReconnector::passSignalsOn()
{
    using Mine = QmlRdmaReconnector;
    using Its = RdmaReconnector;
    const RdmaReconnector *const its = m_reconnector.get();
    connect(its, &Its::activeChanged, this, &Mine::failedAttemptsChanged);
    connect(its, &Its::activeChanged, this, &Mine::activeChanged);
    connect(its, &Its::initialDelayChanged, this, &Mine::initialDelayChanged);
    connect(its, &Its::maxDelayChanged, this, &Mine::maxDelayChanged);
    connect(its, &Its::jitterChanged, this, &Mine::jitterChanged);
    connect(its, &Its::maxAttemptsChanged, this, &Mine::maxAttemptsChanged);
    connect(its, &Its::waiting, this, &Mine::failedAttemptsChanged);
    connect(its, &Its::waiting, this, &Mine::waiting);
    connect(its, &Its::gaveUp, this, &Mine::gaveUp);
    if (!stream())
        return;
    connect(stream(), &RdmaAbstractStream::connected, its,
            [this] { Q_EMIT failedAttemptsChanged(); });
    connect(stream(), &QObject::destroyed, its, [this] { Q_EMIT streamChanged(); });
}

void QmlRdmaReconnector::connectToHost(const QString &host, int port)
{
    if (QmlTypes::isPort(port, 1, "RdmaReconnector.connectToHost"))
        m_reconnector->connectToHost(host, quint16(port));
}
