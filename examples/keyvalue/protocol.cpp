// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "protocol.h"

#include <QDataStream>
#include <QIODevice>

#include <utility>

namespace KeyValue {

namespace {

// Not QDataStream's own way: that one believes the count and allocates for it.
template <class T>
void readList(QDataStream &in, QList<T> *list)
{
    quint16 count = 0;
    in >> count;
    if (count > MaxItems)
        in.setStatus(QDataStream::ReadCorruptData);
    for (quint16 i = 0; i < count && in.status() == QDataStream::Ok; ++i) {
        T item;
        in >> item;
        list->append(item);
    }
}

template <class T>
void readField(QDataStream &in, T &field)
{
    if constexpr (requires {
                      field.resize(0);
                      typename T::value_type;
                  }
                  && !std::is_same_v<T, QByteArray>)
        readList(in, &field);
    else
        in >> field;
}

template <class T>
void writeField(QDataStream &out, const T &field)
{
    if constexpr (requires { typename T::value_type; } && !std::is_same_v<T, QByteArray>) {
        out << quint16(field.size());
        for (const auto &item : field)
            out << item;
    } else {
        out << field;
    }
}

template <class M>
bool readMessage(QDataStream &in, Message *message)
{
    M read;
    std::apply([&in](auto &...field) { (readField(in, field), ...); }, read.fields());
    *message = std::move(read);
    return in.status() == QDataStream::Ok && in.atEnd();
}

template <size_t... Types>
bool readAny(size_t type, QDataStream &in, Message *message, std::index_sequence<Types...>)
{
    return ((type == Types && readMessage<std::variant_alternative_t<Types, Message>>(in, message))
            || ...);
}

void prepareStream(QDataStream &stream)
{
    stream.setVersion(QDataStream::Qt_6_4);
}

} // namespace

QByteArray greeting()
{
    return QByteArrayLiteral("QtRdma-keyvalue-1");
}

bool isGreeting(const QByteArray &privateData)
{
    if (!privateData.startsWith(greeting()))
        return false;
    const QByteArray rest = privateData.mid(greeting().size());
    return rest.count('\0') == rest.size();
}

QByteArray encode(const Message &message)
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    prepareStream(out);
    out << quint8(message.index());
    std::visit(
            [&out](auto copy) {
                std::apply([&out](const auto &...field) { (writeField(out, field), ...); },
                           copy.fields());
            },
            message);
    Q_ASSERT(bytes.size() <= MessageSize);
    return bytes;
}

std::optional<Message> decode(const QByteArray &bytes)
{
    QDataStream in(bytes);
    prepareStream(in);
    quint8 type = 0;
    in >> type;
    Message message;
    if (!readAny(type, in, &message, std::make_index_sequence<std::variant_size_v<Message>>()))
        return {};
    return message;
}

} // namespace KeyValue
