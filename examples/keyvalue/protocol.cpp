// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "protocol.h"

#include <QIODevice>

namespace KeyValue {

namespace {

constexpr QByteArrayView Family = "QtRdma-keyvalue-";

// QDataStream itself would believe the count and allocate memory for it.
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

void prepareStream(QDataStream &stream)
{
    stream.setVersion(QDataStream::Qt_6_4);
}

} // namespace

QByteArray greeting()
{
    return Family.toByteArray() + '2';
}

bool isGreeting(const QByteArray &privateData)
{
    if (!privateData.startsWith(greeting()))
        return false;
    const QByteArray rest = privateData.mid(greeting().size());
    return rest.count('\0') == rest.size();
}

bool isOfOtherVersion(const QByteArray &privateData)
{
    return privateData.startsWith(Family) && !isGreeting(privateData);
}

QByteArray encode(const Message &message)
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    prepareStream(out);
    out << quint8(message.index());
    Messages::writeFields(message, [&out](const auto &field) { writeField(out, field); });
    Q_ASSERT(bytes.size() <= MessageSize);
    return bytes;
}

std::optional<Message> decode(const QByteArray &bytes)
{
    QDataStream in(bytes);
    prepareStream(in);
    quint8 type = 0;
    in >> type;
    return Messages::readFields<Message>(in, type, [&in](auto &field) { readField(in, field); });
}

} // namespace KeyValue
