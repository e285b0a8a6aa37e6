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

RdmaError::RdmaError(Category category, const QString &call, int code, const QString &text,
                     const QString &hint, QAbstractSocket::SocketError socketError)
    : m_category(category)
    , m_socketError(socketError)
    , m_code(code)
    , m_call(call)
    , m_text(text)
    , m_hint(hint)
{
}

/*! \fn QAbstractSocket::SocketError RdmaError::socketError() const
    Returns the nearest value of QAbstractSocket's enumeration, for code ported from QTcpSocket.
*/

/*! Returns the text, the call and the hint as one sentence or two, ready to be shown. */
QString RdmaError::toString() const
{
    QString result = m_text;
    if (!m_call.isEmpty())
        result += QStringLiteral(" (") + m_call + u')';
    if (!m_hint.isEmpty())
        result += QStringLiteral(". ") + m_hint;
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
