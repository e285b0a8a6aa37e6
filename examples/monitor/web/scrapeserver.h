// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SCRAPESERVER_H
#define SCRAPESERVER_H

#include <QtNetwork/qtcpserver.h>

QT_BEGIN_NAMESPACE
class QTcpSocket;
QT_END_NAMESPACE

// Serves a page of metrics over HTTP. Every connection has a limit in time and memory, and there
// are not more than a few: a client that is slow, silent or hostile takes no place for long.
class ScrapeServer : public QTcpServer
{
    Q_OBJECT

public:
    static constexpr qsizetype LongestHead = 8 * 1024; // bytes

    struct Limits
    {
        int connections = 32; // as many wait for their turn, and more in the kernel
        int requestTime = 10'000; // milliseconds until the head is there
        int answerTime = 30'000; // and until the answer was taken
    };

    explicit ScrapeServer(const Limits &limits, QObject *parent = nullptr);

    // Answers begin with the first page; requests before wait for it.
    void setPage(const QByteArray &metrics);
    int refused() const { return m_refused; } // requests that were wrong or too slow

private:
    void serve();
    void read(QTcpSocket *client);
    void send(QTcpSocket *client, const QByteArray &answer);
    void limitTime(QTcpSocket *client, int time);

    const Limits m_limits;
    QByteArray m_page;
    int m_connections = 0;
    int m_refused = 0;
};

#endif // SCRAPESERVER_H
