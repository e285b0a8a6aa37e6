// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmacounter_p.h"

#include "countermeaning_p.h"

#include "../base/printable_p.h"
#include "../base/translate_p.h"

#include <QtCore/qdebug.h>
#include <QtCore/qdir.h>
#include <QtCore/qfile.h>

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaCounter
    \inmodule QtRdma
    \since 0.1
    \brief One counter of a device or a port, as the kernel shows it below \c /sys/class/infiniband.

    ofDevice() lists what there is, read() asks for the value, which costs one small file. Rights
    are not needed, nor need the device be open. Drivers have different counters. \l unit,
    \l meaning and \l shouldStayZero say what is known of a counter by its name. The counters of
    InfiniBand's performance management (group "counters") are narrow and stay at their highest
    number, then they are \l saturated. The kernel reads a device at most every 10 ms for the group
    "hw_counters".

    \snippet device.cpp counter

    A value is fresh when read() has returned true. A counter that the kernel does not tell is not
    \l available, and \l problem says why: some drivers have files that answer with words.

    Values are reentrant.
    \sa RdmaDevice
*/

/*!
    \enum RdmaCounter::Unit
    The unit of a counter.

    \value Events Each thing that happens counts as one.
    \value Bytes Bytes, also where the device counts words of four bytes.
    \value Packets Packets.
    \value Objects What there is at the moment: such a counter goes down, too.
    \value Ticks Units of time of the device.
*/

namespace {

constexpr int MostCounters = 4096; // of one directory
constexpr int LongestValue = 64; // characters; the kernel's have 20 digits and a newline
constexpr quint32 WordSize = 4; // bytes; port_xmit_data and port_rcv_data count in words

// The files of one directory. Those of a port are in a directory below 'port'.
void listCounters(const QString &device, int port, const QString &directory, const QString &group,
                  QList<RdmaCounter> *counters)
{
    const QStringList names = QDir(directory + u'/' + group).entryList(QDir::Files, QDir::Name);
    for (const QString &name : names.first(std::min<qsizetype>(names.size(), MostCounters))) {
        if (name == QLatin1String("lifespan")) // a setting: how long the kernel keeps values
            continue;
        RdmaCounter counter;
        CounterData &values = Access::write(counter);
        values.deviceName = device;
        values.port = port;
        values.group = group;
        values.name = name;
        counters->append(counter);
    }
}

// Reads the beginning of a file without waiting; -1 with errno on failure. Hundreds of files are
// read at once, and QFile would cost ten times as much as the kernel.
ssize_t readStart(const char *path, char *buffer, size_t size)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return -1;
    const ssize_t got = read(file, buffer, size);
    const int error = errno;
    close(file);
    errno = error;
    return got;
}

QList<int> portsBelow(const QString &directory)
{
    QList<int> ports;
    const QStringList names = QDir(directory).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        if (const int port = name.toInt(); port > 0 && port <= 255)
            ports.append(port);
    }
    std::sort(ports.begin(), ports.end());
    return ports;
}

// Fills in the meaning of a counter by its name. 'directory' is its device's.
void describeCounter(CounterData *counter, const QString &directory)
{
    const CounterMeaning known = meaningOfCounter(counter->name);
    const QString place = counter->port > 0
            ? directory + QLatin1String("/ports/") + QString::number(counter->port)
            : directory;
    counter->path = QFile::encodeName(place + u'/' + counter->group + u'/' + counter->name);
    counter->unit = known.unit;
    counter->shouldStayZero = known.shouldStayZero;
    counter->meaning = *known.text ? Words::tr(known.text) : QString();
    // Drivers use some names of performance management for counters of their own, which are wide.
    const bool isNarrow = known.bits < 64 && counter->group == QLatin1String("counters");
    counter->highest = isNarrow ? (quint64(1) << known.bits) - 1 : ~quint64(0);
    if (counter->name == QLatin1String("port_xmit_data")
        || counter->name == QLatin1String("port_rcv_data"))
        counter->factor = WordSize;
}

} // namespace

/*! The counters of \a device and of its ports, without their values; none when there is no such
    device. \a sysfs is the directory of devices, \c /sys/class/infiniband by default. */
QList<RdmaCounter> RdmaCounter::ofDevice(const QString &device, const QString &sysfs)
{
    const QString root = sysfs.isEmpty() ? QStringLiteral("/sys/class/infiniband") : sysfs;
    QList<RdmaCounter> result;
    if (device.isEmpty() || device.startsWith(u'.') || device.contains(u'/'))
        return result;
    const QString directory = root + u'/' + device;
    listCounters(device, 0, directory, QStringLiteral("hw_counters"), &result);
    const QList<int> ports = portsBelow(directory + QLatin1String("/ports"));
    for (const int port : ports) {
        const QString below = directory + QLatin1String("/ports/") + QString::number(port);
        listCounters(device, port, below, QStringLiteral("counters"), &result);
        listCounters(device, port, below, QStringLiteral("hw_counters"), &result);
    }
    for (RdmaCounter &listed : result)
        describeCounter(&Access::write(listed), directory);
    return result;
}

