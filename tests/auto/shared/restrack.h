// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RESTRACK_H
#define RESTRACK_H

#include <QtCore/qcoreapplication.h>
#include <QtCore/qdebug.h>
#include <QtCore/qdir.h>
#include <QtCore/qlist.h>
#include <QtCore/qstring.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>

#include <libmnl/libmnl.h>
#include <rdma/rdma_netlink.h>

namespace RdmaTest {

// The kernel's list of RDMA objects, what `rdma resource show` prints. Tests ask so often that starting that program each time
// takes longer than all the rest; and it names the thread that has made an object, and nobody once that has ended.
class Restrack
{
public:
    Restrack() : m_socket(mnl_socket_open(NETLINK_RDMA), mnl_socket_close)
    {
        if (!m_socket || mnl_socket_bind(m_socket.get(), 0, MNL_SOCKET_AUTOPID) != 0)
            fail("socket");
    }

    // How many objects of this kind a process has; -1 if the kernel could not be asked. They are found by the device context,
    // whose first user must live, and ids of the connection manager, which belong to no context, by their own.
    int count(const QString &kind, qint64 pid)
    {
        const Kind *asked = find(kind);
        if (!asked)
            qWarning() << "no kind of RDMA object:" << kind;
        if (!asked || !m_worked)
            return -1;
        int result = 0;
        const Numbers threads = threadsOf(pid);
        for (quint32 device : deviceIndices()) {
            Numbers owners = threads;
            if (asked->owner != RDMA_NLDEV_ATTR_RES_PID)
                owners = select(contexts, device, owners, RDMA_NLDEV_ATTR_RES_CTXN);
            if (asked->owner == RDMA_NLDEV_ATTR_RES_PDN)
                owners = select(domains, device, owners, RDMA_NLDEV_ATTR_RES_PDN);
            result += int(select(*asked, device, owners, asked->owner).size());
        }
        return m_worked ? result : -1;
    }

private:
    struct Kind
    {
        const char *name;
        quint16 command;
        quint16 table;
        quint16 owner; // the attribute that says whose it is
    };
    using Numbers = QList<quint32>;
    using Attribute = std::function<void(const nlattr *)>;

    static constexpr Kind contexts = { "ctx", RDMA_NLDEV_CMD_RES_CTX_GET, RDMA_NLDEV_ATTR_RES_CTX,
                                       RDMA_NLDEV_ATTR_RES_PID };
    static constexpr Kind domains = { "pd", RDMA_NLDEV_CMD_RES_PD_GET, RDMA_NLDEV_ATTR_RES_PD,
                                      RDMA_NLDEV_ATTR_RES_CTXN };
    static constexpr Kind kinds[] = {
        domains,
        { "cq", RDMA_NLDEV_CMD_RES_CQ_GET, RDMA_NLDEV_ATTR_RES_CQ, RDMA_NLDEV_ATTR_RES_CTXN },
        { "qp", RDMA_NLDEV_CMD_RES_QP_GET, RDMA_NLDEV_ATTR_RES_QP, RDMA_NLDEV_ATTR_RES_PDN },
        { "mr", RDMA_NLDEV_CMD_RES_MR_GET, RDMA_NLDEV_ATTR_RES_MR, RDMA_NLDEV_ATTR_RES_PDN },
        { "srq", RDMA_NLDEV_CMD_RES_SRQ_GET, RDMA_NLDEV_ATTR_RES_SRQ, RDMA_NLDEV_ATTR_RES_PDN },
        { "cm_id", RDMA_NLDEV_CMD_RES_CM_ID_GET, RDMA_NLDEV_ATTR_RES_CM_ID,
          RDMA_NLDEV_ATTR_RES_PID },
    };

    static const Kind *find(const QString &name)
    {
        const auto kind = std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind &k) {
            return name == QLatin1String(k.name);
        });
        return kind != std::end(kinds) ? kind : nullptr;
    }

    static Numbers threadsOf(qint64 pid)
    {
        Numbers result;
        const QDir tasks(QStringLiteral("/proc/%1/task").arg(pid));
        for (const QString &task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            result.append(task.toUInt());
        return result;
    }

    // Of each object of this kind that one of the owners has, the number that is asked for.
    Numbers select(const Kind &kind, quint32 device, const Numbers &owners, quint16 wanted)
    {
        Numbers result;
        Attribute takeEntry = [&](const nlattr *entry) {
            bool isOwn = false;
            quint32 number = 0;
            Attribute takeValue = [&](const nlattr *value) {
                const int type = mnl_attr_get_type(value);
                if (type == kind.owner)
                    isOwn = owners.contains(mnl_attr_get_u32(value));
                if (type == wanted)
                    number = mnl_attr_get_u32(value);
            };
            mnl_attr_parse_nested(entry, attribute, &takeValue);
            if (isOwn)
                result.append(number);
        };
        dump(kind.command, device, [&](const nlattr *table) {
            if (mnl_attr_get_type(table) == kind.table)
                mnl_attr_parse_nested(table, attribute, &takeEntry);
        });
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

    Numbers deviceIndices()
    {
        Numbers result;
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
