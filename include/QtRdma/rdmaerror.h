// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAERROR_H
#define RDMAERROR_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qobjectdefs.h>
#include <QtCore/qstring.h>
#include <QtNetwork/qabstractsocket.h>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

class Q_RDMA_EXPORT RdmaError
{
    Q_GADGET
    Q_PROPERTY(Category category READ category CONSTANT)
    Q_PROPERTY(QString call READ call CONSTANT)
    Q_PROPERTY(int code READ code CONSTANT)
    Q_PROPERTY(QString text READ text CONSTANT)
    Q_PROPERTY(QString hint READ hint CONSTANT)

public:
    enum Category {
        NoError,
        SystemError,
        CompletionError,
        ConnectionRejected,
        ConnectionManagerError,
        ProtocolError,
        TimeoutError,
        UsageError,
        QueueFull,
        DeviceError
    };
    Q_ENUM(Category)

    RdmaError() = default;
    RdmaError(Category category, const QString &call, int code, const QString &text,
              const QString &hint = QString(),
              QAbstractSocket::SocketError socketError = QAbstractSocket::NetworkError);

    bool isError() const { return m_category != NoError; }
    Category category() const { return m_category; }
    QString call() const { return m_call; }
    int code() const { return m_code; }
    QString text() const { return m_text; }
    QString hint() const { return m_hint; }
    QString toString() const;
    QAbstractSocket::SocketError socketError() const { return m_socketError; }

private:
    Category m_category = NoError;
    QAbstractSocket::SocketError m_socketError = QAbstractSocket::UnknownSocketError;
    int m_code = 0;
    QString m_call;
    QString m_text;
    QString m_hint;
};

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaError &error);
#endif

#endif // RDMAERROR_H
