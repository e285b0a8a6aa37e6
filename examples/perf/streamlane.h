// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMLANE_H
#define STREAMLANE_H

#include "lane.h"
#include "words.h"
#include "wordsum.h"

#include <QAbstractSocket>
#include <QByteArray>
#include <QHostAddress>

#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <type_traits>

namespace Perf {

// A lane over a stream. An RdmaStream and a QTcpSocket differ in how packets are marked only: with
// RDMA before the connection is made, and by its client for both sides.
template <typename Socket>
class StreamLane : public Lane
{
public:
    // The lane takes over the socket.
    StreamLane(const Description &description, Socket *socket, QObject *parent = nullptr)
        : Lane(description, parent)
        , m_socket(socket)
        , m_message(description.size, 'm')
    {
        socket->setParent(this);
        socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        connect(socket, &Socket::readyRead, this, [this] { take(); });
        connect(socket, &Socket::disconnected, this,
                [this] { fail(Words::tr("the peer has ended a stream")); });
        connect(socket, &Socket::errorOccurred, this, [this] { fail(m_socket->errorString()); });
        if (!description.isLatency())
            connect(socket, &Socket::bytesWritten, this, [this] { proceed(); });
    }

    // The first line tells the server which client the stream belongs to.
    void connectTo(const QHostAddress &local, const QHostAddress &address, quint16 port,
                   const QByteArray &firstLine)
    {
        m_connects = true;
        connect(m_socket, &Socket::connected, this, [this, firstLine] {
            m_socket->write(firstLine);
            setConnected();
        });
        if constexpr (IsRdma) {
            RdmaStreamOptions options;
            options.setTypeOfService(int(description().typeOfService));
            m_socket->setOptions(options);
        }
        m_socket->bind(local);
        m_socket->connectToHost(address, port);
    }

    void accepted()
    {
        setConnected();
        take(); // bytes may have come with the first line
    }

protected:
    void sendMore() override
    {
        while (toSend() > 0 && !m_waiting && m_socket->bytesToWrite() < limit()) {
            sending(1);
            m_waiting = description().isLatency();
            messageSent();
            if (m_socket->write(m_message) != m_message.size())
                return fail(m_socket->errorString());
            if (!description().isLatency())
                addCompleted(1);
        }
    }

    bool isIdle() const override
    {
        return !m_waiting && (description().isLatency() || m_socket->bytesToWrite() == 0);
    }

private:
    static constexpr bool IsRdma = std::is_same_v<Socket, RdmaStream>;
    static constexpr qint64 MostAhead = 1024 * 1024;
    static constexpr qint64 RoomSize = 64 * 1024;

    void setConnected()
    {
        if constexpr (!IsRdma) {
            if (description().typeOfService >= 0) {
                m_socket->setSocketOption(QAbstractSocket::TypeOfServiceOption,
                                          description().typeOfService);
            }
        }
        setReady();
    }

    qint64 limit() const { return qMin(description().depth * m_message.size(), MostAhead); }

    void take()
    {
        if (!description().isLatency())
            return takeAll();
        while (m_socket->bytesAvailable() >= m_message.size()) {
            m_socket->read(m_message.data(), m_message.size());
            if (m_connects) {
                m_waiting = false;
                messageAnswered();
            } else {
                m_socket->write(m_message);
            }
        }
    }

    // Reads all bytes and uses each of them, or drops them unread.
    void takeAll()
    {
        if (description().skips) {
            m_bytes += m_socket->skip(m_socket->bytesAvailable());
        } else {
            if (m_room.isEmpty())
                m_room.resize(RoomSize);
            while (const qint64 size = qMax<qint64>(m_socket->read(m_room.data(), RoomSize), 0)) {
                m_sum += wordSum(m_room.constData(), size);
                m_bytes += size;
            }
        }
        addReceived(m_bytes / m_message.size());
        m_bytes %= m_message.size();
    }

    Socket *m_socket;
    QByteArray m_message;
    QByteArray m_room; // for what is read
    quint64 m_sum = 0; // of it
    qint64 m_bytes = 0; // of a message that has come in part
    bool m_connects = false;
    bool m_waiting = false;
};

} // namespace Perf

#endif // STREAMLANE_H
