// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "modes.h"

#include <QtRdma/rdma.h>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qstringlist.h>

#include <cstdio>

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    Rdma::setExitLingerTime(
            30000); // where processors are emulated and shared, 2 s can be too little for a few packets
    const QStringList words = QCoreApplication::arguments().mid(1);
    const QString mode = words.value(0);
    const QHostAddress address(words.value(1));
    const auto port = quint16(words.value(2).toUInt());
    const qint64 size = words.value(3).toLongLong();
    if (mode == QLatin1String("echo"))
        return echo(address, port);
    if (mode == QLatin1String("sink"))
        return sink(address);
    if (mode == QLatin1String("connect"))
        return connectOnly(address, port);
    if (mode == QLatin1String("exchange"))
        return exchange(address, port, size);
    if (mode == QLatin1String("quit"))
        return writeAndQuit(address, port, size);
    if (mode == QLatin1String("quitloop"))
        return writeAndQuitLoop(address, port, size);
    if (mode == QLatin1String("exit"))
        writeAndExit(address, port, size);
    if (mode == QLatin1String("leave"))
        return writeAndLeave(address, port, size);
    if (mode == QLatin1String("crowd"))
        return crowd(address, port, int(size), words.value(4, QStringLiteral("1")).toInt());
    std::fputs("usage: streampeer echo ADDRESS [PORT]|sink ADDRESS\n"
               "       streampeer connect|exchange|quit|quitloop|exit|leave ADDRESS PORT [SIZE]\n"
               "       streampeer crowd ADDRESS PORT COUNT [AT_ONCE]\n",
               stderr);
    return 2;
}
