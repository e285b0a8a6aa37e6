// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "hostfeed.h"

#include <QtRdma/RdmaStream>

#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qlocale.h>
#include <QtCore/qprocess.h>

#include <algorithm>
#include <utility>

namespace {

constexpr int ShortestPause = 1000;
constexpr int LongestPause = 30'000;
constexpr int PauseOfOtherVersion = 60'000;
constexpr int ShortestSilence = 10'000; // of a host that is taken for lost
constexpr int Pace = 50;
constexpr qint64 Piece = 1024 * 1024;
constexpr qint64 MostWaiting = 64 * 1024 * 1024; // in a pipe, which cannot be told to wait

} // namespace

HostFeed::HostFeed(const HostAddress &address, const RdmaStreamOptions &options, int interval,
                   QObject *source, QObject *parent)
    : QObject(parent)
    , m_address(address)
    , m_options(options)
    , m_interval(interval)
    , m_source(source)
    , m_since(QDateTime::currentDateTime())
    , m_pause(ShortestPause)
{
    for (QTimer *timer : { &m_retry, &m_pace, &m_silence })
        timer->setSingleShot(true);
    m_pace.setInterval(Pace);
    connect(&m_retry, &QTimer::timeout, this, &HostFeed::start);
    connect(&m_pace, &QTimer::timeout, this, &HostFeed::readPiece);
    connect(&m_silence, &QTimer::timeout, this, &HostFeed::heardNothing);
    connect(source, SIGNAL(feedStateChanged()), this, SLOT(takeFeedState()));
    connect(source, SIGNAL(feedRead()), this, SLOT(readOn()));
}

HostFeed::~HostFeed()
{
    drop();
}

void HostFeed::start()
{
    m_device = m_address.way == HostAddress::Way::Ssh ? openSsh() : openStream();
    connect(m_device, &QIODevice::readyRead, this, &HostFeed::readPiece);
    QMetaObject::invokeMethod(m_source, "expectFeed");
    listen();
}

void HostFeed::setInterval(int interval)
{
    m_interval = interval;
    if (!m_device)
        return;
    listen();
    if (auto *const stream = qobject_cast<RdmaStream *>(m_device);
        stream && stream->state() == QAbstractSocket::ConnectedState)
        sendWish(stream);
}

void HostFeed::listen()
{
    m_isInDoubt = false;
    m_silence.start(std::max(ShortestSilence, 3 * m_interval) / 2);
}

// Half of the time is over. This thread may have been busy for all of it, and then it reads in the
// other half what the host has told.
void HostFeed::heardNothing()
{
    if (std::exchange(m_isInDoubt, true))
        return end(tr("it tells nothing any more"));
    m_silence.start();
}

QIODevice *HostFeed::openStream()
{
    auto *const stream = new RdmaStream(this);
    stream->setOptions(m_options);
    stream->setReadBufferSize(Piece);
    connect(stream, &RdmaStream::connected, this, [this, stream] { sendWish(stream); });
    connect(stream, &RdmaStream::errorOccurred, this,
            [this, stream] { end(stream->errorString()); });
    connect(stream, &RdmaStream::disconnected, this,
            [this] { end(tr("the agent has closed the connection")); });
    stream->connectToHost(m_address.host, m_address.port);
    return stream;
}

void HostFeed::sendWish(QIODevice *stream) const
{
    const QJsonObject wish = { { QStringLiteral("interval"), m_interval } };
    stream->write(QJsonDocument(wish).toJson(QJsonDocument::Compact) + '\n');
}

// It must not ask for a password: nobody would see it.
QIODevice *HostFeed::openSsh()
{
    auto *const process = new QProcess(this);
    connect(process, &QProcess::errorOccurred, this,
            [this, process] { end(process->errorString()); });
    connect(process, &QProcess::finished, this, [this, process] {
        const QString said = QString::fromUtf8(process->readAllStandardError().right(1000));
        end(said.trimmed().isEmpty() ? tr("ssh has ended") : said.trimmed());
    });
    process->setStandardInputFile(QProcess::nullDevice());
    process->start(QStringLiteral("ssh"),
                   { QStringLiteral("-o"), QStringLiteral("BatchMode=yes"), QStringLiteral("--"),
                     m_address.host,
                     QStringLiteral("qtrdma-monitor --headless --record - --interval %1")
                             .arg(m_interval) });
    return process;
}

// A piece at a time, with a pause after it: a host that sends more than it should waits then.
void HostFeed::readPiece()
{
    if (!m_device || m_isParsing || m_pace.isActive())
        return;
    if (m_device->bytesAvailable() > MostWaiting)
        return end(tr("it sends more than can be shown"));
    const QByteArray piece = m_device->read(Piece);
    if (piece.isEmpty())
        return;
    m_isParsing = true;
    listen();
    QMetaObject::invokeMethod(m_source, "feed", Q_ARG(QByteArray, piece));
}

void HostFeed::readOn()
{
    m_isParsing = false;
    if (m_device)
        m_pace.start();
}

void HostFeed::takeFeedState()
{
    const QString state = m_source->property("feedState").toString();
    if (state == u"Live") {
        m_pause = ShortestPause;
        setState(State::Live, {});
    } else if (m_device && state != u"Opening") {
        endAsIt(state == u"OtherVersion" ? State::OtherVersion : State::Refused,
                m_source->property("errorString").toString());
    }
}

void HostFeed::end(const QString &why)
{
    const bool wasLive = m_state == State::Live || m_state == State::Lost;
    endAsIt(wasLive ? State::Lost : State::Refused, why);
}

// The device may be the sender of the signal that led to this. A process is there until it has
// ended, also without this feed: QProcess would wait for it.
void HostFeed::drop()
{
    QIODevice *const device = std::exchange(m_device, nullptr);
    if (!device)
        return;
    device->disconnect(this);
    auto *const process = qobject_cast<QProcess *>(device);
    if (!process || process->state() == QProcess::NotRunning)
        return device->deleteLater();
    process->setParent(nullptr);
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    process->kill();
}

void HostFeed::endAsIt(State state, const QString &why)
{
    if (!m_device)
        return;
    drop();
    m_isParsing = false;
    m_silence.stop();
    m_pace.stop();
    m_retry.start(state == State::OtherVersion ? PauseOfOtherVersion : m_pause);
    m_pause = std::min(2 * m_pause, LongestPause);
    setState(state, why);
    QMetaObject::invokeMethod(m_source, "endFeed");
}

void HostFeed::setState(State state, const QString &why)
{
    if (state != m_state)
        m_since = QDateTime::currentDateTime();
    m_state = state;
    m_why = why;
    Q_EMIT stateChanged();
}

QString HostFeed::text() const
{
    switch (m_state) {
    case State::Connecting:
        return tr("Connecting");
    case State::Live:
        return tr("Live");
    case State::Lost:
        return tr("Lost since %1: %2")
                .arg(QLocale().toString(m_since.time(), QLocale::ShortFormat), m_why);
    case State::Refused:
        return tr("No connection: %1").arg(m_why);
    case State::OtherVersion:
        return tr("Another version: %1").arg(m_why);
    }
    return {};
}
