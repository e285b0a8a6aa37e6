// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASTREAMOPTIONS_H
#define RDMASTREAMOPTIONS_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdma.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qobjectdefs.h>

#include <optional>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

class Q_RDMA_EXPORT RdmaStreamOptions
{
    Q_GADGET
    Q_PROPERTY(Rdma::WireFormat wireFormat MEMBER wireFormat)
    Q_PROPERTY(int slotSize MEMBER slotSize)
    Q_PROPERTY(int largeSlotSize MEMBER largeSlotSize)
    Q_PROPERTY(int window MEMBER window)
    Q_PROPERTY(qint64 sendBudget MEMBER sendBudget)
    Q_PROPERTY(int connectTimeout MEMBER connectTimeout)
    Q_PROPERTY(int handshakeTimeout MEMBER handshakeTimeout)
    Q_PROPERTY(int lingerTimeout MEMBER lingerTimeout)
    Q_PROPERTY(int keepAliveInterval MEMBER keepAliveInterval)
    Q_PROPERTY(int answerTimeout MEMBER answerTimeout)
    Q_PROPERTY(int writeTimeout MEMBER writeTimeout)
    Q_PROPERTY(int idleTimeout MEMBER idleTimeout)

public:
    Rdma::WireFormat wireFormat = Rdma::WireFormat::QtRdma;
    int slotSize = 2048;
    int largeSlotSize = 65472;
    int window = 16;
    qint64 sendBudget = 1024 * 1024;
    int connectTimeout = 30000;
    int handshakeTimeout = 5000;
    int lingerTimeout = 60000;
    int keepAliveInterval = 0;
    int answerTimeout = 0;
    int writeTimeout = 0;
    int idleTimeout = 0;
    std::optional<QByteArray> preSharedKey;

    friend bool operator==(const RdmaStreamOptions &a, const RdmaStreamOptions &b) noexcept
    {
        return a.wireFormat == b.wireFormat && a.slotSize == b.slotSize
                && a.largeSlotSize == b.largeSlotSize && a.window == b.window
                && a.sendBudget == b.sendBudget && a.connectTimeout == b.connectTimeout
                && a.handshakeTimeout == b.handshakeTimeout && a.lingerTimeout == b.lingerTimeout
                && a.keepAliveInterval == b.keepAliveInterval && a.answerTimeout == b.answerTimeout
                && a.writeTimeout == b.writeTimeout && a.idleTimeout == b.idleTimeout
                && a.preSharedKey == b.preSharedKey;
    }
    friend bool operator!=(const RdmaStreamOptions &a, const RdmaStreamOptions &b) noexcept
    {
        return !(a == b);
    }
};

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaStreamOptions &options);
#endif

#endif // RDMASTREAMOPTIONS_H
