// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The relay's part in sending files. It passes chunks on and keeps none. Chunks that a receiver has
// not taken yet wait in that receiver's channel, up to the high-water mark, and then in the
// sender's.

#include "channel.h"
#include "relay.h"
#include "relay_p.h"
#include "text.h"

#include <algorithm>

using namespace Protocol;

void Relay::handle(Member &member, const FileOffer &offer)
{
    if (offer.to.size() > Text::MaxName)
        return violate(member, QStringLiteral(QT_TR_NOOP("an overlong name")));
    const QString problem = offerProblem(member, offer);
    if (!problem.isEmpty())
        return send(member, FileRefused{ offer.id, problem });
    if (transferOf(member, offer.id) != m_transfers.end())
        return violate(member, QStringLiteral(QT_TR_NOOP("two files with one number")));

    const quint32 id = ++m_lastTransfer;
    const std::vector<Member *> receivers = receiversOf(member, offer.to);
    m_transfers[id] = Transfer{ &member,   offer.id,  offer.size, 0,
                                receivers, receivers, {},         QDeadlineTimer(m_limits.answer) };
    // Sending may drop a receiver that reads too slowly, and the file with the last one.
    for (Member *receiver : receivers) {
        if (m_transfers.count(id) == 0)
            return;
        send(*receiver, FileOffer{ id, member.name, offer.to, offer.name, offer.size });
    }
}

QString Relay::offerProblem(const Member &sender, const FileOffer &offer) const
{
    if (offer.name.isEmpty() || offer.name.size() > 255)
        return QStringLiteral(QT_TR_NOOP("The file's name is empty or too long"));
    if (offer.size > m_limits.fileSize)
        return QStringLiteral("The file has %1, the relay passes on at most %2")
                .arg(Text::size(offer.size, QLocale::c()),
                     Text::size(m_limits.fileSize, QLocale::c()));
    const auto running = std::count_if(m_transfers.begin(), m_transfers.end(),
                                       [&](const auto &t) { return t.second.sender == &sender; });
    if (running >= m_limits.filesPerMember)
        return QStringLiteral("You are sending %1 files already").arg(running);
    if (!receiversOf(sender, offer.to).empty())
        return {};
    return offer.to.isEmpty() ? QStringLiteral(QT_TR_NOOP("Nobody else is here"))
                              : QStringLiteral("Nobody else here is called %1").arg(offer.to);
}

std::vector<Relay::Member *> Relay::receiversOf(const Member &sender, const QString &to) const
{
    const QString key = Text::nameKey(to);
    std::vector<Member *> receivers;
    for (const auto &member : m_members) {
        if (member->state == Member::Present && member.get() != &sender
            && (to.isEmpty() || member->key == key))
            receivers.push_back(member.get());
    }
    return receivers;
}

Relay::Transfers::iterator Relay::transferOf(const Member &sender, quint32 id)
{
    return std::find_if(m_transfers.begin(), m_transfers.end(), [&](const auto &transfer) {
        return transfer.second.sender == &sender && transfer.second.senderId == id;
    });
}

void Relay::handle(Member &member, const FileChunk &chunk)
{
    const auto it = transferOf(member, chunk.id);
    if (it == m_transfers.end())
        return; // on its way when the last receiver gave up
    Transfer &transfer = it->second;
    transfer.passed += quint64(chunk.data.size());
    if (transfer.isOffered())
        return violate(member, QStringLiteral(QT_TR_NOOP("a file that nobody has taken yet")));
    if (chunk.data.isEmpty() || transfer.passed > transfer.size)
        return violate(member, QStringLiteral(QT_TR_NOOP("more of a file than was offered")));
    // These are copies, because sending drops a receiver that has fallen too far behind, and the
    // transfer ends with its last receiver.
    const quint32 id = it->first;
    const std::vector<Member *> receivers = transfer.receivers;
    for (Member *receiver : receivers) {
        send(*receiver, FileChunk{ id, chunk.data });
        holdBack(member, *receiver);
    }
}

