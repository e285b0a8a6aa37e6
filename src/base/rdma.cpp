// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdma.h>

#include <infiniband/verbs.h>

namespace Rdma {

// These enumerations are handed to the verbs as they are.
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

EventObject objectOfDeviceEvent(int event)
{
    switch (event) {
    case IBV_EVENT_DEVICE_FATAL:
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

QVersionNumber libraryVersion()
{
    return QVersionNumber::fromString(QLatin1String(QTRDMA_VERSION));
}

} // namespace Rdma
