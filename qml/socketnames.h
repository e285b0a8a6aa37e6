// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SOCKETNAMES_H
#define SOCKETNAMES_H

#include <QtNetwork/qabstractsocket.h>

// The states and errors of QAbstractSocket as names of a QML type, as in RdmaStream.ConnectedState.
// Not QML_EXTENDED_NAMESPACE(QAbstractSocket): Qt 6.8 then takes a stream that a server has made
// for another type, and gives null to a function whose parameter is an RdmaStream.
#define QML_SOCKET_NAMES                                                                    \
  enum SocketState {                                                                        \
      UnconnectedState = QAbstractSocket::UnconnectedState,                                 \
      HostLookupState = QAbstractSocket::HostLookupState,                                   \
      ConnectingState = QAbstractSocket::ConnectingState,                                   \
      ConnectedState = QAbstractSocket::ConnectedState,                                     \
      BoundState = QAbstractSocket::BoundState,                                             \
      ListeningState = QAbstractSocket::ListeningState,                                     \
      ClosingState = QAbstractSocket::ClosingState,                                         \
  };                                                                                        \
  Q_ENUM(SocketState)                                                                       \
  enum SocketError {                                                                        \
      ConnectionRefusedError = QAbstractSocket::ConnectionRefusedError,                     \
      RemoteHostClosedError = QAbstractSocket::RemoteHostClosedError,                       \
      HostNotFoundError = QAbstractSocket::HostNotFoundError,                               \
      SocketAccessError = QAbstractSocket::SocketAccessError,                               \
      SocketResourceError = QAbstractSocket::SocketResourceError,                           \
      SocketTimeoutError = QAbstractSocket::SocketTimeoutError,                             \
      DatagramTooLargeError = QAbstractSocket::DatagramTooLargeError,                       \
      NetworkError = QAbstractSocket::NetworkError,                                         \
      AddressInUseError = QAbstractSocket::AddressInUseError,                               \
      SocketAddressNotAvailableError = QAbstractSocket::SocketAddressNotAvailableError,     \
      UnsupportedSocketOperationError = QAbstractSocket::UnsupportedSocketOperationError,   \
      UnfinishedSocketOperationError = QAbstractSocket::UnfinishedSocketOperationError,     \
      ProxyAuthenticationRequiredError = QAbstractSocket::ProxyAuthenticationRequiredError, \
      SslHandshakeFailedError = QAbstractSocket::SslHandshakeFailedError,                   \
      ProxyConnectionRefusedError = QAbstractSocket::ProxyConnectionRefusedError,           \
      ProxyConnectionClosedError = QAbstractSocket::ProxyConnectionClosedError,             \
      ProxyConnectionTimeoutError = QAbstractSocket::ProxyConnectionTimeoutError,           \
      ProxyNotFoundError = QAbstractSocket::ProxyNotFoundError,                             \
      ProxyProtocolError = QAbstractSocket::ProxyProtocolError,                             \
      OperationError = QAbstractSocket::OperationError,                                     \
      SslInternalError = QAbstractSocket::SslInternalError,                                 \
      SslInvalidUserDataError = QAbstractSocket::SslInvalidUserDataError,                   \
      TemporaryError = QAbstractSocket::TemporaryError,                                     \
      UnknownSocketError = QAbstractSocket::UnknownSocketError,                             \
  };                                                                                        \
  Q_ENUM(SocketError)

#endif
