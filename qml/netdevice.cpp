// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "netdevice.h"
#include "netlink.h"

#include <QtCore/qcoreapplication.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <linux/dcbnl.h>
#include <linux/ethtool.h>
#include <linux/if.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace NetDevice {

namespace {

constexpr int Priorities = 8;
constexpr qsizetype MostMemory = 640; // bytes of a module that are read

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(QtRdma)
};

// A socket, closed at the end of the scope.
class Socket
{
    Q_DISABLE_COPY_MOVE(Socket)

public:
    Socket(int domain, int type, int protocol) : m_fd(socket(domain, type | SOCK_CLOEXEC, protocol))
    {
    }
    ~Socket()
    {
        if (m_fd >= 0)
            close(m_fd);
    }
    int fd() const { return m_fd; }

private:
    const int m_fd;
};

QString problemOf(int error)
{
    switch (error) {
    case EPERM:
        return Words::tr("needs CAP_NET_ADMIN");
    case EOPNOTSUPP:
        return Words::tr("the driver does not tell it");
    case ENODEV:
        return Words::tr("there is no such interface");
    default:
        return qt_error_string(error);
    }
}

// A question about an interface, as DCB has it.
struct Question
{
    nlmsghdr header;
    dcbmsg command;
    rtattr attribute;
    char name[IFNAMSIZ];
};

Question questionAbout(const QByteArray &netdev)
{
    Question question = {};
    question.header.nlmsg_len = sizeof(question);
    question.header.nlmsg_type = RTM_GETDCB;
    question.header.nlmsg_flags = NLM_F_REQUEST;
    question.command.dcb_family = AF_UNSPEC;
    question.command.cmd = DCB_CMD_IEEE_GET;
    question.attribute.rta_type = DCB_ATTR_IFNAME;
    question.attribute.rta_len = RTA_LENGTH(IFNAMSIZ);
    std::copy(netdev.begin(), netdev.end(), question.name); // shorter, with zeros behind it
    return question;
}

// The error that a message of the kernel tells, or 0.
int errorIn(const QByteArray &message)
{
    nlmsghdr header = {};
    nlmsgerr error = {};
    std::memcpy(&header, message.constData(), std::min(sizeof(header), size_t(message.size())));
    if (header.nlmsg_type != NLMSG_ERROR
        || message.size() < qsizetype(NLMSG_HDRLEN + sizeof(error)))
        return 0;
    std::memcpy(&error, message.constData() + NLMSG_HDRLEN, sizeof(error));
    return -error.error;
}

bool isName(const QByteArray &netdev)
{
    return !netdev.isEmpty() && netdev.size() < IFNAMSIZ;
}

// ---- modules ----

// The places of the fields: SFF-8472 for small modules, SFF-8636 and CMIS for those with four lanes
// and more.
struct Layout
{
    int vendor;
    int part;
    int length;
    int temperature;
};
constexpr Layout Small = { 20, 40, 18, 256 + 96 };
constexpr Layout Quad = { 148, 168, 146, 22 };
constexpr Layout Common = { 129, 148, 202, 14 };

constexpr std::array<uchar, 6> CommonIdentifiers = { 0x18, 0x19, 0x1b, 0x1e, 0x1f, 0x25 };

const Layout &layoutOf(const QByteArray &memory, bool isSmall)
{
    const auto identifier = uchar(memory.at(0));
    const bool isCommon = std::find(CommonIdentifiers.begin(), CommonIdentifiers.end(), identifier)
            != CommonIdentifiers.end();
    return isSmall ? Small : isCommon ? Common : Quad;
}

QString textAt(const QByteArray &memory, int place)
{
    QString text = QString::fromLatin1(memory.mid(place, 16)).trimmed();
    for (QChar &c : text) {
        if (!c.isPrint())
            c = u'?';
    }
    return text;
}

// Common modules have a unit in the upper two bits, others count metres.
std::optional<double> lengthIn(uchar byte, const Layout &layout)
{
    static constexpr double units[] = { 0.1, 1, 10, 100 };
    if (byte == 0 || byte == 0xff)
        return {};
    return &layout == &Common ? (byte & 0x3f) * units[byte >> 6] : double(byte);
}

