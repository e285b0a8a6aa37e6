// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fullrate.h"
#include "halfroundtrips.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qdir.h>
#include <QtCore/qeventloop.h>
#include <QtCore/qfile.h>
#include <QtCore/qtemporarydir.h>
#include <QtCore/qtimer.h>
#include <QtQml/qqmlcomponent.h>
#include <QtQml/qqmlengine.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <vector>

// What a refresh of all models of the QML module costs the program that shows them, while every counter and every connection moves:
//
//   model_refresh ADDRESS [CONNECTIONS] [COUNTERS] [ROUNDS]
//
// refresh      processor time of a refresh, the median, in millions of instructions of 2 ns (the lab's --exact)
// longest      the longest time without a turn for other events, of all refreshes
// connections, counters, resources: rows shown
//
// Without connections it needs no device. Counters are files in the memory,
// as those of sysfs are: the devices of the lab have too few. All else is this machine's.

namespace {

constexpr int WarmUp =
        3; // refreshes that read programs and libraries from the disk, and rows that are new
constexpr int Patience = 60000; // ms

double millions(int64_t nanoseconds)
{
    return double(nanoseconds) / 2 / 1000000;
}

int64_t processorTime(clockid_t clock)
{
    timespec now = {};
    clock_gettime(clock, &now);
    return int64_t(now.tv_sec) * 1000000000 + now.tv_nsec;
}

// Knows how long the handling of an event took at most.
class Application : public QCoreApplication
{
public:
    using QCoreApplication::QCoreApplication;

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (m_depth++ == 0)
            m_start = processorTime(CLOCK_THREAD_CPUTIME_ID);
        const bool result = QCoreApplication::notify(receiver, event);
        if (--m_depth == 0)
            m_longest = std::max(m_longest, processorTime(CLOCK_THREAD_CPUTIME_ID) - m_start);
        return result;
    }
    int64_t takeLongest() { return std::exchange(m_longest, 0); }

private:
    int64_t m_longest = 0;
    int64_t m_start = 0;
    int m_depth = 0;
};

constexpr auto Models = R"(
import QtQml
import QtRdma
QtObject {
    property RdmaSource machine: RdmaSource { id: machine; running: false }
    property RdmaSource files: RdmaSource { id: files; running: false; sysfs: "%1" }
    property RdmaDeviceModel devices: RdmaDeviceModel { source: machine }
    property RdmaPortModel ports: RdmaPortModel { source: machine }
    property RdmaGidModel gids: RdmaGidModel { source: machine }
    property RdmaConnectionModel connections: RdmaConnectionModel { source: machine }
    property RdmaCounterModel counters: RdmaCounterModel { source: files }
    property RdmaEventModel events: RdmaEventModel { source: files }
    %2
}
)";

constexpr auto Resources =
        "property RdmaResourceModel resources: RdmaResourceModel { source: machine }";

// processEvents() may block after what it has done: Qt's own dispatcher sends posted events before it sleeps.
bool runsUntil(QEventLoop *loop)
{
    QTimer::singleShot(Patience, loop, [loop] { loop->exit(1); });
    return loop->exec() == 0;
}

bool refresh(const QObject &models)
{
    for (const char *name : { "machine", "files" }) {
        auto *source = models.property(name).value<QObject *>();
        QEventLoop loop;
        QObject::connect(source, SIGNAL(sampled()), &loop, SLOT(quit()));
        if (!QMetaObject::invokeMethod(source, "refresh") || !runsUntil(&loop))
            return false;
    }
    return true;
}

bool writeCounters(const QString &directory, int count, int value)
{
    const QString group = directory + QStringLiteral("/device/ports/1/hw_counters/");
    bool good = QDir().mkpath(group);
    for (int i = 0; i < count && good; ++i) {
        QFile file(group + QStringLiteral("counter_%1_packets").arg(i));
        good = file.open(QIODevice::WriteOnly) && file.write(QByteArray::number(value) + '\n') > 0;
    }
    return good;
}

using Pairs = std::vector<std::unique_ptr<FullRate<RdmaStream>>>;

bool moveAll(const Pairs &pairs)
{
    for (const auto &pair : pairs) {
        QEventLoop loop;
        QObject::connect(pair->reader.get(), &RdmaStream::readyRead, &loop, &QEventLoop::quit);
        pair->writer->write(QByteArray(100, 'x'));
        if (!runsUntil(&loop))
            return false;
        pair->reader->readAll();
    }
    return true;
}

int rowsOf(const QObject &models, const char *name)
{
    const auto *model = models.property(name).value<QObject *>();
    return model ? model->property("count").toInt() : 0;
}

int fail(const QString &text)
{
    std::fprintf(stderr, "model_refresh: %s\n", qPrintable(text));
    return 1;
}

} // namespace

int main(int argc, char **argv)
{
    Application application(argc, argv);
    const QStringList arguments = Application::arguments();
    const int connections = arguments.value(2, QStringLiteral("64")).toInt();
    const int counters = arguments.value(3, QStringLiteral("200")).toInt();
    const int rounds = arguments.value(4, QStringLiteral("10")).toInt();
    if (arguments.size() < 2 || connections < 0 || counters < 1 || rounds < 1) {
        std::fprintf(stderr, "Usage: model_refresh ADDRESS [CONNECTIONS] [COUNTERS] [ROUNDS]\n");
        return 2;
    }
    RdmaServer server;
    if (connections > 0 && !server.listen(QHostAddress(arguments.at(1))))
        return fail(server.errorString());
    Pairs pairs;
    while (int(pairs.size()) < connections / 2) {
        pairs.push_back(makeFullRate<RdmaStream>(&server));
        if (!pairs.back())
            return fail(QStringLiteral("no connection"));
    }
    const QTemporaryDir directory(QStringLiteral("/dev/shm/model_refresh-XXXXXX"));
    QQmlEngine engine;
    engine.addImportPath(QStringLiteral(QML_IMPORTS));
    for (const char *resources : { "", Resources }) {
        QQmlComponent component(&engine);
        component.setData(QString::fromLatin1(Models)
                                  .arg(directory.path(), QString::fromLatin1(resources))
                                  .toUtf8(),
                          QUrl());
        const std::unique_ptr<QObject> models(component.create());
        if (!models)
            return fail(component.errorString());
        std::vector<int64_t> times;
        int64_t longest = 0;
        for (int round = 0; round < WarmUp + rounds; ++round) {
            if (!moveAll(pairs) || !writeCounters(directory.path(), counters, 1000 * round))
                return fail(QStringLiteral("nothing moves"));
            application.takeLongest();
            const int64_t start = processorTime(CLOCK_PROCESS_CPUTIME_ID);
            if (!refresh(*models))
                return fail(QStringLiteral("no sample"));
            if (round < WarmUp)
                continue;
            times.push_back(processorTime(CLOCK_PROCESS_CPUTIME_ID) - start);
            longest = std::max(longest, application.takeLongest());
        }
        std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
        std::printf("model_refresh: refresh=%.2f longest=%.2f connections=%d counters=%d "
                    "resources=%d\n",
                    millions(times[size_t(rounds) / 2]), millions(longest),
                    rowsOf(*models, "connections"), rowsOf(*models, "counters"),
                    rowsOf(*models, "resources"));
    }
    return 0;
}
