// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmacounter.h>

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
    \brief One counter of a device or a port, as the kernel shows it below \c /sys/class/infiniband.

    ofDevice() lists what there is, read() asks for the value, which costs one small file. Rights
    are not needed, nor need the device be open. Drivers have different counters. \c unit,
    \c meaning and \c shouldStayZero say what is known of a counter by its name. The counters of
    InfiniBand's performance management (group "counters") are narrow and stay at their highest
    number, then they are \c saturated. The kernel reads a device at most every 10 ms for the group
    "hw_counters".

    \code
    QList<RdmaCounter> counters = RdmaCounter::ofDevice(u"mlx5_0"_s);
    for (RdmaCounter &counter : counters) {
        if (counter.read() && counter.shouldStayZero && counter.value > 0)
            qWarning() << counter << counter.meaning;
    }
    \endcode

    A value is fresh when read() has returned true. A counter that the kernel does not tell is not
    \c available, and \c problem says why: some drivers have files that answer with words.

    Values are reentrant.
    \sa RdmaDevice, RdmaCounterModel
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
        counter.device = device;
        counter.port = port;
        counter.group = group;
        counter.name = name;
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
    QList<int> ports;
    const QStringList names =
            QDir(directory + QLatin1String("/ports")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        if (const int port = name.toInt(); port > 0 && port <= 255)
            ports.append(port);
    }
    std::sort(ports.begin(), ports.end());
    for (int port : std::as_const(ports)) {
        const QString below = directory + QLatin1String("/ports/") + QString::number(port);
        listCounters(device, port, below, QStringLiteral("counters"), &result);
        listCounters(device, port, below, QStringLiteral("hw_counters"), &result);
    }
    for (RdmaCounter &counter : result) {
        const CounterMeaning known = meaningOfCounter(counter.name);
        const QString place = counter.port > 0
                ? directory + QLatin1String("/ports/") + QString::number(counter.port)
                : directory;
        counter.path = QFile::encodeName(place + u'/' + counter.group + u'/' + counter.name);
        counter.unit = known.unit;
        counter.shouldStayZero = known.shouldStayZero;
        counter.meaning = *known.text ? tr(known.text) : QString();
        // Drivers use some names of performance management for counters of their own, which are
        // wide.
        const bool isNarrow = known.bits < 64 && counter.group == QLatin1String("counters");
        counter.highest = isNarrow ? (quint64(1) << known.bits) - 1 : ~quint64(0);
        if (counter.name == QLatin1String("port_xmit_data")
            || counter.name == QLatin1String("port_rcv_data"))
            counter.factor = WordSize;
    }
    return result;
}

/*! Asks the kernel for the value. False when it does not tell: \c problem says why, and \c value
    keeps its last value. */
bool RdmaCounter::read()
{
    char buffer[LongestValue];
    const ssize_t size = readStart(path.constData(), buffer, sizeof buffer);
    if (size <= 0) {
        refuse(size < 0 ? qt_error_string(errno) : tr("nothing in the file"));
        return false;
    }
    const QByteArray bytes = QByteArray::fromRawData(buffer, size);
    bool isNumber = false;
    const QByteArray digits = bytes.trimmed();
    const quint64 counted = digits.toULongLong(&isNumber); // up to a zero byte
    if (isNumber && bytes.size() < LongestValue && !digits.contains('\0'))
        take(counted);
    else
        refuse(tr("not a number: %1")
                       .arg(printable(QString::fromLatin1(bytes.left(bytes.indexOf('\n'))))));
    return available;
}

void RdmaCounter::take(quint64 counted)
{
    available = true;
    problem.clear();
    saturated = counted == highest || counted > ~quint64(0) / factor;
    value = counted > ~quint64(0) / factor ? ~quint64(0) : counted * factor;
}

void RdmaCounter::refuse(const QString &reason)
{
    available = false;
    problem = reason;
}

/*! \fn bool RdmaCounter::isGauge() const
    Whether it goes up and down with what there is, so that its rate means nothing.
*/

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaCounter &counter)
{
    const QDebugStateSaver saver(debug);
    debug.nospace().noquote() << "RdmaCounter(" << counter.device;
    if (counter.port > 0)
        debug << '/' << counter.port;
    debug << ", " << counter.name << ": ";
    if (counter.available)
        debug << counter.value;
    else
        debug << "not available, " << counter.problem;
    debug << ')';
    return debug;
}
#endif
