// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAERROR_H
#define RDMAERROR_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qobjectdefs.h>
#include <QtCore/qstring.h>
#include <QtNetwork/qabstractsocket.h>

#include <utility>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

/// Says which call failed, why, and what to do about it.
class Q_RDMA_EXPORT RdmaError
{
    Q_GADGET
    Q_CLASSINFO("RegisterEnumClassesUnscoped", "false")
    Q_PROPERTY(Category category READ category)
    Q_PROPERTY(Cause cause READ cause)
    Q_PROPERTY(QString call READ call)
    Q_PROPERTY(int code READ code)
    Q_PROPERTY(QString text READ text)
    Q_PROPERTY(QString hint READ hint)

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

    RdmaError() noexcept = default;
    RdmaError(Category category, const QString &call, int code, const QString &text,
              const QString &hint = QString(),
              QAbstractSocket::SocketError socketError = QAbstractSocket::NetworkError,
              Cause cause = Cause::Other);
    RdmaError(const RdmaError &other) noexcept : details(other.details)
    {
        if (details)
            retain();
    }
    RdmaError(RdmaError &&other) noexcept : details(std::exchange(other.details, nullptr)) { }
    RdmaError &operator=(const RdmaError &other) noexcept
    {
        RdmaError copy(other);
        swap(copy);
        return *this;
    }
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaError)
    ~RdmaError()
    {
        if (details)
            release();
    }
    void swap(RdmaError &other) noexcept { std::swap(details, other.details); }

    /// Returns whether something went wrong: the category() is not Category::None.
    bool isError() const noexcept { return details != nullptr; }
    /// Where the error comes from; Category::None when there is none.
    Category category() const;
    /// What a program may want to answer in its own way; Cause::Other for all the rest.
    Cause cause() const;
    /// The name of the call of the verbs, of the connection manager or of the system that has
    /// failed; may be empty.
    QString call() const;
    /// The number that came with the error: what it is depends on the category.
    int code() const;
    /// What has happened, for people, translated.
    QString text() const;
    /// What can be done about it, for people, translated; may be empty.
    QString hint() const;
    /// Returns the text, the call and the hint as one sentence or two, ready to be shown.
    QString toString() const;
    /// Returns the nearest value of QAbstractSocket's enumeration, for code ported from QTcpSocket.
    QAbstractSocket::SocketError socketError() const;

private:
    friend bool operator==(const RdmaError &a, const RdmaError &b) noexcept
    {
        return a.details == b.details || equals(a, b);
    }
    friend bool operator!=(const RdmaError &a, const RdmaError &b) noexcept { return !(a == b); }
    static bool equals(const RdmaError &a, const RdmaError &b) noexcept;
    void retain() const noexcept;
    void release() noexcept;

    // Nearly every RdmaError says that nothing is wrong. Such a value is a null pointer, which is
    // copied and destroyed without a call into the library: a QExplicitlySharedDataPointer would
    // need the definition of Details for that.
    struct Details;
    Details *details = nullptr;
};

Q_DECLARE_SHARED(RdmaError)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaError &error);
#endif

#endif // RDMAERROR_H
