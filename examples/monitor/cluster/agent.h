// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef AGENT_H
#define AGENT_H

#include "options.h"
#include "tablesource.h"

#include <QtRdma/RdmaServer>

#include <QtCore/qhash.h>

// Sends the samples of this machine as a recording to each viewer that is connected. While there is
// none, it takes no samples.
class Agent : public QObject
{
    Q_OBJECT

public:
    static constexpr int MostViewers = 32;
    static constexpr int MostViewersPerAddress = 8;
    static constexpr qint64 MostUnsent = 4 * 1024 * 1024; // bytes for a viewer that is slow

    explicit Agent(const Options &options, QObject *parent = nullptr);
    ~Agent() override;

    // Returns false, and prints the reason, when it cannot listen.
    bool start();

    quint16 port() const { return m_server.serverPort(); }
    int viewers() const { return int(m_viewers.size()); }
    int skipped() const { return m_skipped; } // samples that were not sent to slow viewers
    int interval() const { return m_source.source()->property("interval").toInt(); }
    bool isSampling() const { return m_source.source()->property("running").toBool(); }

private Q_SLOTS:
    void send();

private:
    struct Viewer
    {
        int interval = 0; // that it wants, milliseconds
        int skipped = 0; // samples since the last one that it got
        bool needsWhole = true;
        QByteArray wish; // the part of its line that has come
    };

    void takeViewers();
    void takeWish(RdmaStream *stream);
    void forget(RdmaStream *stream);
    void adjust();
    QByteArray line(bool whole, int skipped) const;

    const Options m_options;
    TableSource m_source;
    RdmaServer m_server;
    QHash<RdmaStream *, Viewer> m_viewers;
    int m_skipped = 0;
};

#endif // AGENT_H