void Relay::handle(Member &member, const FileEnd &end)
{
    const auto it = transferOf(member, end.id);
    if (it == m_transfers.end())
        return;
    if (it->second.isOffered())
        return violate(member, QStringLiteral(QT_TR_NOOP("a file that nobody has taken yet")));
    if (it->second.passed != it->second.size)
        return violate(member, QStringLiteral(QT_TR_NOOP("less of a file than was offered")));
    const quint32 id = it->first;
    const std::vector<Member *> receivers = it->second.receivers;
    for (Member *receiver : receivers)
        send(*receiver, FileEnd{ id, end.sha256 });
}

void Relay::handle(Member &member, const FileCancel &cancel)
{
    const auto it = transferOf(member, cancel.id);
    if (it == m_transfers.end())
        return;
    const quint32 id = it->first;
    const std::vector<Member *> receivers = it->second.receivers;
    m_transfers.erase(it);
    for (Member *receiver : receivers)
        send(*receiver, FileCancel{ id, cancel.why.left(200) });
}

void Relay::handle(Member &member, const FileResult &result)
{
    const auto it = m_transfers.find(result.id);
    if (it != m_transfers.end())
        settle(it, member, result.good, result.text.left(200));
}

void Relay::handle(Member &member, const FileAccept &accept)
{
    const auto it = m_transfers.find(accept.id);
    if (it != m_transfers.end() && std::erase(it->second.asked, &member))
        beginIfAnswered(it);
}

void Relay::beginIfAnswered(Transfers::iterator it)
{
    Transfer &transfer = it->second;
    if (transfer.isOffered())
        return;
    Member &sender = *transfer.sender;
    const quint32 senderId = transfer.senderId;
    const std::vector<Transfer::Refusal> refusals = std::exchange(transfer.refusals, {});
    QStringList names;
    for (const Transfer::Refusal &refusal : refusals)
        names += refusal.name;
    for (const Member *receiver : transfer.receivers)
        names += receiver->name;
    if (transfer.receivers.empty())
        m_transfers.erase(it);
    send(sender, FileReady{ senderId, names });
    for (const Transfer::Refusal &refusal : refusals)
        send(sender, FileResult{ senderId, refusal.name, false, refusal.why });
}

void Relay::endUnanswered()
{
    const auto isLate = [](const auto &entry) {
        return entry.second.isOffered() && entry.second.answer.hasExpired();
    };
    while (true) { // sending may drop members and other transfers
        const auto it = std::find_if(m_transfers.begin(), m_transfers.end(), isLate);
        if (it == m_transfers.end())
            return;
        settle(it, *it->second.asked.front(), false,
               QStringLiteral(QT_TR_NOOP("has not answered")));
    }
}

// A receiver's last answer goes to the sender, once; with the last of all the transfer is over. The
// sender hears of refusals of the offer when all have answered it.
void Relay::settle(Transfers::iterator it, Member &receiver, bool good, const QString &text)
{
    Transfer &transfer = it->second;
    if (!std::erase(transfer.receivers, &receiver))
        return;
    if (transfer.isOffered()) {
        std::erase(transfer.asked, &receiver);
        transfer.refusals.push_back({ receiver.name, text });
        return beginIfAnswered(it);
    }
    Member &sender = *transfer.sender;
    const quint32 senderId = transfer.senderId;
    if (transfer.receivers.empty())
        m_transfers.erase(it);
    send(sender, FileResult{ senderId, receiver.name, good, text });
}

void Relay::dropTransfers(Member &member)
{
    // Sending may drop another member and with it other transfers, so look again after each.
    const auto concerns = [&member](const auto &entry) {
        const Transfer &transfer = entry.second;
        return transfer.sender == &member
                || std::count(transfer.receivers.begin(), transfer.receivers.end(), &member);
    };
    while (true) {
        const auto it = std::find_if(m_transfers.begin(), m_transfers.end(), concerns);
        if (it == m_transfers.end())
            return;
        if (it->second.sender == &member)
            handle(member,
                   FileCancel{ it->second.senderId, QStringLiteral("%1 left").arg(member.name) });
        else
            settle(it, member, false, QStringLiteral(QT_TR_NOOP("left")));
    }
}
