// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "console.h"

#include "text.h"

#include <QLocale>

#include <cstdio>
#include <utility>

using namespace std::chrono_literals;

namespace {

constexpr int BarWidth = 20;

QString bar(const QString &name, double part)
{
    const int full = qBound(0, int(part * BarWidth), BarWidth);
    return QStringLiteral("[%1%2] %3 % %4")
            .arg(QString(full, u'#'), QString(BarWidth - full, u'-'),
                 QString::number(int(part * 100)).rightJustified(3), Text::printable(name));
}

} // namespace

QString Console::help()
{
    return tr("/msg NAME TEXT    say something to one person\n"
              "/who              who is here\n"
              "/send FILE        send a file to all\n"
              "/send FILE NAME   send a file to one person (quote a FILE with spaces)\n"
              "/quit             leave; ^D does the same\n"
              "//text            say something that begins with a slash");
}

Console::Console(Client *client, const QString &name, bool showTimes, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_name(name)
    , m_showTimes(showTimes)
{
    connect(&m_terminal, &Terminal::lineEntered, this, &Console::enter);
    connect(&m_terminal, &Terminal::endOfInput, this, &Console::leave);
    connect(&m_terminal, &Terminal::interrupted, this, &Console::leave);
    connectRoom();
    connectFiles();
    connectState();
}

void Console::connectRoom()
{
    connect(m_client, &Client::welcomed, this, [this](const QStringList &members, bool again) {
        m_toldLost = false;
        if (const QString way = m_client->transport(); std::exchange(m_way, way) != way)
            print(tr("* Connected %1").arg(way));
        print((again ? tr("* Connected again as %1; here: %2") : tr("* You are %1; here: %2"))
                      .arg(m_name, members.join(QLatin1String(", "))));
        if (!again)
            m_terminal.start(m_name + QStringLiteral("> "));
    });
    connect(m_client, &Client::said, this,
            [this](const QString &from, const QString &text, const QDateTime &time, bool earlier) {
                print((earlier ? tr("(earlier) %1: %2") : QStringLiteral("%1: %2")).arg(from, text),
                      time);
            });
    connect(m_client, &Client::whispered, this,
            [this](const QString &from, const QString &to, const QString &text) {
                const QString you = tr("you");
                print(QStringLiteral("%1 -> %2: %3")
                              .arg(from == m_name ? you : from, to == m_name ? you : to, text));
            });
    connect(m_client, &Client::joined, this,
            [this](const QString &name) { print(tr("* %1 joined").arg(name)); });
    connect(m_client, &Client::memberLeft, this, [this](const QString &name, const QString &why) {
        print(why.isEmpty() ? tr("* %1 left").arg(name) : tr("* %1 left (%2)").arg(name, why));
    });
    connect(m_client, &Client::members, this, [this](const QStringList &names) {
        print(tr("* Here: %1").arg(names.join(QLatin1String(", "))));
    });
    connect(m_client, &Client::notice, this,
            [this](const QString &text) { print(QStringLiteral("! ") + text); });
}

void Console::connectFiles()
{
    connect(m_client, &Client::fileStarted, this, [this](const QString &key, const QString &text) {
        m_quarters[key] = 0;
        print(QStringLiteral("* ") + text);
    });
    connect(m_client, &Client::fileProgress, this, &Console::showProgress);
    connect(m_client, &Client::fileEnded, this, [this](const QString &key, const QString &text) {
        m_bars.remove(key);
        m_quarters.remove(key);
        m_terminal.setStatus(m_bars.values());
        print(QStringLiteral("* ") + text);
    });
}

void Console::connectState()
{
    connect(m_client, &Client::stateChanged, this, &Console::updateInput);
    connect(m_client, &Client::drained, this, &Console::updateInput);
    connect(m_client, &Client::lost, this,
            [this](const QString &why, std::chrono::milliseconds delay) {
                // A script is told once, a person each time.
                if (m_toldLost && !m_terminal.isInteractive())
                    return;
                m_toldLost = true;
                const QString seconds = QLocale().toString(double(delay.count()) / 1000, 'f', 1);
                print(why.isEmpty() ? tr("! The relay is gone; trying again in %1 s").arg(seconds)
                                    : tr("! The relay is gone (%1); trying again in %2 s")
                                              .arg(why, seconds));
            });
    connect(m_client, &Client::failed, this, [this](const QString &text) {
        print(QStringLiteral("! ") + text);
        Q_EMIT finished(1);
    });
    connect(m_client, &Client::left, this, [this] { Q_EMIT finished(0); });
}

void Console::leave()
{
    if (m_client->isSendingFiles() && m_terminal.isInteractive())
        print(tr("* Leaving when the files are sent (^C: now)"));
    m_client->leave();
}

// A script's lines wait until they can be sent; a person is told that they cannot.
void Console::updateInput()
{
    const bool absent = m_client->state() != Client::Present && !m_terminal.isInteractive();
    m_terminal.setPaused(absent || m_client->isBackedUp());
}

void Console::enter(const QString &line)
{
    if (line.startsWith(QLatin1String("//")))
        m_client->say(line.mid(1));
    else if (line.startsWith(u'/'))
        command(line.mid(1));
    else
        m_client->say(line);
    updateInput();
}

void Console::command(const QString &line)
{
    const QString name = line.section(u' ', 0, 0);
    const QString arguments = line.section(u' ', 1).trimmed();
    if (name == QLatin1String("msg") && arguments.contains(u' '))
        m_client->whisper(arguments.section(u' ', 0, 0), arguments.section(u' ', 1));
    else if (name == QLatin1String("who"))
        m_client->askWho();
    else if (name == QLatin1String("send") && !arguments.isEmpty())
        sendFile(arguments);
    else if (name == QLatin1String("quit"))
        leave();
    else if (name == QLatin1String("help"))
        print(help());
    else
        print(tr("! Unknown or incomplete: /%1 (/help tells what there is)").arg(line));
}

void Console::sendFile(const QString &arguments)
{
    const QChar quote = arguments.front();
    const qsizetype end = quote == u'"' || quote == u'\'' ? arguments.indexOf(quote, 1) : -1;
    if (end > 0)
        m_client->sendFile(arguments.mid(1, end - 1), arguments.mid(end + 1).trimmed());
    else
        m_client->sendFile(arguments.section(u' ', 0, 0), arguments.section(u' ', 1).trimmed());
}

// A terminal shows a bar that grows, a script one line for each quarter.
void Console::showProgress(const QString &key, const QString &name, double part)
{
    if (m_terminal.isInteractive()) {
        m_bars[key] = bar(name, part);
        m_terminal.setStatus(m_bars.values());
        return;
    }
    int &quarter = m_quarters[key];
    while (quarter < int(part * 4))
        print(bar(name, ++quarter / 4.0));
}

void Console::print(const QString &line, const QDateTime &time)
{
    const QString stamp = m_showTimes ? time.toString(QStringLiteral("hh:mm ")) : QString();
    // Only help() has several lines; it is no text of a peer.
    const QStringList rows = line == help() ? line.split(u'\n') : QStringList{ line };
    for (const QString &row : rows)
        m_terminal.print(stamp + Text::printable(row));
}

#include "moc_console.cpp"
