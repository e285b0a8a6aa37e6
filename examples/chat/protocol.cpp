// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "protocol.h"

#include <QIODevice>
#include <QStringDecoder>
#include <QtEndian>

namespace Protocol {
namespace {

// Peers built with different versions of Qt must agree.
constexpr auto StreamVersion = QDataStream::Qt_6_0;

template <typename T>
void put(QDataStream &out, const T &value)
{
    out << value;
}

// The operator << would write a null byte array in another way than an empty one.
void put(QDataStream &out, const QByteArray &bytes)
{
    out.writeBytes(bytes.constData(), uint(bytes.size()));
}

void put(QDataStream &out, const QString &text)
{
    put(out, text.toUtf8());
}

void put(QDataStream &out, const QStringList &list)
{
    out << quint32(list.size());
    for (const QString &text : list)
        put(out, text);
}

template <typename T>
void get(QDataStream &in, T &value)
{
    in >> value;
}

void get(QDataStream &in, QString &text)
{
    QByteArray bytes;
    in >> bytes;
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    text = decoder(bytes);
    if (decoder.hasError())
        in.setStatus(QDataStream::ReadCorruptData);
}

void get(QDataStream &in, QStringList &list)
{
    quint32 count = 0;
    in >> count;
    list.clear();
    // The peer chose the count and may lie: the loop also ends with the bytes.
    for (quint32 i = 0; i < count && in.status() == QDataStream::Ok; ++i)
        get(in, list.emplaceBack());
}

} // namespace

QByteArray encode(const Message &message)
{
    QByteArray frame;
    QDataStream out(&frame, QIODevice::WriteOnly);
    out.setVersion(StreamVersion);
    out << quint32(0) << quint8(message.index());
    Messages::writeFields(message, [&out](const auto &field) { put(out, field); });
    const qsizetype payload = frame.size() - HeaderSize;
    Q_ASSERT(payload <= qsizetype(MaxPayload));
    qToBigEndian(quint32(payload), frame.data());
    return frame;
}

std::optional<Message> decode(quint8 type, const QByteArray &payload)
{
    QDataStream in(payload);
    in.setVersion(StreamVersion);
    return Messages::readFields<Message>(in, type, [&in](auto &field) { get(in, field); });
}

FrameReader::Result FrameReader::read(QIODevice *device)
{
    m_header += device->read(HeaderSize - m_header.size());
    if (m_header.size() < HeaderSize)
        return Incomplete;
    const auto length = qFromBigEndian<quint32>(m_header.constData());
    if (length > MaxPayload)
        return TooLong;

    m_payload += device->read(qsizetype(length) - m_payload.size());
    if (m_payload.size() < qsizetype(length))
        return Incomplete;
    const std::optional<Message> message = decode(quint8(m_header.at(4)), m_payload);
    m_header.clear();
    m_payload.clear();
    if (!message)
        return Malformed;
    m_message = *message;
    return Complete;
}

} // namespace Protocol
