// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "modes.h"
#include "transfer.h"

#include <QtRdma/RdmaStream>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qsocketnotifier.h>

#include <memory>
#include <vector>

#include <unistd.h>

namespace {

constexpr int Patience = 600000; // a crowd on an emulated machine is slow

class Crowd
{
public:
    Crowd(const QHostAddress &serverAddress, quint16 serverPort, int wanted);

    void connectMore(int atOnce);
    bool commanded(); // false when nobody can give commands any more

private:
    struct Member
    {
        RdmaStream stream;
        QByteArray sent;
        QByteArray received;
    };

    void settled(bool ok, const RdmaStream &stream);
    void sendAll(qint64 size);
    void arrived(Member *member);
    void endAll();
    void ended(const RdmaStream &stream);
    void quitWhenEnded();

    const QHostAddress address;
    const quint16 port;
    const int count;
    std::vector<std::unique_ptr<Member>> members;
    QByteArray input;
    int connected = 0;
    int failed = 0;
    int echoed = 0;
    int finished = 0;
    int clean = 0;
    bool ending = false;
};

Crowd::Crowd(const QHostAddress &serverAddress, quint16 serverPort, int wanted)
    : address(serverAddress)
    , port(serverPort)
    , count(wanted)
{
}

void Crowd::connectMore(int atOnce)
{
    for (int i = 0; i < atOnce && int(members.size()) < count; ++i) {
        Member *member = members.emplace_back(std::make_unique<Member>()).get();
        RdmaStream *stream = &member->stream;
        RdmaStreamOptions options;
        options.setConnectTimeout(Patience);
        stream->setOptions(options);
        QObject::connect(stream, &RdmaStream::connected, stream,
                         [this, stream] { settled(true, *stream); });
        QObject::connect(stream, &RdmaStream::errorOccurred, stream, [this, stream] {
            if (stream->state() == QAbstractSocket::UnconnectedState && !ending)
                settled(false, *stream);
        });
        QObject::connect(stream, &RdmaStream::readyRead, stream,
                         [this, member] { arrived(member); });
        QObject::connect(stream, &RdmaStream::disconnected, stream,
                         [this, stream] { ended(*stream); });
        stream->connectToHost(address, port);
    }
}

// A connection that is made or has failed lets the next one begin.
void Crowd::settled(bool ok, const RdmaStream &stream)
{
    ++(ok ? connected : failed);
    if (!ok)
        say(errorLine(stream, stream.error()));
    if (connected + failed == count)
        say("connected " + QByteArray::number(connected));
    else
        connectMore(1);
}

// Reads commands from standard input, one on each line.
bool Crowd::commanded()
{
    char buffer[256];
    const ssize_t size = ::read(STDIN_FILENO, buffer, sizeof(buffer));
    if (size <= 0) {
        endAll();
        return false;
    }
    input.append(buffer, size);
    for (qsizetype end = input.indexOf('\n'); end >= 0; end = input.indexOf('\n')) {
        if (input.startsWith("echo "))
            sendAll(input.mid(5, end - 5).toLongLong());
        input.remove(0, end + 1);
    }
    return true;
}

// No two sizes have the same pattern, so no connection sends the same as another one.
void Crowd::sendAll(qint64 size)
{
    echoed = 0;
    for (const auto &member : members) {
        member->received.clear();
        member->sent = pattern(size++);
        member->stream.write(member->sent);
    }
}

void Crowd::arrived(Member *member)
{
    member->received += member->stream.readAll();
    if (member->received.size() < member->sent.size())
        return;
    if (member->received != member->sent)
        say("echo differs");
    if (++echoed == int(members.size()))
        say("echoed " + QByteArray::number(echoed));
}

void Crowd::endAll()
{
    ending = true;
    for (const auto &member : members)
        member->stream.closeWriteChannel();
    quitWhenEnded();
}

void Crowd::ended(const RdmaStream &stream)
{
    ++finished;
    clean += stream.endedCleanly() ? 1 : 0;
    quitWhenEnded();
}

void Crowd::quitWhenEnded()
{
    if (!ending || finished < connected)
        return;
    say("ended " + QByteArray::number(clean));
    QCoreApplication::quit();
}

} // namespace

int crowd(const QHostAddress &address, quint16 port, int count, int atOnce)
{
    Crowd everybody(address, port, count);
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &input,
                     [&everybody, &input] { input.setEnabled(everybody.commanded()); });
    everybody.connectMore(atOnce);
    return QCoreApplication::exec();
}
