// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMA_H
#define RDMA_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qflags.h>
#include <QtCore/qobjectdefs.h>
#include <QtCore/qstring.h>
#include <QtCore/qversionnumber.h>

namespace Rdma {
Q_NAMESPACE_EXPORT(Q_RDMA_EXPORT)

// What a work request does, and what a completion was about.
enum Opcode {
    Send,
    SendWithImmediate,
    SendWithInvalidate,
    Write,
    WriteWithImmediate,
    Read,
    CompareAndSwap,
    FetchAndAdd,
    BindMemoryWindow,
    LocalInvalidate,
    Receive,
    ReceiveWithImmediate // of a peer's WriteWithImmediate, which takes a receive and fills none
};
Q_ENUM_NS(Opcode)

enum SendFlag {
    NoSendFlags = 0,
    Fenced = 1, // starts when earlier reads and atomics have ended
    Solicited = 2, // wakes a peer that waits for solicited completions only
    Unsignalled = 4, // completes without a signal, unless it fails
    Inline = 8 // the bytes are copied when it is posted
};
Q_DECLARE_FLAGS(SendFlags, SendFlag)
Q_FLAG_NS(SendFlags)

// Rights on registered memory, as in ibv_access_flags.
enum AccessFlag {
    LocalRead = 0,
    LocalWrite = 1 << 0,
    RemoteWrite = 1 << 1,
    RemoteRead = 1 << 2,
    RemoteAtomic = 1 << 3,
    WindowBinding = 1 << 4,
    ZeroBased = 1 << 5,
    OnDemandPaging = 1 << 6,
    HugePages = 1 << 7,
    RelaxedOrdering = 1 << 20
};
Q_DECLARE_FLAGS(Access, AccessFlag)
Q_FLAG_NS(Access)

// As in ibv_wc_status; a newer rdma-core may know more. Negative ones are this library's.
enum CompletionStatus : int {
    TimedOut = -1, // no completion within the time that the request was given
    NotPosted = -2, // the request was refused: the device has not seen it
    UnknownRequest = -3, // no request with this id is in flight
    Success = 0,
    LocalLengthError,
    LocalQueuePairError,
    LocalEeContextError,
    LocalProtectionError,
    Flushed,
    MemoryWindowBindError,
    BadResponseError,
    LocalAccessError,
    RemoteInvalidRequestError,
    RemoteAccessError,
    RemoteOperationError,
    RetryExceededError,
    RnrRetryExceededError,
    LocalRddViolationError,
    RemoteInvalidRdRequestError,
    RemoteAbortedError,
    InvalidEeContextNumberError,
    InvalidEeContextStateError,
    FatalError,
    ResponseTimeoutError,
    GeneralError,
    TagMatchingError,
    TagMatchingRendezvousIncomplete
};
Q_ENUM_NS(CompletionStatus)

// As in ibv_qp_type.
enum QueuePairType {
    ReliableConnected = 2,
    UnreliableConnected,
    UnreliableDatagram,
    RawPacket = 8,
    XrcSend,
    XrcReceive
};
Q_ENUM_NS(QueuePairType)

// As in ibv_qp_state.
enum QueuePairState {
    Reset,
    Initialized,
    ReadyToReceive,
    ReadyToSend,
    SendQueueDrained,
    SendQueueError,
    QueuePairError,
    UnknownState
};
Q_ENUM_NS(QueuePairState)

// As in ibv_node_type and ibv_transport_type.
enum NodeType {
    UnknownNode = -1,
    ChannelAdapterNode = 1,
    SwitchNode,
    RouterNode,
    RnicNode,
    UsnicNode,
    UsnicUdpNode,
    UnspecifiedNode
};
Q_ENUM_NS(NodeType)

enum Transport {
    UnknownTransport = -1,
    InfiniBandTransport = 0, // and RoCE
    IwarpTransport,
    UsnicTransport,
    UsnicUdpTransport,
    UnspecifiedTransport
};
Q_ENUM_NS(Transport)

enum LinkLayer { UnspecifiedLinkLayer, InfiniBandLinkLayer, EthernetLinkLayer };
Q_ENUM_NS(LinkLayer)

// As in ibv_port_state.
enum PortState { PortNoChange, PortDown, PortInitializing, PortArmed, PortActive, PortActiveDefer };
Q_ENUM_NS(PortState)

enum GidType { InfiniBandGid, RoceV1Gid, RoceV2Gid, IwarpGid };
Q_ENUM_NS(GidType)

// What a stream and its peer say to each other.
enum WireFormat {
    QtRdmaWireFormat = 1, // of this library
    RsocketWireFormat =
            2 // of rsockets, the socket layer of librdmacm, and of all programs that it carries
};
Q_DECLARE_FLAGS(WireFormats, WireFormat)
Q_FLAG_NS(WireFormats)

// What an asynchronous event of a device is about.
enum EventObject {
    UnknownObject, // of an event of a newer rdma-core
    DeviceObject,
    PortObject,
    QueuePairObject,
    CompletionQueueObject,
    SharedReceiveQueueObject,
    WorkQueueObject
};
Q_ENUM_NS(EventObject)

// What a number means: its name in the headers of rdma-core or in the specification, a sentence, and advice. A
// number that this library does not know is printed, in 'text'.
struct Explanation
{
    QString name;
    QString text;
    QString hint;
};

Q_RDMA_EXPORT Explanation explainCompletion(int status); // Rdma::CompletionStatus, ibv_wc_status
Q_RDMA_EXPORT Explanation explainConnectionEvent(int event); // rdma_cm_event_type
Q_RDMA_EXPORT Explanation explainRejection(int reason); // of InfiniBand and RoCE
Q_RDMA_EXPORT Explanation explainIwarpRejection(int status); // a negative errno
Q_RDMA_EXPORT Explanation explainDeviceEvent(int event); // ibv_event_type
Q_RDMA_EXPORT EventObject objectOfDeviceEvent(int event); // ibv_event_type

// The version of the library that is running, which may be newer than the headers.
Q_RDMA_EXPORT QVersionNumber libraryVersion();

// How long the end of the program may wait for data that was written and not yet sent, in
// milliseconds; 2000 by default, 0 for not at all. May be called in any thread.
Q_RDMA_EXPORT void setExitLingerTime(int msecs);
Q_RDMA_EXPORT int exitLingerTime();

} // namespace Rdma

Q_DECLARE_OPERATORS_FOR_FLAGS(Rdma::SendFlags)
Q_DECLARE_OPERATORS_FOR_FLAGS(Rdma::Access)
Q_DECLARE_OPERATORS_FOR_FLAGS(Rdma::WireFormats)

#endif // RDMA_H
