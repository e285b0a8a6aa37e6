// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaerror.h>

#include <QtCore/qdebug.h>

/*!
    \class RdmaError
    \inmodule QtRdma
    \brief Says which call failed, why, and what to do about it.

    Every failure of this module is described by one value of this class: category() tells where it came
    from, call() names the verbs or connection manager call, code() is an errno for SystemError, an
    \c ibv_wc_status for CompletionError, the connection manager's status for ConnectionRejected and an \c ibv_event_type for
    DeviceError, an asynchronous event.
    hint() is advice for a person, or empty.

    \code
    connect(stream, &RdmaStream::errorOccurred, this, [stream] {
        qWarning() << stream->rdmaError();
    });
    \endcode
*/

// Most of them say that nothing is wrong: one such is a null pointer.
struct RdmaError::Details
{
    Category category = NoError;
    QAbstractSocket::SocketError socketError = QAbstractSocket::UnknownSocketError;
    int code = 0;
    QString call;
    QString text;
    QString hint;
};

RdmaError::RdmaError(Category category, const QString &call, int code, const QString &text,
                     const QString &hint, QAbstractSocket::SocketError socketError)
{
    if (category != NoError)
        details = std::make_shared<const Details>(
                Details{ category, socketError, code, call, text, hint });
}

RdmaError::Category RdmaError::category() const
{
    return details ? details->category : NoError;
}

QString RdmaError::call() const
{
    return details ? details->call : QString();
}

int RdmaError::code() const
{
    return details ? details->code : 0;
}

QString RdmaError::text() const
{
    return details ? details->text : QString();
}

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
