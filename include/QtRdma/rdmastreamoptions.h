// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASTREAMOPTIONS_H
#define RDMASTREAMOPTIONS_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdma.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qobjectdefs.h>
#include <QtCore/qshareddata.h>

#include <chrono>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

namespace QtRdmaPrivate {
struct Access;
struct StreamOptionsData;
} // namespace QtRdmaPrivate

class Q_RDMA_EXPORT RdmaStreamOptions
{
    Q_GADGET
    Q_PROPERTY(Rdma::TransportPolicy transport READ transport WRITE setTransport)
    Q_PROPERTY(int headStart READ headStart WRITE setHeadStart)
    Q_PROPERTY(quint16 tcpPort READ tcpPort WRITE setTcpPort)
    Q_PROPERTY(bool halfOpen READ isHalfOpen WRITE setHalfOpen)
    Q_PROPERTY(Rdma::WireFormat wireFormat READ wireFormat WRITE setWireFormat)
    Q_PROPERTY(int slotSize READ slotSize WRITE setSlotSize)
    Q_PROPERTY(int largeSlotSize READ largeSlotSize WRITE setLargeSlotSize)
    Q_PROPERTY(int window READ window WRITE setWindow)
    Q_PROPERTY(qint64 sendBudget READ sendBudget WRITE setSendBudget)
    Q_PROPERTY(int connectTimeout READ connectTimeout WRITE setConnectTimeout)
    Q_PROPERTY(int handshakeTimeout READ handshakeTimeout WRITE setHandshakeTimeout)
    Q_PROPERTY(int lingerTimeout READ lingerTimeout WRITE setLingerTimeout)
    Q_PROPERTY(int keepAliveInterval READ keepAliveInterval WRITE setKeepAliveInterval)
    Q_PROPERTY(int answerTimeout READ answerTimeout WRITE setAnswerTimeout)
    Q_PROPERTY(int writeTimeout READ writeTimeout WRITE setWriteTimeout)
    Q_PROPERTY(int idleTimeout READ idleTimeout WRITE setIdleTimeout)
    Q_PROPERTY(int typeOfService READ typeOfService WRITE setTypeOfService)

public:
    RdmaStreamOptions() noexcept;
    RdmaStreamOptions(const RdmaStreamOptions &other);
    RdmaStreamOptions(RdmaStreamOptions &&other) noexcept;
    RdmaStreamOptions &operator=(const RdmaStreamOptions &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaStreamOptions)
    ~RdmaStreamOptions();
    void swap(RdmaStreamOptions &other) noexcept { d.swap(other.d); }

    Rdma::TransportPolicy transport() const;
    void setTransport(Rdma::TransportPolicy policy);

    int headStart() const; // ms
    void setHeadStart(int msecs);
    std::chrono::milliseconds headStartAsDuration() const;
    void setHeadStart(std::chrono::milliseconds time);

    quint16 tcpPort() const;
    void setTcpPort(quint16 port);

    bool isHalfOpen() const;
    void setHalfOpen(bool on);

    Rdma::WireFormat wireFormat() const;
    void setWireFormat(Rdma::WireFormat format);

    int slotSize() const;
    void setSlotSize(int bytes);

    int largeSlotSize() const;
    void setLargeSlotSize(int bytes);

    int window() const;
    void setWindow(int frames);

    qint64 sendBudget() const;
    void setSendBudget(qint64 bytes);

    int connectTimeout() const;
    void setConnectTimeout(int msecs);
    std::chrono::milliseconds connectTimeoutAsDuration() const;
    void setConnectTimeout(std::chrono::milliseconds timeout);

    int handshakeTimeout() const;
    void setHandshakeTimeout(int msecs);
    std::chrono::milliseconds handshakeTimeoutAsDuration() const;
    void setHandshakeTimeout(std::chrono::milliseconds timeout);

    int lingerTimeout() const;
    void setLingerTimeout(int msecs);
    std::chrono::milliseconds lingerTimeoutAsDuration() const;
    void setLingerTimeout(std::chrono::milliseconds timeout);

    int keepAliveInterval() const;
    void setKeepAliveInterval(int msecs);
    std::chrono::milliseconds keepAliveIntervalAsDuration() const;
    void setKeepAliveInterval(std::chrono::milliseconds interval);

    int answerTimeout() const;
    void setAnswerTimeout(int msecs);
    std::chrono::milliseconds answerTimeoutAsDuration() const;
    void setAnswerTimeout(std::chrono::milliseconds timeout);

    int writeTimeout() const;
    void setWriteTimeout(int msecs);
    std::chrono::milliseconds writeTimeoutAsDuration() const;
    void setWriteTimeout(std::chrono::milliseconds timeout);

    int idleTimeout() const;
    void setIdleTimeout(int msecs);
    std::chrono::milliseconds idleTimeoutAsDuration() const;
    void setIdleTimeout(std::chrono::milliseconds timeout);

    int typeOfService() const;
    void setTypeOfService(int value);

    QByteArray preSharedKey() const;
    bool hasPreSharedKey() const;
    void setPreSharedKey(const QByteArray &key);
    void clearPreSharedKey();

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaStreamOptions &a, const RdmaStreamOptions &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaStreamOptions &a, const RdmaStreamOptions &b) noexcept
    {
        return !equals(a, b);
    }
    static bool equals(const RdmaStreamOptions &a, const RdmaStreamOptions &b) noexcept;

    QSharedDataPointer<QtRdmaPrivate::StreamOptionsData> d; // null: the default values
};

Q_DECLARE_SHARED(RdmaStreamOptions)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaStreamOptions &options);
#endif

#endif // RDMASTREAMOPTIONS_H
