// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "command.h"

#include "escaped.h"
#include "printable.h"
#include "program.h"
#include "wholefile.h"

#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include <algorithm>
#include <cstdio>

#include <unistd.h>

namespace KeyValue {

namespace {

constexpr int BenchWindow = 16;
constexpr int MostOfBench = 1000000;
// The keys of a bench that is killed, or loses its server, end by themselves.
constexpr PutOptions BenchOptions{ .lifetime = std::chrono::hours(1) };
const char *const Rounds[] = { "put", "get", "del" };
constexpr int RemovalRound = 2;
constexpr int LostRace = 3; // exit status

bool writesValue(const QByteArray &command)
{
    return command == "put" || command == "cas";
}

// How many words follow the name of a command, and which options it takes.
struct Syntax
{
    const char *name;
    int least;
    int most;
    QStringList options;
};

const QList<Syntax> &syntax()
{
    static const QList<Syntax> commands = {
        { "put", 1, 2, { "file", "ttl" } },
        { "cas", 1, 2, { "file", "ttl", "expect" } },
        { "get", 1, 1, { "file", "overwrite" } },
        { "version", 1, 1, {} },
        { "del", 1, 1, {} },
        { "ls", 0, 1, { "0" } },
        { "stats", 0, 0, {} },
        { "bench", 0, 2, {} },
    };
    return commands;
}

// A program gets the bytes as they are, a terminal what it can show of each line, and its end.
QByteArray forOutput(const QByteArray &value)
{
    if (!isatty(STDOUT_FILENO))
        return value;
    QStringList lines = QString::fromUtf8(value).split(u'\n');
    for (QString &line : lines)
        line = Text::printable(line);
    return lines.join(u'\n').toUtf8() + '\n';
}

bool print(const QByteArray &bytes)
{
    return std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stdout) == size_t(bytes.size());
}

bool isNumber(const QByteArray &word, int least, int most, int *number)
{
    bool ok = false;
    *number = word.toInt(&ok);
    return ok && *number >= least && *number <= most;
}

} // namespace

Command::Command(QObject *parent) : QObject(parent)
{
    m_benchResult.status = Result::Done;
    connect(&m_client, &Client::ready, this, &Command::run);
    connect(&m_client, &Client::disconnected, this, [this] {
        if (!m_over)
            fail(m_client.errorString());
    });
}

QString Command::usage()
{
    return QStringLiteral("put KEY VALUE [--ttl SECONDS] | cas KEY VALUE --expect VERSION|ABSENT "
                          "[--ttl SECONDS] | get KEY [--file FILE [--overwrite]] | version KEY | "
                          "del KEY | ls [-0] [PREFIX] | stats | bench [COUNT] [SIZE]; for VALUE "
                          "there may be - (standard input) or --file FILE");
}

bool Command::parse(const CommandLine &line, QString *problem)
{
    const QByteArray name = line.words.value(0);
    const auto command =
            std::find_if(syntax().cbegin(), syntax().cend(),
                         [&name](const Syntax &candidate) { return name == candidate.name; });
    const qsizetype count = line.words.size() - 1;
    if (command == syntax().cend() || count < command->least || count > command->most) {
        *problem = tr("A command is %1").arg(usage());
        return false;
    }
    for (const QString &option : line.options) {
        if (!command->options.contains(option)) {
            *problem = tr("%1 takes no option --%2").arg(QLatin1String(command->name), option);
            return false;
        }
    }
    m_line = line;
    m_key = line.words.value(1);
    if (name == "bench" && !readBench()) {
        *problem = tr("bench wants a count of 1 to %1 and a size of 0 to %2")
                           .arg(MostOfBench)
                           .arg(MaxValueSize);
        return false;
    }
    if (writesValue(name) && (count == 2) == line.options.contains(QStringLiteral("file"))) {
        *problem = tr("%1 wants either a value or --file").arg(QLatin1String(command->name));
        return false;
    }
    m_options.lifetime = line.lifetime;
    return readCondition(problem);
}

bool Command::readCondition(QString *problem)
{
    if (m_line.words.at(0) != "cas")
        return true;
    bool isVersion = false;
    m_options.version = m_line.expect.toULongLong(&isVersion);
    m_options.condition = isVersion ? Condition::HasVersion : Condition::Absent;
    if (!isVersion && m_line.expect != u"ABSENT")
        *problem = tr("cas wants --expect with a version, as the command version prints it, or "
                      "ABSENT");
    return problem->isEmpty();
}

bool Command::readBench()
{
    return (m_line.words.size() < 2 || isNumber(m_line.words.at(1), 1, MostOfBench, &m_count))
            && (m_line.words.size() < 3
                || isNumber(m_line.words.at(2), 0, int(MaxValueSize), &m_size));
}

bool Command::readValue(QString *problem)
{
    if (!writesValue(m_line.words.at(0)))
        return true;
    const bool fromInput = m_line.file == u"-" || m_line.words.value(2) == "-";
    if (!fromInput && m_line.file.isEmpty()) {
        m_value = m_line.words.at(2);
        return true;
    }
    QFile file(m_line.file);
    const QString name = fromInput ? tr("standard input") : m_line.file;
    const bool opened =
            fromInput ? file.open(stdin, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly);
    if (opened)
        m_value = file.read(MaxValueSize + 1);
    if (!opened || file.error() != QFileDevice::NoError)
        *problem = tr("Cannot read %1: %2").arg(Text::printable(name), file.errorString());
    else if (m_value.size() > MaxValueSize)
        *problem = tr("%1 is too large: a value has up to %2 bytes")
                           .arg(Text::printable(name))
                           .arg(MaxValueSize);
    return problem->isEmpty();
}

