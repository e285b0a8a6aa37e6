// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RAWCONNECTION_H
#define RAWCONNECTION_H

#include <QtCore/qbytearray.h>
#include <QtNetwork/qhostaddress.h>

#include <array>
#include <vector>

#include <rdma/rdma_cma.h>

// A connection with itself, made of bare calls. It stops at the first call that fails, and takes
// everything down again. It makes every call that the fault library can make fail.
class RawConnection
{
public:
    explicit RawConnection(const QHostAddress &deviceAddress);
    ~RawConnection();
    Q_DISABLE_COPY_MOVE(RawConnection)

    // An errno with which no call fails by itself.
    static constexpr int InjectedError = EHWPOISON;

    bool queryDevices();
    bool makeObjects();
    bool connect();
    bool exchange();
    bool reject();
    bool disconnect();
    bool all();
    ibv_cq *completionQueue() const { return cq; }

    // The call that ended it, and how that call reported the failure.
    QByteArray failedCall() const { return call; }
    int failedError() const { return error; }

private:
    enum Natural { MustWork, MayFail };
    bool positive(const char *name, int result, Natural natural = MustWork);
    bool minusOne(const char *name, int result, Natural natural = MustWork);
    bool pointer(const char *name, const void *result, Natural natural = MustWork);
    bool fail(const char *name, int failure);
    bool event(rdma_event_channel *channel, rdma_cm_event_type type, rdma_cm_id **id = nullptr);
    bool resolve(rdma_cm_id **id);
    bool createQp(rdma_cm_id *id);
    bool registerMemory();
    bool makeQueues();
    bool makeQueuePair();
    bool postReceive(rdma_cm_id *id);
    bool takeCompletion();

    QHostAddress address;
    QByteArray call;
    int error = 0;

    ibv_device **devices = nullptr;
    ibv_context *context = nullptr;
    rdma_event_channel *channel = nullptr;
    rdma_event_channel *acceptedChannel = nullptr;
    rdma_cm_id *listener = nullptr;
    rdma_cm_id *client = nullptr;
    rdma_cm_id *accepted = nullptr;
    rdma_cm_id *unwanted = nullptr;
    rdma_cm_id *unwantedRequest = nullptr;
    ibv_pd *pd = nullptr;
    ibv_comp_channel *completions = nullptr;
    ibv_cq *cq = nullptr;
    ibv_srq *srq = nullptr;
    ibv_qp *loneQp = nullptr;
    ibv_ah *ah = nullptr;
    std::vector<ibv_mr *> regions;
    std::array<char, 4096> memory = {};
};

#endif // RAWCONNECTION_H
