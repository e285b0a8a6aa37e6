// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "queuepairtraffic.h"
#include "netlink.h"

#include <QtCore/qscopeguard.h>

#include <rdma/rdma_netlink.h>
#include <sys/socket.h>
#include <unistd.h>

namespace QueuePairTraffic {

namespace {

constexpr int MostDatagrams = 64;

// A question about a device. The first one, of which devices there are, has no attributes.
struct StatisticQuestion
{
    nlmsghdr header = {};
    nlattr indexHead = { NLA_HDRLEN + sizeof(quint32), RDMA_NLDEV_ATTR_DEV_INDEX };
    quint32 index = 0;
    nlattr objectHead = { NLA_HDRLEN + sizeof(quint32), RDMA_NLDEV_ATTR_STAT_RES };
    quint32 object = RDMA_NLDEV_ATTR_RES_QP;
};

// The answers of the kernel, which has made them by the time that it was asked.
QList<QByteArray> ask(int socket, int command, std::optional<quint32> index)
{
    StatisticQuestion question;
    question.header.nlmsg_len = index ? sizeof(question) : NLMSG_HDRLEN;
    question.header.nlmsg_type = quint16(RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, command));
    question.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    question.index = index.value_or(0);
    QList<QByteArray> answers;
    if (send(socket, &question, question.header.nlmsg_len, 0) < 0)
        return answers;
    bool isMore = true;
    while (isMore && answers.size() < MostDatagrams) {
        QByteArray datagram(64 * 1024, Qt::Uninitialized);
        datagram.resize(
                std::max<ssize_t>(recv(socket, datagram.data(), size_t(datagram.size()), 0), 0));
        isMore = !datagram.isEmpty();
        Netlink::forEachMessage(datagram, [&isMore](int type, QByteArrayView) {
            isMore = isMore && type != NLMSG_DONE && type != NLMSG_ERROR;
        });
        answers.append(datagram);
    }
    return answers;
}

// The number of the only queue pair of a counter; 0 if there is another number of them.
quint32 onlyQueuePair(QByteArrayView counter)
{
    int count = 0;
    quint32 number = 0;
    const QByteArrayView queuePairs = Netlink::attributeIn(counter, RDMA_NLDEV_ATTR_RES_QP);
    Netlink::forEachAttribute(queuePairs, [&](int type, QByteArrayView entry) {
        if (type != RDMA_NLDEV_ATTR_RES_QP_ENTRY)
            return;
        ++count;
        number = Netlink::numberIn<quint32>(entry, RDMA_NLDEV_ATTR_RES_LQPN).value_or(0);
    });
    return count == 1 ? number : 0;
}

QByteArrayView textOf(QByteArrayView bytes)
{
    return bytes.first(qsizetype(qstrnlen(bytes.data(), size_t(bytes.size()))));
}

std::optional<TrafficRow> decodeCounter(QByteArrayView counter)
{
    TrafficRow row;
    row.queuePairNumber = onlyQueuePair(counter);
    bool isCounted = false;
    const QByteArrayView values = Netlink::attributeIn(counter, RDMA_NLDEV_ATTR_STAT_HWCOUNTERS);
    Netlink::forEachAttribute(values, [&](int, QByteArrayView entry) {
        const QByteArrayView name =
                textOf(Netlink::attributeIn(entry, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME));
        const auto value =
                Netlink::numberIn<quint64>(entry, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE);
        quint64 *const counted = name == "rdma_tx_bytes" ? &row.bytesSent
                : name == "rdma_rx_bytes"                ? &row.bytesReceived
                                                         : nullptr;
        if (!counted || !value)
            return;
        *counted = *value;
        isCounted = true;
    });
    return isCounted && row.queuePairNumber > 0 ? std::optional(row) : std::nullopt;
}

} // namespace

std::optional<quint32> decodeIndex(const QByteArray &datagram, const QString &device)
{
    std::optional<quint32> index;
    Netlink::forEachMessage(datagram, [&](int, QByteArrayView message) {
        const QByteArrayView name = textOf(Netlink::attributeIn(message, RDMA_NLDEV_ATTR_DEV_NAME));
        if (QString::fromUtf8(name) == device)
            index = Netlink::numberIn<quint32>(message, RDMA_NLDEV_ATTR_DEV_INDEX);
    });
    return index;
}

QList<TrafficRow> decodeTraffic(const QByteArray &datagram)
{
    QList<TrafficRow> rows;
    Netlink::forEachMessage(datagram, [&](int, QByteArrayView message) {
        const QByteArrayView table = Netlink::attributeIn(message, RDMA_NLDEV_ATTR_STAT_COUNTER);
        Netlink::forEachAttribute(table, [&](int, QByteArrayView counter) {
            if (const auto row = decodeCounter(counter))
                rows.append(*row);
        });
    });
    return rows;
}

QList<TrafficRow> ofDevice(const QString &device)
{
    QList<TrafficRow> rows;
    const int kernel = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_RDMA);
    if (kernel < 0)
        return rows;
    const auto closing = qScopeGuard([kernel] { close(kernel); });
    std::optional<quint32> index;
    const QList<QByteArray> devices = ask(kernel, RDMA_NLDEV_CMD_GET, {});
    for (const QByteArray &datagram : devices)
        index = index ? index : decodeIndex(datagram, device);
    if (!index)
        return rows;
    const QList<QByteArray> answers = ask(kernel, RDMA_NLDEV_CMD_STAT_GET, index);
    for (const QByteArray &datagram : answers)
        rows += decodeTraffic(datagram);
    for (TrafficRow &row : rows)
        row.device = device;
    return rows;
}

} // namespace QueuePairTraffic
