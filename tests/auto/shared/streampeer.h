// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMPEER_H
#define STREAMPEER_H

#include <QtCore/qprocess.h>
#include <QtCore/qstringlist.h>
#include <QtTest/qtest.h>

#include <csignal>

namespace RdmaTest {

// A process that runs tests/streampeer. Its output is read line by line. The event loop runs
// meanwhile, because the other end of its connections may be in this process.
class StreamPeer
{
public:
    // 'wrapper' is a command that runs another one, for example prlimit or setpriv.
    explicit StreamPeer(const QStringList &arguments, QStringList wrapper = {})
    {
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        wrapper << QStringLiteral(QTRDMA_STREAMPEER) << arguments;
        const QString program = wrapper.takeFirst();
        process.start(program, wrapper);
    }
    ~StreamPeer() { end(); }
    Q_DISABLE_COPY_MOVE(StreamPeer)

    // The next line; empty if none comes.
    QByteArray line(int msecs = 60000)
    {
        (void)QTest::qWaitFor(
                [this] { return process.canReadLine() || process.state() == QProcess::NotRunning; },
                msecs);
        return process.readLine().trimmed();
    }

    // For a server: the port that its first line names, or 0 if it says something else.
    quint16 port()
    {
        const QByteArray words = line();
        return words.startsWith("listening ") ? quint16(words.mid(10).toUInt()) : quint16(0);
    }

    // Writes a line to its standard input.
    void tell(const QByteArray &text) { process.write(text + '\n'); }
    void tellNoMore() { process.closeWriteChannel(); }

    qint64 processId() const { return process.processId(); }
    void kill() { ::kill(pid_t(process.processId()), SIGKILL); }

    // Closes its standard input, which ends a server. Returns the exit status, or -1.
    int end(int msecs = 60000)
    {
        process.closeWriteChannel();
        const bool ended =
                QTest::qWaitFor([this] { return process.state() == QProcess::NotRunning; }, msecs);
        if (!ended) {
            process.kill();
            process.waitForFinished();
        }
        return ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }

private:
    QProcess process;
};

} // namespace RdmaTest

#endif // STREAMPEER_H
