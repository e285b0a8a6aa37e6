// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef NETLINK_H
#define NETLINK_H

#include <QtCore/qbytearrayview.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include <linux/netlink.h>

// Answers of the kernel. Any bytes will do: what is cut off is left out.
namespace Netlink {

// Calls the function with the type of each message and the bytes behind its head.
template <typename Function>
void forEachMessage(QByteArrayView bytes, Function function)
{
    nlmsghdr head;
    while (bytes.size() >= qsizetype(sizeof(head))) {
        std::memcpy(&head, bytes.data(), sizeof(head));
        if (head.nlmsg_len < sizeof(head) || qsizetype(head.nlmsg_len) > bytes.size())
            break;
        function(int(head.nlmsg_type), bytes.first(head.nlmsg_len).sliced(NLMSG_HDRLEN));
        bytes = bytes.sliced(std::min<qsizetype>(NLMSG_ALIGN(head.nlmsg_len), bytes.size()));
    }
}

// Calls the function with the type of each attribute and its bytes.
template <typename Function>
void forEachAttribute(QByteArrayView bytes, Function function)
{
    nlattr head;
    while (bytes.size() >= qsizetype(sizeof(head))) {
        std::memcpy(&head, bytes.data(), sizeof(head));
        if (head.nla_len < sizeof(head) || head.nla_len > bytes.size())
            break;
        function(head.nla_type & NLA_TYPE_MASK, bytes.first(head.nla_len).sliced(NLA_HDRLEN));
        bytes = bytes.sliced(std::min<qsizetype>(NLA_ALIGN(head.nla_len), bytes.size()));
    }
}

// The first attribute of this type; empty if there is none.
inline QByteArrayView attributeIn(QByteArrayView bytes, int wanted)
{
    QByteArrayView found;
    forEachAttribute(bytes, [&](int type, QByteArrayView value) {
        if (type == wanted && found.isNull())
            found = value;
    });
    return found;
}

template <typename Number>
std::optional<Number> numberIn(QByteArrayView bytes, int wanted)
{
    const QByteArrayView value = attributeIn(bytes, wanted);
    Number number;
    if (value.size() < qsizetype(sizeof(number)))
        return {};
    std::memcpy(&number, value.data(), sizeof(number));
    return number;
}

} // namespace Netlink

#endif // NETLINK_H
