// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "peers.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qcryptographichash.h>
#include <QtCore/qrandom.h>
#include <QtCore/qstringlist.h>

#include <cstdio>
#include <vector>

void say(const QByteArray &line)
{
    std::printf("%s\n", line.constData());
    std::fflush(stdout);
}

QByteArray summary(const QByteArray &data)
{
    return QByteArray::number(data.size()) + ' '
            + QCryptographicHash::hash(data, QCryptographicHash::Sha256).toHex();
}

QByteArray randomBytes(qint64 size)
{
    std::vector<quint32> words(size_t(size + 3) / 4);
    QRandomGenerator(quint32(size)).fillRange(words.data(), qsizetype(words.size()));
    return QByteArray(reinterpret_cast<const char *>(words.data()), qsizetype(size));
}

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments().mid(1);
    const QString role = words.value(0);
    const QHostAddress address(words.value(1));
    if (role == QLatin1String("echo"))
        return echo(address);
    if (role == QLatin1String("sink"))
        return sink(address);
    if (role == QLatin1String("greet"))
        return greet(address, words.value(2).toLongLong(), words.value(3) == QLatin1String("half"));
    if (role == QLatin1String("redis"))
        return answerRedis(address);
    if (role == QLatin1String("store"))
        return storeFiles(address);
    const quint16 port = words.value(2).toUShort();
    const qint64 size = words.value(3).toLongLong();
    if (role == QLatin1String("source"))
        return source(address, port, size);
    if (role == QLatin1String("rstream"))
        return rstream(address, port, size, words.value(4).toInt(), words.value(5).toInt());
    if (role == QLatin1String("copy"))
        return sendFile(address, port, size, words.value(4).toLocal8Bit());
    std::fputs("usage: interoppeer echo|sink|redis|store ADDRESS\n"
               "       interoppeer greet ADDRESS SIZE half|close\n"
               "       interoppeer source ADDRESS PORT SIZE\n"
               "       interoppeer rstream ADDRESS PORT SIZE COUNT ITERATIONS\n"
               "       interoppeer copy ADDRESS PORT SIZE PATH\n",
               stderr);
    return 2;
}
