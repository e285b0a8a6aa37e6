// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdma.h>

#include <infiniband/verbs.h>

/*!
    \namespace Rdma
    \inmodule QtRdma
    \since 0.1
    \brief Enumerations of the verbs, functions that explain their numbers, and what concerns the
    library as a whole.

    Most enumerators have the numbers that rdma-core has. A device or a kernel that is newer than
    this library can tell of numbers that have no name here: they are kept as they are.
*/

/*!
    \enum Rdma::Opcode
    The operation of a work request, and of its completion.

    \value Send Sends a message into a receive of the peer.
    \value SendWithImmediate Sends a message and a number beside it.
    \value SendWithInvalidate Sends a message that ends a remote key of the peer.
    \value Write Writes into the peer's memory.
    \value WriteWithImmediate Writes into the peer's memory and completes a receive of the peer with
        a number.
    \value Read Reads the peer's memory.
    \value CompareAndSwap Replaces eight bytes of the peer if they have an expected value.
    \value FetchAndAdd Adds to eight bytes of the peer.
    \value BindMemoryWindow Opens a memory window.
    \value LocalInvalidate Closes a memory window.
    \value Receive Takes a message.
    \value ReceiveWithImmediate Was completed by the peer's WriteWithImmediate, which takes a
        receive and fills none. Only completions have it.
    \value AtomicWrite Writes eight bytes into the peer's memory at once.
    \value Flush Waits until what was written has its place in the peer's memory.

    \sa RdmaWorkRequest::opcode(), RdmaCompletion::opcode
*/

/*!
    \enum Rdma::SendFlag
    How a work request is carried out (\c ibv_send_flags).

    \value Fenced It starts when earlier reads and atomics have ended.
    \value Solicited It wakes up a peer that waits for solicited completions only.
    \value Unsignalled It completes without a signal, unless it fails.
    \value Inline Its bytes are copied when it is posted.
*/

/*!
    \enum Rdma::FlushPlacement
    Where bytes that were written have to be when a flush completes (\c ibv_placement_type).

    \value Global All processors and devices of the peer see them.
    \value Persistent They outlive a loss of power, in persistent memory.

    \sa RdmaWorkRequest::flush()
*/

/*!
    \enum Rdma::FlushScope
    What a flush is about (\c ibv_selectivity_level).

    \value Range The bytes of its remote memory.
    \value Region The whole region that has the key of its remote memory.

    \sa RdmaWorkRequest::flush()
*/

/*!
    \enum Rdma::AccessFlag
    A right on registered memory (\c ibv_access_flags). This side may always read: an empty
    Rdma::Access gives that right alone.

    \value LocalWrite Receives and reads may write into it.
    \value RemoteWrite The peer may write into it. It needs LocalWrite, which is added.
    \value RemoteRead The peer may read it.
    \value RemoteAtomic The peer may change it by atomics. It needs LocalWrite, which is added.
    \value WindowBinding Memory windows may be bound to it.
    \value ZeroBased Its addresses count from 0.
    \value OnDemandPaging Its pages are not pinned; the device fetches them when it needs them.
    \value HugePages It lies in huge pages.
    \value FlushGlobal The peer may flush it with FlushPlacement::Global.
    \value FlushPersistent The peer may flush it with FlushPlacement::Persistent; it has to be
        persistent memory.
    \value RelaxedOrdering The device may write to it in any order, and so faster. A completion
        still means that all data has come which it tells of. Leave it out where the program looks
        at the memory to see whether a write has come, or where two writes of a peer may overlap.
        Drivers and kernels that do not know it go without.
*/

/*!
    \enum Rdma::CompletionStatus
    How a work request has ended: an \c ibv_wc_status, or a negative number of this library.
    explainCompletion() tells what each means.

    \value TimedOut It has not completed within the time that it was given.
    \value NotPosted It was refused: the device has not seen it.
    \value UnknownRequest No request with this id is in flight.
    \value Success It has succeeded.
    \value LocalLengthError A message was longer than its receive, or than the device permits.
    \value LocalQueuePairError The request does not fit its queue pair.
    \value LocalEeContextError An end-to-end context has failed.
    \value LocalProtectionError Memory of the request is not registered in the way that it needs.
    \value Flushed The queue pair has ended before the request did.
    \value MemoryWindowBindError A memory window could not be bound.
    \value BadResponseError The peer's device has answered with something unexpected.
    \value LocalAccessError The peer's message could not be written into local memory.
    \value RemoteInvalidRequestError The peer's device does not take such a request.
    \value RemoteAccessError The peer's memory does not give this right.
    \value RemoteOperationError The peer's device could not carry the request out.
    \value RetryExceededError The peer's device has not answered.
    \value RnrRetryExceededError The peer has posted no receive.
    \value LocalRddViolationError A reliable datagram domain was violated.
    \value RemoteInvalidRdRequestError A request for reliable datagrams was not valid.
    \value RemoteAbortedError The peer's device has aborted the request.
    \value InvalidEeContextNumberError There is no end-to-end context with this number.
    \value InvalidEeContextStateError The end-to-end context is in the wrong state.
    \value FatalError The device has failed.
    \value ResponseTimeoutError A response has not come in time.
    \value GeneralError The device tells no more.
    \value TagMatchingError Matching of tags has failed.
    \value TagMatchingRendezvousIncomplete A rendezvous of tag matching is left to the program.
*/

