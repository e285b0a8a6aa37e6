// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASOCKETNAMES_H
#define RDMASOCKETNAMES_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtNetwork/qabstractsocket.h>

/// The enumerations of QAbstractSocket, under the names that users of QTcpSocket write.
struct RdmaSocketNames
{
    using SocketState = QAbstractSocket::SocketState;
    static constexpr auto UnconnectedState = QAbstractSocket::UnconnectedState;
    static constexpr auto HostLookupState = QAbstractSocket::HostLookupState;
    static constexpr auto ConnectingState = QAbstractSocket::ConnectingState;
    static constexpr auto ConnectedState = QAbstractSocket::ConnectedState;
    static constexpr auto BoundState = QAbstractSocket::BoundState;
    static constexpr auto ListeningState = QAbstractSocket::ListeningState;
    static constexpr auto ClosingState = QAbstractSocket::ClosingState;

    using SocketError = QAbstractSocket::SocketError;
    static constexpr auto ConnectionRefusedError = QAbstractSocket::ConnectionRefusedError;
    static constexpr auto RemoteHostClosedError = QAbstractSocket::RemoteHostClosedError;
    static constexpr auto HostNotFoundError = QAbstractSocket::HostNotFoundError;
    static constexpr auto SocketAccessError = QAbstractSocket::SocketAccessError;
    static constexpr auto SocketResourceError = QAbstractSocket::SocketResourceError;
    static constexpr auto SocketTimeoutError = QAbstractSocket::SocketTimeoutError;
    static constexpr auto DatagramTooLargeError = QAbstractSocket::DatagramTooLargeError;
    static constexpr auto NetworkError = QAbstractSocket::NetworkError;
    static constexpr auto AddressInUseError = QAbstractSocket::AddressInUseError;
    static constexpr auto SocketAddressNotAvailableError =
            QAbstractSocket::SocketAddressNotAvailableError;
    static constexpr auto UnsupportedSocketOperationError =
            QAbstractSocket::UnsupportedSocketOperationError;
    static constexpr auto UnfinishedSocketOperationError =
            QAbstractSocket::UnfinishedSocketOperationError;
    static constexpr auto ProxyAuthenticationRequiredError =
            QAbstractSocket::ProxyAuthenticationRequiredError;
    static constexpr auto SslHandshakeFailedError = QAbstractSocket::SslHandshakeFailedError;
    static constexpr auto ProxyConnectionRefusedError =
            QAbstractSocket::ProxyConnectionRefusedError;
    static constexpr auto ProxyConnectionClosedError = QAbstractSocket::ProxyConnectionClosedError;
    static constexpr auto ProxyConnectionTimeoutError =
            QAbstractSocket::ProxyConnectionTimeoutError;
    static constexpr auto ProxyNotFoundError = QAbstractSocket::ProxyNotFoundError;
    static constexpr auto ProxyProtocolError = QAbstractSocket::ProxyProtocolError;
    static constexpr auto OperationError = QAbstractSocket::OperationError;
    static constexpr auto SslInternalError = QAbstractSocket::SslInternalError;
    static constexpr auto SslInvalidUserDataError = QAbstractSocket::SslInvalidUserDataError;
    static constexpr auto TemporaryError = QAbstractSocket::TemporaryError;
    static constexpr auto UnknownSocketError = QAbstractSocket::UnknownSocketError;

    using SocketOption = QAbstractSocket::SocketOption;
    static constexpr auto LowDelayOption = QAbstractSocket::LowDelayOption;
    static constexpr auto KeepAliveOption = QAbstractSocket::KeepAliveOption;
    static constexpr auto MulticastTtlOption = QAbstractSocket::MulticastTtlOption;
    static constexpr auto MulticastLoopbackOption = QAbstractSocket::MulticastLoopbackOption;
    static constexpr auto TypeOfServiceOption = QAbstractSocket::TypeOfServiceOption;
    static constexpr auto SendBufferSizeSocketOption = QAbstractSocket::SendBufferSizeSocketOption;
    static constexpr auto ReceiveBufferSizeSocketOption =
            QAbstractSocket::ReceiveBufferSizeSocketOption;
    static constexpr auto PathMtuSocketOption = QAbstractSocket::PathMtuSocketOption;
#if QT_VERSION >= QT_VERSION_CHECK(6, 11, 0)
    static constexpr auto KeepAliveIdleOption = QAbstractSocket::KeepAliveIdleOption;
    static constexpr auto KeepAliveIntervalOption = QAbstractSocket::KeepAliveIntervalOption;
    static constexpr auto KeepAliveCountOption = QAbstractSocket::KeepAliveCountOption;
#endif

    using NetworkLayerProtocol = QAbstractSocket::NetworkLayerProtocol;
    static constexpr auto IPv4Protocol = QAbstractSocket::IPv4Protocol;
    static constexpr auto IPv6Protocol = QAbstractSocket::IPv6Protocol;
    static constexpr auto AnyIPProtocol = QAbstractSocket::AnyIPProtocol;
    static constexpr auto UnknownNetworkLayerProtocol =
            QAbstractSocket::UnknownNetworkLayerProtocol;

    using BindFlag = QAbstractSocket::BindFlag;
    using BindMode = QAbstractSocket::BindMode;
    static constexpr auto DefaultForPlatform = QAbstractSocket::DefaultForPlatform;
    static constexpr auto ShareAddress = QAbstractSocket::ShareAddress;
    static constexpr auto DontShareAddress = QAbstractSocket::DontShareAddress;
    static constexpr auto ReuseAddressHint = QAbstractSocket::ReuseAddressHint;
};

#endif // RDMASOCKETNAMES_H
