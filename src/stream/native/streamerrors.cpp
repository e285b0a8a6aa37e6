// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamerrors_p.h"

#include "../../base/printable_p.h"
#include "../../base/translate_p.h"
#include "../../verbs/verbscall_p.h"

namespace QtRdmaPrivate {

namespace {

RdmaError otherKeyError(const QString &text)
{
    return RdmaError(RdmaError::Category::ConnectionRejected, {}, 0, text, {},
                     QAbstractSocket::ConnectionRefusedError,
                     RdmaError::Cause::AuthenticationFailed);
}

RdmaError goneError(const QString &text)
{
    return RdmaError(RdmaError::Category::ConnectionManager, {}, 0, text, {},
                     QAbstractSocket::RemoteHostClosedError, RdmaError::Cause::RemoteClosed);
}

} // namespace

RdmaError resetError(const ParsedFrame &frame)
{
    const QString text = Words::tr("The peer reset the connection: ") + printable(frame.reason());
    switch (frame.resetReason()) {
    case ResetReason::Closing:
        return goneError(Words::tr("The remote host aborted the connection"));
    case ResetReason::Authentication:
        return otherKeyError(text);
    default:
        return protocolError(text);
    }
}

RdmaError violationError(const StreamProtocol::Failure &failure)
{
    return failure.reason == ResetReason::Authentication
            ? otherKeyError(Words::tr("The peer does not have the same pre-shared key"))
            : protocolError(Words::tr("The peer broke the stream protocol: it ") + failure.text);
}

RdmaError rejectionError(const RdmaError &error, const QByteArray &privateData)
{
    const QString reason = rejectText(privateData);
    if (reason.isEmpty())
        return {};
    return RdmaError(
            RdmaError::Category::ConnectionRejected, error.call(), error.code(), reason, {},
            rejectsHandshake(privateData) ? QAbstractSocket::UnsupportedSocketOperationError
                                          : QAbstractSocket::ConnectionRefusedError,
            RdmaError::Cause::Refused);
}

} // namespace QtRdmaPrivate