/*!
    \enum Rdma::QueuePairType
    The kinds of queue pairs (\c ibv_qp_type).

    \value ReliableConnected Messages to one peer, none lost, in order.
    \value UnreliableConnected Messages to one peer, some of them lost.
    \value UnreliableDatagram Packets to anybody, some of them lost.
    \value RawPacket Packets of the link layer.
    \value XrcSend The sending side of an extended reliable connection.
    \value XrcReceive The receiving side of an extended reliable connection.

    RdmaQueuePair::create() tells which of them it makes.
*/

/*!
    \enum Rdma::QueuePairState
    The states of a queue pair (\c ibv_qp_state).

    \value Reset It was just made, or taken back.
    \value Initialized Receives can be posted.
    \value ReadyToReceive Messages come in.
    \value ReadyToSend Messages go out, too.
    \value SendQueueDrained The send queue has stopped on demand.
    \value SendQueueError The send queue has stopped after an error.
    \value Error Everything in flight is flushed.
    \value Unknown There is no queue pair, or it does not tell.
*/

/*!
    \enum Rdma::NodeType
    The kind of a device (\c ibv_node_type).

    \value Unknown It has no type that this library knows.
    \value ChannelAdapter An adapter of InfiniBand or RoCE.
    \value Switch A switch of InfiniBand.
    \value Router A router of InfiniBand.
    \value Rnic An adapter of iWARP.
    \value Usnic An adapter of usNIC.
    \value UsnicUdp An adapter of usNIC over UDP.
    \value Unspecified It has no type of these.
*/

/*!
    \enum Rdma::Transport
    The protocol of a device (\c ibv_transport_type).

    \value Unknown Nothing that this library knows.
    \value InfiniBand InfiniBand, and RoCE.
    \value Iwarp iWARP.
    \value Usnic usNIC.
    \value UsnicUdp usNIC over UDP.
    \value Unspecified None of these.
*/

/*!
    \enum Rdma::LinkLayer
    The kind of network that a port is connected to.

    \value Unspecified The device does not tell.
    \value InfiniBand InfiniBand.
    \value Ethernet Ethernet: RoCE and iWARP.
*/

/*!
    \enum Rdma::PortState
    The states of a port (\c ibv_port_state).

    \value NoChange It has no state.
    \value Down It has no link.
    \value Initializing It has a link, and waits for the subnet manager.
    \value Armed It is nearly ready.
    \value Active It can be used.
    \value ActiveDefer It can be used, and the link is down for a moment.
*/

/*!
    \enum Rdma::GidType
    The protocol that a GID is used with.

    \value InfiniBand InfiniBand.
    \value RoceV1 RoCE, version 1: frames of Ethernet.
    \value RoceV2 RoCE, version 2: UDP.
    \value Iwarp iWARP.
*/

/*!
    \enum Rdma::WireFormat
    The protocol between a stream and its peer.

    \value QtRdma The format of this library.
    \value Rsocket The format of rsockets, the socket layer of librdmacm, and of all programs that
        it carries.
*/

/*!
    \enum Rdma::StreamTransport
    \since 0.1
    A stream goes over one of these.

    \value Rdma An RDMA device.
    \value Tcp TCP of the kernel, which needs no device.
*/

/*!
    \enum Rdma::TransportPolicy
    \since 0.1
    Over what a stream connects.

    \value RdmaOnly RDMA; where that is not possible the attempt fails. The stream never talks TCP.
    \value PreferRdma RDMA; where that is not possible, TCP.
    \value TcpOnly TCP.
*/

/*!
    \enum Rdma::EventObject
    The kind of object that an asynchronous event of a device concerns.

    \value Unknown Something that this library does not know.
    \value Device The whole device.
    \value Port A port.
    \value QueuePair A queue pair.
    \value CompletionQueue A completion queue.
    \value SharedReceiveQueue A shared receive queue.
    \value WorkQueue A work queue.
*/

/*!
    \class Rdma::Explanation
    \inmodule QtRdma
    \since 0.1
    \brief What a number of rdma-core means.

    A number that this library does not know is explained, too: name() and text() have it then.
*/

/*! \fn Rdma::Explanation::Explanation()
    Constructs an explanation of nothing.
*/

/*! \fn Rdma::Explanation::Explanation(const QString &name, const QString &text, const QString &hint)
    Constructs an explanation with \a name, \a text and \a hint.
*/

/*! \fn void Rdma::Explanation::swap(Explanation &other)
    Swaps this value with \a other. This is fast and never fails.
*/

/*! \fn QString Rdma::Explanation::name() const
    Returns the name in the headers of rdma-core, or in the specification.
*/

