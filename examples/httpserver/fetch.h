// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FETCH_H
#define FETCH_H

#include <QUrl>
#include <QtRdma/RdmaStream>

// Gets a document by HTTP over a stream, and writes it to a device.
class Fetch : public QObject
{
    Q_OBJECT

public:
    // The server's answer comes over the transport of the options. The device outlives this object.
    Fetch(const QUrl &url, const RdmaStreamOptions &options, QIODevice *target);

Q_SIGNALS:
    void connected(const RdmaStream &stream);
    void finished(const QString &problem); // an empty text: all is there

private:
    enum class Expects { Head, Body, Nothing };

    void ask(const QUrl &url);
    void read();
    void readHead();
    void readBody();
    void ended();
    void finish(const QString &problem);

    QIODevice *target;
    RdmaStream stream;
    Expects expects = Expects::Head;
    qint64 headSize = 0;
    qint64 left = -1; // bytes of the document; -1 where the end of the connection is its end
};

#endif // FETCH_H
