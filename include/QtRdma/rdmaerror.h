// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAERROR_H
#define RDMAERROR_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qobjectdefs.h>
#include <QtCore/qstring.h>
#include <QtNetwork/qabstractsocket.h>

#include <memory>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

class Q_RDMA_EXPORT RdmaError
{
    Q_GADGET
    Q_CLASSINFO("RegisterEnumClassesUnscoped", "false")
    Q_PROPERTY(Category category READ category CONSTANT)
    Q_PROPERTY(Cause cause READ cause CONSTANT)
    Q_PROPERTY(QString call READ call CONSTANT)
    Q_PROPERTY(int code READ code CONSTANT)
    Q_PROPERTY(QString text READ text CONSTANT)
    Q_PROPERTY(QString hint READ hint CONSTANT)

public:
    enum class Category : quint8 {
        None,
        System,
        Completion,
        ConnectionRejected,
        ConnectionManager,
        Protocol,
        Timeout,
        Usage,
        QueueFull,
        Device
    };
    Q_ENUM(Category)

    enum class Cause : quint8 {
        Other,
        WaitExpired,
        ConnectTimeout,
        KeepAliveTimeout,
        AnswerTimeout,
        WriteTimeout,
        IdleTimeout,
        CloseTimeout,
        RemoteClosed,
        HostUnreachable,
        NobodyListens,
        Refused,
        AuthenticationFailed
    };
    Q_ENUM(Cause)

    RdmaError() = default;
    RdmaError(Category category, const QString &call, int code, const QString &text,
              const QString &hint = QString(),
              QAbstractSocket::SocketError socketError = QAbstractSocket::NetworkError,
              Cause cause = Cause::Other);

    bool isError() const { return details != nullptr; }
    Category category() const;
    Cause cause() const;
    QString call() const;
    int code() const;
    QString text() const;
    QString hint() const;
    QString toString() const;
    QAbstractSocket::SocketError socketError() const;

private:
    struct Details;
    std::shared_ptr<const Details> details; // null: no error
};

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaError &error);
#endif

#endif // RDMAERROR_H
