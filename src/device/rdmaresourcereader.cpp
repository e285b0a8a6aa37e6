// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaresourcereader.h>

#include "rdmaresource_p.h"
#include "resourceparser_p.h"

#include "../verbs/forkedchild_p.h"
#include "../base/printable_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qdebug.h>
#include <QtCore/qfile.h>

#include <libmnl/libmnl.h>
#include <rdma/rdma_netlink.h>
#include <sys/socket.h>

#include <algorithm>
#include <memory>

using namespace QtRdmaPrivate;

/*!
    \class RdmaResourceReader
    \inmodule QtRdma
    \since 0.1
    \brief Lists the RDMA objects of one kind on one device, of all processes, by RDMA netlink.

    Rights are not needed for the list; keys of memory regions are told to those with
    \c CAP_NET_ADMIN only. readSome() gives as many as the kernel puts into one message, some
    hundreds at most, so that a program with an event loop can take turns. When objects of anybody
    come or go between two messages, the kernel may leave others out, or name them twice.

    \snippet device.cpp resources

    The commands are \c RDMA_NLDEV_CMD_RES_QP_GET and its kin. One reader belongs to one thread.
    \sa RdmaResource
*/

namespace {

constexpr qsizetype LargestDatagram = 64 * 1024;

struct Owner
{
    quint32 process = 0;
    QString name;
};

QByteArray procFile(quint32 thread, const char *name)
{
    QFile file(QStringLiteral("/proc/%1/%2").arg(thread).arg(QLatin1String(name)));
    return file.open(QIODevice::ReadOnly) ? file.read(4096) : QByteArray();
}

// The kernel names the thread that has made an object. The process may have other threads by now,
// or none.
Owner ownerOf(quint32 thread)
{
    Owner owner;
    for (const QByteArray &line : procFile(thread, "status").split('\n')) {
        if (line.startsWith("Tgid:"))
            owner.process = line.mid(5).trimmed().toUInt();
    }
    if (owner.process > 0) // a process chooses its name itself, so it is made printable
        owner.name = printable(QString::fromUtf8(procFile(owner.process, "comm").trimmed()));
    return owner;
}

void closeMnlSocket(mnl_socket *socket)
{
    unfence(mnl_socket_get_fd(socket));
    static_cast<void>(mnl_socket_close(socket));
}

using MnlSocket = std::unique_ptr<mnl_socket, void (*)(mnl_socket *)>;

} // namespace

class RdmaResourceReaderPrivate
{
public:
    void open();
    void ask(quint16 command, qint64 index = -1);
    QByteArray receive();
    quint32 findDevice();
    void end(const RdmaError &cause);
    void addOwners(QList<RdmaResource> *resources);

    QString device;
    RdmaResource::Kind kind = RdmaResource::Kind::QueuePair;
    MnlSocket socket{ nullptr, closeMnlSocket };
    QHash<quint32, Owner> owners; // the key is the thread
    RdmaError error;
    bool atEnd = false;
    bool looksUpOwners = true;
};

void RdmaResourceReaderPrivate::open()
{
    socket.reset(mnl_socket_open2(NETLINK_RDMA, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (const int failure = pointerResult(socket.get()))
        return end(callError("socket", failure));
    fenceInChildren(mnl_socket_get_fd(socket.get())); // a child would take the kernel's answers
    if (mnl_socket_bind(socket.get(), 0, MNL_SOCKET_AUTOPID) != 0)
        end(callError("bind", errno));
}

// Asks for a list. Without an index it is the list of objects that belong to no device.
void RdmaResourceReaderPrivate::ask(quint16 command, qint64 index)
{
    if (atEnd)
        return;
    alignas(nlmsghdr) char request[256];
    nlmsghdr *header = mnl_nlmsg_put_header(request);
    header->nlmsg_type = quint16(RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, command));
    header->nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_DUMP;
    if (index >= 0)
        mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_DEV_INDEX, quint32(index));
    if (mnl_socket_sendto(socket.get(), header, header->nlmsg_len) < 0)
        end(callError("sendto", errno));
}

