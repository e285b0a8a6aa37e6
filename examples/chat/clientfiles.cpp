// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The client's part in sending and receiving files.

#include "channel.h"
#include "client.h"
#include "client_p.h"
#include "text.h"

using namespace Protocol;

namespace {

// A file without bytes is complete from the beginning.
double part(quint64 done, quint64 size)
{
    return size > 0 ? double(done) / double(size) : 1.0;
}

} // namespace

void Client::sendFile(const QString &path, const QString &to)
{
    if (!requirePresence())
        return;
    const QString problem = to.isEmpty() ? QString() : Text::nameProblem(to);
    if (!problem.isEmpty()) {
        Q_EMIT notice(problem);
        return;
    }
    auto outgoing = std::make_unique<Outgoing>(path);
    if (!outgoing->file.open()) {
        Q_EMIT notice(tr("Cannot send %1: %2").arg(path, outgoing->file.errorString()));
        return;
    }
    const quint32 id = ++m_lastFile;
    outgoing->key = QStringLiteral("out/%1").arg(id);
    m_channel->send(FileOffer{ id, {}, to, outgoing->file.name(), outgoing->file.size() });
    const QString key = outgoing->key;
    const QString text =
            tr("Offering %1 (%2)").arg(outgoing->file.name(), Text::size(outgoing->file.size()));
    m_outgoing[id] = std::move(outgoing);
    Q_EMIT fileStarted(key, text);
}

QString Client::sentText(const QString &name, const QString &good, const QString &bad)
{
    if (good.isEmpty() && bad.isEmpty())
        return tr("Sent %1").arg(name);
    if (bad.isEmpty())
        return tr("Sent %1, verified by %2").arg(name, good);
    if (good.isEmpty())
        return tr("Sent %1, not received by %2").arg(name, bad);
    return tr("Sent %1, verified by %2, not received by %3").arg(name, good, bad);
}

void Client::handle(const FileReady &ready)
{
    const auto it = m_outgoing.find(ready.id);
    if (it == m_outgoing.end())
        return;
    Outgoing &outgoing = *it->second;
    outgoing.ready = true;
    outgoing.waiting = ready.receivers;
    Q_EMIT fileStarted(outgoing.key,
                       tr("Sending %1 (%2) to %3")
                               .arg(outgoing.file.name(), Text::size(outgoing.file.size()),
                                    ready.receivers.join(QLatin1String(", "))));
    sendMore();
}

// Files take turns, chunk by chunk. Together they never put more than the high-water mark into the
// channel, so lines that the user types meanwhile wait behind that much and no more.
void Client::sendMore()
{
    bool progress = true;
    while (progress && !isBackedUp()) {
        progress = false;
        QList<quint32> ids;
        for (const auto &entry : m_outgoing)
            ids += entry.first;
        for (quint32 id : std::as_const(ids)) {
            const auto it = m_outgoing.find(id);
            if (it != m_outgoing.end() && it->second->ready && !it->second->ended)
                progress |= sendChunk(id, *it->second);
        }
    }
}

bool Client::sendChunk(quint32 id, Outgoing &outgoing)
{
    OutgoingFile &file = outgoing.file;
    const QByteArray data = file.read(ChunkSize);
    if (file.failed()) {
        m_channel->send(FileCancel{ id, file.errorString() });
        endOutgoing(id, tr("Sending %1 failed: %2").arg(file.name(), file.errorString()));
        return false;
    }
    if (!data.isEmpty())
        m_channel->send(FileChunk{ id, data });
    if (file.atEnd()) {
        m_channel->send(FileEnd{ id, file.sha256() });
        outgoing.ended = true;
    }
    Q_EMIT fileProgress(outgoing.key, file.name(), part(file.sent(), file.size()));
    return true;
}

void Client::handle(const FileResult &result)
{
    const auto it = m_outgoing.find(result.id);
    if (it == m_outgoing.end() || !it->second->waiting.removeOne(result.who))
        return;
    Outgoing &outgoing = *it->second;
    if (result.good)
        outgoing.good += result.who;
    else
        outgoing.bad += QStringLiteral("%1 (%2)").arg(result.who, Text::ofRelay(result.text));
    if (!outgoing.waiting.isEmpty())
        return;

    outgoing.good.sort();
    outgoing.bad.sort();
    endOutgoing(result.id,
                sentText(outgoing.file.name(), outgoing.good.join(QLatin1String(", ")),
                         outgoing.bad.join(QLatin1String(", "))));
}

void Client::endOutgoing(quint32 id, const QString &text)
{
    const QString key = m_outgoing.at(id)->key;
    m_outgoing.erase(id);
    Q_EMIT fileEnded(key, text);
    leaveIfDone();
}

static QString nameOf(const FileOffer &offer)
{
    return Client::tr("%1 (%2) from %3")
            .arg(Text::fileName(offer.name), Text::size(offer.size), offer.from);
}

