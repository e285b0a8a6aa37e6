// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Messages are the types of a std::variant. Each has fields(), a std::tie() of its members, and on
// the wire it is its place in the variant (1 byte) and these fields in order. The program says how
// a field is written and read.

#ifndef MESSAGES_H
#define MESSAGES_H

#include <QDataStream>

#include <optional>
#include <tuple>
#include <utility>
#include <variant>

namespace Messages {

// Calls put(field) for each field of the message.
template <typename Message, typename Put>
void writeFields(const Message &message, Put put)
{
    std::visit(
            [&put](auto copy) {
                std::apply([&put](const auto &...field) { (put(field), ...); }, copy.fields());
            },
            message);
}

// Calls get(field) for each field of a message of this type. Returns nothing unless the rest of the
// stream is exactly one such message.
template <typename Message, std::size_t Type = 0, typename Get>
std::optional<Message> readFields(QDataStream &in, std::size_t type, Get get)
{
    if constexpr (Type < std::variant_size_v<Message>) {
        if (type != Type)
            return readFields<Message, Type + 1>(in, type, get);
        std::variant_alternative_t<Type, Message> message;
        std::apply([&get](auto &...field) { (get(field), ...); }, message.fields());
        if (in.status() == QDataStream::Ok && in.atEnd())
            return message;
    }
    return {};
}

// A function of many types, made of functions of one type each.
template <class... Handlers>
struct Overloaded : Handlers...
{
    using Handlers::operator()...;
};
template <class... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

} // namespace Messages

#endif // MESSAGES_H
