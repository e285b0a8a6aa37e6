// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The chat in a terminal: commands in, events out.

#ifndef CONSOLE_H
#define CONSOLE_H

#include "client.h"
#include "terminal.h"

#include <QMap>

class Console : public QObject
{
    Q_OBJECT

public:
    Console(Client *client, const QString &name, bool showTimes, QObject *parent = nullptr);

    void leave();
    void redraw() { m_terminal.redraw(); }

Q_SIGNALS:
    void finished(int exitCode);

private:
    static QString help();
    void connectRoom();
    void connectFiles();
    void connectState();
    void enter(const QString &line);
    void command(const QString &line);
    void sendFile(const QString &arguments);
    void updateInput();
    void showProgress(const QString &key, const QString &name, double part);
    void print(const QString &line, const QDateTime &time = QDateTime::currentDateTime());

    Client *m_client;
    const QString m_name;
    const bool m_showTimes;
    Terminal m_terminal;
    QMap<QString, QString> m_bars; // one for each file under way
    QMap<QString, int> m_quarters;
    bool m_toldLost = false;
    QString m_way; // of the last connection
};

#endif // CONSOLE_H