/*! \fn QString Rdma::Explanation::text() const
    Returns a sentence on what the number means, translated.
*/

/*! \fn QString Rdma::Explanation::hint() const
    Returns what can be done about it, translated; may be empty.
*/

/*! \fn Rdma::Explanation Rdma::explainCompletion(CompletionStatus status)
    \overload
*/

namespace Rdma {

// These enumerations are handed to the verbs as they are. Headers of rdma-core 44 do not have the
// two flags for flushes.
static_assert(int(AccessFlag::LocalWrite) == IBV_ACCESS_LOCAL_WRITE
              && int(AccessFlag::RemoteWrite) == IBV_ACCESS_REMOTE_WRITE
              && int(AccessFlag::RemoteRead) == IBV_ACCESS_REMOTE_READ
              && int(AccessFlag::RemoteAtomic) == IBV_ACCESS_REMOTE_ATOMIC
              && int(AccessFlag::WindowBinding) == IBV_ACCESS_MW_BIND
              && int(AccessFlag::ZeroBased) == IBV_ACCESS_ZERO_BASED
              && int(AccessFlag::OnDemandPaging) == IBV_ACCESS_ON_DEMAND
              && int(AccessFlag::HugePages) == IBV_ACCESS_HUGETLB
              && int(AccessFlag::RelaxedOrdering) == IBV_ACCESS_RELAXED_ORDERING);
static_assert(int(CompletionStatus::Success) == IBV_WC_SUCCESS
              && int(CompletionStatus::Flushed) == IBV_WC_WR_FLUSH_ERR
              && int(CompletionStatus::RnrRetryExceededError) == IBV_WC_RNR_RETRY_EXC_ERR
              && int(CompletionStatus::GeneralError) == IBV_WC_GENERAL_ERR
              && int(CompletionStatus::TagMatchingRendezvousIncomplete)
                      == IBV_WC_TM_RNDV_INCOMPLETE);
static_assert(int(QueuePairType::ReliableConnected) == IBV_QPT_RC
              && int(QueuePairType::UnreliableConnected) == IBV_QPT_UC
              && int(QueuePairType::UnreliableDatagram) == IBV_QPT_UD
              && int(QueuePairType::RawPacket) == IBV_QPT_RAW_PACKET
              && int(QueuePairType::XrcSend) == IBV_QPT_XRC_SEND
              && int(QueuePairType::XrcReceive) == IBV_QPT_XRC_RECV);
static_assert(int(QueuePairState::Reset) == IBV_QPS_RESET
              && int(QueuePairState::Initialized) == IBV_QPS_INIT
              && int(QueuePairState::ReadyToReceive) == IBV_QPS_RTR
              && int(QueuePairState::ReadyToSend) == IBV_QPS_RTS
              && int(QueuePairState::SendQueueDrained) == IBV_QPS_SQD
              && int(QueuePairState::SendQueueError) == IBV_QPS_SQE
              && int(QueuePairState::Error) == IBV_QPS_ERR
              && int(QueuePairState::Unknown) == IBV_QPS_UNKNOWN);

} // namespace Rdma

/*! Returns what an asynchronous event of a device is about; \a event is an \c ibv_event_type.
    Events that this library does not know are about EventObject::Unknown.
*/
Rdma::EventObject Rdma::objectOfDeviceEvent(int event)
{
    constexpr int DeviceSpeedChange = 20; // as an enumerator from rdma-core 62 on
    switch (event) {
    case IBV_EVENT_DEVICE_FATAL:
    case DeviceSpeedChange:
        return EventObject::Device;
    case IBV_EVENT_PORT_ACTIVE:
    case IBV_EVENT_PORT_ERR:
    case IBV_EVENT_LID_CHANGE:
    case IBV_EVENT_PKEY_CHANGE:
    case IBV_EVENT_SM_CHANGE:
    case IBV_EVENT_CLIENT_REREGISTER:
    case IBV_EVENT_GID_CHANGE:
        return EventObject::Port;
    case IBV_EVENT_QP_FATAL:
    case IBV_EVENT_QP_REQ_ERR:
    case IBV_EVENT_QP_ACCESS_ERR:
    case IBV_EVENT_COMM_EST:
    case IBV_EVENT_SQ_DRAINED:
    case IBV_EVENT_PATH_MIG:
    case IBV_EVENT_PATH_MIG_ERR:
    case IBV_EVENT_QP_LAST_WQE_REACHED:
        return EventObject::QueuePair;
    case IBV_EVENT_CQ_ERR:
        return EventObject::CompletionQueue;
    case IBV_EVENT_SRQ_ERR:
    case IBV_EVENT_SRQ_LIMIT_REACHED:
        return EventObject::SharedReceiveQueue;
    case IBV_EVENT_WQ_FATAL:
        return EventObject::WorkQueue;
    default:
        return EventObject::Unknown;
    }
}

/*! Returns the version of the library that is running, which may be newer than the headers. */
QVersionNumber Rdma::libraryVersion()
{
    return QVersionNumber::fromString(QLatin1String(QTRDMA_VERSION));
}
