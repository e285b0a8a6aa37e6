// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "command.h"

#include "printable.h"
#include "program.h"

#include <algorithm>
#include <cstdio>

#include <unistd.h>

namespace KeyValue {

namespace {

constexpr int BenchWindow = 16;
const char *const Rounds[] = { "put", "get", "del" };

// How many words follow the name of a command.
constexpr struct
{
    QLatin1String name;
    int least;
    int most;
} Syntax[] = {
    { QLatin1String("put"), 2, 2 },   { QLatin1String("get"), 1, 1 },
    { QLatin1String("del"), 1, 1 },   { QLatin1String("ls"), 0, 1 },
    { QLatin1String("bench"), 0, 2 },
};

QByteArray benchKey(int number)
{
    return "bench-" + QByteArray::number(number);
}

// A program gets the bytes as they are, a terminal what it can show of each line.
void show(QByteArray value)
{
    if (isatty(STDOUT_FILENO)) {
        QStringList lines = QString::fromUtf8(value).split(u'\n');
        for (QString &line : lines)
            line = Text::printable(line);
        value = lines.join(u'\n').toUtf8();
    }
    std::fwrite(value.constData(), 1, size_t(value.size()), stdout);
    std::fputc('\n', stdout);
}

} // namespace

Command::Command(QObject *parent) : QObject(parent)
{
    connect(&m_client, &Client::ready, this, &Command::run);
    connect(&m_client, &Client::disconnected, this, [this] {
        if (!m_over)
            Program::fail(m_client.errorString());
        finish(1);
    });
}

QString Command::usage()
{
    return QStringLiteral("put KEY VALUE | get KEY | del KEY | ls [PREFIX] | bench [COUNT] [SIZE]");
}

bool Command::parse(const QStringList &words, QString *problem)
{
    const QString name = words.value(0);
    const qsizetype count = words.size() - 1;
    bool ok = std::any_of(std::begin(Syntax), std::end(Syntax), [&](const auto &command) {
        return name == command.name && count >= command.least && count <= command.most;
    });
    if (ok && name == u"bench")
        ok = readBench(words);
    if (!ok)
        *problem = QStringLiteral("A command is %1").arg(usage());
    m_words = words;
    return ok;
}

bool Command::readBench(const QStringList &words)
{
    bool isCount = true;
    bool isSize = true;
    if (words.size() > 1)
        m_count = words.at(1).toInt(&isCount);
    if (words.size() > 2)
        m_size = words.at(2).toInt(&isSize);
    return isCount && isSize && m_count >= 1 && m_size >= 0 && m_size <= MaxValueSize;
}

void Command::start(const QHostAddress &address, quint16 port)
{
    m_client.connectToServer(address, port);
}

void Command::run()
{
    const QString name = m_words.at(0);
    const QByteArray key = m_words.value(1).toUtf8();
    const auto answer = [this](const Result &result) { done(result); };
    if (name == u"put") {
        m_client.put(key, m_words.at(2).toUtf8()).then(this, answer);
    } else if (name == u"del") {
        m_client.remove(key).then(this, answer);
    } else if (name == u"get") {
        m_client.get(key).then(this, [this](const Result &result) {
            if (result.status == Result::Done)
                show(result.value);
            done(result);
        });
    } else if (name == u"ls") {
        m_prefix = key;
        m_client.list({}, m_prefix).then(this, [this](const Result &result) { showList(result); });
    } else {
        startRound();
    }
}

void Command::showList(const Result &result)
{
    for (const QByteArray &key : result.keys)
        std::printf("%s\n", qPrintable(Text::printable(QString::fromUtf8(key))));
    if (result.status != Result::Done || !result.more || result.keys.isEmpty())
        return done(result);
    m_client.list(result.keys.constLast(), m_prefix).then(this, [this](const Result &next) {
        showList(next);
    });
}

void Command::startRound()
{
    m_started = m_ended = 0;
    m_clock.start();
    for (int i = 0; i < BenchWindow; ++i)
        nextBench();
}

void Command::nextBench()
{
    if (m_started == m_count)
        return;
    const QByteArray key = benchKey(m_started++);
    QFuture<Result> future = m_round == 0 ? m_client.put(key, QByteArray(m_size, 'x'))
            : m_round == 1                ? m_client.get(key)
                                          : m_client.remove(key);
    future.then(this, [this](const Result &result) { benchDone(result); });
}

void Command::benchDone(const Result &result)
{
    if (result.status != Result::Done)
        return done(result);
    nextBench();
    if (++m_ended < m_count)
        return;
    const double seconds = double(m_clock.nsecsElapsed()) / 1e9;
    std::printf("%s: %d of %d bytes in %.3f s, %.0f a second, %.1f MiB/s\n", Rounds[m_round],
                m_count, m_size, seconds, m_count / seconds,
                m_round == 2 ? 0.0 : double(m_count) * m_size / seconds / (1 << 20));
    if (++m_round < 3)
        startRound();
    else
        done(result);
}

void Command::done(const Result &result)
{
    if (m_over)
        return;
    if (result.status != Result::Done)
        Program::fail(result.status == Result::Disconnected ? m_client.errorString()
                                                            : Result::text(result.status));
    finish(result.status == Result::Done ? 0 : 1);
}

void Command::finish(int status)
{
    if (std::exchange(m_over, true))
        return;
    std::fflush(stdout);
    m_client.disconnectFromServer();
    Q_EMIT finished(status);
}

} // namespace KeyValue

#include "moc_command.cpp"
