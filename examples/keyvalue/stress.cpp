// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "stress.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <utility>

namespace KeyValue {

namespace {

// Programs start slowly where a sanitizer watches them or a processor is emulated.
constexpr int PatienceForTheFirst = 60000;
constexpr int PatienceWithMortals = 60000;
constexpr int PauseBetweenLooks = 100;

ServerOptions serverOptions(const StressOptions &options)
{
    ServerOptions result;
    // A killed client's connection may linger beside its successor's.
    result.maxClients = 4 * options.clients + 4;
    result.database = options.database;
    return result;
}

} // namespace

Stress::Stress(const StressOptions &options, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_server(serverOptions(options))
    , m_workers(size_t(options.clients))
{
    connect(&m_server, &Server::log, this, &Stress::log);
    connect(&m_killTimer, &QTimer::timeout, this, &Stress::killOne);
    m_endTimer.setSingleShot(true);
    connect(&m_endTimer, &QTimer::timeout, this, &Stress::stop);
    connect(&m_verifier, &Client::ready, this, &Stress::verify);
    connect(&m_verifier, &Client::disconnected, this, [this] {
        if (!m_over)
            differ(QStringLiteral("no connection to verify: %1").arg(m_verifier.errorString()));
        finish();
    });
}

Stress::~Stress()
{
    for (Worker &worker : m_workers) {
        if (worker.process)
            worker.process->disconnect(this);
    }
}

bool Stress::start(QString *problem)
{
    if (!m_server.open(problem))
        return false;
    if (!m_server.listen(m_options.address)) {
        *problem = m_server.errorString();
        return false;
    }
    for (int i = 0; i < m_options.clients; ++i) {
        m_workers[size_t(i)].name = QRandomGenerator::system()->generate64() | 1;
        startWorker(i);
    }
    m_endTimer.start(PatienceForTheFirst);
    return true;
}

// The time of the test begins when its clients do something.
void Stress::firstWord()
{
    m_killTimer.start(700);
    m_endTimer.start(m_options.seconds * 1000);
}

void Stress::startWorker(int index)
{
    Worker &worker = m_workers[size_t(index)];
    worker.killed = worker.heard = false;
    worker.process = std::make_unique<QProcess>();
    QProcess *const process = worker.process.get();
    process->setProcessChannelMode(QProcess::ForwardedErrorChannel);
    connect(process, &QProcess::readyReadStandardOutput, this,
            [this, index] { readJournal(index); });
    connect(process, &QProcess::finished, this,
            [this, index](int code, QProcess::ExitStatus status) {
                workerEnded(index, code, status);
            });
    process->start(QCoreApplication::applicationFilePath(),
                   { QStringLiteral("--worker"), QString::number(index),
                     QStringLiteral("--clients"), QString::number(m_options.clients),
                     QStringLiteral("--address"), m_server.serverAddress().toString(),
                     QStringLiteral("--port"), QString::number(m_server.serverPort()) });
    process->write(QByteArray::number(worker.name) + '\n');
    for (const ModelKey &key : worker.keys) {
        const KeyState sent = key.sent.value_or(KeyState());
        process->write(QByteArray::number(key.acknowledged.number) + ' '
                       + QByteArray::number(int(key.acknowledged.present)) + ' '
                       + QByteArray::number(int(key.sent.has_value())) + ' '
                       + QByteArray::number(sent.number) + ' '
                       + QByteArray::number(int(sent.present)) + '\n');
    }
    ++m_running;
}

void Stress::readJournal(int index)
{
    QProcess *const process = m_workers[size_t(index)].process.get();
    while (process->canReadLine())
        readLine(index, process->readLine().trimmed());
}

void Stress::readLine(int index, const QByteArray &line)
{
    const QList<QByteArray> words = line.split(' ');
    m_workers[size_t(index)].heard = true;
    if (!m_killTimer.isActive() && !m_stopping)
        firstWord();
    if (line.startsWith('!')) {
        differ(QString::fromUtf8(line.mid(2)));
    } else if (line.startsWith('+') && words.size() == 3) {
        m_counts[words.at(1)] += words.at(2).toULongLong();
    } else if (words.size() == 4 && words.at(1).toUInt() < KeysOfClient) {
        ModelKey &key = m_workers[size_t(index)].keys[words.at(1).toUInt()];
        const KeyState state{ words.at(2).toUInt(), words.at(3) == "1" };
        if (words.at(0) == "?") {
            key.sent = state;
        } else {
            key.acknowledged = state;
            key.sent.reset();
        }
    } else {
        differ(QStringLiteral("client %1 says: %2").arg(index).arg(QString::fromUtf8(line)));
    }
}

void Stress::workerEnded(int index, int code, QProcess::ExitStatus status)
{
    Worker &worker = m_workers[size_t(index)];
    readJournal(index);
    --m_running;
    if (!worker.killed && (status != QProcess::NormalExit || code != 0))
        differ(QStringLiteral("client %1 ended with %2").arg(index).arg(code));
    worker.process.release()->deleteLater();
    if (!m_stopping)
        return startWorker(index);
    if (m_running == 0)
        m_verifier.connectToServer(m_server.serverAddress(), m_server.serverPort());
}

void Stress::killOne()
{
    Worker &worker = m_workers[size_t(QRandomGenerator::global()->bounded(m_options.clients))];
    if (worker.killed || !worker.process || worker.process->state() != QProcess::Running)
        return;
    // A client may also be killed while it connects, but not twice in a row, or nothing would ever
    // be done.
    if (!worker.heard && worker.killedUnheard)
        return;
    worker.killedUnheard = !worker.heard;
    worker.killed = true;
    worker.process->kill();
    ++m_kills;
}

void Stress::stop()
{
    m_stopping = true;
    m_killTimer.stop();
    for (Worker &worker : m_workers) {
        if (worker.process)
            worker.process->closeWriteChannel();
    }
}

void Stress::verify()
{
    m_unverified = m_options.clients * KeysOfClient;
    for (int client = 0; client < m_options.clients; ++client) {
        for (int number = 0; number < KeysOfClient; ++number) {
            const QByteArray key = keyOf(client, number);
            const ModelKey model = m_workers[size_t(client)].keys[size_t(number)];
            m_verifier.get(key).then(this, [this, key, model](const Result &result) {
                QList<KeyState> allowed = { model.acknowledged };
                if (model.sent)
                    allowed.append(*model.sent);
                const auto found = stateOf(key, result);
                if (!found || !matches(*found, allowed))
                    differ(QStringLiteral("at the end, key %1: %2, number %3, not %4")
                                   .arg(QString::fromLatin1(key), Result::text(result.status))
                                   .arg(found ? qint64(found->number) : -1)
                                   .arg(allowed.constLast().number));
                verified();
            });
        }
    }
}

void Stress::verified()
{
    if (--m_unverified > 0)
        return;
    m_mortals.setRemainingTime(PatienceWithMortals);
    verifyMortals();
}

void Stress::verifyMortals()
{
    m_verifier.list({}, MortalPrefix.toByteArray()).then(this, [this](const Result &result) {
        if (result.status == Result::Done && result.keys.isEmpty())
            return finish();
        if (result.status == Result::Done && !m_mortals.hasExpired())
            return QTimer::singleShot(PauseBetweenLooks, this, &Stress::verifyMortals);
        differ(QStringLiteral("%1 keys have outlived their time").arg(result.keys.size()));
        finish();
    });
}

void Stress::differ(const QString &text)
{
    ++m_differences;
    Q_EMIT log(QStringLiteral("DIFFERENCE: %1").arg(text));
}

void Stress::finish()
{
    if (std::exchange(m_over, true))
        return;
    QString done;
    for (const auto &[name, number] : m_counts)
        done += QStringLiteral(", %1 %2").arg(number).arg(QString::fromLatin1(name));
    Q_EMIT log(QStringLiteral("%1 clients, %2 s, %3 kills%4, %5 keys at the end, %6 differences")
                       .arg(m_options.clients)
                       .arg(m_options.seconds)
                       .arg(m_kills)
                       .arg(done)
                       .arg(m_server.store().count())
                       .arg(m_differences));
    m_verifier.disconnectFromServer();
    const bool worked = m_counts["puts"] > 0 && m_counts["gets"] > 0;
    Q_EMIT finished(m_differences == 0 && worked ? 0 : 1);
}

} // namespace KeyValue

#include "moc_stress.cpp"
