// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaerror.h>

#include <QtCore/qdebug.h>
#include <QtCore/qatomic.h>

/*!
    \class RdmaError
    \inmodule QtRdma
    \since 0.1
    \brief Says which call failed, why, and what to do about it.

    Every failure of this module is described by one value of this class: category() tells where it
    came from, call() names the verbs or connection manager call, code() is an errno for
    Category::System, an \c ibv_wc_status for Category::Completion, the connection manager's status
    for Category::ConnectionRejected and an \c ibv_event_type for Category::Device, an asynchronous
    event. cause() tells apart what a program may want to answer in different ways. text() and
    hint() are for people, and hint() may be empty: both change from version to version and are
    translated, so no program should compare them.

    \snippet base.cpp error

    Values are shared: a copy costs no more than a pointer. A default-constructed value, and one
    that was moved from, is no error. Two values are equal when all that they tell is equal.
*/

/*! \fn RdmaError::RdmaError()
    Constructs a value that is no error: isError() is \c false.
*/

/*! \fn bool RdmaError::isError() const
    Returns whether something went wrong: the category() is not Category::None.
*/

/*! \fn void RdmaError::swap(RdmaError &other)
    Swaps this value with \a other. This is fast and never fails.
*/

/*!
    \enum RdmaError::Category

    Where an error comes from, and what code() is.

    \value None There is no error.
    \value System A call has failed; code() is its errno.
    \value Completion A work request has failed; code() is an \c ibv_wc_status.
    \value ConnectionRejected The peer has refused the connection; code() is the status of the
        connection manager.
    \value ConnectionManager The connection manager tells of a failure, or the device was removed.
    \value Protocol The peer has broken the protocol, or does not speak it.
    \value Timeout A time is over; cause() tells which.
    \value Usage The program has asked for what cannot be done. Nothing has changed.
    \value QueueFull There is no room at the moment. Nothing has changed.
    \value Device The device has told of an error; code() is an \c ibv_event_type.
*/

/*!
    \enum RdmaError::Cause

    The cause of the error, as far as a program can do something about it.

    \value Other None of the following; category() and code() tell the details.
    \value WaitExpired The time of a \c waitFor...() function is over. Nothing has ended: the
        connection is unchanged.
    \value ConnectTimeout The connection, or a part of making it (look-up of the name, proof of the
        pre-shared key, TLS handshake), took too long.
    \value KeepAliveTimeout The peer's host has acknowledged nothing for as long as
        RdmaStreamOptions::keepAliveInterval allows.
    \value AnswerTimeout The peer's program has not answered for RdmaStreamOptions::answerTimeout.
    \value WriteTimeout The peer has taken no data for RdmaStreamOptions::writeTimeout.
    \value IdleTimeout No data have moved for RdmaStreamOptions::idleTimeout.
    \value CloseTimeout The peer has not taken the rest of the bytes within
        RdmaStreamOptions::lingerTimeout after a close.
    \value RemoteClosed The peer has closed or aborted the connection, or given up the attempt to
        make it.
    \value HostUnreachable There is no route to the host, or nothing in its network answers to its
        address.
    \value NobodyListens No program listens on that address and port.
    \value Refused The program that listens, or the connection manager beside it, has refused the
        connection.
    \value AuthenticationFailed The two sides do not have the same pre-shared key.
*/

struct RdmaError::Details
{
    Category category = Category::None;
    Cause cause = Cause::Other;
    QAbstractSocket::SocketError socketError = QAbstractSocket::UnknownSocketError;
    int code = 0;
    QString call;
    QString text;
    QString hint;
    QAtomicInt references = 1;
};

/*! Constructs an error of \a category. \a call is the name of what has failed, with \a code;
    \a text and \a hint are for people; \a socketError is the nearest value that QTcpSocket has, and
    \a cause what a program can tell apart. With Category::None the value is no error, whatever the
    others are.
*/
RdmaError::RdmaError(Category category, const QString &call, int code, const QString &text,
                     const QString &hint, QAbstractSocket::SocketError socketError, Cause cause)
{
    if (category != Category::None)
        details = new Details{ category, cause, socketError, code, call, text, hint };
}

void RdmaError::retain() const noexcept
{
    details->references.ref();
}

void RdmaError::release() noexcept
{
    if (!details->references.deref())
        delete details;
}

bool RdmaError::equals(const RdmaError &a, const RdmaError &b) noexcept
{
    return a.category() == b.category() && a.cause() == b.cause() && a.code() == b.code()
            && a.socketError() == b.socketError() && a.call() == b.call() && a.text() == b.text()
            && a.hint() == b.hint();
}

/*!
    \property RdmaError::category
    \brief Where the error comes from; Category::None when there is none.
*/
RdmaError::Category RdmaError::category() const
{
    return details ? details->category : Category::None;
}

/*!
    \property RdmaError::cause
    \brief What a program may want to answer in its own way; Cause::Other for all the rest.
*/
RdmaError::Cause RdmaError::cause() const
{
    return details ? details->cause : Cause::Other;
}

/*!
    \property RdmaError::call
    \brief The name of the call of the verbs, of the connection manager or of the system that has
    failed; may be empty.
*/
QString RdmaError::call() const
{
    return details ? details->call : QString();
}

/*!
    \property RdmaError::code
    \brief The number that came with the error: what it is depends on the \l category.
*/
int RdmaError::code() const
{
    return details ? details->code : 0;
}

/*!
    \property RdmaError::text
    \brief What has happened, for people, translated.
*/
QString RdmaError::text() const
{
    return details ? details->text : QString();
}

/*!
    \property RdmaError::hint
    \brief What can be done about it, for people, translated; may be empty.
*/
QString RdmaError::hint() const
{
    return details ? details->hint : QString();
}

/*! Returns the nearest value of QAbstractSocket's enumeration, for code ported from QTcpSocket. */
QAbstractSocket::SocketError RdmaError::socketError() const
{
    return details ? details->socketError : QAbstractSocket::UnknownSocketError;
}

/*! Returns the text, the call and the hint as one sentence or two, ready to be shown. */
QString RdmaError::toString() const
{
    if (!details)
        return {};
    QString result = details->text;
    if (!details->call.isEmpty())
        result += QStringLiteral(" (") + details->call + u')';
    if (!details->hint.isEmpty())
        result += QStringLiteral(". ") + details->hint;
    return result;
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaError &error)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaError(" << error.category() << ", " << error.code() << ", "
                    << error.toString() << ')';
    return debug;
}
#endif