/*! Asks the kernel for the value. Returns \c false when it does not tell: \l problem says why, and
    \l value keeps its last value. */
bool RdmaCounter::read()
{
    CounterData &values = Access::write(*this);
    char buffer[LongestValue];
    const ssize_t size = readStart(values.path.constData(), buffer, sizeof buffer);
    if (size <= 0) {
        values.refuse(size < 0 ? qt_error_string(errno) : Words::tr("nothing in the file"));
        return false;
    }
    const QByteArray bytes = QByteArray::fromRawData(buffer, size);
    bool isNumber = false;
    const QByteArray digits = bytes.trimmed();
    const quint64 counted = digits.toULongLong(&isNumber); // up to a zero byte
    if (isNumber && bytes.size() < LongestValue && !digits.contains('\0'))
        values.take(counted);
    else
        values.refuse(
                Words::tr("not a number: %1")
                        .arg(printable(QString::fromLatin1(bytes.left(bytes.indexOf('\n'))))));
    return values.available;
}

void CounterData::take(quint64 counted)
{
    available = true;
    problem.clear();
    saturated = counted == highest || counted > ~quint64(0) / factor;
    value = counted > ~quint64(0) / factor ? ~quint64(0) : counted * factor;
}

void CounterData::refuse(const QString &reason)
{
    available = false;
    problem = reason;
}

/*! \fn bool RdmaCounter::isGauge() const
    Returns whether it goes up and down with what there is, so that its rate means nothing.
*/

/*! Constructs a value with nothing in it. A value that was moved from is the same. */
RdmaCounter::RdmaCounter() noexcept = default;
RdmaCounter::RdmaCounter(const RdmaCounter &other) = default;
RdmaCounter::RdmaCounter(RdmaCounter &&other) noexcept = default;
RdmaCounter &RdmaCounter::operator=(const RdmaCounter &other) = default;
RdmaCounter::~RdmaCounter() = default;

/*! \fn void RdmaCounter::swap(RdmaCounter &other)
    Swaps this value with \a other. This is fast and never fails.
*/

bool RdmaCounter::equals(const RdmaCounter &a, const RdmaCounter &b) noexcept
{
    return Access::equal(a, b);
}

/*!
    \property RdmaCounter::deviceName
    \brief The name of the device.
*/

QString RdmaCounter::deviceName() const
{
    return Access::read(*this).deviceName;
}

/*!
    \property RdmaCounter::port
    \brief The number of the port; 0 for a counter of the device.
*/

int RdmaCounter::port() const
{
    return Access::read(*this).port;
}

/*!
    \property RdmaCounter::group
    \brief The directory of the counter: "counters" or "hw_counters".
*/

QString RdmaCounter::group() const
{
    return Access::read(*this).group;
}

/*!
    \property RdmaCounter::name
    \brief The name of the counter, which is that of its file.
*/

QString RdmaCounter::name() const
{
    return Access::read(*this).name;
}

/*!
    \property RdmaCounter::unit
    \brief The unit of the value.
*/

RdmaCounter::Unit RdmaCounter::unit() const
{
    return Access::read(*this).unit;
}

/*!
    \property RdmaCounter::meaning
    \brief What the counter counts, in words; empty where that is not known.
*/

QString RdmaCounter::meaning() const
{
    return Access::read(*this).meaning;
}

/*!
    \property RdmaCounter::shouldStayZero
    \brief Whether a value that moves means that something is wrong.
*/

bool RdmaCounter::shouldStayZero() const
{
    return Access::read(*this).shouldStayZero;
}

/*!
    \property RdmaCounter::available
    \brief Whether \l value is what the kernel told when it was read last.
*/

bool RdmaCounter::isAvailable() const
{
    return Access::read(*this).available;
}

/*!
    \property RdmaCounter::saturated
    \brief Whether the counter is as high as it can count.
*/

bool RdmaCounter::isSaturated() const
{
    return Access::read(*this).saturated;
}

/*!
    \property RdmaCounter::value
    \brief The value, in the \l unit of the counter.
*/

quint64 RdmaCounter::value() const
{
    return Access::read(*this).value;
}

/*!
    \property RdmaCounter::problem
    \brief Why the counter is not \l available.
*/

QString RdmaCounter::problem() const
{
    return Access::read(*this).problem;
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaCounter &counter)
{
    const QDebugStateSaver saver(debug);
    debug.nospace().noquote() << "RdmaCounter(" << counter.deviceName();
    if (counter.port() > 0)
        debug << '/' << counter.port();
    debug << ", " << counter.name() << ": ";
    if (counter.isAvailable())
        debug << counter.value();
    else
        debug << "not available, " << counter.problem();
    debug << ')';
    return debug;
}
#endif
