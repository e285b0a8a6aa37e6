// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "device/ueventsocket_p.h"

#include <QtRdma/rdmacounter.h>

#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qtemporarydir.h>

#include <algorithm>

using namespace QtRdmaPrivate;

namespace {

// A directory like /sys/class/infiniband with one device, which has a narrow and a wide counter.
class Tree
{
public:
    Tree()
    {
        const QString port = m_directory.filePath(QStringLiteral("d/ports/1/"));
        QDir().mkpath(port + QStringLiteral("counters"));
        QDir().mkpath(port + QStringLiteral("hw_counters"));
        write(port + QStringLiteral("counters/port_xmit_data"), "0\n");
        write(port + QStringLiteral("counters/link_downed"), "0\n");
        write(port + QStringLiteral("hw_counters/out_of_buffer"), "0\n");
        m_counters = RdmaCounter::ofDevice(QStringLiteral("d"), m_directory.path());
        require(m_counters.size() == 3, "all counters are found");
    }

    // The counter of that number, after the kernel has said this of it.
    const RdmaCounter &read(int number, const QByteArray &contents)
    {
        RdmaCounter &counter = m_counters[number % m_counters.size()];
        write(m_directory.filePath(QStringLiteral("d/ports/1/")) + counter.group() + u'/'
                      + counter.name(),
              contents);
        counter.read();
        return counter;
    }

private:
    static void write(const QString &name, const QByteArray &contents)
    {
        QFile file(name);
        require(file.open(QIODevice::WriteOnly | QIODevice::Truncate)
                        && file.write(contents) == contents.size(),
                "the file can be written");
    }

    QTemporaryDir m_directory;
    QList<RdmaCounter> m_counters;
};

} // namespace

static void checkCounter(int number, const QByteArray &contents)
{
    static Tree tree;
    const RdmaCounter &counter = tree.read(number, contents);
    const QString problem = counter.problem();
    require(counter.isAvailable() == problem.isEmpty(), "either a value or a problem");
    require(std::all_of(problem.begin(), problem.end(), [](QChar c) { return c.isPrint(); }),
            "problems are fit for a terminal");
    if (counter.isAvailable() && counter.name() != QLatin1String("port_xmit_data"))
        require(contents.trimmed().toULongLong() == counter.value(), "the value is what was said");
}

// A value of a counter, or what is broadcast when a device comes or goes.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input(data, size);
    const int what = input.byte() % 4;
    const QByteArray bytes = input.bytes(input.left());
    if (what < 3)
        checkCounter(what, bytes);
    else
        require(!UeventSocket::concernsRdma(bytes) || bytes.contains("SUBSYSTEM=infiniband"),
                "what concerns RDMA says so");
    return 0;
}