// The kernel has answered by the time that it was asked, so this does not wait.
QByteArray RdmaResourceReaderPrivate::receive()
{
    QByteArray datagram(LargestDatagram, Qt::Uninitialized);
    const ssize_t size =
            mnl_socket_recvfrom(socket.get(), datagram.data(), size_t(datagram.size()));
    if (size < 0)
        end(callError("recvfrom", errno));
    datagram.resize(std::max<ssize_t>(size, 0));
    return datagram;
}

// The number that the kernel has given the device.
quint32 RdmaResourceReaderPrivate::findDevice()
{
    QHash<QString, quint32> indices;
    ask(RDMA_NLDEV_CMD_GET);
    for (bool more = !atEnd; more;) {
        const NetlinkAnswer answer = parseDevices(receive(), &indices);
        more = !answer.ended && !atEnd;
        if (answer.failure != 0)
            end(callError("rdma netlink", answer.failure));
    }
    if (!atEnd && !indices.contains(device))
        end(usageError(QStringLiteral("There is no RDMA device ") + device));
    return indices.value(device);
}

void RdmaResourceReaderPrivate::end(const RdmaError &cause)
{
    if (!error.isError())
        error = cause;
    atEnd = true;
}

void RdmaResourceReaderPrivate::addOwners(QList<RdmaResource> *resources)
{
    for (RdmaResource &listed : *resources) {
        ResourceData &resource = Access::write(listed);
        resource.deviceName = device;
        if (!looksUpOwners || resource.inKernel || resource.thread == 0)
            continue;
        auto found = owners.find(resource.thread);
        if (found == owners.end())
            found = owners.insert(resource.thread, ownerOf(resource.thread));
        resource.process = found->process;
        resource.owner = found->name;
    }
}

/*! Asks for the objects of \a kind on \a device. */
RdmaResourceReader::RdmaResourceReader(const QString &device, RdmaResource::Kind kind)
    : d(new RdmaResourceReaderPrivate)
{
    d->device = device;
    d->kind = kind;
    d->open();
    if (d->atEnd)
        return;
    const quint32 index = d->findDevice();
    d->ask(resourceCommand(kind), index);
}

RdmaResourceReader::~RdmaResourceReader() = default;

/*! Returns whether the owners of resources are looked up; \c true by default.
    \sa setOwnerLookupEnabled()
*/
bool RdmaResourceReader::isOwnerLookupEnabled() const
{
    return d->looksUpOwners;
}

/*! Sets whether RdmaResource::process and RdmaResource::owner are looked up to \a on. That reads
    two files of \c{/proc} for each thread that has made something. A program that needs only the
    thread can switch it off.
*/
void RdmaResourceReader::setOwnerLookupEnabled(bool on)
{
    d->looksUpOwners = on;
}

/*! Returns whether there is nothing more to read, or an error. */
bool RdmaResourceReader::atEnd() const
{
    return d->atEnd;
}

/*! The next ones; maybe none, though more follow. */
QList<RdmaResource> RdmaResourceReader::readSome()
{
    QList<RdmaResource> resources;
    if (d->atEnd)
        return resources;
    const QByteArray datagram = d->receive();
    if (d->atEnd)
        return resources;
    const NetlinkAnswer answer = parseResources(datagram, d->kind, &resources);
    d->atEnd = answer.ended;
    if (answer.failure != 0 && answer.failure != ENODEV) // a device that has gone has no objects
        d->end(callError("rdma netlink", answer.failure));
    d->addOwners(&resources);
    return resources;
}

/*! Returns all that follow: as many as readSome() returns until atEnd(). */
QList<RdmaResource> RdmaResourceReader::readAll()
{
    QList<RdmaResource> resources;
    while (!atEnd())
        resources += readSome();
    return resources;
}

/*! Why the list is not complete: the kernel knows no such list, for example, or no such device. */
RdmaError RdmaResourceReader::rdmaError() const
{
    return d->error;
}
