// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QDebug>
#include <QtNetwork/QHostAddress>
#include <QtRdma/RdmaConnectionOptions>
#include <QtRdma/RdmaConnectionStatus>
#include <QtRdma/RdmaConnectionWatcher>
#include <QtRdma/RdmaQueuePair>

#include <infiniband/verbs.h>

class Statistics : public QObject
{
public:
    void print();
};

void Statistics::print()
{
    //! [watcher]
    auto *watcher = new RdmaConnectionWatcher(this);
    connect(watcher, &RdmaConnectionWatcher::updated, this, [](const auto &connections) {
        for (const RdmaConnectionStatus &connection : connections)
            qInfo() << connection.peerAddress() << connection.bytesSent();
    });
    watcher->requestUpdate();
    //! [watcher]
}

void connectWithOptions(RdmaQueuePair *queuePair, const QHostAddress &address)
{
    //! [options]
    RdmaConnectionOptions options;
    options.setTypeOfService(0x68); // AF31
    options.setAcknowledgeTimeout(16); // 268 ms
    options.setInitiatorDepth(32);
    queuePair->connectToHost(address, 7471, options);
    //! [options]
}

void makeQueuePairs(RdmaConnectionOptions &options)
{
    //! [factory]
    options.setQueuePairFactory([](ibv_pd *domain, ibv_qp_init_attr *wanted) -> ibv_qp * {
        ibv_qp_init_attr_ex attributes = {};
        attributes.qp_type = wanted->qp_type;
        attributes.send_cq = wanted->send_cq;
        attributes.recv_cq = wanted->recv_cq;
        attributes.srq = wanted->srq;
        attributes.cap = wanted->cap;
        attributes.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
        attributes.pd = domain;
        attributes.send_ops_flags = IBV_QP_EX_WITH_SEND;
        return ibv_create_qp_ex(domain->context, &attributes);
    });
    //! [factory]
}
