// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "farrequests_p.h"

#include "link_p.h"
#include "pieces_p.h"
#include "queuepair_p.h"
#include "requests_p.h"
#include "wire_p.h"

namespace NullNic {

namespace {

// The queue pair that the peer means, if it is ready to hear from it.
QueuePair *receiverOf(const Link &link, const RequestFrame &frame)
{
    QueuePair *receiver = findQueuePair(link.nearNumber);
    const bool isReceiver = receiver && receiver->type() == frame.type && receiver->canReceive()
            && receiver->settings.dest_qp_num == link.far.queuePairNumber;
    return isReceiver ? receiver : nullptr;
}

Outcome outcomeWithoutReceiver(const RequestFrame &frame)
{
    if (frame.type == IBV_QPT_UC)
        return { Waiting::No, IBV_WC_SUCCESS, frame.length };
    return { Waiting::ForPeer, IBV_WC_SUCCESS, 0 };
}

bool isPossible(const AnswerFrame &answer)
{
    return answer.status >= IBV_WC_SUCCESS && answer.status <= IBV_WC_GENERAL_ERR
            && answer.length <= LongestMessage
            && (answer.waits == Waiting::No || answer.waits == Waiting::ForReceiver
                || answer.waits == Waiting::ForPeer);
}

} // namespace

Outcome ask(Link &link, const QueuePair &sender, const ibv_send_wr &request, const Pieces &data,
            uint64_t length)
{
    if (link.waits != Waiting::No)
        return { link.waits, IBV_WC_SUCCESS, 0 };
    if (length > LongestMessage)
        return { Waiting::No, IBV_WC_LOC_LEN_ERR, 0 };
    Frame frame = {};
    frame.kind = Frame::Kind::Request;
    frame.request = { sender.sends.serial(), sender.type(), request, uint32_t(length) };
    data.copyTo(Pieces(link.out().request.data(), data.length()));
    link.waits = Waiting::ForAnswer;
    link.send(frame);
    return { link.waits, IBV_WC_SUCCESS, 0 };
}

void tellReady(const QueuePair &receiver)
{
    Link *link = findLink(receiver);
    if (!link || !link->hasRefused)
        return;
    link->hasRefused = false;
    Frame frame = {};
    frame.kind = Frame::Kind::Ready;
    link->send(frame);
}

std::optional<uint8_t> farReceiverTimer(const QueuePair &sender)
{
    const Link *link = findLink(sender);
    return link ? std::optional(link->receiverTimer) : std::nullopt;
}

void requestCame(Link &link, RequestFrame frame)
{
    if (link.stage != Link::Stage::Open || frame.length > LongestMessage)
        return link.end();
    QueuePair *receiver = receiverOf(link, frame);
    const Outcome outcome = receiver
            ? serve(*receiver, frame.request, const_cast<char *>(link.in().request.data()),
                    frame.length, link.out().answer.data())
            : outcomeWithoutReceiver(frame);
    Frame answer = {};
    answer.kind = Frame::Kind::Answer;
    answer.answer = { frame.serial, outcome.waits, outcome.status, outcome.length,
                      receiver ? receiver->settings.min_rnr_timer : uint8_t(0) };
    link.hasRefused = outcome.waits != Waiting::No;
    link.send(answer);
}

void answerCame(Link &link, const AnswerFrame &answer)
{
    if (link.waits != Waiting::ForAnswer || !isPossible(answer))
        return link.end();
    link.waits = answer.waits;
    link.receiverTimer = answer.receiverTimer;
    QueuePair *sender = findQueuePair(link.nearNumber);
    if (!sender)
        return;
    // The request may have been flushed meanwhile.
    const bool isWaiting =
            sender->waiting == Waiting::ForAnswer && sender->sends.serial() == answer.serial;
    Outcome outcome = { answer.waits, answer.status, answer.length };
    if (isWaiting && outcome.waits == Waiting::No && outcome.status == IBV_WC_SUCCESS)
        outcome = bringBack(*sender, sender->sends.front(),
                            const_cast<char *>(link.in().answer.data()));
    if (isWaiting)
        settleFirst(*sender, outcome);
    else
        link.waits = Waiting::No;
    advance(*sender);
}

void readyCame(Link &link)
{
    if (link.waits == Waiting::ForAnswer) // of a request that has been flushed
        return;
    link.waits = Waiting::No;
    if (QueuePair *sender = findQueuePair(link.nearNumber))
        advance(*sender);
}

} // namespace NullNic
