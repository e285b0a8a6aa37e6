// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Shows what the RDMA devices of this machine are doing: devices, ports, counters with rates,
// processes, events. In a window, or as text for terminals and scripts, which needs no display. All
// of it comes from the QML module.

#include "cluster/agent.h"
#include "options.h"
#include "program.h"
#include "text/printer.h"
#include "unixsignals.h"
#include "web/exposition.h"

#ifdef MONITOR_TERMINAL
#  include "terminal/terminalmonitor.h"
#endif

#ifdef MONITOR_WINDOW
#  include "qmlwindow.h"
#  include "window/screenshots.h"
#  include "window/window.h"
#  include <QtGui/qguiapplication.h>
#  include <QtGui/qsurfaceformat.h>
#  include <QtQuick/qquickwindow.h>
#endif

#include <QtCore/qcoreapplication.h>
#include <QtCore/qtextstream.h>

#include <unistd.h>

namespace {

template <typename View>
int run(const Options &options)
{
    View view(options);
    return view.start() ? QCoreApplication::exec() : 1;
}

// A signal ends it in order. Where a number of samples is wanted, that is too early.
template <typename View>
int runUntilSignal(const Options &options)
{
    const EndBySignal terminations(options.count > 0 ? Program::Failed : 0);
    return run<View>(options);
}

// Whether there is one to show tables in.
bool hasTerminal()
{
#ifdef MONITOR_TERMINAL
    const QByteArray type = qgetenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !type.isEmpty() && type != "dumb";
#else
    return false;
#endif
}

int runInTerminal(const Options &options)
{
#ifdef MONITOR_TERMINAL
    return run<TerminalMonitor>(options);
#else
    Q_UNUSED(options)
    return Program::fail(Program::Texts::tr("--terminal: this program was built without ncurses"),
                         1);
#endif
}

// 'otherwise' is what becomes of the samples where no option says it.
int runAsText(int argc, char *argv[], Output otherwise)
{
    const QCoreApplication app(argc, argv);
    std::optional<Options> options = readOptions(QCoreApplication::arguments());
    if (!options)
        return 2;
    if (options->output == Output::Agent)
        return runUntilSignal<Agent>(*options);
    if (!options->cluster.hosts.isEmpty())
        return Program::fail(
                Program::Texts::tr("--connect and --hosts show a window, and there is no display"),
                1);
    if (options->output == Output::Lines)
        options->output = otherwise;
    if (options->output == Output::Terminal)
        return runInTerminal(*options);
    if (options->output == Output::Metrics)
        return runUntilSignal<Exposition>(*options);
    return runUntilSignal<Printer>(*options);
}

#ifdef MONITOR_WINDOW

int runAsWindow(int argc, char *argv[])
{
    QSurfaceFormat format = QSurfaceFormat::defaultFormat();
    format.setSamples(4); // without it curves would have steps
    QSurfaceFormat::setDefaultFormat(format);
    const QGuiApplication app(argc, argv);
    QGuiApplication::setApplicationDisplayName(QStringLiteral("RDMA Monitor"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.qtrdma.monitor"));
    const std::optional<Options> options = readOptions(QCoreApplication::arguments());
    if (!options)
        return 2;
    const EndBySignal terminations;
    Window window;
    if (!window.open(*options))
        return 1;
    if (!options->sizes.isEmpty())
        window.window()->resize(options->sizes.constFirst());
    const auto execute = [&window] {
        const int status = QGuiApplication::exec();
        return status == 0 ? window.status() : status;
    };
    if (options->screenshots.isEmpty())
        return execute();
    const int samplesToShow = options->replay.isEmpty() ? 30 : 125;
    Screenshots screenshots(window.window(), options->screenshots, options->sizes,
                            options->count > 0 ? options->count : samplesToShow);
    return screenshots.begin(options->mayOverwrite) ? execute() : 1;
}

#endif

} // namespace

int main(int argc, char *argv[])
{
#ifdef MONITOR_WINDOW
    if (wantsScreenshots(argc, argv) && !QmlWindow::hasDisplay()) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qputenv("QT_QUICK_BACKEND", "software");
    }
    if (!wantsText(argc, argv) && QmlWindow::hasDisplay())
        return runAsWindow(argc, argv);
#endif
    if (wantsText(argc, argv))
        return runAsText(argc, argv, Output::Lines);
    if (hasTerminal())
        return runAsText(argc, argv, Output::Terminal);
    QTextStream(stderr) << Program::Texts::tr(
            "qtrdma-monitor: there is no display; lines of text instead")
                        << Qt::endl;
    return runAsText(argc, argv, Output::Lines);
}