void Command::start(const QHostAddress &address, quint16 port)
{
    m_client.connectToServer(address, port);
}

void Command::run()
{
    const QByteArray name = m_line.words.at(0);
    const auto answer = [this](const Result &result) { done(result); };
    if (name == "put")
        m_client.put(m_key, m_value, m_options).then(this, answer);
    else if (name == "cas")
        m_client.put(m_key, m_value, m_options).then(this, [this](const Result &result) {
            swapped(result);
        });
    else if (name == "stats")
        m_client.metrics().then(this, [this](const Result &result) { got(result); });
    else if (name == "del")
        m_client.remove(m_key).then(this, answer);
    else if (name == "get" || name == "version")
        m_client.get(m_key).then(this, [this](const Result &result) { got(result); });
    else if (name == "ls")
        m_client.list({}, m_key).then(this, [this](const Result &result) { showList(result); });
    else
        startRound();
}

void Command::got(const Result &result)
{
    if (result.status != Result::Done)
        return done(result);
    if (m_line.file.isEmpty() || m_line.file == u"-") {
        const bool isVersion = m_line.words.at(0) == "version";
        if (!print(isVersion ? QByteArray::number(result.version) + '\n' : forOutput(result.value)))
            return fail(tr("Cannot write the value to the standard output"));
        return done(result);
    }
    const QString name = Text::printable(m_line.file);
    if (QFileInfo::exists(m_line.file) && !m_line.options.contains(QStringLiteral("overwrite")))
        return fail(tr("%1 exists; --overwrite replaces it").arg(name));
    const QString problem = WholeFile::write(m_line.file, result.value);
    if (!problem.isEmpty())
        return fail(tr("Cannot write %1: %2").arg(name, problem));
    done(result);
}

// The new version, for the next one.
void Command::swapped(const Result &result)
{
    if (result.status == Result::Done && !print(QByteArray::number(result.version) + '\n'))
        return fail(tr("Cannot write the version to the standard output"));
    if (result.status != Result::Conflict)
        return done(result);
    const QString key = escaped(m_key);
    fail(result.version == 0 ? tr("%1: there is no such key now").arg(key)
                             : tr("%1: the version is %2 now").arg(key).arg(result.version),
         LostRace);
}

void Command::showList(const Result &result)
{
    const bool isRaw = m_line.options.contains(QStringLiteral("0"));
    for (const QByteArray &key : result.keys) {
        if (!print(isRaw ? key + '\0' : escaped(key).toUtf8() + '\n'))
            return fail(tr("Cannot write the list to the standard output"));
    }
    if (result.status != Result::Done || !result.more || result.keys.isEmpty())
        return done(result);
    m_client.list(result.keys.constLast(), m_key).then(this, [this](const Result &next) {
        showList(next);
    });
}

// The keys are new ones, and all are removed again when a put or a get fails.
void Command::startRound()
{
    if (m_round == 0)
        m_benchPrefix =
                "bench-" + QByteArray::number(QRandomGenerator::global()->generate(), 16) + '-';
    m_started = m_ended = 0;
    m_clock.start();
    for (int i = 0; i < BenchWindow; ++i)
        nextBench();
}

void Command::nextBench()
{
    if (m_started == m_count)
        return;
    const QByteArray key = m_benchPrefix + QByteArray::number(m_started++);
    QFuture<Result> future = m_round == 0 ? m_client.put(key, QByteArray(m_size, 'x'), BenchOptions)
            : m_round == 1                ? m_client.get(key)
                                          : m_client.remove(key);
    future.then(this, [this, key](const Result &result) { benchDone(key, result); });
}

void Command::benchDone(const QByteArray &key, const Result &result)
{
    if (result.status == Result::Disconnected)
        return done(result);
    if (m_benchResult.status == Result::Done && result.status != Result::Done) {
        m_benchResult = result;
        m_key = key;
        if (m_round == 0)
            m_count = m_started; // so many keys may be there
    }
    ++m_ended;
    nextBench();
    if (m_ended == m_count)
        endRound();
}

void Command::endRound()
{
    if (m_benchResult.status == Result::Done) {
        const double seconds = double(m_clock.nsecsElapsed()) / 1e9;
        std::printf("%s: %d of %d bytes in %.3f s, %.0f a second, %.1f MiB/s\n", Rounds[m_round],
                    m_count, m_size, seconds, m_count / seconds,
                    m_round == RemovalRound ? 0.0 : double(m_count) * m_size / seconds / (1 << 20));
    }
    if (m_round == RemovalRound)
        return done(m_benchResult);
    m_round = m_benchResult.status == Result::Done ? m_round + 1 : RemovalRound;
    startRound();
}

void Command::done(const Result &result)
{
    if (result.status == Result::Done)
        return finish(0);
    if (result.status == Result::Disconnected)
        return fail(m_client.errorString());
    fail(m_key.isEmpty() ? Result::text(result.status)
                         : tr("%1: %2").arg(escaped(m_key), Result::text(result.status)));
}

void Command::fail(const QString &problem, int status)
{
    if (!m_over)
        Program::fail(problem);
    finish(status);
}

void Command::finish(int status)
{
    if (std::exchange(m_over, true))
        return;
    m_client.disconnectFromServer();
    Q_EMIT finished(status);
}

} // namespace KeyValue

#include "moc_command.cpp"