// In parts of 1/256 degrees, signed. Cables without electronics have none.
std::optional<double> temperatureIn(const QByteArray &memory, const Layout &layout)
{
    if (memory.size() < layout.temperature + 2)
        return {};
    const auto high = qint8(memory.at(layout.temperature));
    const auto low = uchar(memory.at(layout.temperature + 1));
    if (high == 0 && low == 0)
        return {};
    return high + low / 256.0;
}

} // namespace

std::optional<QList<int>> decodePriorities(const QByteArray &message)
{
    const QByteArrayView attributes = QByteArrayView(message).sliced(
            std::min<qsizetype>(NLMSG_LENGTH(sizeof(dcbmsg)), message.size()));
    const QByteArrayView flow = Netlink::attributeIn(
            Netlink::attributeIn(attributes, DCB_ATTR_IEEE), DCB_ATTR_IEEE_PFC);
    if (flow.size() < qsizetype(offsetof(ieee_pfc, pfc_en) + 1))
        return {};
    const auto enabled = uchar(flow.at(offsetof(ieee_pfc, pfc_en)));
    QList<int> priorities;
    for (int i = 0; i < Priorities; ++i) {
        if (enabled & (1 << i))
            priorities.append(i);
    }
    return priorities;
}

Answer<QList<int>> pausedPriorities(const QString &netdev)
{
    const QByteArray name = netdev.toUtf8();
    if (!isName(name))
        return { {}, problemOf(ENODEV) };
    const Socket kernel(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK, NETLINK_ROUTE);
    const Question question = questionAbout(name);
    QByteArray answer(16 * 1024, Qt::Uninitialized);
    if (kernel.fd() < 0 || send(kernel.fd(), &question, sizeof(question), 0) < 0)
        return { {}, problemOf(errno) };
    const ssize_t size = recv(kernel.fd(), answer.data(), size_t(answer.size()), 0);
    if (size < 0)
        return { {}, problemOf(errno) };
    answer.resize(size);
    if (const int error = errorIn(answer))
        return { {}, problemOf(error) };
    if (const auto priorities = decodePriorities(answer))
        return { *priorities, {} };
    return { {}, problemOf(EOPNOTSUPP) };
}

std::optional<Module> decodeModule(const QByteArray &memory, bool isSmall)
{
    if (memory.isEmpty())
        return {};
    const Layout &layout = layoutOf(memory, isSmall);
    if (memory.size() < layout.part + 16 || memory.size() <= layout.length)
        return {};
    Module module;
    module.vendor = textAt(memory, layout.vendor);
    module.part = textAt(memory, layout.part);
    module.metres = lengthIn(uchar(memory.at(layout.length)), layout);
    module.celsius = temperatureIn(memory, layout);
    return module;
}

Answer<Module> module(const QString &netdev)
{
    const QByteArray name = netdev.toUtf8();
    if (!isName(name))
        return { {}, problemOf(ENODEV) };
    const Socket any(AF_INET, SOCK_DGRAM, 0);
    ifreq request = {};
    std::copy(name.begin(), name.end(), request.ifr_name);
    ethtool_modinfo info = {};
    info.cmd = ETHTOOL_GMODULEINFO;
    request.ifr_data = reinterpret_cast<char *>(&info);
    if (any.fd() < 0 || ioctl(any.fd(), SIOCETHTOOL, &request) != 0)
        return { {}, problemOf(errno) };
    const auto length = quint32(std::min<qint64>(info.eeprom_len, MostMemory));
    alignas(ethtool_eeprom) char buffer[sizeof(ethtool_eeprom) + MostMemory] = {};
    auto *const memory = reinterpret_cast<ethtool_eeprom *>(buffer);
    memory->cmd = ETHTOOL_GMODULEEEPROM;
    memory->len = length;
    request.ifr_data = buffer;
    if (ioctl(any.fd(), SIOCETHTOOL, &request) != 0)
        return { {},
                 errno == EINVAL || errno == EIO ? Words::tr("no module is plugged in")
                                                 : problemOf(errno) };
    const bool isSmall = info.type == ETH_MODULE_SFF_8079 || info.type == ETH_MODULE_SFF_8472;
    const auto module = decodeModule(QByteArray(buffer + sizeof(ethtool_eeprom), length), isSmall);
    return module ? Answer<Module>{ *module, {} }
                  : Answer<Module>{ {}, Words::tr("the module tells too little") };
}

} // namespace NetDevice
