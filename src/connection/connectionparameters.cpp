// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "connectionparameters_p.h"

#include "incomingconnection_p.h"
#include "connectionsettings_p.h"

#include "../base/translate_p.h"
#include "../verbs/provider_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qendian.h>

#include <infiniband/ib.h>
#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <cstring>
#include <limits>

namespace QtRdmaPrivate {

namespace {

RdmaError beyond(const char *name, int value, int least, int most, const QString &whose = {})
{
    const QString limit = whose.isEmpty() ? Words::tr("it can be %1 to %2") : whose;
    return usageError(
            Words::tr("The connection option %1 is %2: ").arg(QLatin1String(name)).arg(value)
            + limit.arg(least).arg(most));
}

RdmaError setOption(rdma_cm_id *id, int option, const char *name, void *value, size_t size)
{
    const int failure = cmResult(rdma_set_option(id, RDMA_OPTION_ID, option, value, size));
    if (failure == 0)
        return {};
    const RdmaError error = callError("rdma_set_option", failure);
    return RdmaError(error.category(), error.call(), error.code(),
                     Words::tr("The connection manager refuses the option %1: %2")
                             .arg(QLatin1String(name), error.text()),
                     error.hint(), error.socketError(), error.cause());
}

RdmaError fitPrivateData(const Provider &provider, const ConnectionSettings &settings)
{
    const int most = provider.longestRequestData(settings.addressIsGid);
    if (settings.privateData.size() <= most)
        return {};
    return usageError(
            Words::tr("The private data has %1 bytes, a request of InfiniBand and RoCE holds %2")
                    .arg(settings.privateData.size())
                    .arg(most),
            Words::tr("Send the rest as a message when connected."));
}

// '*wanted' becomes what both sides can do. It is an error if the program asked for more than the
// device can do.
RdmaError fitReadDepth(const char *name, int limit, int offered, int *wanted)
{
    limit = qMin<int>(limit, std::numeric_limits<quint8>::max());
    if (*wanted > limit)
        return beyond(name, *wanted, 0, limit, Words::tr("this device permits %1 to %2"));
    *wanted = qMin(*wanted < 0 ? qMin(DefaultReadDepth, limit) : *wanted, offered);
    return {};
}

} // namespace

RdmaError fitQueues(const Provider &provider, const ConnectionSettings &settings)
{
    const ibv_device_attr &device = provider.limits();
    const struct
    {
        const char *name;
        int value;
        int limit;
    } checks[] = {
        { "sendDepth", settings.sendDepth, device.max_qp_wr },
        { "receiveDepth", settings.sharedReceives ? 1 : settings.receiveDepth, device.max_qp_wr },
        { "maxSendSge", settings.sendSges, device.max_sge },
        { "maxReceiveSge", settings.receiveSges, device.max_sge },
    };
    for (const auto &[name, value, limit] : checks) {
        if (value > limit)
            return beyond(name, value, 1, limit, Words::tr("this device permits %1 to %2"));
    }
    return {};
}

RdmaError setIdOptions(rdma_cm_id *id, const ConnectionSettings &settings)
{
    RdmaError error;
    if (settings.typeOfService >= 0) {
        auto value = quint8(settings.typeOfService);
        error = setOption(id, RDMA_OPTION_ID_TOS, "typeOfService", &value, sizeof(value));
    }
    if (settings.acknowledgeTimeout >= 0 && !error.isError()) {
        auto value = quint8(settings.acknowledgeTimeout);
        error = setOption(id, RDMA_OPTION_ID_ACK_TIMEOUT, "acknowledgeTimeout", &value,
                          sizeof(value));
    }
    const bool bound = rdma_get_src_port(id) != 0; // an accepted id is bound
    if (settings.reuseAddress && !bound && !error.isError()) {
        int value = 1;
        error = setOption(id, RDMA_OPTION_ID_REUSEADDR, "reuseAddress", &value, sizeof(value));
    }
    return error;
}

RdmaError fitToDevice(const Provider &provider, const IncomingConnection *incoming,
                      ConnectionSettings *settings)
{
    const ibv_device_attr &device = provider.limits();
    RdmaError error = fitQueues(provider, *settings);
    if (!error.isError() && !incoming)
        error = fitPrivateData(provider, *settings);
    constexpr int Any = std::numeric_limits<int>::max();
    if (!error.isError()) {
        error = fitReadDepth("responderResources", device.max_qp_rd_atom,
                             incoming ? incoming->responderResources : Any,
                             &settings->responderResources);
    }
    if (!error.isError()) {
        error = fitReadDepth("initiatorDepth", device.max_qp_init_rd_atom,
                             incoming ? incoming->initiatorDepth : Any, &settings->initiatorDepth);
    }
    return error;
}

rdma_conn_param connectParameters(const ConnectionSettings &settings)
{
    rdma_conn_param parameters = {};
    parameters.private_data = settings.privateData.constData();
    parameters.private_data_len = quint8(settings.privateData.size());
    parameters.responder_resources = quint8(settings.responderResources);
    parameters.initiator_depth = quint8(settings.initiatorDepth);
    parameters.flow_control = 1;
    parameters.retry_count = quint8(settings.retryCount);
    parameters.rnr_retry_count = quint8(settings.rnrRetryCount);
    return parameters;
}

int toGidAddress(const QHostAddress &gid, quint16 port, sockaddr_storage *storage)
{
    if (gid.protocol() != QAbstractSocket::IPv6Protocol)
        return 0;
    *storage = {};
    auto *address = reinterpret_cast<sockaddr_ib *>(storage);
    const Q_IPV6ADDR bytes = gid.toIPv6Address();
    address->sib_family = AF_IB;
    address->sib_pkey = qToBigEndian(quint16(0xffff));
    std::memcpy(&address->sib_addr, &bytes, sizeof(bytes));
    address->sib_sid = qToBigEndian((quint64(RDMA_PS_TCP) << 16) + port);
    address->sib_sid_mask = qToBigEndian(port != 0 ? ~quint64(0) : ~quint64(0xffff));
    return sizeof(sockaddr_ib);
}

RdmaError gidError(const char *call, int errorNumber, const QHostAddress &gid)
{
    return RdmaError(
            RdmaError::Category::System, QString::fromLatin1(call), errorNumber,
            Words::tr("No InfiniBand port here reaches the GID %1").arg(gid.toString()),
            Words::tr("Ports of RoCE and iWARP connect by IP address; on InfiniBand, look at the "
                      "state of the port and at the subnet manager."),
            QAbstractSocket::SocketAddressNotAvailableError);
}

} // namespace QtRdmaPrivate
