// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef NETDEVICE_H
#define NETDEVICE_H

#include <QtCore/qbytearray.h>
#include <QtCore/qlist.h>
#include <QtCore/qstring.h>

#include <optional>

// Questions to the kernel about a network interface, by the functions of "dcb pfc show" and
// "ethtool -m". Rights are not needed for the first. The second reads from the module itself, which
// may take some tenths of a second.
namespace NetDevice {

// An answer, or why there is none.
template <typename Value>
struct Answer
{
    Value value;
    QString problem;
};

struct Module
{
    QString vendor;
    QString part;
    std::optional<double> metres; // of a cable that cannot be taken apart
    std::optional<double> celsius;
};

Answer<QList<int>> pausedPriorities(const QString &netdev); // those with priority flow control
Answer<Module> module(const QString &netdev);

// The answers as the kernel gives them. Any bytes will do.
std::optional<QList<int>> decodePriorities(const QByteArray &message);
std::optional<Module> decodeModule(const QByteArray &memory, bool isSmall);

} // namespace NetDevice

#endif // NETDEVICE_H
