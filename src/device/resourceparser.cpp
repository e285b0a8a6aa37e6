// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "resourceparser_p.h"
#include "rdmaresource_p.h"

#include "../base/printable_p.h"
#include "../verbs/socketaddress_p.h"

#include <QtRdma/rdma.h>

#include <QtCore/qmetaobject.h>

#include <libmnl/libmnl.h>
#include <rdma/rdma_cma.h>
#include <rdma/rdma_netlink.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <iterator>

namespace QtRdmaPrivate {

namespace {

struct ResourceKind
{
    RdmaResource::Kind kind;
    quint16 command;
    quint16 table; // the attribute that has them as entries
    quint16 number; // the attribute with their number
};

constexpr ResourceKind kinds[] = {
    { RdmaResource::Kind::QueuePair, RDMA_NLDEV_CMD_RES_QP_GET, RDMA_NLDEV_ATTR_RES_QP,
      RDMA_NLDEV_ATTR_RES_LQPN },
    { RdmaResource::Kind::ConnectionId, RDMA_NLDEV_CMD_RES_CM_ID_GET, RDMA_NLDEV_ATTR_RES_CM_ID,
      RDMA_NLDEV_ATTR_RES_CM_IDN },
    { RdmaResource::Kind::CompletionQueue, RDMA_NLDEV_CMD_RES_CQ_GET, RDMA_NLDEV_ATTR_RES_CQ,
      RDMA_NLDEV_ATTR_RES_CQN },
    { RdmaResource::Kind::MemoryRegion, RDMA_NLDEV_CMD_RES_MR_GET, RDMA_NLDEV_ATTR_RES_MR,
      RDMA_NLDEV_ATTR_RES_MRN },
    { RdmaResource::Kind::ProtectionDomain, RDMA_NLDEV_CMD_RES_PD_GET, RDMA_NLDEV_ATTR_RES_PD,
      RDMA_NLDEV_ATTR_RES_PDN },
    { RdmaResource::Kind::Context, RDMA_NLDEV_CMD_RES_CTX_GET, RDMA_NLDEV_ATTR_RES_CTX,
      RDMA_NLDEV_ATTR_RES_CTXN },
    { RdmaResource::Kind::SharedReceiveQueue, RDMA_NLDEV_CMD_RES_SRQ_GET, RDMA_NLDEV_ATTR_RES_SRQ,
      RDMA_NLDEV_ATTR_RES_SRQN },
};

const ResourceKind &kindOf(RdmaResource::Kind kind)
{
    const auto found = std::find_if(std::begin(kinds), std::end(kinds),
                                    [kind](const ResourceKind &k) { return k.kind == kind; });
    return found != std::end(kinds) ? *found : kinds[0];
}

// The kernel's rdma_cm_state.
constexpr std::array connectionStates = {
    "Idle",       "AddressQuery", "AddressResolved", "RouteQuery",    "RouteResolved", "Connect",
    "Disconnect", "AddressBound", "Listen",          "DeviceRemoval", "Destroying",
};

QString nameOfNumber(quint8 number)
{
    return QString::number(number);
}

QString queuePairType(quint8 type)
{
    switch (type) { // the kernel's ib_qp_type
    case 0:
        return QStringLiteral("SMI");
    case 1:
        return QStringLiteral("GSI");
    case 2:
        return QStringLiteral("RC");
    case 3:
        return QStringLiteral("UC");
    case 4:
        return QStringLiteral("UD");
    case 8:
        return QStringLiteral("RawPacket");
    case 9:
        return QStringLiteral("XrcSend");
    case 10:
        return QStringLiteral("XrcReceive");
    case 255:
        return QStringLiteral("Driver");
    default:
        return nameOfNumber(type);
    }
}

QString queuePairState(quint8 number)
{
    const char *key = number < int(Rdma::QueuePairState::Unknown)
            ? QMetaEnum::fromType<Rdma::QueuePairState>().valueToKey(number)
            : nullptr;
    return key ? QString::fromLatin1(key) : nameOfNumber(number);
}

QString connectionState(quint8 state)
{
    return state < connectionStates.size() ? QString::fromLatin1(connectionStates[state])
                                           : nameOfNumber(state);
}

QString portSpace(quint32 space)
{
    switch (space) {
    case RDMA_PS_IPOIB:
        return QStringLiteral("IPOIB");
    case RDMA_PS_TCP:
        return QStringLiteral("TCP");
    case RDMA_PS_UDP:
        return QStringLiteral("UDP");
    case RDMA_PS_IB:
        return QStringLiteral("IB");
    default:
        return QString::number(space);
    }
}

// Each function takes a value only if it has the right length.
template <typename Number>
bool take(const nlattr *attribute, Number *number)
{
    Number value;
    if (mnl_attr_get_payload_len(attribute) < sizeof(value))
        return false;
    std::memcpy(&value, mnl_attr_get_payload(attribute), sizeof(value));
    *number = value;
    return true;
}

void takeNumber(const nlattr *attribute, qint64 *number)
{
    quint32 value = 0;
    if (take(attribute, &value))
        *number = value;
}

QString text(const nlattr *attribute)
{
    const auto *bytes = static_cast<const char *>(mnl_attr_get_payload(attribute));
    const size_t size = qstrnlen(bytes, mnl_attr_get_payload_len(attribute));
    return printable(QString::fromUtf8(bytes, qsizetype(size)));
}

void takeAddress(const nlattr *attribute, QHostAddress *address, quint16 *port)
{
    sockaddr_storage storage = {};
    const size_t size = std::min<size_t>(mnl_attr_get_payload_len(attribute), sizeof(storage));
    std::memcpy(&storage, mnl_attr_get_payload(attribute), size);
    if ((storage.ss_family == AF_INET && size >= sizeof(sockaddr_in))
        || (storage.ss_family == AF_INET6 && size >= sizeof(sockaddr_in6)))
        *address = fromSockaddr(reinterpret_cast<const sockaddr *>(&storage), port);
}

void takeState(const nlattr *attribute, ResourceData *resource)
{
    quint8 number = 0;
    if (!take(attribute, &number))
        return;
    resource->state = resource->kind == RdmaResource::Kind::ConnectionId ? connectionState(number)
                                                                         : queuePairState(number);
}

void takeType(const nlattr *attribute, ResourceData *resource)
{
    quint8 number = 0;
    if (resource->kind == RdmaResource::Kind::QueuePair && take(attribute, &number))
        resource->type = queuePairType(number);
}

void takeValue(const nlattr *attribute, ResourceData *resource)
{
    quint32 number = 0;
    switch (mnl_attr_get_type(attribute)) {
    case RDMA_NLDEV_ATTR_RES_LQPN:
        take(attribute, &resource->queuePairNumber);
        break;
    case RDMA_NLDEV_ATTR_RES_RQPN:
        take(attribute, &resource->remoteQueuePairNumber);
        break;
    case RDMA_NLDEV_ATTR_RES_TYPE:
        takeType(attribute, resource);
        break;
    case RDMA_NLDEV_ATTR_RES_STATE:
        takeState(attribute, resource);
        break;
    case RDMA_NLDEV_ATTR_RES_PS:
        if (take(attribute, &number))
            resource->type = portSpace(number);
        break;
    case RDMA_NLDEV_ATTR_RES_PID:
        take(attribute, &resource->thread);
        break;
    case RDMA_NLDEV_ATTR_RES_KERN_NAME:
        resource->inKernel = true;
        resource->owner = text(attribute);
        break;
    case RDMA_NLDEV_ATTR_RES_SRC_ADDR:
        takeAddress(attribute, &resource->localAddress, &resource->localPort);
        break;
    case RDMA_NLDEV_ATTR_RES_DST_ADDR:
        takeAddress(attribute, &resource->peerAddress, &resource->peerPort);
        break;
    case RDMA_NLDEV_ATTR_RES_CQE:
        if (take(attribute, &number))
            resource->size = number;
        break;
    case RDMA_NLDEV_ATTR_RES_MRLEN:
        take(attribute, &resource->size);
        break;
    case RDMA_NLDEV_ATTR_RES_USECNT:
        take(attribute, &resource->users);
        break;
    case RDMA_NLDEV_ATTR_RES_CTXN:
        takeNumber(attribute, &resource->context);
        break;
    case RDMA_NLDEV_ATTR_RES_PDN:
        takeNumber(attribute, &resource->protectionDomain);
        break;
    case RDMA_NLDEV_ATTR_RES_RKEY:
        resource->keysTold = take(attribute, &resource->remoteKey);
        break;
    default: // an attribute of a newer kernel, or one that is not needed
        break;
    }
}

using Attribute = std::function<void(const nlattr *)>;

int attributeCallback(const nlattr *found, void *take)
{
    (*static_cast<Attribute *>(take))(found);
    return MNL_CB_OK;
}

int messageCallback(const nlmsghdr *header, void *take)
{
    return mnl_attr_parse(header, 0, attributeCallback, take);
}

// The size of the messages that are complete, with their padding, because libmnl reads attributes
// to the end of that. libmnl takes a length of 2 GiB and more for a negative one.
size_t completePart(const QByteArray &datagram)
{
    const auto size = size_t(datagram.size());
    size_t end = 0;
    while (size - end >= sizeof(nlmsghdr)) {
        const auto *header = reinterpret_cast<const nlmsghdr *>(datagram.constData() + end);
        const size_t padded = MNL_ALIGN(size_t(header->nlmsg_len));
        if (header->nlmsg_len < sizeof(nlmsghdr) || padded > size - end)
            break;
        end += padded;
    }
    return end;
}

// Calls 'take' for every attribute of every message.
NetlinkAnswer parseMessages(const QByteArray &datagram, Attribute take)
{
    NetlinkAnswer answer;
    const size_t complete = completePart(datagram);
    errno = 0;
    const int result = mnl_cb_run(datagram.constData(), complete, 0, 0, messageCallback, &take);
    answer.ended = result <= MNL_CB_STOP;
    if (result < MNL_CB_STOP)
        answer.failure = errno != 0 ? errno : EBADMSG;
    else if (complete == 0 || complete < size_t(datagram.size()))
        answer = { true, EBADMSG };
    return answer;
}

} // namespace

quint16 resourceCommand(RdmaResource::Kind kind)
{
    return kindOf(kind).command;
}

NetlinkAnswer parseResources(const QByteArray &datagram, RdmaResource::Kind kind,
                             QList<RdmaResource> *resources)
{
    const ResourceKind &asked = kindOf(kind);
    Attribute takeEntry = [&](const nlattr *entry) {
        RdmaResource resource;
        ResourceData &values = Access::write(resource);
        values.kind = kind;
        Attribute takeOne = [&](const nlattr *attribute) {
            takeValue(attribute, &values);
            if (mnl_attr_get_type(attribute) == asked.number)
                take(attribute, &values.number);
        };
        mnl_attr_parse_nested(entry, attributeCallback, &takeOne);
        resources->append(resource);
    };
    return parseMessages(datagram, [&](const nlattr *table) {
        if (mnl_attr_get_type(table) == asked.table)
            mnl_attr_parse_nested(table, attributeCallback, &takeEntry);
    });
}

NetlinkAnswer parseDevices(const QByteArray &datagram, QHash<QString, quint32> *indices)
{
    quint32 index = 0; // its attribute comes before the name
    return parseMessages(datagram, [&](const nlattr *attribute) {
        if (mnl_attr_get_type(attribute) == RDMA_NLDEV_ATTR_DEV_INDEX)
            take(attribute, &index);
        if (mnl_attr_get_type(attribute) == RDMA_NLDEV_ATTR_DEV_NAME)
            indices->insert(text(attribute), index);
    });
}

} // namespace QtRdmaPrivate
