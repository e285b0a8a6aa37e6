// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RESTRACK_H
#define RESTRACK_H

#include <QtCore/qcoreapplication.h>
#include <QtCore/qdebug.h>
#include <QtCore/qlist.h>
#include <QtCore/qstring.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>

#include <libmnl/libmnl.h>
#include <rdma/rdma_netlink.h>

namespace RdmaTest {

// The kernel's list of RDMA objects, what `rdma resource show` prints. Tests ask so often that starting that program each time
// takes longer than all the rest.
class Restrack
{
public:
    Restrack() : m_socket(mnl_socket_open(NETLINK_RDMA), mnl_socket_close)
    {
        if (!m_socket || mnl_socket_bind(m_socket.get(), 0, MNL_SOCKET_AUTOPID) != 0)
            fail("socket");
    }

    // How many objects of this kind a process has; -1 if the kernel could not be asked. Its own objects have no pid.
    int count(const QString &kind, qint64 pid)
    {
        const Kind *asked = find(kind);
        if (!asked)
            qWarning() << "no kind of RDMA object:" << kind;
        int result = asked && m_worked ? 0 : -1;
        const QList<quint32> devices = result == 0 ? deviceIndices() : QList<quint32>();
        for (quint32 device : devices) {
            dump(asked->command, device, [&](const nlattr *table) {
                if (mnl_attr_get_type(table) == asked->table)
                    result += ownedBy(table, pid);
            });
        }
        return m_worked ? result : -1;
    }

private:
    struct Kind
    {
        const char *name;
        quint16 command;
        quint16 table;
    };
    using Attribute = std::function<void(const nlattr *)>;

    static const Kind *find(const QString &name)
    {
        static constexpr Kind kinds[] = {
            { "qp", RDMA_NLDEV_CMD_RES_QP_GET, RDMA_NLDEV_ATTR_RES_QP },
            { "cq", RDMA_NLDEV_CMD_RES_CQ_GET, RDMA_NLDEV_ATTR_RES_CQ },
            { "mr", RDMA_NLDEV_CMD_RES_MR_GET, RDMA_NLDEV_ATTR_RES_MR },
            { "pd", RDMA_NLDEV_CMD_RES_PD_GET, RDMA_NLDEV_ATTR_RES_PD },
            { "srq", RDMA_NLDEV_CMD_RES_SRQ_GET, RDMA_NLDEV_ATTR_RES_SRQ },
            { "cm_id", RDMA_NLDEV_CMD_RES_CM_ID_GET, RDMA_NLDEV_ATTR_RES_CM_ID },
        };
        for (const Kind &kind : kinds) {
            if (name == QLatin1String(kind.name))
                return &kind;
        }
        return nullptr;
    }

    static int ownedBy(const nlattr *table, qint64 pid)
    {
        int result = 0;
        Attribute takeValue = [&](const nlattr *value) {
            if (mnl_attr_get_type(value) == RDMA_NLDEV_ATTR_RES_PID)
                result += mnl_attr_get_u32(value) == pid;
        };
        Attribute takeEntry = [&](const nlattr *entry) {
            mnl_attr_parse_nested(entry, attribute, &takeValue);
        };
        mnl_attr_parse_nested(table, attribute, &takeEntry);
        return result;
    }

    static int attribute(const nlattr *found, void *take)
    {
        (*static_cast<Attribute *>(take))(found);
        return MNL_CB_OK;
    }

    static int message(const nlmsghdr *header, void *take)
    {
        return mnl_attr_parse(header, 0, attribute, take);
    }

    QList<quint32> deviceIndices()
    {
        QList<quint32> result;
        dump(RDMA_NLDEV_CMD_GET, NoDevice, [&](const nlattr *attribute) {
            if (mnl_attr_get_type(attribute) == RDMA_NLDEV_ATTR_DEV_INDEX)
                result.append(mnl_attr_get_u32(attribute));
        });
        return result;
    }

    // Every attribute of the answer.
    void dump(quint16 command, quint32 device, Attribute take)
    {
        alignas(nlmsghdr) char request[256];
        nlmsghdr *header = mnl_nlmsg_put_header(request);
        header->nlmsg_type = quint16(RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, command));
        header->nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_DUMP;
        header->nlmsg_seq = ++m_serial;
        if (device != NoDevice)
            mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_DEV_INDEX, device);
        if (mnl_socket_sendto(m_socket.get(), header, header->nlmsg_len) < 0)
            return fail("send");
        QByteArray answer(64 * 1024, Qt::Uninitialized);
        int more = MNL_CB_OK;
        while (more == MNL_CB_OK) {
            const ssize_t size =
                    mnl_socket_recvfrom(m_socket.get(), answer.data(), size_t(answer.size()));
            if (size < 0)
                return fail("receive");
            more = mnl_cb_run(answer.constData(), size_t(size), m_serial,
                              mnl_socket_get_portid(m_socket.get()), message, &take);
        }
        if (more == MNL_CB_ERROR && errno != ENODEV) // a device that is gone has no objects
            fail("dump");
    }

    void fail(const char *step)
    {
        qWarning() << "RDMA netlink:" << step << std::strerror(errno);
        m_worked = false;
    }

    static constexpr quint32 NoDevice = ~0u;
    std::unique_ptr<mnl_socket, int (*)(mnl_socket *)> m_socket;
    unsigned int m_serial = 0;
    bool m_worked = true;
};

inline int countResource(const QString &kind, qint64 pid = QCoreApplication::applicationPid())
{
    return Restrack().count(kind, pid);
}

} // namespace RdmaTest

#endif // RESTRACK_H
