// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMPAIR_H
#define STREAMPAIR_H

#include "stream/native/streamprotocol_p.h"

#include <array>
#include <deque>
#include <random>

// Two StreamProtocols back to back, without a device. The pair does what a driver and two devices
// do, in every order in which they may do it.

using Finish = QtRdmaPrivate::StreamStates::Finish;
using State = QtRdmaPrivate::StreamStates::State;
using Transport = QtRdmaPrivate::StreamProtocol::Transport;

struct PairSetup
{
    Transport transport = Transport::Acknowledging;
    std::optional<QByteArray> clientKey;
    std::optional<QByteArray> serverKey;
    quint32 firstSerial = 0;
    int widest = 4; // data slots
    bool confirms = false; // the client may come another way
    bool isLost = false; // the connection is lost at some point
    bool isTight = false; // the send queue has no room now and then
    int extras = 0; // pings, credit returns and larger slots of each side
    std::array<int, 2> frames{}; // data frames that each side writes
    std::array<std::vector<Finish>, 2> ends; // how each side ends then, one step after the other
};

class StreamPair
{
public:
    StreamPair(const PairSetup &setup, quint32 seed);

    // Runs until nothing can happen any more. Returns what went wrong, or an empty string.
    QString run();

    struct Message
    {
        QByteArray bytes;
        quint32 fits = 0; // data: the slot size that its sender counts on
    };

    struct Side
    {
        explicit Side(const QtRdmaPrivate::StreamProtocol::Setup &setup) : protocol(&states, setup)
        {
        }
        Q_DISABLE_COPY_MOVE(Side)

        QtRdmaPrivate::StreamStates states{ QtRdmaPrivate::StreamStates::LastWord::Answered };
        QtRdmaPrivate::StreamProtocol protocol;
        std::deque<Message> wire; // on the way to this side
        std::deque<QByteArray> completions; // of receives
        std::deque<bool> flying; // sends that have not completed; true: a FIN
        std::deque<quint32> posted; // the sizes of receives
        int slotCount = 0;
        int free = 0; // slots to be posted again
        int unread = 0; // data frames
        int toWrite = 0;
        int staged = 0;
        int sent = 0;
        int received = 0;
        int extras = 0;
        size_t nextEnd = 0;
        bool hasHeard = false;
        bool isDirty = true; // something has happened since the last flush
        bool wasReset = false; // by the peer
    };
    const Side &side(int i) const { return m_sides[size_t(i)]; }

private:
    enum class Action : quint8 {
        Arrive,
        Receive,
        Complete,
        Flush,
        Write,
        Read,
        Close,
        Ping,
        ReturnCredit,
        Grow,
        GraceOver,
        End,
        Lose
    };
    static constexpr int Actions = int(Action::Lose) + 1;

    static QtRdmaPrivate::StreamProtocol::Setup setupOf(const PairSetup &setup, int i);
    quint32 chance(quint32 below) { return quint32(m_random()) % below; }
    int indexOf(const Side &side) const { return &side == &m_sides[0] ? 0 : 1; }
    const Side &peerOf(const Side &side) const { return m_sides[size_t(1 - indexOf(side))]; }
    Side &peerOf(const Side &side) { return m_sides[size_t(1 - indexOf(side))]; }
    void wrong(const QString &text);

    bool connect(const PairSetup &setup);
    bool isEnabled(const Side &side, Action action) const;
    void perform(Side *side, Action action);
    void arrive(Side *side);
    void receive(Side *side);
    void complete(Side *side);
    void flush(Side *side);
    void sendControl(Side *side);
    void send(Side *side, QByteArray &&message, quint32 fits = 0);
    void postReceives(Side *side, int more = 0);
    void post(Side *side);
    void close(Side *side);
    void disconnect(Side *side);
    void checkEnd();

    const PairSetup m_setup;
    std::mt19937 m_random;
    std::array<Side, 2> m_sides;
    QString m_failure;
    bool m_isDown = false;
    bool m_wasCutOff = false; // by a loss or a reset, not by a side that knew that all was said
};

#endif // STREAMPAIR_H
