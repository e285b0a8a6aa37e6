// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMARECONNECTOR_H
#define RDMARECONNECTOR_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qiodevice.h>
#include <QtCore/qobject.h>
#include <QtCore/qproperty.h>
#include <QtCore/qscopedpointer.h>
#include <QtNetwork/qabstractsocket.h>
#include <QtNetwork/qhostaddress.h>

#include <chrono>

class RdmaAbstractStream;
class RdmaReconnectorPrivate;

/// Keeps an RdmaStream or RdmaTlsStream connected: tries again after growing delays.
class Q_RDMA_EXPORT RdmaReconnector : public QObject
{
    Q_OBJECT
    Q_PROPERTY(bool active READ isActive NOTIFY activeChanged)
    Q_PROPERTY(int initialDelay READ initialDelay WRITE setInitialDelay NOTIFY initialDelayChanged
                       BINDABLE bindableInitialDelay)
    Q_PROPERTY(int maxDelay READ maxDelay WRITE setMaxDelay NOTIFY maxDelayChanged BINDABLE
                       bindableMaxDelay)
    Q_PROPERTY(
            double jitter READ jitter WRITE setJitter NOTIFY jitterChanged BINDABLE bindableJitter)
    Q_PROPERTY(int maxAttempts READ maxAttempts WRITE setMaxAttempts NOTIFY maxAttemptsChanged
                       BINDABLE bindableMaxAttempts)
    Q_DISABLE_COPY_MOVE(RdmaReconnector)

public:
    explicit RdmaReconnector(RdmaAbstractStream *stream, QObject *parent = nullptr);
    ~RdmaReconnector() override;

    /// Returns the stream; null when it has been deleted.
    RdmaAbstractStream *stream() const;

    /// Connects the stream to `port` of `hostName`, and opens it in `mode`, with an address of
    /// `protocol`.
    void
    connectToHost(const QString &hostName, quint16 port,
                  QIODevice::OpenMode mode = QIODevice::ReadWrite,
                  QAbstractSocket::NetworkLayerProtocol protocol = QAbstractSocket::AnyIPProtocol);
    void connectToHost(const QHostAddress &address, quint16 port,
                       QIODevice::OpenMode mode = QIODevice::ReadWrite);
    /// Makes no further attempts.
    void stop();
    /// Returns whether the stream is connected again when its connection is lost.
    bool isActive() const;
    /// Returns how many attempts have failed in a row.
    int failedAttempts() const;

    /// Returns the first delay, in milliseconds.
    int initialDelay() const;
    /// Sets the first delay to `msecs` milliseconds, at least 1; 250 by default.
    void setInitialDelay(int msecs);
    std::chrono::milliseconds initialDelayAsDuration() const;
    void setInitialDelay(std::chrono::milliseconds delay);
    QBindable<int> bindableInitialDelay();
    /// Returns the longest delay, in milliseconds.
    int maxDelay() const;
    /// Sets the longest delay to `msecs` milliseconds, at least 1; 30000 by default.
    void setMaxDelay(int msecs);
    std::chrono::milliseconds maxDelayAsDuration() const;
    void setMaxDelay(std::chrono::milliseconds delay);
    QBindable<int> bindableMaxDelay();
    /// Returns the part of each delay that is left to chance.
    double jitter() const;
    /// Sets the part of each delay that is left to chance to `jitter`, between 0 and 1.
    void setJitter(double jitter);
    QBindable<double> bindableJitter();
    /// Returns how many attempts may fail in a row; 0 is any number.
    int maxAttempts() const;
    /// Makes the reconnector give up when `count` attempts have failed in a row; 0, the default, is
    /// never.
    void setMaxAttempts(int count);
    QBindable<int> bindableMaxAttempts();

Q_SIGNALS:
    void activeChanged(bool active);
    void waiting(int msecs);
    void gaveUp();
    void initialDelayChanged(int msecs);
    void maxDelayChanged(int msecs);
    void jitterChanged(double jitter);
    void maxAttemptsChanged(int count);

private:
    friend class RdmaReconnectorPrivate;
    QScopedPointer<RdmaReconnectorPrivate> d;
};

#endif // RDMARECONNECTOR_H
