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

    RdmaAbstractStream *stream() const;

    void
    connectToHost(const QString &hostName, quint16 port,
                  QIODevice::OpenMode mode = QIODevice::ReadWrite,
                  QAbstractSocket::NetworkLayerProtocol protocol = QAbstractSocket::AnyIPProtocol);
    void connectToHost(const QHostAddress &address, quint16 port,
                       QIODevice::OpenMode mode = QIODevice::ReadWrite);
    void stop();
    bool isActive() const;
    int failedAttempts() const;

    int initialDelay() const;
    void setInitialDelay(int msecs);
    std::chrono::milliseconds initialDelayAsDuration() const;
    void setInitialDelay(std::chrono::milliseconds delay);
    QBindable<int> bindableInitialDelay();
    int maxDelay() const;
    void setMaxDelay(int msecs);
    std::chrono::milliseconds maxDelayAsDuration() const;
    void setMaxDelay(std::chrono::milliseconds delay);
    QBindable<int> bindableMaxDelay();
    double jitter() const;
    void setJitter(double jitter);
    QBindable<double> bindableJitter();
    int maxAttempts() const;
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
