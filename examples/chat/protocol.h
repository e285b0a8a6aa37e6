// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The messages of the chat and how they look on the wire.
//
// A frame is a length (4 bytes, big-endian, of the payload), a type (1 byte) and the payload: the
// message's fields in order, as QDataStream writes them, strings in UTF-8. The type is the
// message's place in Message, so new messages go to the end of it.

#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "messages.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

class QIODevice;

namespace Protocol {

inline constexpr quint16 DefaultPort = 4747;
inline constexpr quint8 Version = 2;
inline constexpr qsizetype HeaderSize = 5;
inline constexpr quint32 MaxPayload = 64 * 1024;
inline constexpr qsizetype ChunkSize = 32 * 1024;

// The first message of a client. A client that comes back after a lost connection tells which
// messages of which relay it has seen, so that history is not shown twice.
struct Hello
{
    quint8 version = Version;
    QString name;
    quint64 relay = 0;
    quint64 seen = 0;
    auto fields() { return std::tie(version, name, relay, seen); }
};

struct Welcome
{
    quint64 relay = 0;
    QString name;
    QStringList members;
    auto fields() { return std::tie(relay, name, members); }
};

// The last message of the relay: what was wrong. The connection ends after it.
struct Fault
{
    enum Code : quint8 { Violation, NameTaken, BadName, Full };
    quint8 code = Violation;
    QString text;
    auto fields() { return std::tie(code, text); }
};

// A request that could not be met. The connection goes on.
struct Notice
{
    QString text;
    auto fields() { return std::tie(text); }
};

struct Say
{
    QString text;
    auto fields() { return std::tie(text); }
};

struct Said
{
    quint64 number = 0;
    qint64 time = 0; // milliseconds since 1970, UTC
    bool earlier = false; // history, for a member that came later
    QString from;
    QString text;
    auto fields() { return std::tie(number, time, earlier, from, text); }
};

struct Whisper
{
    QString to;
    QString text;
    auto fields() { return std::tie(to, text); }
};

struct Whispered
{
    QString from;
    QString to;
    QString text;
    auto fields() { return std::tie(from, to, text); }
};

struct Who
{
    auto fields() { return std::tie(); }
};

struct Members
{
    QStringList names;
    auto fields() { return std::tie(names); }
};

struct Joined
{
    QString name;
    auto fields() { return std::tie(name); }
};

struct Left
{
    QString name;
    QString why; // empty when the member said goodbye
    auto fields() { return std::tie(name, why); }
};

// Sender to relay, relay to receivers. No name means all receivers. Sender and relay each number
// their own files; the relay translates. A receiver answers with FileAccept, or declines with a
// FileResult.
struct FileOffer
{
    quint32 id = 0;
    QString from;
    QString to;
    QString name;
    quint64 size = 0;
    auto fields() { return std::tie(id, from, to, name, size); }
};

// Relay to sender: all receivers have answered the offer, so begin. For each of them, those that
// have declined too, a FileResult follows.
struct FileReady
{
    quint32 id = 0;
    QStringList receivers;
    auto fields() { return std::tie(id, receivers); }
};

struct FileChunk
{
    quint32 id = 0;
    QByteArray data;
    auto fields() { return std::tie(id, data); }
};

struct FileEnd
{
    quint32 id = 0;
    QByteArray sha256;
    auto fields() { return std::tie(id, sha256); }
};

// Sender to relay to receivers: the rest will not come.
struct FileCancel
{
    quint32 id = 0;
    QString why;
    auto fields() { return std::tie(id, why); }
};

// Receiver to relay, relay to sender: stored and verified, or why not.
struct FileResult
{
    quint32 id = 0;
    QString who;
    bool good = false;
    QString text;
    auto fields() { return std::tie(id, who, good, text); }
};

// The client leaves. The relay handles what was sent before and then closes the connection.
struct Bye
{
    auto fields() { return std::tie(); }
};

// Relay to sender: nobody was asked.
struct FileRefused
{
    quint32 id = 0;
    QString why;
    auto fields() { return std::tie(id, why); }
};

// Receiver to relay: the file may come.
struct FileAccept
{
    quint32 id = 0;
    auto fields() { return std::tie(id); }
};

using Message = std::variant<Hello, Welcome, Fault, Notice, Say, Said, Whisper, Whispered, Who,
                             Members, Joined, Left, FileOffer, FileReady, FileChunk, FileEnd,
                             FileCancel, FileResult, Bye, FileRefused, FileAccept>;

// A whole frame, ready to be written.
QByteArray encode(const Message &message);

// Nothing when the payload is not exactly one message of that type.
std::optional<Message> decode(quint8 type, const QByteArray &payload);

// Reads frames from a device, whatever pieces they arrive in. It holds one frame at most,
// and a length is checked before a byte of the payload is asked for.
class FrameReader
{
public:
    enum Result { Incomplete, Complete, TooLong, Malformed };

    Result read(QIODevice *device);
    Message take() { return std::move(m_message); }

private:
    QByteArray m_header;
    QByteArray m_payload;
    Message m_message;
};

using Messages::Overloaded;

} // namespace Protocol

#endif // PROTOCOL_H
