// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdma.h>

#include <infiniband/verbs.h>

namespace Rdma {

// These enumerations are handed to the verbs as they are.
static_assert(int(LocalWrite) == IBV_ACCESS_LOCAL_WRITE
              && int(RemoteWrite) == IBV_ACCESS_REMOTE_WRITE
              && int(RemoteRead) == IBV_ACCESS_REMOTE_READ
              && int(RemoteAtomic) == IBV_ACCESS_REMOTE_ATOMIC
              && int(WindowBinding) == IBV_ACCESS_MW_BIND && int(ZeroBased) == IBV_ACCESS_ZERO_BASED
              && int(OnDemandPaging) == IBV_ACCESS_ON_DEMAND && int(HugePages) == IBV_ACCESS_HUGETLB
              && int(RelaxedOrdering) == IBV_ACCESS_RELAXED_ORDERING);
static_assert(int(Success) == IBV_WC_SUCCESS && int(Flushed) == IBV_WC_WR_FLUSH_ERR
              && int(RnrRetryExceededError) == IBV_WC_RNR_RETRY_EXC_ERR
              && int(GeneralError) == IBV_WC_GENERAL_ERR
              && int(TagMatchingRendezvousIncomplete) == IBV_WC_TM_RNDV_INCOMPLETE);
static_assert(int(ReliableConnected) == IBV_QPT_RC && int(UnreliableConnected) == IBV_QPT_UC
              && int(UnreliableDatagram) == IBV_QPT_UD && int(RawPacket) == IBV_QPT_RAW_PACKET
              && int(XrcSend) == IBV_QPT_XRC_SEND && int(XrcReceive) == IBV_QPT_XRC_RECV);
static_assert(int(Reset) == IBV_QPS_RESET && int(Initialized) == IBV_QPS_INIT
              && int(ReadyToReceive) == IBV_QPS_RTR && int(ReadyToSend) == IBV_QPS_RTS
              && int(SendQueueDrained) == IBV_QPS_SQD && int(SendQueueError) == IBV_QPS_SQE
              && int(QueuePairError) == IBV_QPS_ERR && int(UnknownState) == IBV_QPS_UNKNOWN);

EventObject objectOfDeviceEvent(int event)
{
    switch (event) {
    case IBV_EVENT_DEVICE_FATAL:
        return DeviceObject;
    case IBV_EVENT_PORT_ACTIVE:
    case IBV_EVENT_PORT_ERR:
    case IBV_EVENT_LID_CHANGE:
    case IBV_EVENT_PKEY_CHANGE:
    case IBV_EVENT_SM_CHANGE:
    case IBV_EVENT_CLIENT_REREGISTER:
    case IBV_EVENT_GID_CHANGE:
        return PortObject;
    case IBV_EVENT_QP_FATAL:
    case IBV_EVENT_QP_REQ_ERR:
    case IBV_EVENT_QP_ACCESS_ERR:
    case IBV_EVENT_COMM_EST:
    case IBV_EVENT_SQ_DRAINED:
    case IBV_EVENT_PATH_MIG:
    case IBV_EVENT_PATH_MIG_ERR:
    case IBV_EVENT_QP_LAST_WQE_REACHED:
        return QueuePairObject;
    case IBV_EVENT_CQ_ERR:
        return CompletionQueueObject;
    case IBV_EVENT_SRQ_ERR:
    case IBV_EVENT_SRQ_LIMIT_REACHED:
        return SharedReceiveQueueObject;
    case IBV_EVENT_WQ_FATAL:
        return WorkQueueObject;
    default:
        return UnknownObject;
    }
}

QVersionNumber libraryVersion()
{
    return QVersionNumber::fromString(QLatin1String(QTRDMA_VERSION));
}

} // namespace Rdma