// Why no file, or not this one, is taken; travels to the sender.
QString Client::refusalOf(const FileOffer &offer) const
{
    if (m_options.downloadDirectory.isEmpty())
        return QStringLiteral(QT_TRANSLATE_NOOP("Relay", "takes no files"));
    if (offer.size > m_options.fileSize)
        return QStringLiteral("takes at most %1").arg(Text::size(m_options.fileSize, QLocale::c()));
    const std::size_t files = m_incoming.size() + m_offers.size();
    if (files >= std::size_t(m_options.files))
        return QStringLiteral("receives %1 files already").arg(files);
    return {};
}

void Client::handle(const FileOffer &offer)
{
    const QString refusal = refusalOf(offer);
    if (!refusal.isEmpty())
        return decline(offer, refusal);
    if (!m_options.asks)
        return take(offer);
    m_offers[offer.id] = offer;
    Q_EMIT fileOffered(offer.id, nameOf(offer));
}

void Client::answerOffer(quint32 id, bool takes)
{
    const auto it = m_offers.find(id);
    if (it == m_offers.end())
        return;
    const FileOffer offer = it->second;
    m_offers.erase(it);
    if (takes)
        take(offer);
    else
        decline(offer, QStringLiteral(QT_TRANSLATE_NOOP("Relay", "declined")));
}

void Client::decline(const FileOffer &offer, const QString &why)
{
    m_channel->send(FileResult{ offer.id, {}, false, why });
    Q_EMIT notice(tr("Declined %1").arg(nameOf(offer)));
}

void Client::take(const FileOffer &offer)
{
    auto incoming = std::make_unique<Incoming>(m_options.downloadDirectory, offer);
    incoming->key = QStringLiteral("in/%1").arg(offer.id);
    const QString key = incoming->key;
    const bool open = incoming->file.open();
    const QString error = incoming->file.errorString();
    m_incoming[offer.id] = std::move(incoming);
    Q_EMIT fileStarted(key, tr("Receiving %1").arg(nameOf(offer)));
    if (open)
        m_channel->send(FileAccept{ offer.id });
    else
        endIncoming(offer.id, false, QStringLiteral("could not store it"),
                    tr("Cannot store %1: %2").arg(nameOf(offer), error));
}

void Client::handle(const FileChunk &chunk)
{
    const auto it = m_incoming.find(chunk.id);
    if (it == m_incoming.end())
        return; // declined or failed; the rest was on its way
    IncomingFile &file = it->second->file;
    if (!file.write(chunk.data)) {
        endIncoming(chunk.id, false, QStringLiteral("could not store it"),
                    tr("Receiving %1 failed: %2").arg(file.name(), file.errorString()));
        return;
    }
    Q_EMIT fileProgress(it->second->key, file.name(), part(file.received(), file.size()));
}

void Client::handle(const FileEnd &end)
{
    const auto it = m_incoming.find(end.id);
    if (it == m_incoming.end())
        return;
    IncomingFile &file = it->second->file;
    if (file.finish(end.sha256))
        endIncoming(end.id, true, {},
                    tr("Received %1, SHA-256 verified: %2").arg(file.name(), file.path()));
    else
        endIncoming(end.id, false, file.errorString(),
                    tr("Receiving %1 failed: %2").arg(file.name(), file.errorString()));
}

void Client::handle(const FileRefused &refused)
{
    const auto it = m_outgoing.find(refused.id);
    if (it != m_outgoing.end())
        endOutgoing(
                refused.id,
                tr("%1 was not sent: %2").arg(it->second->file.name(), Text::ofRelay(refused.why)));
}

void Client::handle(const FileCancel &cancel)
{
    const QString why = Text::ofRelay(cancel.why);
    if (const auto offer = m_offers.extract(cancel.id))
        Q_EMIT offerEnded(cancel.id, tr("%1 will not come: %2").arg(nameOf(offer.mapped()), why));
    const auto incoming = m_incoming.find(cancel.id);
    if (incoming == m_incoming.end())
        return;
    const QString key = incoming->second->key;
    const QString text = tr("%1 will not come: %2").arg(incoming->second->file.name(), why);
    m_incoming.erase(incoming);
    Q_EMIT fileEnded(key, text);
}

void Client::endIncoming(quint32 id, bool good, const QString &why, const QString &text)
{
    const QString key = m_incoming.at(id)->key;
    m_incoming.erase(id);
    m_channel->send(FileResult{ id, {}, good, why });
    Q_EMIT fileEnded(key, text);
}

void Client::dropFiles()
{
    const auto outgoing = std::exchange(m_outgoing, {});
    const auto incoming = std::exchange(m_incoming, {});
    const auto offers = std::exchange(m_offers, {});
    for (const auto &entry : outgoing)
        Q_EMIT fileEnded(
                entry.second->key,
                tr("%1 was not sent: the connection was lost").arg(entry.second->file.name()));
    for (const auto &entry : incoming)
        Q_EMIT fileEnded(
                entry.second->key,
                tr("%1 will not come: the connection was lost").arg(entry.second->file.name()));
    for (const auto &entry : offers)
        Q_EMIT offerEnded(
                entry.first,
                tr("%1 will not come: the connection was lost").arg(nameOf(entry.second)));
}
