// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "peers.h"
#include "rcopy.h"

#include <QtRdma/RdmaStream>

#include <QtCore/qbytearraylist.h>
#include <QtCore/qhash.h>

#include <cstring>
#include <memory>

// These understand only what redis-cli and rcopy send of their protocols.

namespace {

// A command is an array of strings: *2 $3 GET $1 k, each followed by the end of a line.
class RedisSession
{
public:
    explicit RedisSession(RdmaStream *stream) : m_stream(stream) { }

    void take(const QByteArray &data)
    {
        m_received += data;
        for (QByteArrayList command = next(); !command.isEmpty(); command = next())
            m_stream->write(answer(command));
    }

private:
    // Empty while the command is incomplete.
    QByteArrayList next()
    {
        QByteArrayList words;
        qsizetype at = 0;
        const int count = number(&at);
        for (int i = 0; i < count; ++i) {
            const int length = number(&at);
            if (length < 0 || m_received.size() < at + length + 2)
                return {};
            words += m_received.mid(at, length);
            at += length + 2;
        }
        m_received.remove(0, at);
        return words;
    }

    int number(qsizetype *at) const
    {
        const qsizetype end = m_received.indexOf("\r\n", *at);
        if (end < 0)
            return -1;
        const int value = m_received.mid(*at + 1, end - *at - 1).toInt();
        *at = end + 2;
        return value;
    }

    QByteArray answer(const QByteArrayList &command)
    {
        const QByteArray name = command.first().toUpper();
        if (name == "PING")
            return "+PONG\r\n";
        if (name == "SET" && command.size() == 3) {
            m_values.insert(command[1], command[2]);
            return "+OK\r\n";
        }
        if (name == "GET" && command.size() == 2) {
            const QByteArray value = m_values.value(command[1]);
            return '$' + QByteArray::number(value.size()) + "\r\n" + value + "\r\n";
        }
        return "-ERR unknown command\r\n";
    }

    RdmaStream *m_stream;
    QByteArray m_received;
    inline static QHash<QByteArray, QByteArray> m_values; // for all connections
};

class CopySession
{
public:
    explicit CopySession(RdmaStream *stream) : m_stream(stream) { }

    void take(const QByteArray &data)
    {
        m_received += data;
        while (step()) { }
    }

private:
    bool step()
    {
        if (m_received.size() < m_wanted)
            return false;
        if (m_fileSize >= 0) {
            say("file " + m_path + ' ' + summary(m_received.left(m_fileSize)));
            finish(CopyHeader::Write, m_fileSize);
            m_fileSize = -1;
            return true;
        }
        const CopyHeader header = CopyHeader::decoded(m_received);
        if (m_received.size() < header.length)
            return false;
        const QByteArray rest = m_received.mid(CopyHeader::Size, header.length - CopyHeader::Size);
        if (header.command == CopyHeader::Write && rest.size() == sizeof(m_fileSize)) {
            std::memcpy(&m_fileSize, rest.constData(), sizeof(m_fileSize));
            m_received.remove(0, header.length);
            m_wanted = m_fileSize;
            m_received.reserve(m_fileSize);
            return true;
        }
        if (header.command == CopyHeader::Open)
            m_path = rest.constData(); // it is padded with zeros
        finish(header.command, header.length);
        return true;
    }

    void finish(int command, qint64 size)
    {
        m_received.remove(0, size);
        m_wanted = CopyHeader::Size;
        m_stream->write(CopyHeader{ quint8(command | CopyHeader::Response) }.encoded());
    }

    RdmaStream *m_stream;
    QByteArray m_received;
    QByteArray m_path;
    qint64 m_wanted = CopyHeader::Size;
    qint64 m_fileSize = -1; // -1 unless its bytes are coming
};

template <typename Session>
int serveSessions(const QHostAddress &address)
{
    return serve(address, [](RdmaStream *stream) {
        const auto session = std::make_shared<Session>(stream);
        return [session](const QByteArray &data) { session->take(data); };
    });
}

} // namespace

int answerRedis(const QHostAddress &address)
{
    return serveSessions<RedisSession>(address);
}

int storeFiles(const QHostAddress &address)
{
    return serveSessions<CopySession>(address);
}
