// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMA_H
#define RDMA_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qflags.h>
#include <QtCore/qobjectdefs.h>
#include <QtCore/qstring.h>
#include <QtCore/qtypeinfo.h>
#include <QtCore/qversionnumber.h>

#include <chrono>
#include <utility>

namespace Rdma {
Q_NAMESPACE_EXPORT(Q_RDMA_EXPORT)

// QML has the enumerators in their scopes alone: Rdma.Opcode.Send.
Q_CLASSINFO("RegisterEnumClassesUnscoped", "false")

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
    ReceiveWithImmediate,
    AtomicWrite,
    Flush
};
Q_ENUM_NS(Opcode)

enum class SendFlag : quint8 { Fenced = 1, Solicited = 2, Unsignalled = 4, Inline = 8 };
Q_ENUM_NS(SendFlag)
Q_DECLARE_FLAGS(SendFlags, SendFlag)
Q_DECLARE_OPERATORS_FOR_FLAGS(SendFlags)
Q_FLAG_NS(SendFlags)

// As in ibv_placement_type.
enum class FlushPlacement : quint8 { Global = 1, Persistent = 2 };
Q_ENUM_NS(FlushPlacement)
Q_DECLARE_FLAGS(FlushPlacements, FlushPlacement)
Q_DECLARE_OPERATORS_FOR_FLAGS(FlushPlacements)
Q_FLAG_NS(FlushPlacements)

// As in ibv_selectivity_level.
enum class FlushScope : quint8 { Range, Region };
Q_ENUM_NS(FlushScope)

enum class AccessFlag : quint32 {
    LocalWrite = 1 << 0,
    RemoteWrite = 1 << 1,
    RemoteRead = 1 << 2,
    RemoteAtomic = 1 << 3,
    WindowBinding = 1 << 4,
    ZeroBased = 1 << 5,
    OnDemandPaging = 1 << 6,
    HugePages = 1 << 7,
    FlushGlobal = 1 << 8,
    FlushPersistent = 1 << 9,
    RelaxedOrdering = 1 << 20
};
Q_ENUM_NS(AccessFlag)
Q_DECLARE_FLAGS(Access, AccessFlag)
Q_DECLARE_OPERATORS_FOR_FLAGS(Access)
Q_FLAG_NS(Access)

// As in ibv_wc_status.
enum class CompletionStatus : int {
    TimedOut = -1,
    NotPosted = -2,
    UnknownRequest = -3,
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

// As in ibv_node_type and ibv_transport_type.
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

enum class WireFormat : quint8 { QtRdma = 1, Rsocket = 2 };
Q_ENUM_NS(WireFormat)
Q_DECLARE_FLAGS(WireFormats, WireFormat)
Q_DECLARE_OPERATORS_FOR_FLAGS(WireFormats)
Q_FLAG_NS(WireFormats)

enum class StreamTransport : quint8 { Rdma = 1, Tcp = 2 };
Q_ENUM_NS(StreamTransport)
Q_DECLARE_FLAGS(StreamTransports, StreamTransport)
Q_DECLARE_OPERATORS_FOR_FLAGS(StreamTransports)
Q_FLAG_NS(StreamTransports)

enum class TransportPolicy : quint8 { RdmaOnly, PreferRdma, TcpOnly };
Q_ENUM_NS(TransportPolicy)

enum class EventObject : quint8 {
    Unknown,
    Device,
    Port,
    QueuePair,
    CompletionQueue,
    SharedReceiveQueue,
    WorkQueue
};
Q_ENUM_NS(EventObject)

/// What a number of rdma-core means.
class Explanation
{
public:
    Explanation() noexcept = default;
    Explanation(const QString &name, const QString &text, const QString &hint)
        : m_name(name)
        , m_text(text)
        , m_hint(hint)
    {
    }
    void swap(Explanation &other) noexcept { std::swap(*this, other); }

    /// Returns the name in the headers of rdma-core, or in the specification.
    QString name() const { return m_name; }
    /// Returns a sentence on what the number means, translated.
    QString text() const { return m_text; }
    /// Returns what can be done about it, translated; may be empty.
    QString hint() const { return m_hint; }

private:
    friend bool operator==(const Explanation &a, const Explanation &b) noexcept
    {
        return a.m_name == b.m_name && a.m_text == b.m_text && a.m_hint == b.m_hint;
    }
    friend bool operator!=(const Explanation &a, const Explanation &b) noexcept
    {
        return !(a == b);
    }

    QString m_name;
    QString m_text;
    QString m_hint;
    [[maybe_unused]] quint64 m_reserved = 0;
};

/// Returns what the status of a completion means; `status` is an `ibv_wc_status`, or a negative
/// Rdma::CompletionStatus.
Q_RDMA_EXPORT Explanation explainCompletion(int status);
inline Explanation explainCompletion(CompletionStatus status)
{
    return explainCompletion(int(status));
}
/// Returns what an event of the connection manager means; `event` is an `rdma_cm_event_type`.
Q_RDMA_EXPORT Explanation explainConnectionEvent(int event);
/// Returns what the rejection of a connection on InfiniBand and RoCE means; `reason` is the number
/// of the InfiniBand specification, the status of the event.
Q_RDMA_EXPORT Explanation explainRejection(int reason);
/// Returns what the rejection of a connection on iWARP means; `status` is a negative errno.
Q_RDMA_EXPORT Explanation explainIwarpRejection(int status);
/// Returns what an asynchronous event of a device means; `event` is an `ibv_event_type`.
Q_RDMA_EXPORT Explanation explainDeviceEvent(int event);
/// Returns what an asynchronous event of a device is about; `event` is an `ibv_event_type`.
Q_RDMA_EXPORT EventObject objectOfDeviceEvent(int event);

/// Returns the version of the library that is running, which may be newer than the headers.
Q_RDMA_EXPORT QVersionNumber libraryVersion();

/// Returns the time in milliseconds for which the end of the program may wait for data that was
/// written to streams and has not been sent; 2000 by default.
Q_RDMA_EXPORT int exitLingerTime();
/// Lets the end of the program wait for up to `msecs` milliseconds for data that was written to
/// streams and has not been sent.
Q_RDMA_EXPORT void setExitLingerTime(int msecs);
Q_RDMA_EXPORT std::chrono::milliseconds exitLingerTimeAsDuration();
Q_RDMA_EXPORT void setExitLingerTime(std::chrono::milliseconds time);

} // namespace Rdma

Q_DECLARE_TYPEINFO(Rdma::Explanation, Q_RELOCATABLE_TYPE);

#endif // RDMA_H
