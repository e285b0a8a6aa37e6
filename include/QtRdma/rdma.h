// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMA_H
#define RDMA_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qflags.h>
#include <QtCore/qobjectdefs.h>
#include <QtCore/qstring.h>
#include <QtCore/qversionnumber.h>

#include <chrono>

namespace Rdma {
Q_NAMESPACE_EXPORT(Q_RDMA_EXPORT)

// QML has the enumerators in their scopes alone: Rdma.Opcode.Send.
Q_CLASSINFO("RegisterEnumClassesUnscoped", "false")

// What a work request does, and what a completion was about.
enum class Opcode : quint8 {
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

enum class SendFlag : quint8 {
    Fenced = 1, // starts when earlier reads and atomics have ended
    Solicited = 2, // wakes a peer that waits for solicited completions only
    Unsignalled = 4, // completes without a signal, unless it fails
    Inline = 8 // the bytes are copied when it is posted
};
Q_ENUM_NS(SendFlag)
Q_DECLARE_FLAGS(SendFlags, SendFlag)
Q_DECLARE_OPERATORS_FOR_FLAGS(SendFlags)
Q_FLAG_NS(SendFlags)

// Rights on registered memory, as in ibv_access_flags. This side may always read: an empty Access
// gives that right alone.
enum class AccessFlag : quint32 {
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
Q_ENUM_NS(AccessFlag)
Q_DECLARE_FLAGS(Access, AccessFlag)
Q_DECLARE_OPERATORS_FOR_FLAGS(Access)
Q_FLAG_NS(Access)

// As in ibv_wc_status; a newer rdma-core may know more. Negative ones are this library's.
enum class CompletionStatus : int {
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

// As in ibv_qp_type; a newer rdma-core may know more.
enum class QueuePairType : int {
    ReliableConnected = 2,
    UnreliableConnected,
    UnreliableDatagram,
    RawPacket = 8,
    XrcSend,
    XrcReceive
};
Q_ENUM_NS(QueuePairType)

// As in ibv_qp_state.
enum class QueuePairState : int {
    Reset,
    Initialized,
    ReadyToReceive,
    ReadyToSend,
    SendQueueDrained,
    SendQueueError,
    Error,
    Unknown
};
Q_ENUM_NS(QueuePairState)

// As in ibv_node_type and ibv_transport_type; a newer rdma-core may know more.
enum class NodeType : int {
    Unknown = -1,
    ChannelAdapter = 1,
    Switch,
    Router,
    Rnic,
    Usnic,
    UsnicUdp,
    Unspecified
};
Q_ENUM_NS(NodeType)

enum class Transport : int {
    Unknown = -1,
    InfiniBand = 0, // and RoCE
    Iwarp,
    Usnic,
    UsnicUdp,
    Unspecified
};
Q_ENUM_NS(Transport)

enum class LinkLayer : quint8 { Unspecified, InfiniBand, Ethernet };
Q_ENUM_NS(LinkLayer)

// As in ibv_port_state.
enum class PortState : int { NoChange, Down, Initializing, Armed, Active, ActiveDefer };
Q_ENUM_NS(PortState)

enum class GidType : quint8 { InfiniBand, RoceV1, RoceV2, Iwarp };
Q_ENUM_NS(GidType)

// What a stream and its peer say to each other.
enum class WireFormat : quint8 {
    QtRdma = 1, // of this library
    Rsocket = 2 // of rsockets, the socket layer of librdmacm, and of all programs that it carries
};
Q_ENUM_NS(WireFormat)
Q_DECLARE_FLAGS(WireFormats, WireFormat)
Q_DECLARE_OPERATORS_FOR_FLAGS(WireFormats)
Q_FLAG_NS(WireFormats)

// What an asynchronous event of a device is about.
enum class EventObject : quint8 {
    Unknown, // of an event of a newer rdma-core
    Device,
    Port,
    QueuePair,
    CompletionQueue,
    SharedReceiveQueue,
    WorkQueue
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

Q_RDMA_EXPORT Explanation explainCompletion(int status); // ibv_wc_status
inline Explanation explainCompletion(CompletionStatus status)
{
    return explainCompletion(int(status));
}
Q_RDMA_EXPORT Explanation explainConnectionEvent(int event); // rdma_cm_event_type
Q_RDMA_EXPORT Explanation explainRejection(int reason); // of InfiniBand and RoCE
Q_RDMA_EXPORT Explanation explainIwarpRejection(int status); // a negative errno
Q_RDMA_EXPORT Explanation explainDeviceEvent(int event); // ibv_event_type
Q_RDMA_EXPORT EventObject objectOfDeviceEvent(int event); // ibv_event_type

// The version of the library that is running, which may be newer than the headers.
Q_RDMA_EXPORT QVersionNumber libraryVersion();

Q_RDMA_EXPORT int exitLingerTime();
Q_RDMA_EXPORT void setExitLingerTime(int msecs);
Q_RDMA_EXPORT std::chrono::milliseconds exitLingerTimeAsDuration();
Q_RDMA_EXPORT void setExitLingerTime(std::chrono::milliseconds time);

} // namespace Rdma

#endif // RDMA_H
