// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "client.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTextStream>

#include <algorithm>
#include <cstdio>

Client::Client(const Settings &wanted) : settings(wanted) { }

void Client::start()
{
    clock.start();
    for (int i = 0; i < settings.parallel && i < settings.count; ++i)
        connectNext();
}

void Client::connectNext()
{
    auto *queuePair = queuePairs.emplace_back(std::make_unique<RdmaQueuePair>()).get();
    connect(queuePair, &RdmaQueuePair::connected, this,
            [this, queuePair] { connected(*queuePair); });
    connect(queuePair, &RdmaQueuePair::errorOccurred, this, [](const RdmaError &error) {
        QTextStream(stderr) << "cmtime: " << error.toString() << '\n';
        QCoreApplication::exit(1);
    });
    RdmaConnectionOptions options;
    options.sendDepth = options.receiveDepth = 1;
    options.privateData = QByteArray::number(settings.count);
    queuePair->connectToHost(settings.address, settings.port, options);
}

void Client::connected(const RdmaQueuePair &queuePair)
{
    const RdmaConnectionTimes taken = queuePair.connectionTimes();
    times[Address].append(taken.address);
    times[Route].append(taken.route);
    times[Connect].append(taken.connect);
    if (queuePairs.size() < size_t(settings.count)) {
        connectNext();
    } else if (times[Connect].size() == settings.count) {
        connectingTook = clock.restart();
        for (int i = 0; i < settings.parallel && i < settings.count; ++i)
            disconnectNext();
    }
}

void Client::disconnectNext()
{
    RdmaQueuePair *queuePair = queuePairs[ending++].get();
    QElapsedTimer asked;
    asked.start();
    connect(queuePair, &RdmaQueuePair::disconnected, this, [this, asked] {
        times[Disconnect].append(asked.nsecsElapsed());
        if (ending < queuePairs.size()) {
            disconnectNext();
        } else if (times[Disconnect].size() == settings.count) {
            disconnectingTook = clock.elapsed();
            report();
        }
    });
    queuePair->disconnectFromHost();
}

void Client::report()
{
    static constexpr std::array names{ "address", "route", "connect", "disconnect" };
    QTextStream out(stdout);
    QJsonObject steps;
    if (!settings.json)
        out << "step (us)       min    median       p99       max\n";
    for (size_t step = 0; step < StepCount; ++step) {
        QList<qint64> &taken = times.at(step);
        std::sort(taken.begin(), taken.end());
        const auto at = [&](qsizetype index) {
            return double(taken.at(qMin(index, taken.size() - 1))) / 1000;
        };
        const double min = at(0), median = at(taken.size() / 2);
        const double p99 = at(taken.size() * 99 / 100), max = at(taken.size() - 1);
        steps[QLatin1String(names.at(step))] = QJsonObject{
            { QStringLiteral("count"), taken.size() }, { QStringLiteral("min_us"), min },
            { QStringLiteral("median_us"), median },   { QStringLiteral("p99_us"), p99 },
            { QStringLiteral("max_us"), max },
        };
        if (!settings.json)
            out << QString::asprintf("%-10s %9.1f %9.1f %9.1f %9.1f\n", names.at(step), min, median,
                                     p99, max);
    }
    const QJsonObject all{ { QStringLiteral("connections"), settings.count },
                           { QStringLiteral("parallel"), settings.parallel },
                           { QStringLiteral("connecting_ms"), connectingTook },
                           { QStringLiteral("disconnecting_ms"), disconnectingTook },
                           { QStringLiteral("steps"), steps } };
    if (settings.json)
        out << QJsonDocument(all).toJson(QJsonDocument::Compact) << '\n';
    else
        out << settings.count << " connections, " << settings.parallel
            << " at a time: " << connectingTook << " ms to connect, " << disconnectingTook
            << " ms to disconnect\n";
    QCoreApplication::quit();
}
